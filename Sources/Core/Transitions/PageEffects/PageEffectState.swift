public import Geometry

/// What is seen at one instant of a page turn: layers over the backdrop, the hindmost first.
public struct PageEffectState: Hashable, Sendable {
  /// One of the two pages.
  public enum Page: Hashable, Sendable {
    /// The one that was there.
    case old
    /// The one that comes.
    case new
  }

  /// How a page is shaped.
  public enum Shape: Hashable, Sendable {
    /// Flat, in this rectangle of the viewport.
    case flat(Rect)
    /// Turned away in space.
    case turned(TurnedFace)
    /// Rolled up, with shadows on what is below.
    case rolled(RolledSheet)
  }

  /// A page in its shape.
  public struct Layer: Hashable, Sendable {
    /// Which page.
    public var page: Page
    /// How it is shaped.
    public var shape: Shape
    /// How much it hides, 0…1; counts for flat pages only.
    public var opacity: Double

    /// Makes a layer, opaque unless told otherwise.
    public init(_ page: Page, _ shape: Shape, opacity: Double = 1) {
      self.page = page
      self.shape = shape
      self.opacity = opacity
    }
  }

  /// The layers, the hindmost first.
  public var layers: [Layer]

  /// Makes a state.
  public init(_ layers: [Layer]) {
    self.layers = layers
  }

  /// Nothing but one page, as it rests.
  public static func resting(_ page: Page, in turn: PageTurn) -> PageEffectState {
    PageEffectState([Layer(page, .flat(turn.page(movedBy: 0)))])
  }
}
