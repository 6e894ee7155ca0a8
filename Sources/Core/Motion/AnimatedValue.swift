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
    /// Along a curve, in so many seconds.
    case timed(TimingCurve, Double)
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
}
