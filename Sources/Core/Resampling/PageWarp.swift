public import Pixels

/// A geometric distortion of a page that is drawn over a background. A warp is made once per frame
/// and run over bands of rows, on several threads if worthwhile.
public protocol PageWarp: Sendable {
  /// The size in pixels of the page, and of every picture that the warp distorts.
  var size: PixelSize { get }

  /// Draws the part of the distorted page that lies in `area` over the background in `target`.
  ///
  /// - Parameters:
  ///   - page: the picture of the page, opaque.
  ///   - target: the pixels to draw into, and the position of the page in them.
  ///   - area: the pixels to draw, relative to the top left corner of the page at rest, within the
  ///     size of the page.
  func run(_ page: PixelView, into target: WarpTarget, area: WarpArea)
}

/// The pixel buffer that a warp draws into, and the position of the page at rest in that buffer.
public struct WarpTarget {
  let bytes: UnsafeMutableRawPointer
  let stride: Int

  /// Makes a target in which the top left corner of the page at rest is at (`x`, `y`) of `buffer`,
  /// in pixels; the corner may be outside the buffer.
  public init(_ buffer: PixelBuffer, x: Int, y: Int) {
    stride = buffer.stride
    bytes = buffer.bytes + y * buffer.stride + x * 4
  }

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer { bytes + y * stride + x * 4 }
}

/// A rectangle of pixels to draw, relative to the top left corner of the page at rest.
public struct WarpArea: Hashable, Sendable {
  /// The range of pixel columns to draw.
  public var columns: Range<Int>
  /// The range of pixel rows to draw.
  public var rows: Range<Int>

  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The width of the strips in which a warp is drawn, in columns. A narrow strip samples few rows
  /// of the page, which stay in the cache while the strip is drawn downwards; a whole row would
  /// sample hundreds.
  private static let stripWidth = 256

  /// The column ranges of the strips in which `columns` are drawn, one strip after another.
  static func strips(of columns: Range<Int>) -> [Range<Int>] {
    stride(from: columns.lowerBound, to: columns.upperBound, by: stripWidth).map {
      $0..<min($0 + stripWidth, columns.upperBound)
    }
  }

  func clamped(to size: PixelSize) -> WarpArea {
    WarpArea(
      columns: columns.clamped(to: 0..<size.width), rows: rows.clamped(to: 0..<size.height))
  }
}
