public import Geometry

/// The picture of a page turn at one instant: layers over the backdrop, back to front.
public struct PageEffectState: Hashable, Sendable {
  /// One of the two pages of a turn.
  public enum Page: Hashable, Sendable {
    /// The page shown before the turn.
    case old
    /// The page shown after the turn.
    case new
  }

  /// The shape of a page.
  public enum Shape: Hashable, Sendable {
    /// A flat page in this rectangle of the viewport.
    case flat(Rect)
    /// A page rotated in space.
    case turned(TurnedFace)
    /// A rolled-up page, with shadows on the page below.
    case rolled(RolledSheet)
  }

  /// One page of the turn with its shape.
  public struct Layer: Hashable, Sendable {
    public var page: Page
    public var shape: Shape
    /// The opacity, 0…1; for flat pages only.
    public var opacity: Double

    public init(_ page: Page, _ shape: Shape, opacity: Double = 1) {
      self.page = page
      self.shape = shape
      self.opacity = opacity
    }
  }

  /// The layers, back to front.
  public var layers: [Layer]

  public init(_ layers: [Layer]) {
    self.layers = layers
  }

  /// The state in which only `page` is visible, at rest.
  public static func resting(_ page: Page, in turn: PageTurn) -> PageEffectState {
    PageEffectState([Layer(page, .flat(turn.page(movedBy: 0)))])
  }
}
