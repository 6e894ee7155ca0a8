import Drawing
import Geometry
import Motion

/// The elevation of the current picture over the scene below, drawn as a shadow: it rises during a
/// pull-down, and falls during the flight to the thumbnail.
struct PictureElevation {
  /// The decrease of the picture's scale at which the elevation is full: a short pull-down is
  /// enough.
  private static let fullElevationPull = 0.06
  /// The spring of the fall. It takes half of a flight to the thumbnail, so that no shadow is left
  /// at the end.
  private static let fall = Spring.settling(in: 0.2, damping: 1)
  /// The largest invisible difference of elevation.
  private static let tolerance = 0.01
  /// The reach of the shadow beyond the picture, in points.
  private static let blur = 26.0
  /// The downward offset of the shadow, as a share of its reach: the light comes from above.
  private static let drop = 0.25
  /// The opacity of the shadow beside the picture.
  private static let darkness = 0.45
  /// The overlap of picture and shadow, in device pixels.
  private static let overlap = 1.0

  private var height = AnimatedValue(0)

  /// The elevation at `t`, from 0 on the page to 1 fully raised.
  func value(at t: Timestamp) -> Double { min(1, max(0, height.value(at: t))) }

  /// Follows the scale `pull` of a picture in a pull-down; nil when the picture is not pulled down.
  mutating func follow(pull: Double?, at t: Timestamp) {
    guard let pull else {
      if height.target != 0 {
        height.animate(to: 0, with: Self.fall, at: t, tolerance: Self.tolerance)
      }
      return
    }
    let wanted = min(1, max(0, (1 - pull) / Self.fullElevationPull))
    // A picture that is caught while it falls keeps falling until it is pulled down further.
    if wanted >= value(at: t) || height.isSettled(at: t) { height.set(wanted) }
  }

  /// The reach of the shadow beyond its picture, in device pixels.
  static func reach(scale: Double) -> Double { (blur * (1 + drop)).rounded(.up) * scale }

  /// Draws the shadow of a picture whose visible part is `rect`, with an opacity proportional to
  /// `height`.
  static func draw(around rect: Rect, height: Double, scale: Double, in canvas: Canvas) {
    guard height > 0, !rect.isEmpty else { return }
    let blur = blur * scale
    let target = rect.snapped.inset(by: .all(overlap)).offset(
      by: Vector(dx: 0, dy: (blur * drop).rounded()))
    canvas.borderShadow(
      outside: target, blur: blur, Color(white: 0, alpha: darkness * min(1, height)))
  }
}
