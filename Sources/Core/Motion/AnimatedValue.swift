import RealModule

/// A number animated towards a target; value and velocity are functions of time. A new animation
/// starts from the current value and velocity, so a hand-over causes no jump.
package struct AnimatedValue: Hashable, Sendable {
  /// The value at which the motion ends, or the value at rest.
  package private(set) var target: Double
  private var motionCurve: MotionCurve?
  private var start: Timestamp
  private var initialDisplacement: Double
  private var initialVelocity: Double
  private var settlesAt: Timestamp

  /// The equation of motion of an animation.
  private enum MotionCurve: Hashable, Sendable {
    case spring(Spring)
    /// A spring plus a push that displaces the value and lets it return. The second value is the
    /// largest displacement that the push alone causes.
    case springWithPush(Spring, maxDisplacement: Double)
    /// A motion along a timing curve, with its duration in seconds.
    case timed(TimingCurve, seconds: Double)
    /// A cubic function of time that starts with the current velocity and ends at rest, with its
    /// duration in seconds.
    case arrival(seconds: Double)
  }

  /// Makes a value at rest, which is its own target.
  package init(_ value: Double) {
    target = value
    motionCurve = nil
    start = .zero
    initialDisplacement = 0
    initialVelocity = 0
    settlesAt = .zero
  }

  /// The animated value at `t`; exactly the target once the motion has ended.
  package func value(at t: Timestamp) -> Double {
    guard let motionCurve, t < settlesAt else { return target }
    switch motionCurve {
    case .spring(let spring):
      return target
        + spring.state(displacement: initialDisplacement, velocity: initialVelocity, at: t - start)
        .displacement
    case .springWithPush(let spring, let amplitude):
      let moved = spring.state(
        displacement: initialDisplacement, velocity: initialVelocity, at: t - start)
      return target + moved.displacement
        + Self.push(amplitude, frequency: spring.frequency, at: t - start).displacement
    case .arrival(let seconds):
      let s = (t - start) / seconds
      return target + initialDisplacement * (1 - s * s * (3 - 2 * s))
        + initialVelocity * seconds * s * (1 - s) * (1 - s)
    case .timed(let curve, let seconds):
      return target + initialDisplacement * (1 - curve.value(at: (t - start) / seconds))
    }
  }

  /// The rate of change of the value at `t`, in units of the value per second; 0 once the motion
  /// has ended.
  package func velocity(at t: Timestamp) -> Double {
    guard let motionCurve, t < settlesAt else { return 0 }
    switch motionCurve {
    case .spring(let spring):
      return spring.state(
        displacement: initialDisplacement, velocity: initialVelocity, at: t - start
      )
      .velocity
    case .springWithPush(let spring, let amplitude):
      let moved = spring.state(
        displacement: initialDisplacement, velocity: initialVelocity, at: t - start)
      return moved.velocity
        + Self.push(amplitude, frequency: spring.frequency, at: t - start).velocity
    case .arrival(let seconds):
      let s = (t - start) / seconds
      return -6 * initialDisplacement / seconds * s * (1 - s) + initialVelocity * (1 - s)
        * (1 - 3 * s)
    case .timed(let curve, let seconds):
      return -initialDisplacement * curve.slope(at: (t - start) / seconds) / seconds
    }
  }

  /// True when the value has come to rest at `t`.
  package func isSettled(at t: Timestamp) -> Bool { motionCurve == nil || t >= settlesAt }

  /// Jumps to `value` and stops there.
  package mutating func set(_ value: Double) {
    self = AnimatedValue(value)
  }

  /// Shifts the value, its path and its target by `delta`; the velocity does not change.
  package mutating func shift(by delta: Double) {
    target += delta
  }

  /// Delays the motion by `seconds`, as when it was started before the time of its first frame was
  /// known.
  package mutating func postpone(by seconds: Double) {
    start = start + seconds
    settlesAt = settlesAt + seconds
  }

  /// Animates with a spring from the value at `t` to `newTarget`.
  ///
  /// - Parameters:
  ///   - velocity: initial velocity in units per second; the current velocity when nil.
  ///   - tolerance: distance from the target below which the value counts as settled.
  package mutating func animate(
    to newTarget: Double, with spring: Spring, velocity: Double? = nil, at t: Timestamp,
    tolerance: Double
  ) {
    let x = value(at: t)
    let v = velocity ?? self.velocity(at: t)
    target = newTarget
    motionCurve = .spring(spring)
    start = t
    initialDisplacement = x - newTarget
    initialVelocity = v
    settlesAt =
      t + spring.settlingTime(displacement: initialDisplacement, velocity: v, tolerance: tolerance)
  }

  /// Animates along a timing curve from the value at `t` to `newTarget` in `seconds`. A value that
  /// is already moving takes a critically damped spring of the same duration instead, to keep its
  /// velocity.
  package mutating func animate(
    to newTarget: Double, in seconds: Double, _ curve: TimingCurve, at t: Timestamp,
    tolerance: Double
  ) {
    guard seconds > 0 else { return set(newTarget) }
    guard velocity(at: t) == 0 else {
      return animate(
        to: newTarget, with: .settling(in: seconds, damping: 1), at: t, tolerance: tolerance)
    }
    initialDisplacement = value(at: t) - newTarget
    initialVelocity = 0
    target = newTarget
    motionCurve = .timed(curve, seconds: seconds)
    start = t
    settlesAt = t + seconds
  }

  /// Animates to `newTarget` and comes to rest there after exactly `seconds`.
  ///
  /// - Source: the cubic Hermite segment from the current value and velocity to the target and
  ///   velocity zero.
  ///
  /// - Parameter velocity: initial velocity in units per second; the current velocity when nil.
  package mutating func animate(
    to newTarget: Double, arrivingIn seconds: Double, velocity: Double? = nil, at t: Timestamp
  ) {
    guard seconds > 0 else { return set(newTarget) }
    let x = value(at: t)
    let v = velocity ?? self.velocity(at: t)
    target = newTarget
    motionCurve = .arrival(seconds: seconds)
    start = t
    initialDisplacement = x - newTarget
    initialVelocity = v
    settlesAt = t + seconds
  }

  /// Animates to `newTarget` with a temporary extra displacement of up to `push`, which shows that
  /// a limit was reached. The velocity does not jump.
  ///
  /// - Parameters:
  ///   - push: the largest displacement that the push alone causes, in units of the value.
  ///   - tolerance: distance from the target below which the value counts as settled.
  package mutating func animate(
    to newTarget: Double, with spring: Spring, push: Double, at t: Timestamp, tolerance: Double
  ) {
    animate(to: newTarget, with: spring, at: t, tolerance: tolerance / 2)
    guard push != 0 else { return }
    motionCurve = .springWithPush(spring, maxDisplacement: push)
    // After its peak, at two time constants, the push decreases monotonically.
    var end = 2 / spring.frequency
    while abs(Self.push(push, frequency: spring.frequency, at: end).displacement) > tolerance / 2 {
      end += 0.1 / spring.frequency
    }
    settlesAt = max(settlesAt, t + end)
  }

  /// The displacement and velocity caused by a push, `t` seconds after its start. The displacement
  /// rises from 0 to its maximum `amplitude` after two time constants.
  ///
  /// - Source: x″ + 2ωx′ + ω²x = f·e^(−ωt) from rest, which gives x = f·t²/2·e^(−ωt).
  private static func push(_ amplitude: Double, frequency w: Double, at t: Double) -> (
    displacement: Double, velocity: Double
  ) {
    guard t > 0 else { return (0, 0) }
    let u = w * t
    let scale = amplitude * Double.exp(2 - u) / 4
    return (scale * u * u, scale * w * u * (2 - u))
  }
}
