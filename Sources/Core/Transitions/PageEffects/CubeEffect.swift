import Geometry
import RealModule

/// Both pages are faces of a cube that turns by a quarter. The cube is as wide as the wider picture: the
/// pictures meet at its edge, and no empty margin of a page comes between them.
///
/// The cube stands back as far as its foremost edge would reach out of the screen, so that the edge
/// follows the hand at full height and nothing is cut off. The eye comes from afar and goes away
/// again: from near by, a face would be hidden behind the other one until it has turned a little.
struct CubeEffect: PageEffect {
  /// The eye of a page that is hardly turned is no further away than the usual distance over this.
  private static let farthest = 1e-6
  /// The least width of the cube as a share of the page: that of a thin picture would hardly turn.
  private static let minShare = 0.3

  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer] {
    let angle = progress * .pi / 2
    let cosine = Double.cos(angle)
    let sine = Double.sin(angle)
    let half =
      min(max(turn.pictureExtent ?? turn.extent, turn.extent * Self.minShare), turn.extent) / 2
    let front = half * (cosine + sine)
    let side = turn.side
    let eye = TurnedFace.eyeDistance / max(2 * sine * cosine, Self.farthest)
    let old = TurnedFace(
      of: turn, across: .init(middle: -side * half * sine, slope: cosine),
      depth: .init(middle: front - half * cosine, slope: -side * sine), facing: cosine, eye: eye)
    let new = TurnedFace(
      of: turn, across: .init(middle: side * half * cosine, slope: sine),
      depth: .init(middle: front - half * sine, slope: side * cosine), facing: sine, eye: eye)
    return [.init(.old, .turned(old)), .init(.new, .turned(new))]
  }
}
