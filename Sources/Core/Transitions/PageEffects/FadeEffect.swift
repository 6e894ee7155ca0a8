/// The effect in which the new page appears over the old one.
package struct FadeEffect: PageEffect {
  package init() {}

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    let rect = turn.page(movedBy: 0)
    // Without a new page, the old page fades out.
    guard turn.hasTarget else { return [.init(.old, .flat(rect), opacity: 1 - progress)] }
    return [.init(.old, .flat(rect)), .init(.new, .flat(rect), opacity: progress)]
  }
}
