/// Conversions of rows of BGRA pixels between premultiplied and straight alpha. Pictures here have
/// premultiplied alpha, but colour conversion needs straight colours.
public enum StraightAlpha {
  /// Whether the alpha of all `count` pixels of a row is 255.
  public static func isOpaque(_ row: UnsafePointer<UInt32>, count: Int) -> Bool {
    var all: UInt32 = 0xFF00_0000
    for x in 0..<count { all &= row[x] }
    return all == 0xFF00_0000
  }

  /// Divides the colours of `count` pixels by their alpha, rounded to nearest; fully transparent
  /// pixels become transparent black.
  public static func unpremultiply(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
    for x in 0..<count {
      let pixel = row[x]
      let alpha = pixel &>> 24
      if alpha == 255 { continue }
      if alpha == 0 {
        row[x] = 0
        continue
      }
      let half = alpha / 2
      let blue = min(255, ((pixel & 0xFF) &* 255 &+ half) / alpha)
      let green = min(255, ((pixel &>> 8 & 0xFF) &* 255 &+ half) / alpha)
      let red = min(255, ((pixel &>> 16 & 0xFF) &* 255 &+ half) / alpha)
      row[x] = blue | green &<< 8 | red &<< 16 | alpha &<< 24
    }
  }

  /// Multiplies the colours of `count` pixels by their alpha, rounded to nearest.
  public static func premultiply(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
    for x in 0..<count {
      let pixel = row[x]
      let alpha = pixel &>> 24
      if alpha == 255 { continue }
      let blueRed = PixelConversion.dividedBy255((pixel & 0x00FF_00FF) &* alpha)
      let green = PixelConversion.dividedBy255((pixel &>> 8 & 0xFF) &* alpha)
      row[x] = blueRed | green &<< 8 | alpha &<< 24
    }
  }
}
