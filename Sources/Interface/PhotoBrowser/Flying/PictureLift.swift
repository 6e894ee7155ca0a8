import Drawing
import Geometry
import Motion

/// The height of the current picture over the scene below, seen as its shadow: it rises as a hand
/// pulls the picture out, and falls while the picture flies home.
struct PictureLift {
  /// The decrease of the picture's scale by which it has its whole height: a short pull is enough.
  private static let wholeLift = 0.06
  /// The spring of the fall: half of a flight home, so that nothing of it is left at landing.
  private static let fall = Spring.settling(in: 0.2, damping: 1)
  /// A difference of the height that cannot be seen.
  private static let tolerance = 0.01
  /// The shadow's reach beyond the picture, in points at scale 1.
  private static let blur = 26.0
  /// The shadow's offset downwards, as a share of its reach: light comes from above.
  private static let drop = 0.25
  /// The shadow's opacity beside the picture.
  private static let darkness = 0.45
  /// The picture covers the inner edge of its shadow by this, in points.
  private static let overlap = 1.0

  private var height = AnimatedValue(0)

  /// The height at `t`, 0…1.
  func value(at t: Timestamp) -> Double { min(1, max(0, height.value(at: t))) }

  /// Follows a picture that is out of its place at scale `pull`; nil when no hand has moved it.
  mutating func follow(pull: Double?, at t: Timestamp) {
    guard let pull else {
      if height.target != 0 {
        height.animate(to: 0, with: Self.fall, at: t, tolerance: Self.tolerance)
      }
      return
    }
    let wanted = min(1, max(0, (1 - pull) / Self.wholeLift))
    // A picture that is caught while it falls goes on falling until a hand lifts it higher.
    if wanted >= value(at: t) || height.isSettled(at: t) { height.set(wanted) }
  }

  /// The reach of a shadow beyond its picture, in points.
  static func reach(scale: Double) -> Double { (blur * (1 + drop)).rounded(.up) * scale }

  /// Draws the shadow of a picture whose seen part is `rect`, `height` times as dark.
  static func draw(around rect: Rect, height: Double, scale: Double, in canvas: Canvas) {
    guard height > 0, !rect.isEmpty else { return }
    let blur = blur * scale
    let place = rect.snapped.inset(by: .all(overlap)).offset(
      by: Vector(dx: 0, dy: (blur * drop).rounded()))
    canvas.borderShadow(
      outside: place, blur: blur, Color(white: 0, alpha: darkness * min(1, height)))
  }
}
