import Geometry

/// An animation from one page to another, as a pure function of progress, so that a drag can move,
/// catch and reverse it. Two equal effects are one entry in a list of effects.
public protocol PageEffect: Hashable, Sendable {
  /// The layers of the page turn `turn` at `progress`, between 0 and 1 exclusive.
  ///
  /// This function is not called for the ends, where one page rests. Near the ends its layers must
  /// look the same as the resting page; otherwise the picture jumps.
  func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer]
}

extension PageEffect {
  /// The layers of the page turn `turn` at any progress: the old page up to 0, the new page from 1,
  /// those of the effect between them.
  ///
  /// In a turn without a new page, the layers of the new page are left out.
  package func state(of turn: PageTurn, at progress: Double) -> PageEffectState {
    guard progress > 0, !turn.viewport.isEmpty else { return .resting(.old, in: turn) }
    guard progress < 1 else {
      return turn.hasTarget ? .resting(.new, in: turn) : PageEffectState([])
    }
    let layers = layers(of: turn, at: progress)
    return PageEffectState(turn.hasTarget ? layers : layers.filter { $0.page == .old })
  }
}
