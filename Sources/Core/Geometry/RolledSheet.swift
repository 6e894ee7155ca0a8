/// A sheet that lies flat up to a line, rolls up from there half round a cylinder, and lies on its
/// face above itself after that; seen from straight above.
///
///         fold        crest
///      ‾‾‾‾‾‾‾‾‾‾‾‾‾‾⌒⟍          what has been turned over
///     ______________ ⌣⟋ ______   flat sheet · what is below
///                  0    radius →  distance
public struct RolledSheet: Hashable, Sendable {
  /// Where the sheet goes from the flat part towards the roll; of length 1.
  public var normal: Vector
  /// The distance of the line from the sheet's corner, along `normal`, in points.
  public var fold: Double
  /// The radius of the cylinder, in points.
  public var radius: Double
  /// How far shadows reach, in points.
  public var shadow: Double

  /// Makes a sheet.
  public init(normal: Vector, fold: Double, radius: Double, shadow: Double) {
    self.normal = normal
    self.fold = fold
    self.radius = radius
    self.shadow = shadow
  }

  /// How far beyond the line `point` of the screen is, in points.
  public func distance(of point: Point) -> Double {
    normal.dx * point.x + normal.dy * point.y - fold
  }

  /// True when every number is finite and there is a cylinder.
  public var isFinite: Bool {
    normal.isFinite && fold.isFinite && radius.isFinite && radius > 0 && shadow.isFinite
  }
}
