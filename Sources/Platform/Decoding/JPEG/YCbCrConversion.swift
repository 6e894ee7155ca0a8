/// Conversion of YCbCr to BGRA.
enum YCbCrConversion {
  /// The opaque BGRA pixel of a luma sample in 0…255 and the chroma samples Cb (`blue`) and Cr
  /// (`red`), centred at zero. Rounds as libjpeg does.
  ///
  /// - Source: ITU-R BT.601 as used by JFIF, in units of 1/65,536.
  @inline(__always)
  static func opaque(_ light: Int32, blue: Int32, red: Int32) -> UInt32 {
    let r = light &+ (91_881 &* red &+ 32_768) &>> 16
    let g = light &+ (-22_554 &* blue &- 46_802 &* red &+ 32_768) &>> 16
    let b = light &+ (116_130 &* blue &+ 32_768) &>> 16
    return 0xFF00_0000 | clamped(r) &<< 16 | clamped(g) &<< 8 | clamped(b)
  }

  /// Combines luma with a row of chroma.
  ///
  /// - Parameters:
  ///   - light: one luma byte for each pixel.
  ///   - row: on entry BGRA with Cr in the blue and Cb in the green channel, both offset by 128; on
  ///     return opaque BGRA.
  static func join(_ light: UnsafeRawPointer, count: Int, into row: UnsafeMutableRawPointer) {
    var x = 0
    while x &+ 8 <= count {
      let place = row + 4 &* x
      let samples = place.loadUnaligned(as: SIMD8<UInt32>.self)
      let pixels = opaque(
        SIMD8<Int16>(truncatingIfNeeded: (light + x).loadUnaligned(as: SIMD8<UInt8>.self)),
        blue: SIMD8<Int16>(truncatingIfNeeded: samples &>> 8 & 255) &- 128,
        red: SIMD8<Int16>(truncatingIfNeeded: samples & 255) &- 128)
      place.storeBytes(of: pixels, as: SIMD8<UInt32>.self)
      x = x &+ 8
    }
    while x < count {
      let place = row + 4 &* x
      let sample = place.loadUnaligned(as: UInt32.self)
      let own = (light + x).loadUnaligned(as: UInt8.self)
      place.storeBytes(
        of: opaque(
          Int32(own), blue: Int32(sample >> 8 & 255) &- 128, red: Int32(sample & 255) &- 128),
        as: UInt32.self)
      x = x &+ 1
    }
  }

  /// The conversion of eight pixels. The factors are reduced by whole numbers so that they fit 16
  /// bits, whose products are one instruction; the whole multiples are added separately.
  @inline(__always)
  private static func opaque(
    _ light: SIMD8<Int16>, blue: SIMD8<Int16>, red: SIMD8<Int16>
  ) -> SIMD8<UInt32> {
    let r = light &+ red &+ rounded(times(red, 26_345))
    let g = light &- red &+ rounded(times(blue, -22_554) &+ times(red, 18_734))
    let b = light &+ blue &+ blue &+ rounded(times(blue, -14_942))
    return 0xFF00_0000 | clamped(r) &<< 16 | clamped(g) &<< 8 | clamped(b)
  }

  @inline(__always)
  private static func times(_ values: SIMD8<Int16>, _ factor: Int16) -> SIMD8<Int32> {
    SIMD8<Int32>(truncatingIfNeeded: values)
      &* SIMD8<Int32>(truncatingIfNeeded: SIMD8<Int16>(repeating: factor))
  }

  @inline(__always)
  private static func rounded(_ products: SIMD8<Int32>) -> SIMD8<Int16> {
    SIMD8<Int16>(truncatingIfNeeded: (products &+ 32_768) &>> 16)
  }

  @inline(__always)
  private static func clamped(_ values: SIMD8<Int16>) -> SIMD8<UInt32> {
    let bytes = values.clamped(lowerBound: SIMD8(), upperBound: SIMD8(repeating: 255))
    return SIMD8<UInt32>(truncatingIfNeeded: bytes)
  }

  /// The value clamped to 0…255.
  @inline(__always)
  static func clamped(_ value: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(255, value)))
  }
}
