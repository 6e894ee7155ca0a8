/// Distances from the four edges of a rectangle, positive inwards; in device pixels unless the
/// declaration that uses them states another unit.
public struct Insets: Hashable, Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the left edge.
  public var left: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the right edge.
  public var right: Double

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No insets.
  public static let zero = Insets()

  /// Insets of `d` on all sides.
  public static func all(_ d: Double) -> Insets { Insets(top: d, left: d, bottom: d, right: d) }
}
