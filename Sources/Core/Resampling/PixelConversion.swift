/// Conversions of pixel rows from other memory layouts to premultiplied BGRA, the layout of all
/// pictures here.
public enum PixelConversion {
  /// Converts `count` pixels of RGB bytes to opaque BGRA.
  public static func convertToOpaque(
    rgb: UnsafePointer<UInt8>, count: Int, into out: UnsafeMutableRawPointer
  ) {
    guard count > 0 else { return }
    let source = UnsafeRawPointer(rgb)
    // The fast loop omits the last pixel, because its four-byte load would read past the row.
    for i in 0..<count - 1 {
      let v = (source + i * 3).loadUnaligned(as: UInt32.self)
      out.storeBytes(
        of: (v.byteSwapped &>> 8) | 0xFF00_0000, toByteOffset: i * 4, as: UInt32.self)
    }
    let last = rgb + (count - 1) * 3
    out.storeBytes(
      of: UInt32(last[2]) | UInt32(last[1]) << 8 | UInt32(last[0]) << 16 | 0xFF00_0000,
      toByteOffset: (count - 1) * 4, as: UInt32.self)
  }

  /// Converts `count` pixels of RGBA bytes to premultiplied BGRA, rounded to nearest.
  ///
  /// - Returns: true when the alpha of every pixel was 255.
  public static func premultiplyReturningIsOpaque(
    rgba: UnsafeRawPointer, count: Int, into out: UnsafeMutableRawPointer
  ) -> Bool {
    var all: UInt32 = 0xFF00_0000
    for i in 0..<count {
      let v = rgba.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
      all &= v
      let alpha = v &>> 24
      var blueRed = ((v &>> 16) & 0xFF) | ((v & 0xFF) &<< 16)
      var green = (v &>> 8) & 0xFF
      blueRed = dividedBy255(blueRed &* alpha)
      green = dividedBy255(green &* alpha)
      out.storeBytes(
        of: blueRed | (green &<< 8) | (alpha &<< 24), toByteOffset: i * 4, as: UInt32.self)
    }
    return all == 0xFF00_0000
  }

  /// Converts `count` pixels of RGBA bytes to BGRA without changing the values.
  ///
  /// - Returns: true when the alpha of every pixel was 255.
  public static func swapRedAndBlueReturningIsOpaque(
    rgba: UnsafeRawPointer, count: Int, into out: UnsafeMutableRawPointer
  ) -> Bool {
    var all: UInt32 = 0xFF00_0000
    for i in 0..<count {
      let v = rgba.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)
      all &= v
      out.storeBytes(
        of: (v & 0xFF00_FF00) | ((v &>> 16) & 0xFF) | ((v & 0xFF) &<< 16), toByteOffset: i * 4,
        as: UInt32.self)
    }
    return all == 0xFF00_0000
  }

  /// The quotient of both 16-bit halves of a word by 255, rounded to nearest: (x + 128 + ((x + 128)
  /// >> 8)) >> 8.
  ///
  /// - Source: J. Blinn, "Three Wrongs Make a Right", 1995.
  @inline(__always)
  static func dividedBy255(_ product: UInt32) -> UInt32 {
    let t = product &+ 0x0080_0080
    return ((t &+ ((t &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
  }

  /// Converts `count` pixels of CMYK bytes to opaque BGRA without an ICC profile; `inverted` is
  /// Adobe's convention that 255 means no ink.
  public static func convertToOpaque(
    cmyk: UnsafePointer<UInt8>, inverted: Bool, count: Int, into out: UnsafeMutableRawPointer
  ) {
    let flip: UInt8 = inverted ? 0 : 0xFF
    for i in 0..<count {
      let k = UInt32(cmyk[i * 4 + 3] ^ flip)
      let r = dividedBy255(UInt32(cmyk[i * 4] ^ flip) &* k)
      let g = dividedBy255(UInt32(cmyk[i * 4 + 1] ^ flip) &* k)
      let b = dividedBy255(UInt32(cmyk[i * 4 + 2] ^ flip) &* k)
      out.storeBytes(
        of: b | (g &<< 8) | (r &<< 16) | 0xFF00_0000, toByteOffset: i * 4, as: UInt32.self)
    }
  }
}
