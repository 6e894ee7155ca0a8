package import Motion

/// A number that changes linearly to a target value within a fixed time.
///
/// Targets are set between frames, where no time is known; therefore the animation begins with the
/// first `update(at:)` after that.
package struct Fade {
  /// The time in seconds in which any target is reached.
  package let duration: Double
  /// The number at the latest update.
  package private(set) var value: Double
  private var startValue: Double
  private var startTime: Timestamp?
  /// The value at the end of the animation; equal to ``value`` when nothing is animated.
  package private(set) var target: Double

  /// Makes a number that is at `value` and not animated.
  package init(_ value: Double, duration: Double) {
    self.duration = duration
    self.value = value
    startValue = value
    target = value
  }

  /// Whether no animation is running or due: the value equals the target.
  package var isSettled: Bool { value == target }

  /// Begins an animation from the present value to `target`, unless one to it is running.
  package mutating func go(to target: Double) {
    guard target != self.target else { return }
    self.target = target
    startValue = value
    startTime = nil
  }

  /// Advances the value to the time of a frame.
  ///
  /// - Returns: True when the value has changed.
  package mutating func update(at time: Timestamp) -> Bool {
    guard !isSettled else { return false }
    let begin = startTime ?? time
    startTime = begin
    let share = duration > 0 ? min(max((time - begin) / duration, 0), 1) : 1
    let old = value
    value = share >= 1 ? target : startValue + (target - startValue) * share
    return value != old
  }
}
