import Geometry
import Motion

/// The grid under two fingers: scaled about a point, between one number of columns and the next.
///
/// Everything is scaled by `scale` about `center` after being moved sideways by `shift`; at rest
/// that is 1 and 0, and nothing is changed.
struct GridZoom: Hashable, Sendable {
  /// Brings cells to the size that fills the width.
  static let spring = Spring(frequency: 24)
  /// How far beyond half-way to another number of columns the fingers go before it changes: a hand
  /// that trembles there does not make the cells jump to and fro.
  static let hysteresis = 0.1
  /// How much of a size beyond the limits is shown: the ratio to the power of this.
  ///
  /// - Source: Loupe.
  static let elasticExponent = 0.3
  /// How long a pinch goes on by itself after release, in seconds of its growth.
  static let glide = 0.05
  /// The fastest growth that counts, relative change per second.
  static let fastestGrowth = 12.0
  /// Differences that cannot be seen: of the scale of a large window, and in pixels.
  static let tolerance = (scale: 0.0001, pixels: 0.2)

  /// What two fingers hold.
  struct Grip: Hashable, Sendable {
    /// A cell's side when they took hold, as it was shown.
    var side: Double
    /// What is under their middle.
    var anchor: GridAnchor
  }

  /// What two fingers hold; nil when they do not.
  var grip: Grip?
  /// The point that stays where it is, in the viewport.
  private(set) var center = Point.zero
  private var scaleMotion = AnimatedValue(1)
  private var shiftMotion = AnimatedValue(0)

  func scale(at t: Timestamp) -> Double { max(0.01, scaleMotion.value(at: t)) }
  func isIdle(at t: Timestamp) -> Bool {
    grip == nil && scaleMotion.isSettled(at: t) && shiftMotion.isSettled(at: t)
      && scaleMotion.target == 1 && shiftMotion.target == 0
  }

  /// Is held: `scale` about `center`, moved by `shift`.
  mutating func hold(scale: Double, shift: Double, center: Point) {
    scaleMotion.set(scale)
    shiftMotion.set(shift)
    self.center = center
  }

  /// Runs out, growing by `growth` per second at first.
  mutating func release(growth: Double, animated: Bool, at t: Timestamp) {
    grip = nil
    guard animated else {
      self = GridZoom()
      return
    }
    scaleMotion.animate(
      to: 1, with: Self.spring, velocity: growth * scale(at: t), at: t,
      tolerance: Self.tolerance.scale)
    shiftMotion.animate(to: 0, with: Self.spring, at: t, tolerance: Self.tolerance.pixels)
  }

  /// Where something is shown at an instant, and what is shown at a place.
  func transform(at t: Timestamp) -> Transform {
    guard !isIdle(at: t) else { return Transform(scale: 1, shift: 0, center: .zero) }
    return Transform(scale: scale(at: t), shift: shiftMotion.value(at: t), center: center)
  }

  /// The scaling at one instant.
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
