import RealModule

/// A number that moves: where it is, where it goes, how fast. Every hand-over keeps its velocity.
public struct AnimatedValue: Hashable, Sendable {
  /// Where it will come to rest.
  public private(set) var target: Double
  private var law: Law?
  private var start: Timestamp
  private var displacement: Double
  private var velocity0: Double
  private var restsAt: Timestamp

  /// How it moves.
  private enum Law: Hashable, Sendable {
    case spring(Spring)
    /// A spring that a push moves away and lets come back; the second value is the largest
    /// displacement by the push alone.
    case pushed(Spring, Double)
    /// Along a curve, in so many seconds.
    case timed(TimingCurve, Double)
    /// Along the cubic that begins with the velocity it has and ends at rest, in so many seconds.
    case arrival(Double)
  }

  /// Makes a value at rest.
  public init(_ value: Double) {
    target = value
    law = nil
    start = .zero
    displacement = 0
    velocity0 = 0
    restsAt = .zero
  }

  /// The value at `t`; exactly the target once settled.
  public func value(at t: Timestamp) -> Double {
    guard let law, t < restsAt else { return target }
    switch law {
    case .spring(let spring):
      return target
        + spring.state(displacement: displacement, velocity: velocity0, at: t - start)
        .displacement
    case .pushed(let spring, let amplitude):
      let moved = spring.state(displacement: displacement, velocity: velocity0, at: t - start)
      return target + moved.displacement
        + Self.push(amplitude, frequency: spring.frequency, at: t - start).displacement
    case .arrival(let seconds):
      let s = (t - start) / seconds
      return target + displacement * (1 - s * s * (3 - 2 * s))
        + velocity0 * seconds * s * (1 - s) * (1 - s)
    case .timed(let curve, let seconds):
      return target + displacement * (1 - curve.value(at: (t - start) / seconds))
    }
  }

  /// The velocity at `t`, in units per second.
  public func velocity(at t: Timestamp) -> Double {
    guard let law, t < restsAt else { return 0 }
    switch law {
    case .spring(let spring):
      return spring.state(displacement: displacement, velocity: velocity0, at: t - start).velocity
    case .pushed(let spring, let amplitude):
      let moved = spring.state(displacement: displacement, velocity: velocity0, at: t - start)
      return moved.velocity
        + Self.push(amplitude, frequency: spring.frequency, at: t - start).velocity
    case .arrival(let seconds):
      let s = (t - start) / seconds
      return -6 * displacement / seconds * s * (1 - s) + velocity0 * (1 - s) * (1 - 3 * s)
    case .timed(let curve, let seconds):
      return -displacement * curve.slope(at: (t - start) / seconds) / seconds
    }
  }

  /// True when the value has come to rest at `t`.
  public func isSettled(at t: Timestamp) -> Bool { law == nil || t >= restsAt }

  /// Jumps to `value` and stays there.
  public mutating func set(_ value: Double) {
    self = AnimatedValue(value)
  }

  /// Moves the whole motion by `delta`: value, path and target; velocity is untouched.
  public mutating func shift(by delta: Double) {
    target += delta
  }

  /// Begins `seconds` later: for a motion that was started when nobody knew the time.
  public mutating func postpone(by seconds: Double) {
    start = start + seconds
    restsAt = restsAt + seconds
  }

  /// Starts towards `newTarget` from the value at `t`.
  ///
  /// - Parameters:
  ///   - velocity: units per second to start with; the present velocity when nil.
  ///   - tolerance: distance and, times the frequency, speed at which it counts as settled.
  public mutating func animate(
    to newTarget: Double, with spring: Spring, velocity: Double? = nil, at t: Timestamp,
    tolerance: Double
  ) {
    let x = value(at: t)
    let v = velocity ?? self.velocity(at: t)
    target = newTarget
    law = .spring(spring)
    start = t
    displacement = x - newTarget
    velocity0 = v
    restsAt = t + spring.settlingTime(displacement: displacement, velocity: v, tolerance: tolerance)
  }

  /// Starts towards `newTarget` from the value at `t`, along a curve in so many seconds; what moves
  /// already goes on with a spring that takes as long.
  public mutating func animate(
    to newTarget: Double, in seconds: Double, _ curve: TimingCurve, at t: Timestamp,
    tolerance: Double
  ) {
    guard seconds > 0 else { return set(newTarget) }
    guard velocity(at: t) == 0 else {
      return animate(
        to: newTarget, with: .settling(in: seconds, damping: 1), at: t, tolerance: tolerance)
    }
    displacement = value(at: t) - newTarget
    velocity0 = 0
    target = newTarget
    law = .timed(curve, seconds)
    start = t
    restsAt = t + seconds
  }

  /// Starts towards `newTarget` and is there, at rest, after exactly `seconds`.
  ///
  /// - Source: the cubic Hermite segment from the present value and velocity to the target and zero.
  ///
  /// - Parameter velocity: units per second to start with; the present velocity when nil.
  public mutating func animate(
    to newTarget: Double, arrivingIn seconds: Double, velocity: Double? = nil, at t: Timestamp
  ) {
    guard seconds > 0 else { return set(newTarget) }
    let x = value(at: t)
    let v = velocity ?? self.velocity(at: t)
    target = newTarget
    law = .arrival(seconds)
    start = t
    displacement = x - newTarget
    velocity0 = v
    restsAt = t + seconds
  }

  /// Starts towards `newTarget` and on the way gives by up to `push`, without a jump of the velocity:
  /// the answer to something that asks for more than there is.
  ///
  /// - Parameters:
  ///   - push: the largest displacement that the push causes by itself, in units of the value.
  ///   - tolerance: distance at which it counts as settled.
  public mutating func animate(
    to newTarget: Double, with spring: Spring, push: Double, at t: Timestamp, tolerance: Double
  ) {
    animate(to: newTarget, with: spring, at: t, tolerance: tolerance / 2)
    guard push != 0 else { return }
    law = .pushed(spring, push)
    // The push alone falls for ever after its peak, at two time constants.
    var end = 2 / spring.frequency
    while abs(Self.push(push, frequency: spring.frequency, at: end).displacement) > tolerance / 2 {
      end += 0.1 / spring.frequency
    }
    restsAt = max(restsAt, t + end)
  }

  /// The displacement and velocity by a push, `t` seconds after it: zero at first, `amplitude` after
  /// two time constants.
  ///
  /// - Source: x″ + 2ωx′ + ω²x = f·e^(−ωt) from rest, which is f·t²/2·e^(−ωt).
  private static func push(_ amplitude: Double, frequency w: Double, at t: Double) -> (
    displacement: Double, velocity: Double
  ) {
    guard t > 0 else { return (0, 0) }
    let u = w * t
    let scale = amplitude * Double.exp(2 - u) / 4
    return (scale * u * u, scale * w * u * (2 - u))
  }
}
