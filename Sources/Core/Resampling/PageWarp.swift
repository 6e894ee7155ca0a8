public import Pixels

/// A geometric distortion of a page. It is made once per frame and run over bands of rows, on
/// several threads if worthwhile.
public protocol PageWarp: Sendable {
  /// The size in pixels of the page, and of the pictures that the warp is run with.
  var size: PixelSize { get }

  /// Draws the distorted page within `area` over the background in `target`.
  ///
  /// - Parameters:
  ///   - page: an opaque picture.
  ///   - area: the pixels to draw, relative to the top left corner of the page at rest, within the
  ///     size of the page.
  func run(_ page: PixelView, into target: WarpTarget, area: WarpArea)
}

/// The position of the page at rest in the pixel buffer that a warp draws into.
public struct WarpTarget {
  let bytes: UnsafeMutableRawPointer
  let stride: Int

  /// Makes a target whose origin is at (`x`, `y`) of `buffer`, in whole pixels; the origin may be
  /// outside.
  public init(_ buffer: PixelBuffer, x: Int, y: Int) {
    stride = buffer.stride
    bytes = buffer.bytes + y * buffer.stride + x * 4
  }

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer { bytes + y * stride + x * 4 }
}

/// A rectangle of pixels.
public struct WarpArea: Hashable, Sendable {
  /// The range of columns.
  public var columns: Range<Int>
  /// The rows of the destination that the warp covers.
  public var rows: Range<Int>

  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The width of a strip in columns. A narrow strip samples few rows of the page, which stay in
  /// the cache while the strip is drawn downwards; a whole row would sample hundreds.
  private static let stripWidth = 256

  /// The columns divided into strips, which are drawn one after another.
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
