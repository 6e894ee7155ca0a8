import Geometry
import Motion
import RealModule

/// The scaling of the cells of a grid during a pinch, between one number of columns and the next.
///
/// The content is moved horizontally by `shift`, then scaled by `scale` about `center`. At rest the
/// scale is 1 and the shift is 0.
struct GridZoom: Hashable, Sendable {
  /// The spring that scales cells back to the width at which they fill the grid, after a pinch.
  static let spring = Spring(frequency: 24)
  /// The hysteresis of the number of columns: the distance beyond the midpoint between two numbers,
  /// in columns, at which the number changes. Trembling fingers at the midpoint have no effect.
  static let columnHysteresis = 0.1
  /// The exponent of the resistance when cells are pinched beyond their permitted sizes: the shown
  /// ratio to the limit is the pinched ratio raised to this power.
  ///
  /// - Source: the image viewer Loupe.
  static let elasticExponent = 0.3
  /// The time, in seconds, for which the growth of a pinch is extrapolated after its release.
  static let coastSeconds = 0.05
  /// The maximum relative growth of a pinch per second; the limit rejects wrong values of input
  /// devices.
  static let maxGrowth = 12.0
  /// The largest invisible differences: of the scale in a large window, and of a shift in device
  /// pixels.
  static let tolerance = (scale: 0.0001, pixels: 0.2)

  /// The fixed point of the scaling, in viewport coordinates.
  private(set) var center = Point.zero
  private var scaleMotion = AnimatedValue(1)
  private var shiftMotion = AnimatedValue(0)

  func scale(at t: Timestamp) -> Double { max(0.01, scaleMotion.value(at: t)) }
  func isIdle(at t: Timestamp) -> Bool {
    scaleMotion.isSettled(at: t) && shiftMotion.isSettled(at: t)
      && scaleMotion.target == 1 && shiftMotion.target == 0
  }

  /// Sets the scaling at once, during a pinch: `scale` about `center`, after a horizontal shift by
  /// `shift` device pixels.
  mutating func hold(scale: Double, shift: Double, center: Point) {
    scaleMotion.set(scale)
    shiftMotion.set(shift)
    self.center = center
  }

  /// Ends a pinch: animates the scaling to 1, beginning with the relative growth `growth` per
  /// second, or sets 1 at once.
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

  /// The cell width at which a pinch comes to rest that is released at width `side` while the width
  /// grows by the share `growth` per second.
  static func projectedSide(_ side: Double, after growth: Double) -> Double {
    side * Double.exp(growth * coastSeconds)
  }

  /// The mapping from unscaled to scaled viewport coordinates at `t`.
  func transform(at t: Timestamp) -> Transform {
    guard !isIdle(at: t) else { return Transform(scale: 1, shift: 0, center: .zero) }
    return Transform(scale: scale(at: t), shift: shiftMotion.value(at: t), center: center)
  }

  /// The scaling of a grid at one instant. `apply` maps unscaled viewport coordinates to scaled
  /// ones, and `invert` maps them back.
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
