/// Conversion of YCbCr to BGRA.
enum YCbCrConversion {
  /// The opaque BGRA pixel of a luma sample in 0…255 and the chroma samples Cb (`blue`) and Cr
  /// (`red`), centred at zero. The rounding is that of libjpeg.
  ///
  /// - Source: ITU-R BT.601 as used by JFIF, in units of 1/65,536.
  @inline(__always)
  static func opaquePixel(_ light: Int32, blue: Int32, red: Int32) -> UInt32 {
    let r = light &+ (91_881 &* red &+ 32_768) &>> 16
    let g = light &+ (-22_554 &* blue &- 46_802 &* red &+ 32_768) &>> 16
    let b = light &+ (116_130 &* blue &+ 32_768) &>> 16
    return 0xFF00_0000 | clamped(r) &<< 16 | clamped(g) &<< 8 | clamped(b)
  }

  @inline(__always)
  static func clamped(_ value: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(255, value)))
  }
}
