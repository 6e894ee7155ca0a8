public import Pixels

/// A page put out of shape: made once for a frame, run over bands of rows, on several threads if
/// that pays.
public protocol PageWarp: Sendable {
  /// The size of the page, in pixels: also that of the pictures it is run with.
  var size: PixelSize { get }

  /// Draws what falls into `area` over what is there.
  ///
  /// - Parameters:
  ///   - page: an opaque picture.
  ///   - area: counted from the place of the page's own corner, within the page's size.
  func run(_ page: PixelView, into target: WarpTarget, area: WarpArea)
}

/// Where a page lies while it rests, in a buffer.
public struct WarpTarget {
  let bytes: UnsafeMutableRawPointer
  let stride: Int

  /// Makes a target whose corner is at (`x`, `y`) of `buffer`, whole pixels, maybe outside it.
  public init(_ buffer: PixelBuffer, x: Int, y: Int) {
    stride = buffer.stride
    bytes = buffer.bytes + y * buffer.stride + x * 4
  }

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer { bytes + y * stride + x * 4 }
}

/// Some columns of some rows.
public struct WarpArea: Hashable, Sendable {
  /// Which columns.
  public var columns: Range<Int>
  /// Which rows.
  public var rows: Range<Int>

  /// Makes an area.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Columns a strip is wide. What a strip shows comes from few rows of the page, so they stay
  /// near while it is drawn downwards; a whole row would come from hundreds of them.
  private static let stripWidth = 256

  /// The same columns in strips.
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
