/// A displacement or velocity; x increases to the right, y downwards. The unit is device pixels, or
/// device pixels per second, unless the declaration that uses it states another one.
public struct Vector: Hashable, Sendable {
  /// The horizontal component, positive to the right.
  public var dx: Double
  /// The vertical component, positive downwards.
  public var dy: Double

  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  public static let zero = Vector(dx: 0, dy: 0)

  /// The Euclidean length, in the unit of the components.
  public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// True when neither component is NaN or infinite.
  public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// The component along `axis`: `dx` along the horizontal one, `dy` along the vertical one.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? dx : dy }
    set {
      if axis == .horizontal { dx = newValue } else { dy = newValue }
    }
  }

  public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
  public static func * (v: Vector, k: Double) -> Vector { Vector(dx: v.dx * k, dy: v.dy * k) }
  public static prefix func - (v: Vector) -> Vector { Vector(dx: -v.dx, dy: -v.dy) }
}
