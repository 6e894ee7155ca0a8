public import Geometry

/// The visible region of a picture, and the scale at which it is shown.
public struct TileViewport: Hashable, Sendable {
  /// The visible region of the picture, in picture pixels.
  public let visible: Rect
  /// The scale in screen pixels per picture pixel.
  public let scale: Double
  /// The point in picture pixels from which tiles are loaded outwards: the position of the pointer
  /// or the centre of the visible region.
  public let focus: Point

  /// Makes a view of a picture; `focus` is by default the centre of the visible region.
  public init(visible: Rect, scale: Double, focus: Point? = nil) {
    self.visible = visible
    self.scale = scale
    self.focus = focus ?? visible.center
  }

  /// The visible region, enlarged on every side by `share` of its size, in picture pixels.
  public func surroundings(_ share: Double) -> Rect {
    Rect(
      center: visible.center,
      size: Size(width: visible.width * (1 + 2 * share), height: visible.height * (1 + 2 * share)))
  }
}
