import BrowserCore
import Motion

/// The current time of a browser, and whether its next frame can differ from the last one.
struct FrameTiming {
  /// The time of the last frame, or of the last ``BrowserAction`` if that is later.
  private(set) var now = Timestamp.zero
  /// The instant that the last frame shows.
  private(set) var shown = Timestamp.zero
  /// True when a motion began from rest at an unknown time; it starts with the next frame.
  private var startsAtNextFrame = false
  /// True when the state of the browser may have changed since the last frame other than by motion:
  /// a ``BrowserAction`` was performed, or the host changed something.
  private var hasActed = false
  /// True when the last frame equals the one before it, and ``hasActed`` was false in between.
  private(set) var isStill = false

  /// Advances the current time to `time`, unless it is later already.
  ///
  /// - Returns: the duration by which motions that wait for a frame are to be postponed; nil when
  ///   none waits.
  mutating func reach(_ time: Timestamp) -> Double? {
    let before = now
    now = max(now, time)
    defer { startsAtNextFrame = false }
    return startsAtNextFrame ? now - before : nil
  }

  /// Sets ``hasActed``.
  mutating func noteAction() { hasActed = true }

  /// Records a change at an unknown time; a motion that it began from rest waits for the next
  /// frame.
  mutating func noteUntimedAction(fromRest: Bool) {
    if fromRest { startsAtNextFrame = true }
    hasActed = true
  }

  /// Records a frame.
  ///
  /// - Parameter isSame: whether it equals the last frame.
  mutating func layOut(isSame: Bool, since before: Timestamp) {
    isStill = !hasActed && now > before && isSame
    shown = now
    hasActed = false
  }
}
