public import Geometry

/// The visible region of a picture, and its scale.
public struct TileView: Hashable, Sendable {
  /// The visible region, in picture pixels.
  public let seen: Rect
  /// The scale in screen pixels per picture pixel.
  public let scale: Double
  /// The point of attention in picture pixels, from which tiles are loaded outwards: the position
  /// of the pointer or the centre of the view.
  public let focus: Point

  /// Makes a view; `focus` is by default the centre of the visible region.
  public init(seen: Rect, scale: Double, focus: Point? = nil) {
    self.seen = seen
    self.scale = scale
    self.focus = focus ?? seen.center
  }

  /// The visible region, enlarged on every side by a share of its size.
  public func surroundings(_ share: Double) -> Rect {
    Rect(
      center: seen.center,
      size: Size(width: seen.width * (1 + 2 * share), height: seen.height * (1 + 2 * share)))
  }
}
