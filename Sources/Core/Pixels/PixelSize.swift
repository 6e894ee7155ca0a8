public import Geometry

/// A width and height in whole pixels, never negative.
public struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Makes a size; negative extents become 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Nothing.
  public static let zero = PixelSize(width: 0, height: 0)

  /// True when there is no pixel.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// The same size in points, one point a pixel.
  public var size: Size { Size(width: Double(width), height: Double(height)) }

  /// The number of pixels, or nil when it overflows.
  public var area: Int? {
    let (n, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : n
  }

  /// The size turned on its side.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}
