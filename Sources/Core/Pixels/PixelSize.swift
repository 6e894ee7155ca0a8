public import Geometry

/// A width and a height in whole pixels, never negative.
public struct PixelSize: Hashable, Sendable {
  /// The number of pixel columns.
  public var width: Int
  /// The number of pixel rows.
  public var height: Int

  /// Makes a size; negative extents become 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public static let zero = PixelSize(width: 0, height: 0)

  /// Whether the width or the height is 0.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// This size as floating-point numbers.
  public var size: Size { Size(width: Double(width), height: Double(height)) }

  /// The number of pixels; nil when it overflows.
  public var area: Int? {
    let (n, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : n
  }

  /// The size with width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}
