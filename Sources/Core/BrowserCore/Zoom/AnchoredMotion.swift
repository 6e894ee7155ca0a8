import Geometry
import Motion
import RealModule

/// The motion of a picture's scale and of one of its points, the anchor:
///
///     corner(t) = position(t) − anchor · scale(t)
///
/// A zoom about a point is a motion of the scale alone, and a change of the anchor keeps all
/// velocities. Positions are in the viewport, in device pixels.
struct AnchoredMotion: Hashable, Sendable {
  /// The picture point that the motion is about, in picture pixels from the top left corner.
  private(set) var anchor = Point.zero
  /// The natural logarithm of the scale, which is in device pixels per picture pixel.
  private var logScaleMotion: AnimatedValue
  private var xMotion: AnimatedValue
  private var yMotion: AnimatedValue

  /// Makes the motion of a picture at rest with its top left corner at `corner` of the viewport, at
  /// `scale` device pixels per picture pixel.
  init(corner: Point, scale: Double) {
    logScaleMotion = AnimatedValue(Double.log(scale))
    xMotion = AnimatedValue(corner.x)
    yMotion = AnimatedValue(corner.y)
  }

  // MARK: State at a time

  /// The scale at `t`, in device pixels per picture pixel.
  func scale(at t: Timestamp) -> Double { Double.exp(logScaleMotion.value(at: t)) }
  /// The scale after all motions, in device pixels per picture pixel.
  var targetScale: Double { Double.exp(logScaleMotion.target) }
  /// The natural logarithm of the scale at `t`.
  func logScale(at t: Timestamp) -> Double { logScaleMotion.value(at: t) }
  /// The natural logarithm of the scale after all motions.
  var targetLogScale: Double { logScaleMotion.target }
  /// The relative change of the scale per second, at `t`.
  func logVelocity(at t: Timestamp) -> Double { logScaleMotion.velocity(at: t) }

  /// The position of the anchor in the viewport at `t`, in device pixels.
  func position(at t: Timestamp) -> Point {
    Point(x: xMotion.value(at: t), y: yMotion.value(at: t))
  }
  /// The position of the anchor in the viewport after all motions, in device pixels.
  var targetPosition: Point { Point(x: xMotion.target, y: yMotion.target) }
  /// The velocity of the anchor at `t`, in device pixels per second.
  func velocity(at t: Timestamp) -> Vector {
    Vector(dx: xMotion.velocity(at: t), dy: yMotion.velocity(at: t))
  }

  /// The position of the picture's top left corner in the viewport when the anchor is at `position`
  /// and the picture has the scale `scale`.
  func corner(_ position: Point, scale: Double) -> Point {
    Point(x: position.x - anchor.x * scale, y: position.y - anchor.y * scale)
  }

  /// True when neither the scale nor the anchor moves at `t`.
  func isSettled(at t: Timestamp) -> Bool {
    logScaleMotion.isSettled(at: t) && xMotion.isSettled(at: t) && yMotion.isSettled(at: t)
  }
  /// True when the scale does not change at `t`.
  func isScaleSettled(at t: Timestamp) -> Bool { logScaleMotion.isSettled(at: t) }

  // MARK: At once

  /// Makes the picture point `anchor` the anchor and stops it at `position` of the viewport; a
  /// motion of the scale continues.
  ///
  /// - Returns: the former velocity of that picture point, in device pixels per second.
  @discardableResult
  mutating func hold(_ anchor: Point, at position: Point, time t: Timestamp) -> Vector {
    let growth = scale(at: t) * logScaleMotion.velocity(at: t)
    let velocity = Vector(
      dx: xMotion.velocity(at: t) + (anchor.x - self.anchor.x) * growth,
      dy: yMotion.velocity(at: t) + (anchor.y - self.anchor.y) * growth)
    self.anchor = anchor
    stop(at: position)
    return velocity
  }

  /// Stops the anchor at `position` of the viewport.
  mutating func stop(at position: Point) {
    xMotion.set(position.x)
    yMotion.set(position.y)
  }

