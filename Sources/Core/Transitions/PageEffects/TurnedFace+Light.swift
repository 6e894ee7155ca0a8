import Geometry

extension TurnedFace {
  /// The distance of the eye from a page, in lengths of the page: near enough for a visible
  /// perspective, far enough to keep the pictures readable.
  static let eyeDistance = 1.7
  /// The brightness of a page seen edge-on, 0…1.
  private static let edgeLight = 0.45

  /// Creates a shaded page: darker the more it is turned away, and the further back it is.
  ///
  /// - Parameters:
  ///   - facing: the cosine of the angle of rotation.
  ///   - eye: the distance of the eye in front of the screen plane, in lengths of the page.
  init(of turn: PageTurn, rotatedCoordinate: Ramp, depth: Ramp, facing: Double, eye: Double) {
    let light = Self.edgeLight + (1 - Self.edgeLight) * facing
    let loss = (1 - Self.edgeLight) / 2 / turn.extent
    self.init(
      axis: turn.axis, rotatedCoordinate: rotatedCoordinate, depth: depth,
      brightness: Ramp(
        middle: light * (1 - loss * depth.middle), slope: -light * loss * depth.slope),
      eye: eye * turn.extent)
  }
}
