/// Distances from the four edges of a rectangle, positive inwards; in device pixels unless the
/// declaration that uses them states another unit.
public struct Insets: Hashable, Sendable {
  /// The distance from the top edge of the rectangle, positive inwards.
  public var top: Double
  /// The distance from the left edge of the rectangle, positive inwards.
  public var left: Double
  /// The distance from the bottom edge of the rectangle, positive inwards.
  public var bottom: Double
  /// The distance from the right edge of the rectangle, positive inwards.
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Insets of 0 on all sides.
  public static let zero = Insets()

  /// Insets of `d` on all sides.
  public static func all(_ d: Double) -> Insets { Insets(top: d, left: d, bottom: d, right: d) }
}
