public import Geometry

/// What is looked at of a picture, and how large.
public struct TileView: Hashable, Sendable {
  /// What is seen of it, in its own pixels.
  public let seen: Rect
  /// Screen pixels for one of the picture.
  public let scale: Double
  /// What the person looks at most, in the picture's pixels: under the pointer, or the middle.
  public let focus: Point

  /// Makes a view; its middle is what counts unless told otherwise.
  public init(seen: Rect, scale: Double, focus: Point? = nil) {
    self.seen = seen
    self.scale = scale
    self.focus = focus ?? seen.center
  }

  /// What is seen and a share of its size more on every side.
  public func surroundings(_ share: Double) -> Rect {
    Rect(
      center: seen.center,
      size: Size(width: seen.width * (1 + 2 * share), height: seen.height * (1 + 2 * share)))
  }
}
