import Geometry
import Motion
import RealModule

/// The scaling of a grid during a pinch, between one number of columns and the next.
///
/// The content is moved horizontally by `shift`, then scaled by `scale` about `center`. At rest the
/// scale is 1 and the shift is 0.
struct GridZoom: Hashable, Sendable {
  /// The spring that brings cells to the size that fills the width.
  static let spring = Spring(frequency: 24)
  /// The hysteresis of the number of columns: the distance beyond the midpoint between two numbers,
  /// in columns, at which the number changes. Trembling fingers at the midpoint have no effect.
  static let hysteresis = 0.1
  /// The exponent of the resistance beyond the size limits: the shown ratio is the pinched ratio to
  /// this power.
  ///
  /// - Source: Loupe.
  static let elasticExponent = 0.3
  /// The time for which a pinch goes on growing after its release, in seconds.
  static let glide = 0.05
  /// The maximum relative growth per second that is taken from a device.
  static let maxGrowth = 12.0
  /// Differences that are invisible: of the scale of a large window, and in pixels.
  static let tolerance = (scale: 0.0001, pixels: 0.2)

  /// The fixed point of the scaling, in the viewport.
  private(set) var center = Point.zero
  private var scaleMotion = AnimatedValue(1)
  private var shiftMotion = AnimatedValue(0)

  func scale(at t: Timestamp) -> Double { max(0.01, scaleMotion.value(at: t)) }
  func isIdle(at t: Timestamp) -> Bool {
    scaleMotion.isSettled(at: t) && shiftMotion.isSettled(at: t)
      && scaleMotion.target == 1 && shiftMotion.target == 0
  }

  /// Sets the scaling during a pinch: `scale` about `center`, after a horizontal move by `shift`.
  mutating func hold(scale: Double, shift: Double, center: Point) {
    scaleMotion.set(scale)
    shiftMotion.set(shift)
    self.center = center
  }

  /// Starts the motion after a pinch: animates to scale 1, at first with the relative `growth` per
  /// second.
  mutating func release(growth: Double, animated: Bool, at t: Timestamp) {
    guard animated else {
      self = GridZoom()
      return
    }
    scaleMotion.animate(
      to: 1, with: Self.spring, velocity: growth * scale(at: t), at: t,
      tolerance: Self.tolerance.scale)
    shiftMotion.animate(to: 0, with: Self.spring, at: t, tolerance: Self.tolerance.pixels)
  }

  /// The cell side that a pinch released at `side`, growing by `growth` per second, leads to.
  static func side(_ side: Double, after growth: Double) -> Double {
    side * Double.exp(growth * glide)
  }

  /// The mapping from unscaled to scaled viewport coordinates at `t`.
  func transform(at t: Timestamp) -> Transform {
    guard !isIdle(at: t) else { return Transform(scale: 1, shift: 0, center: .zero) }
    return Transform(scale: scale(at: t), shift: shiftMotion.value(at: t), center: center)
  }

  /// The scaling at one instant; `apply` maps unscaled viewport coordinates to scaled ones,
  /// `invert` back.
  struct Transform: Hashable, Sendable {
    var scale: Double
    var shift: Double
    var center: Point

    func apply(_ rect: Rect) -> Rect {
      guard scale != 1 || shift != 0 else { return rect }
      return Rect(
        x: center.x + (rect.minX + shift - center.x) * scale, y: apply(y: rect.minY),
        width: rect.width * scale, height: rect.height * scale)
    }
    func apply(y: Double) -> Double { center.y + (y - center.y) * scale }

    func invert(_ point: Point) -> Point {
      Point(
        x: center.x + (point.x - center.x) / scale - shift,
        y: center.y + (point.y - center.y) / scale)
    }
    func invert(_ rect: Rect) -> Rect {
      guard scale != 1 || shift != 0 else { return rect }
      return Rect(
        origin: invert(rect.origin),
        size: Size(width: rect.width / scale, height: rect.height / scale))
    }
  }
}
