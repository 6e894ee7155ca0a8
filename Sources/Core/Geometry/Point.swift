/// A position; the origin is the top left corner, y increases downwards. The unit is device pixels
/// unless the declaration that uses the position states another one.
public struct Point: Hashable, Sendable {
  /// The horizontal coordinate, increasing to the right.
  public var x: Double
  /// The vertical coordinate, increasing downwards.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point with both coordinates 0.
  public static let zero = Point(x: 0, y: 0)

  /// True when neither coordinate is NaN or infinite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The coordinate along `axis`.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set {
      if axis == .horizontal { x = newValue } else { y = newValue }
    }
  }

  /// The distance to `other`, in the unit of both.
  public func distance(to other: Point) -> Double { (self - other).length }

  /// The point displaced by `v`.
  public static func + (p: Point, v: Vector) -> Point { Point(x: p.x + v.dx, y: p.y + v.dy) }
  /// The point displaced by −`v`.
  public static func - (p: Point, v: Vector) -> Point { Point(x: p.x - v.dx, y: p.y - v.dy) }
  /// The displacement from `b` to `a`.
  public static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
  public static func += (p: inout Point, v: Vector) { p = p + v }
}
