/// A width and a height, in points unless the owner says otherwise.
public struct Size: Hashable, Sendable {
  /// Horizontal extent.
  public var width: Double
  /// Vertical extent.
  public var height: Double

  /// Makes a size from its extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Nothing in either direction.
  public static let zero = Size(width: 0, height: 0)

  /// True when there is nothing inside, or when an extent is not a finite number.
  public var isEmpty: Bool { !(width > 0 && height > 0 && width.isFinite && height.isFinite) }

  /// Width divided by height; 0 when empty.
  public var aspectRatio: Double { isEmpty ? 0 : width / height }

  /// The extent along `axis`.
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

  /// The size turned on its side: width and height exchanged.
  public var transposed: Size { Size(width: height, height: width) }
}
