import Geometry
import RealModule

/// The effect in which the pages are the two sides of a card that makes a half turn about its
/// middle.
package struct FlipEffect: PageEffect {
  package init() {}

  /// The width of the card when it is seen edge-on, as a share of the page's width; without a
  /// width, nothing would be visible half-way.
  private static let thickness = 0.008

  package func layers(of turn: PageTurn, at progress: Double) -> [PageTurn.Layer] {
    let angle = progress * .pi
    let cosine = Double.cos(angle)
    let sine = Double.sin(angle)
    let isFront = cosine > 0
    // The edge towards which the drag moves comes forward; on the back of the card, that edge has
    // the opposite coordinate.
    let slope = (isFront ? -1 : 1) * turn.newPageSide * sine
    let face = TurnedFace(
      of: turn, rotatedCoordinate: .init(middle: 0, slope: max(abs(cosine), Self.thickness)),
      depth: .init(middle: turn.extent / 2 * sine, slope: slope), facing: abs(cosine),
      eye: TurnedFace.eyeDistance)
    return [.init(isFront ? .old : .new, .turned(face))]
  }
}
