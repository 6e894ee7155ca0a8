import Drawing
import Geometry
import Motion

/// The elevation of the current picture over the scene below, from 0 to 1, which is drawn as a
/// shadow. It rises during a pull-down, and falls when the picture flies to its thumbnail or
/// returns to its page.
struct PictureElevation {
  /// The reduction of the picture's scale by a pull-down at which the elevation is 1.
  private static let fullElevationPull = 0.06
  /// The spring of the fall to 0. It takes half as long as a flight to the thumbnail, so that no
  /// shadow is left at the end.
  private static let fallSpring = Spring.settling(in: 0.2, damping: 1)
  /// The difference of elevation below which the fall has settled, because it is invisible.
  private static let fallTolerance = 0.01
  /// The distance that the shadow reaches beyond the picture, in points.
  private static let blurReach = 26.0
  /// The downward offset of the shadow, as a share of ``blurReach``: the light comes from above.
  private static let shadowOffsetShare = 0.25
  /// The opacity of the shadow beside the picture.
  private static let shadowOpacity = 0.45
  /// The width of the shadow's part that is hidden under the edges of the picture, in device
  /// pixels.
  private static let hiddenEdgeWidth = 1.0

  private var animatedElevation = AnimatedValue(0)

  /// The elevation at `t`, from 0 for a picture on its page to 1 for a raised one.
  func value(at t: Timestamp) -> Double { min(1, max(0, animatedElevation.value(at: t))) }

  /// Follows `pulledScale`, the scale of the picture in a pull-down; nil when the picture is not
  /// pulled down.
  mutating func update(pulledScale: Double?, at t: Timestamp) {
    guard let pulledScale else {
      if animatedElevation.target != 0 {
        animatedElevation.animate(
          to: 0, with: Self.fallSpring, at: t, tolerance: Self.fallTolerance)
      }
      return
    }
    let wanted = min(1, max(0, (1 - pulledScale) / Self.fullElevationPull))
    // A picture that is caught while its elevation falls is raised only when it is pulled down
    // further.
    if wanted >= value(at: t) || animatedElevation.isSettled(at: t) {
      animatedElevation.set(wanted)
    }
  }

  /// The maximum distance that the shadow reaches beyond its picture, in device pixels; `scale` is
  /// the UI scale.
  static func shadowExtent(scale: Double) -> Double {
    (blurReach * (1 + shadowOffsetShare)).rounded(.up) * scale
  }

  /// Draws the shadow of a picture whose visible part is `rect`, with an opacity proportional to
  /// `elevation`; `scale` is the UI scale.
  static func draw(around rect: Rect, elevation: Double, scale: Double, in canvas: Canvas) {
    guard elevation > 0, !rect.isEmpty else { return }
    let blur = blurReach * scale
    let target = rect.snapped.inset(by: .all(hiddenEdgeWidth)).offset(
      by: Vector(dx: 0, dy: (blur * shadowOffsetShare).rounded()))
    canvas.borderShadow(
      outside: target, blur: blur, Color(white: 0, alpha: shadowOpacity * min(1, elevation)))
  }
}
