public import Geometry
import Glibc
public import Pixels

/// The contrast of light text with its ground.
///
/// - Source: WCAG 2.1, "contrast ratio" and "relative luminance".
public enum TextContrast {
  /// The minimum contrast of normal text. Source: WCAG 2.1, success criterion 1.4.3.
  public static let required = 4.5
  /// The difference of luminance from the ground at which a pixel counts as part of a letter.
  private static let letter = 0.08

  /// The lowest contrast of light text in an area: that between the lightest pixel of the area and
  /// the lightest ground among the pixel rows with text. The ground of a row is its most frequent
  /// colour.
  ///
  /// - Returns: nil when there is no text.
  public static func worst(in picture: Bitmap, _ area: Rect) -> Double? {
    let (left, right) = (max(0, Int(area.minX)), min(picture.size.width, Int(area.maxX)))
    let (top, bottom) = (max(0, Int(area.minY)), min(picture.size.height, Int(area.maxY)))
    guard left < right, top < bottom else { return nil }
    var text = 0.0
    var grounds: [Double] = []
    for y in top..<bottom {
      var counts: [UInt32: Int] = [:]
      var lightest = 0.0
      for x in left..<right {
        let pixel = picture.pixel(x: x, y: y) & 0xFF_FFFF
        counts[pixel, default: 0] += 1
        lightest = max(lightest, luminance(pixel))
      }
      guard let ground = counts.max(by: { $0.value < $1.value })?.key else { continue }
      text = max(text, lightest)
      if lightest > luminance(ground) + letter { grounds.append(luminance(ground)) }
    }
    return grounds.max().map { (text + 0.05) / ($0 + 0.05) }
  }

  /// The contrast of the most distinct pixel of an area with its ground, the most frequent
  /// luminance. The text may be lighter or darker than its ground.
  ///
  /// - Returns: nil when the area has one colour only, or lies outside.
  public static func best(in picture: Bitmap, _ area: Rect) -> Double? {
    let (left, right) = (max(0, Int(area.minX)), min(picture.size.width, Int(area.maxX)))
    let (top, bottom) = (max(0, Int(area.minY)), min(picture.size.height, Int(area.maxY)))
    guard left < right, top < bottom else { return nil }
    var counts: [UInt32: Int] = [:]
    for y in top..<bottom {
      for x in left..<right { counts[picture.pixel(x: x, y: y) & 0xFF_FFFF, default: 0] += 1 }
    }
    guard counts.count > 1, let ground = counts.max(by: { $0.value < $1.value })?.key else {
      return nil
    }
    let base = luminance(ground) + 0.05
    return counts.keys.map { max(luminance($0) + 0.05, base) / min(luminance($0) + 0.05, base) }
      .max()
  }

  /// The relative luminance of a colour 0xRRGGBB, 0 to 1.
  private static func luminance(_ pixel: UInt32) -> Double {
    func linear(_ shift: UInt32) -> Double {
      let value = Double(pixel >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
  }
}
