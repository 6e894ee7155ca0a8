/// The effect in which the new page pushes the old one out, edge to edge.
package struct PushEffect: PageEffect {
  package init() {}

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    let distance = turn.extent * turn.newPageSide
    return [
      .init(.old, .flat(turn.page(movedBy: -distance * progress))),
      .init(.new, .flat(turn.page(movedBy: distance * (1 - progress)))),
    ]
  }
}

/// The effect in which the new page slides in over the old one, which does not move.
package struct MoveInEffect: PageEffect {
  package init() {}

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    // At the end of the album there is no new page to slide in: the old page moves instead, so that
    // a drag is visible.
    guard turn.hasTarget else { return PushEffect().layers(of: turn, at: progress) }
    let distance = turn.extent * turn.newPageSide
    return [
      .init(.old, .flat(turn.page(movedBy: 0))),
      .init(.new, .flat(turn.page(movedBy: distance * (1 - progress)))),
    ]
  }
}

/// The effect in which the old page slides away over the new one, which does not move.
package struct RevealEffect: PageEffect {
  package init() {}

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    [
      .init(.new, .flat(turn.page(movedBy: 0))),
      .init(.old, .flat(turn.page(movedBy: -turn.extent * turn.newPageSide * progress))),
    ]
  }
}
