/// The new page pushes the old one out, edge to edge.
struct PushEffect: PageEffect {
  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer] {
    let way = turn.extent * turn.side
    return [
      .init(.old, .flat(turn.page(movedBy: -way * progress))),
      .init(.new, .flat(turn.page(movedBy: way * (1 - progress)))),
    ]
  }
}

/// The new page slides in over the old one, which rests.
struct MoveInEffect: PageEffect {
  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer] {
    // At the end of the album a hand would pull, and nothing would move.
    guard turn.hasTarget else { return PushEffect().layers(of: turn, at: progress) }
    let way = turn.extent * turn.side
    return [
      .init(.old, .flat(turn.page(movedBy: 0))),
      .init(.new, .flat(turn.page(movedBy: way * (1 - progress)))),
    ]
  }
}

/// The old page slides away over the new one, which rests.
struct RevealEffect: PageEffect {
  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer] {
    [
      .init(.new, .flat(turn.page(movedBy: 0))),
      .init(.old, .flat(turn.page(movedBy: -turn.extent * turn.side * progress))),
    ]
  }
}
