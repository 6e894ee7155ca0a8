/// A displacement in points; x grows right, y grows down.
public struct Vector: Hashable, Sendable {
  /// Horizontal part, in points, positive to the right.
  public var dx: Double
  /// Vertical part, in points, positive downwards.
  public var dy: Double

  /// Makes a displacement from its two parts.
  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// No displacement.
  public static let zero = Vector(dx: 0, dy: 0)

  /// The Euclidean length, in points.
  public var length: Double { (dx * dx + dy * dy).squareRoot() }

  /// True when neither part is NaN or infinite.
  public var isFinite: Bool { dx.isFinite && dy.isFinite }

  /// The part along `axis`.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? dx : dy }
    set {
      if axis == .horizontal { dx = newValue } else { dy = newValue }
    }
  }

  /// The sum of two displacements.
  public static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  /// The difference of two displacements.
  public static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
  /// The displacement scaled by `k`.
  public static func * (v: Vector, k: Double) -> Vector { Vector(dx: v.dx * k, dy: v.dy * k) }
  /// The opposite displacement.
  public static prefix func - (v: Vector) -> Vector { Vector(dx: -v.dx, dy: -v.dy) }
}
