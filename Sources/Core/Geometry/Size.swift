/// A width and a height, in device pixels unless the declaration that uses it states another unit.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size with width and height 0.
  public static let zero = Size(width: 0, height: 0)

  /// True when the width or the height is zero, negative or not finite.
  public var isEmpty: Bool { !(width > 0 && height > 0 && width.isFinite && height.isFinite) }

  /// The width divided by the height; 0 when the size is empty.
  public var aspectRatio: Double { isEmpty ? 0 : width / height }

  /// The extent along `axis`: the width along the horizontal one, the height along the vertical
  /// one.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set {
      if axis == .horizontal { width = newValue } else { height = newValue }
    }
  }

  /// The size with both extents scaled by `k`.
  public static func * (s: Size, k: Double) -> Size {
    Size(width: s.width * k, height: s.height * k)
  }

  /// The size with width and height exchanged.
  public var transposed: Size { Size(width: height, height: width) }
}
