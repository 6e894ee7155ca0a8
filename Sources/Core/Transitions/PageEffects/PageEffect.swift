import Geometry

/// An animation from one page to another, as a pure function of progress, so that a drag can scrub
/// it, catch it and reverse it. Equal effects are the same choice in a list.
public protocol PageEffect: Hashable, Sendable {
  /// The layers at `progress`, between 0 and 1 exclusive.
  ///
  /// The effect is not asked for the ends, where one page rests. Near the ends it must look the
  /// same as the resting page; otherwise the picture jumps.
  func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer]
}

extension PageEffect {
  /// The layers at any progress: the old page up to 0, the new page from 1.
  ///
  /// Without a new page, the layers of the new page are left out.
  package func state(of turn: PageTurn, at progress: Double) -> PageEffectState {
    guard progress > 0, !turn.viewport.isEmpty else { return .resting(.old, in: turn) }
    guard progress < 1 else {
      return turn.hasTarget ? .resting(.new, in: turn) : PageEffectState([])
    }
    let layers = layers(of: turn, at: progress)
    return PageEffectState(turn.hasTarget ? layers : layers.filter { $0.page == .old })
  }
}
