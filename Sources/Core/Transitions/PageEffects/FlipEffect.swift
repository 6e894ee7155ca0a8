import Geometry
import RealModule

/// The page is a card, the new one on its back, that turns by half about its middle.
struct FlipEffect: PageEffect {
  /// How thick the card is that is seen from its edge, as a share of the page: no frame is empty.
  private static let thickness = 0.008

  func layers(of turn: PageTurn, at progress: Double) -> [PageEffectState.Layer] {
    let angle = progress * .pi
    let cosine = Double.cos(angle)
    let sine = Double.sin(angle)
    let isFront = cosine > 0
    // The edge towards which the hand pulls comes forward, and is at the other side on the back.
    let slope = (isFront ? -1 : 1) * turn.side * sine
    let face = TurnedFace(
      of: turn, across: .init(middle: 0, slope: max(abs(cosine), Self.thickness)),
      depth: .init(middle: turn.extent / 2 * sine, slope: slope), facing: abs(cosine),
      eye: TurnedFace.eyeDistance)
    return [.init(isFront ? .old : .new, .turned(face))]
  }
}
