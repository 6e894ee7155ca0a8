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
  /// The anchor, in picture pixels.
  private(set) var anchor = Point.zero
  /// The natural logarithm of the scale.
  private var scaleMotion: AnimatedValue
  private var xMotion: AnimatedValue
  private var yMotion: AnimatedValue

  /// Makes the motion of a picture that rests with its top left corner at `corner`.
  init(corner: Point, scale: Double) {
    scaleMotion = AnimatedValue(Double.log(scale))
    xMotion = AnimatedValue(corner.x)
    yMotion = AnimatedValue(corner.y)
  }

  // MARK: State at a time

  /// The scale at `t`, in device pixels per picture pixel.
  func scale(at t: Timestamp) -> Double { Double.exp(scaleMotion.value(at: t)) }
  /// The scale after all motions.
  var targetScale: Double { Double.exp(scaleMotion.target) }
  /// The natural logarithm of the scale at `t`.
  func logScale(at t: Timestamp) -> Double { scaleMotion.value(at: t) }
  /// The natural logarithm of ``targetScale``.
  var targetLogScale: Double { scaleMotion.target }
  /// The relative change of the scale per second, at `t`.
  func logVelocity(at t: Timestamp) -> Double { scaleMotion.velocity(at: t) }

  /// The position of the anchor at `t`.
  func position(at t: Timestamp) -> Point {
    Point(x: xMotion.value(at: t), y: yMotion.value(at: t))
  }
  /// The position of the anchor after all motions.
  var targetPosition: Point { Point(x: xMotion.target, y: yMotion.target) }
  /// The velocity of the anchor at `t`, in device pixels per second.
  func velocity(at t: Timestamp) -> Vector {
    Vector(dx: xMotion.velocity(at: t), dy: yMotion.velocity(at: t))
  }

  /// The top left corner of the picture while its anchor is at `position`.
  func corner(_ position: Point, scale: Double) -> Point {
    Point(x: position.x - anchor.x * scale, y: position.y - anchor.y * scale)
  }

  /// True when nothing moves at `t`.
  func isSettled(at t: Timestamp) -> Bool {
    scaleMotion.isSettled(at: t) && xMotion.isSettled(at: t) && yMotion.isSettled(at: t)
  }
  /// True when the scale does not change at `t`.
  func isScaleSettled(at t: Timestamp) -> Bool { scaleMotion.isSettled(at: t) }

  // MARK: At once

  /// Makes `anchor` the anchor and stops it at `position`; the scale moves on.
  ///
  /// - Returns: the former velocity of that picture point.
  @discardableResult
  mutating func hold(_ anchor: Point, at position: Point, time t: Timestamp) -> Vector {
    let growth = scale(at: t) * scaleMotion.velocity(at: t)
    let velocity = Vector(
      dx: xMotion.velocity(at: t) + (anchor.x - self.anchor.x) * growth,
      dy: yMotion.velocity(at: t) + (anchor.y - self.anchor.y) * growth)
    self.anchor = anchor
    move(to: position)
    return velocity
  }

  /// Stops the anchor at `position`.
  mutating func move(to position: Point) {
    xMotion.set(position.x)
    yMotion.set(position.y)
  }

  /// Moves the anchor to another point of the picture without a change of its position.
  mutating func shiftAnchor(by offset: Vector) { anchor += offset }

  /// Stops the scale at `scale`.
  mutating func setScale(_ scale: Double) { setLogScale(Double.log(scale)) }

  /// Stops the scale at the one whose natural logarithm is `value`.
  mutating func setLogScale(_ value: Double) { scaleMotion.set(value) }

  /// Adapts to a picture of `factor` times the resolution, which looks the same on the screen.
  mutating func changeResolution(by factor: Double) {
    scaleMotion.shift(by: -Double.log(factor))
    anchor = Point(x: anchor.x * factor, y: anchor.y * factor)
  }

  // MARK: Animated

  /// Animates the scale with a spring.
  ///
  /// - Parameters:
  ///   - velocity: the relative change per second at the start; the current one when nil.
  ///   - tolerance: the difference of logarithms below which the scale counts as settled.
  mutating func animateScale(
    to scale: Double, with spring: Spring, velocity: Double? = nil, at t: Timestamp,
    tolerance: Double
  ) {
    scaleMotion.animate(
      to: Double.log(scale), with: spring, velocity: velocity, at: t, tolerance: tolerance)
  }

  /// Animates the scale with a spring and a temporary extra displacement.
  ///
  /// - Parameters:
  ///   - push: the largest displacement that the push alone causes, as a difference of logarithms.
  ///   - tolerance: the difference of logarithms below which the scale counts as settled.
  mutating func animateScale(
    to scale: Double, with spring: Spring, push: Double, at t: Timestamp, tolerance: Double
  ) {
    scaleMotion.animate(
      to: Double.log(scale), with: spring, push: push, at: t, tolerance: tolerance)
  }

  /// Animates the anchor with a spring, from `velocity` in device pixels per second.
  mutating func animate(
    to position: Point, with spring: Spring, velocity: Vector, at t: Timestamp
  ) {
    xMotion.animate(
      to: position.x, with: spring, velocity: velocity.dx, at: t, tolerance: ZoomTuning.tolerance)
    yMotion.animate(
      to: position.y, with: spring, velocity: velocity.dy, at: t, tolerance: ZoomTuning.tolerance)
  }

  /// Animates anchor and scale so that both come to rest after exactly `seconds`.
  mutating func animate(
    to position: Point, velocity: Vector, scale: Double, arrivingIn seconds: Double,
    at t: Timestamp
  ) {
    scaleMotion.animate(to: Double.log(scale), arrivingIn: seconds, at: t)
    xMotion.animate(to: position.x, arrivingIn: seconds, velocity: velocity.dx, at: t)
    yMotion.animate(to: position.y, arrivingIn: seconds, velocity: velocity.dy, at: t)
  }

  /// Animates one coordinate of the anchor from `start` to `end` with a spring.
  mutating func animate(
    along axis: Axis, from start: Double, to end: Double, with spring: Spring, velocity: Double,
    at t: Timestamp
  ) {
    var moved = AnimatedValue(start)
    moved.animate(
      to: end, with: spring, velocity: velocity, at: t, tolerance: ZoomTuning.tolerance)
    if axis == .horizontal { xMotion = moved } else { yMotion = moved }
  }

  /// Displaces the anchor vertically by up to `distance` device pixels and lets it return.
  mutating func pushVertically(_ distance: Double, with spring: Spring, at t: Timestamp) {
    yMotion.animate(
      to: yMotion.target, with: spring, push: distance, at: t, tolerance: ZoomTuning.tolerance)
  }
}
