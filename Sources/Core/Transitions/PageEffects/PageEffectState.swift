package import Geometry

/// The picture of a page turn at one instant: layers over the backdrop, back to front.
package struct PageEffectState: Hashable, Sendable {
  /// One of the two pages of a turn.
  package enum Page: Hashable, Sendable {
    /// The page shown before the turn.
    case old
    /// The page shown after the turn.
    case new
  }

  /// The shape of a page during a turn.
  package enum Shape: Hashable, Sendable {
    /// A flat page in this rectangle of the viewport.
    case flat(Rect)
    /// A page rotated in space, seen in perspective.
    case turned(TurnedFace)
    /// A rolled-up page, with shadows on the page below.
    case rolled(RolledSheet)
  }

  /// The layers of the two pages, back to front.
  package var layers: [PageTurn.Layer]

  package init(_ layers: [PageTurn.Layer]) {
    self.layers = layers
  }

  /// The state in which only one page, old or new, is visible, at rest.
  package static func resting(_ page: Page, in turn: PageTurn) -> PageEffectState {
    PageEffectState([PageTurn.Layer(page, .flat(turn.page(movedBy: 0)))])
  }
}
