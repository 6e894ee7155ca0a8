package import Motion

/// The progress of a transition, 0 to 1: animated, or set by a drag, without a jump of value or
/// velocity at a hand-over.
///
/// A run that starts at rest follows its timing exactly. A run that starts in motion uses a spring
/// that keeps the velocity and takes about as long.
package struct TransitionProgress: Hashable, Sendable {
  private struct Run: Hashable, Sendable {
    var start: Timestamp
    var startProgress: Double
    var seconds: Double
    var curve: TimingCurve
  }

  /// The largest difference of progress that cannot be seen on a screen of up to 4000 pixels.
  package static let defaultTolerance = 0.0001

  /// The end to which progress runs, 0 or 1; the current progress at rest or during a drag.
  package private(set) var goal: Double
  /// True while a drag sets the progress.
  package private(set) var isHeld = false
  private var spring: AnimatedValue
  private var run: Run?
  /// The distance of progress from its end below which a spring counts as settled.
  private let tolerance: Double

  /// Creates progress at rest at `value`.
  ///
  /// - Parameter tolerance: the distance from the end of a run below which a spring counts as
  ///   settled. Default: ``defaultTolerance``.
  package init(_ value: Double, tolerance: Double = TransitionProgress.defaultTolerance) {
    self.tolerance = tolerance
    goal = value
    spring = AnimatedValue(value)
  }

  /// The progress at `t`; a spring may overshoot 0…1.
  package func value(at t: Timestamp) -> Double {
    guard let run else { return spring.value(at: t) }
    guard run.seconds > 0, t - run.start < run.seconds else { return goal }
    return run.startProgress + (goal - run.startProgress)
      * run.curve.value(at: (t - run.start) / run.seconds)
  }

  /// The rate of change of the progress at `t`, per second.
  package func velocity(at t: Timestamp) -> Double {
    guard let run else { return spring.velocity(at: t) }
    guard run.seconds > 0, t - run.start < run.seconds else { return 0 }
    return (goal - run.startProgress) * run.curve.slope(at: (t - run.start) / run.seconds)
      / run.seconds
  }

  /// True when neither an animation nor a drag is in progress at `t`.
  package func isSettled(at t: Timestamp) -> Bool {
    guard !isHeld else { return false }
    guard let run else { return spring.isSettled(at: t) }
    return t - run.start >= run.seconds
  }

  /// Runs to the progress `end`, 0 or 1, from the current progress.
  ///
  /// - Parameter velocity: the velocity of a drag, in progress per second; nil for the current
  ///   velocity.
  package mutating func run(
    to end: Double, _ timing: TransitionTiming, velocity: Double? = nil, at t: Timestamp
  ) {
    let here = value(at: t)
    let speed = velocity ?? self.velocity(at: t)
    isHeld = false
    goal = end
    run = nil
    spring.set(here)
    switch timing.motionCurve {
    case .timed(let seconds, let curve):
      guard speed != 0, seconds > 0 else {
        run = Run(start: t, startProgress: here, seconds: seconds * abs(end - here), curve: curve)
        return
      }
      spring.animate(
        to: end, with: .settling(in: seconds, damping: 1), velocity: speed, at: t,
        tolerance: tolerance)
    case .spring(let motionSpring, let initial):
      spring.animate(
        to: end, with: motionSpring, velocity: speed != 0 ? speed : initial * (end - here), at: t,
        tolerance: tolerance)
    }
  }

  /// Begins a drag at the current progress.
  package mutating func hold(at t: Timestamp) { set(value(at: t)) }

  /// Sets the progress during a drag.
  package mutating func set(_ value: Double) {
    goal = value
    spring.set(value)
    run = nil
    isHeld = true
  }

  /// Sets the progress at once to the end to which it runs.
  package mutating func finish() {
    run = nil
    spring.set(goal)
    isHeld = false
  }
}
