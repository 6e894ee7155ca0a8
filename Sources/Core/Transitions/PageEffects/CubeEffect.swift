import Geometry
import RealModule

/// The effect in which the pages are faces of a cube that makes a quarter turn. The cube is as wide
/// as the wider picture: the pictures meet at its edge, without an empty margin of a page between
/// them.
///
/// The cube stands so far back that its foremost edge lies in the screen plane: the edge follows
/// the drag at full height, and nothing is cut off. The eye starts far away, comes nearer and moves
/// away again: from near by, the new face would be hidden behind the old one at the start of the
/// turn.
package struct CubeEffect: PageEffect {
  package init() {}

  /// The minimum divisor of the distance between eye and cube, which limits that distance near the
  /// ends of the turn.
  private static let minDivisor = 1e-6
  /// The minimum width of the cube as a share of the page's width: the turn of a narrower cube
  /// would hardly be visible.
  private static let minWidthShare = 0.3

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    let angle = progress * .pi / 2
    let cosine = Double.cos(angle)
    let sine = Double.sin(angle)
    let half =
      min(max(turn.pictureExtent ?? turn.extent, turn.extent * Self.minWidthShare), turn.extent) / 2
    let front = half * (cosine + sine)
    let side = turn.newPageSide
    let eye = TurnedFace.eyeDistance / max(2 * sine * cosine, Self.minDivisor)
    let old = TurnedFace(
      of: turn, rotatedCoordinate: .init(middle: -side * half * sine, slope: cosine),
      depth: .init(middle: front - half * cosine, slope: -side * sine), facing: cosine, eye: eye)
    let new = TurnedFace(
      of: turn, rotatedCoordinate: .init(middle: side * half * cosine, slope: sine),
      depth: .init(middle: front - half * sine, slope: side * cosine), facing: sine, eye: eye)
    return [.init(.old, .turned(old)), .init(.new, .turned(new))]
  }
}
