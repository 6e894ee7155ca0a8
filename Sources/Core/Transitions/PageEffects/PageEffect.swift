import Geometry

/// How one page gives way to another: a pure function of progress, so that a hand can scrub it,
/// catch it and turn it back.
public protocol PageEffect: Sendable {
  /// What is seen while `progress` lies between 0 and 1, both left out.
  ///
  /// The ends are not the effect's concern: at and beyond them one page rests. Near them it has to
  /// look the same, or it would jump.
  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer]
}

extension PageEffect {
  /// What is seen at `progress`: the old page up to 0, the new one from 1 on.
  ///
  /// Without a page to come, what would be seen of it is left out.
  public func state(of turn: PageTurn, at progress: Double) -> PageEffectState {
    guard progress > 0, !turn.viewport.isEmpty else { return .resting(.old, in: turn) }
    guard progress < 1 else {
      return turn.hasTarget ? .resting(.new, in: turn) : PageEffectState([])
    }
    let layers = layers(of: turn, at: progress)
    return PageEffectState(turn.hasTarget ? layers : layers.filter { $0.page == .old })
  }
}
