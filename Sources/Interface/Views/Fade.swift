package import Motion

/// A number that goes to another in a fixed time; begins at the first frame it is shown.
///
/// Views learn of a change between frames, where no time is given: the clock of a fade starts with
/// the next frame.
package struct Fade {
  /// Seconds from one end to the other.
  package let duration: Double
  /// What it is as of the last frame.
  package private(set) var value: Double
  private var from: Double
  private var start: Timestamp?
  /// Where it goes.
  package private(set) var target: Double

  /// Makes one that has come to rest.
  package init(_ value: Double, duration: Double) {
    self.duration = duration
    self.value = value
    from = value
    target = value
  }

  /// True when there is nowhere to go.
  package var isSettled: Bool { value == target }

  /// Goes to another number, from the one it is at.
  package mutating func go(to target: Double) {
    guard target != self.target else { return }
    self.target = target
    from = value
    start = nil
  }

  /// Brings it to the time of a frame.
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
