/// The geometry of a page curl: a sheet that is flat up to a fold line, then rolls half round a
/// cylinder, and then lies upside down above itself; seen from straight above.
///
///         fold        crest
///      ‾‾‾‾‾‾‾‾‾‾‾‾‾‾⌒⟍          reverse side of the sheet
///     ______________ ⌣⟋ ______   flat part · page below
///                  0    radius →  distance
public struct RolledSheet: Hashable, Sendable {
  /// The direction from the flat part towards the roll; a unit vector.
  public var normal: Vector
  /// The distance of the fold line from the top left corner of the sheet along `normal`, in device
  /// pixels.
  public var foldDistance: Double
  /// The radius of the cylinder, in device pixels.
  public var radius: Double
  /// The width of the shadows that the roll casts, in device pixels.
  public var shadowWidth: Double

  public init(normal: Vector, foldDistance: Double, radius: Double, shadowWidth: Double) {
    self.normal = normal
    self.foldDistance = foldDistance
    self.radius = radius
    self.shadowWidth = shadowWidth
  }

  /// The signed distance of `point` from the fold line, in device pixels; positive on the side of
  /// the roll.
  public func distance(of point: Point) -> Double {
    normal.dx * point.x + normal.dy * point.y - foldDistance
  }

  /// True when all numbers of the sheet are finite and the radius is positive.
  public var isFinite: Bool {
    normal.isFinite && foldDistance.isFinite && radius.isFinite && radius > 0
      && shadowWidth.isFinite
  }
}
