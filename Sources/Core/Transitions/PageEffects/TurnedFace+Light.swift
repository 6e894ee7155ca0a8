import Geometry

extension TurnedFace {
  /// How far the eye is from a page, in lengths of the page: near enough for depth, far enough to
  /// keep the pictures readable.
  static let eyeDistance = 1.7
  /// What is left of the light on a page seen from its edge.
  private static let edgeLight = 0.45

  /// A face in its light: less falls on it the more it is turned away, and on what is further back.
  ///
  /// - Parameters:
  ///   - facing: the cosine of the angle by which it is turned.
  ///   - eye: in lengths of the page.
  init(of turn: PageTurn, across: Ramp, depth: Ramp, facing: Double, eye: Double) {
    let light = Self.edgeLight + (1 - Self.edgeLight) * facing
    let loss = (1 - Self.edgeLight) / 2 / turn.extent
    self.init(
      axis: turn.axis, across: across, depth: depth,
      brightness: Ramp(
        middle: light * (1 - loss * depth.middle), slope: -light * loss * depth.slope),
      eye: eye * turn.extent)
  }
}
