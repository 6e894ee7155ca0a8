public import Motion

/// Progress from one end of a transition, 0, to the other, 1: it runs by itself or is set by a hand,
/// and neither value nor velocity jumps where one takes over from the other.
///
/// A run that begins at rest follows its pace to the letter; one that begins in motion goes on with
/// a spring that carries the velocity and takes about as long.
public struct TransitionProgress: Hashable, Sendable {
  /// How progress runs to an end when nobody interferes.
  public enum Pace: Hashable, Sendable {
    /// A curve over the seconds that the whole way takes; a part of it takes its share.
    case timed(Double, TimingCurve)
    /// A spring, and the velocity to begin with, in whole ways per second.
    case spring(Spring, velocity: Double)
  }

  private struct Run: Hashable, Sendable {
    var start: Timestamp
    var from: Double
    var seconds: Double
    var curve: TimingCurve
  }

  /// A difference of progress that cannot be seen, even on a screen of 4000 pixels.
  public static let unseen = 0.0001

  /// The end it runs to; where it is while it rests or is held.
  public private(set) var goal: Double
  /// True while a hand sets it.
  public private(set) var isHeld = false
  private var spring: AnimatedValue
  private var run: Run?
  /// How near to its end a spring counts as settled.
  private let tolerance: Double

  /// Makes progress that rests.
  ///
  /// - Parameter tolerance: how near to its end a spring counts as settled. Default: what cannot be
  ///   seen.
  public init(_ value: Double, tolerance: Double = TransitionProgress.unseen) {
    self.tolerance = tolerance
    goal = value
    spring = AnimatedValue(value)
  }

  /// The progress at `t`; a spring may lead it beyond 0…1 for a moment.
  public func value(at t: Timestamp) -> Double {
    guard let run else { return spring.value(at: t) }
    guard run.seconds > 0, t - run.start < run.seconds else { return goal }
    return run.from + (goal - run.from) * run.curve.value(at: (t - run.start) / run.seconds)
  }

  /// Its velocity at `t`, in whole ways per second.
  public func velocity(at t: Timestamp) -> Double {
    guard let run else { return spring.velocity(at: t) }
    guard run.seconds > 0, t - run.start < run.seconds else { return 0 }
    return (goal - run.from) * run.curve.slope(at: (t - run.start) / run.seconds) / run.seconds
  }

  /// True when it will not move by itself after `t`, and no hand has it.
  public func isSettled(at t: Timestamp) -> Bool {
    guard !isHeld else { return false }
    guard let run else { return spring.isSettled(at: t) }
    return t - run.start >= run.seconds
  }

  /// Runs to `end`, from where it is and as fast as it is.
  ///
  /// - Parameter velocity: the hand's, in whole ways per second; that of the motion when nil.
  public mutating func run(
    to end: Double, _ pace: Pace, velocity: Double? = nil, at t: Timestamp
  ) {
    let here = value(at: t)
    let speed = velocity ?? self.velocity(at: t)
    isHeld = false
    goal = end
    run = nil
    spring.set(here)
    switch pace {
    case .timed(let seconds, let curve):
      guard speed != 0, seconds > 0 else {
        run = Run(start: t, from: here, seconds: seconds * abs(end - here), curve: curve)
        return
      }
      spring.animate(
        to: end, with: .settling(in: seconds, damping: 1), velocity: speed, at: t,
        tolerance: tolerance)
    case .spring(let law, let initial):
      spring.animate(
        to: end, with: law, velocity: speed != 0 ? speed : initial * (end - here), at: t,
        tolerance: tolerance)
    }
  }

  /// A hand takes it where it is.
  public mutating func hold(at t: Timestamp) { set(value(at: t)) }

  /// The hand moves it to `value`.
  public mutating func set(_ value: Double) {
    goal = value
    spring.set(value)
    run = nil
    isHeld = true
  }

  /// It is at its end at once.
  public mutating func finish() {
    run = nil
    spring.set(goal)
    isHeld = false
  }
}
