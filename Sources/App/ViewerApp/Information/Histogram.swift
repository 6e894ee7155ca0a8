import Geometry
import PhotoBrowser
import Pixels

/// The histograms of the luma and of the red, green and blue components of a picture in the colours
/// in which it is shown.
nonisolated struct Histogram: Hashable, Sendable {
  /// The number of values of a component or of luma.
  static let levelCount = 256

  /// The number of counted pixels for each value of luma.
  private(set) var luma = [Int](repeating: 0, count: levelCount)
  /// The number of counted pixels for each value of red.
  private(set) var red = [Int](repeating: 0, count: levelCount)
  /// The number of counted pixels for each value of green.
  private(set) var green = [Int](repeating: 0, count: levelCount)
  /// The number of counted pixels for each value of blue.
  private(set) var blue = [Int](repeating: 0, count: levelCount)
  /// The number of counted pixels whose shadows are clipped.
  private var clippedShadowCount = 0
  /// The number of counted pixels whose highlights are clipped.
  private var clippedHighlightCount = 0

  /// The maximum number of pixels that are counted. Of a larger picture, every n-th pixel of every
  /// n-th row is counted.
  private static let maxPixels = 400_000

  /// Counts the pixels of a bitmap; fully transparent ones are left out.
  ///
  /// - Complexity: O(pixels), at most 400 000.
  init(_ bitmap: Bitmap) {
    let size = bitmap.size
    self.init([
      VisiblePixels(
        bitmap: bitmap,
        part: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      )
    ])
  }

  /// Counts the visible pixels of several bitmaps of one resolution; fully transparent ones are
  /// left out.
  ///
  /// - Complexity: O(pixels), at most 400 000.
  init(_ pieces: [VisiblePixels]) {
    let areas = pieces.map { ($0.bitmap, $0.columns, $0.rows) }
    var step = 1
    while areas.reduce(0, { $0 + $1.1.count / step * ($1.2.count / step) }) > Self.maxPixels {
      step += 1
    }
    for (bitmap, columns, rows) in areas {
      for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
        for x in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
          count(bitmap.pixel(x: x, y: y))
        }
      }
    }
  }

  /// Counts a premultiplied pixel, 0xAARRGGBB.
  private mutating func count(_ pixel: UInt32) {
    let alpha = Int(pixel >> 24)
    guard alpha > 0 else { return }
    var (r, g, b) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    if alpha < 255 {
      (r, g, b) = (min(255, r * 255 / alpha), min(255, g * 255 / alpha), min(255, b * 255 / alpha))
    }
    red[r] += 1
    green[g] += 1
    blue[b] += 1
    luma[Self.luma(r, g, b)] += 1
    switch Clipping(pixel) {
    case .shadow: clippedShadowCount += 1
    case .highlight: clippedHighlightCount += 1
    case nil: break
    }
  }

  /// The luma of a pixel from its red, green and blue components, all 0 to 255.
  ///
  /// - Source: ITU-R BT.709, in fixed point with 16 bits: 0.2126, 0.7152, 0.0722.
  private static func luma(_ r: Int, _ g: Int, _ b: Int) -> Int {
    (13933 * r + 46871 * g + 4732 * b) >> 16
  }

  /// The number of pixels at which the diagram reaches its full height, at least 1: the maximum of
  /// all counts except those of the lowest and the highest value. Clipped pixels make these two
  /// counts so large that the rest would look flat.
  var peakOfInnerLevels: Int {
    let inner = 1..<(Self.levelCount - 1)
    let largest = [luma, red, green, blue].compactMap { $0[inner].max() }.max() ?? 0
    return max(1, largest)
  }

  /// The number of pixels that were counted.
  var pixelCount: Int { luma.reduce(0, +) }

  /// The share of pixels, from 0 to 1, whose shadows are clipped, by the definition of
  /// ``Clipping``.
  var clippedShadowShare: Double { shareOfPixels(clippedShadowCount) }

  /// The share of pixels, from 0 to 1, whose highlights are clipped, by the definition of
  /// ``Clipping``.
  var clippedHighlightShare: Double { shareOfPixels(clippedHighlightCount) }

  private func shareOfPixels(_ count: Int) -> Double {
    let total = pixelCount
    return total == 0 ? 0 : Double(count) / Double(total)
  }
}