  /// Makes another picture point the anchor, `offset` picture pixels from the present one, without
  /// a change of the anchor's position in the viewport.
  mutating func shiftAnchor(by offset: Vector) { anchor += offset }

  /// Makes the picture point `anchor` the anchor, at rest at `position` of the viewport, at the
  /// scale whose natural logarithm is `logScale`.
  mutating func rest(_ anchor: Point, at position: Point, logScale: Double) {
    self.anchor = anchor
    stop(at: position)
    setLogScale(logScale)
  }

  /// Sets the scale, without further motion of it.
  mutating func setScale(_ scale: Double) { setLogScale(Double.log(scale)) }

  /// Sets the natural logarithm of the scale, without further motion of it.
  mutating func setLogScale(_ value: Double) { logScaleMotion.set(value) }

  /// Adapts to a picture of `factor` times the resolution, which looks the same on the screen.
  mutating func changeResolution(by factor: Double) {
    logScaleMotion.shift(by: -Double.log(factor))
    anchor = Point(x: anchor.x * factor, y: anchor.y * factor)
  }

  // MARK: Animated

  /// Animates the scale to `scale` with a spring.
  ///
  /// - Parameters:
  ///   - velocity: the relative change per second at the start; the current one when nil.
  ///   - tolerance: the difference of logarithms below which the scale counts as settled.
  mutating func animateScale(
    to scale: Double, with spring: Spring, velocity: Double? = nil, at t: Timestamp,
    tolerance: Double
  ) {
    logScaleMotion.animate(
      to: Double.log(scale), with: spring, velocity: velocity, at: t, tolerance: tolerance)
  }

  /// Animates the scale to `scale` with a spring and a temporary extra displacement.
  ///
  /// - Parameters:
  ///   - push: the largest displacement that the push alone causes, as a difference of logarithms.
  ///   - tolerance: the difference of logarithms below which the scale counts as settled.
  mutating func animateScale(
    to scale: Double, with spring: Spring, push: Double, at t: Timestamp, tolerance: Double
  ) {
    logScaleMotion.animate(
      to: Double.log(scale), with: spring, push: push, at: t, tolerance: tolerance)
  }

  /// Animates the anchor to `position` of the viewport with a spring, from the initial velocity
  /// `velocity`, in device pixels per second.
  mutating func animate(
    to position: Point, with spring: Spring, velocity: Vector, at t: Timestamp
  ) {
    xMotion.animate(
      to: position.x, with: spring, velocity: velocity.dx, at: t, tolerance: ZoomTuning.tolerance)
    yMotion.animate(
      to: position.y, with: spring, velocity: velocity.dy, at: t, tolerance: ZoomTuning.tolerance)
  }

  /// Animates the anchor to `position` of the viewport and the scale to `scale`, so that both come
  /// to rest after exactly `seconds`.
  ///
  /// - Parameter velocity: the initial velocity of the anchor, in device pixels per second.
  mutating func animate(
    to position: Point, velocity: Vector, scale: Double, arrivingIn seconds: Double,
    at t: Timestamp
  ) {
    logScaleMotion.animate(to: Double.log(scale), arrivingIn: seconds, at: t)
    xMotion.animate(to: position.x, arrivingIn: seconds, velocity: velocity.dx, at: t)
    yMotion.animate(to: position.y, arrivingIn: seconds, velocity: velocity.dy, at: t)
  }

  /// Animates the anchor's coordinate along `axis` from `start` to `end`, in device pixels of the
  /// viewport, with a spring.
  mutating func animate(
    along axis: Axis, from start: Double, to end: Double, with spring: Spring, velocity: Double,
    at t: Timestamp
  ) {
    var moved = AnimatedValue(start)
    moved.animate(
      to: end, with: spring, velocity: velocity, at: t, tolerance: ZoomTuning.tolerance)
    if axis == .horizontal { xMotion = moved } else { yMotion = moved }
  }

  /// Displaces the anchor vertically by up to `distance` device pixels, and lets it return.
  mutating func pushVertically(_ distance: Double, with spring: Spring, at t: Timestamp) {
    yMotion.animate(
      to: yMotion.target, with: spring, push: distance, at: t, tolerance: ZoomTuning.tolerance)
  }
}
