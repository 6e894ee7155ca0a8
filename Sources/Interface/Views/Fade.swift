package import Motion

/// A number that is animated linearly to a target over a fixed duration.
///
/// Targets change between frames, where no time is known; therefore the animation starts with the
/// first `update(at:)` after the change.
package struct Fade {
  /// The duration of one animation, in seconds.
  package let duration: Double
  /// The value at the latest update.
  package private(set) var value: Double
  private var from: Double
  private var start: Timestamp?
  /// The value at the end of the animation.
  package private(set) var target: Double

  /// Makes a settled fade at `value`.
  package init(_ value: Double, duration: Double) {
    self.duration = duration
    self.value = value
    from = value
    target = value
  }

  /// Whether the value has reached the target.
  package var isSettled: Bool { value == target }

  /// Animates to `target` from the current value.
  package mutating func go(to target: Double) {
    guard target != self.target else { return }
    self.target = target
    from = value
    start = nil
  }

  /// Advances the value to the time of a frame.
  ///
  /// - Returns: true when the value changed.
  package mutating func update(at time: Timestamp) -> Bool {
    guard !isSettled else { return false }
    let begin = start ?? time
    start = begin
    let share = duration > 0 ? min(max((time - begin) / duration, 0), 1) : 1
    let old = value
    value = share >= 1 ? target : from + (target - from) * share
    return value != old
  }
}
