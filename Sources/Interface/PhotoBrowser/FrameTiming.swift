import BrowserCore
import Motion

/// The current time of a browser, and the knowledge whether its next frame can differ from the last
/// one.
struct FrameTiming {
  /// The time of the last frame, or of the last ``BrowserAction`` if that is later.
  private(set) var now = Timestamp.zero
  /// The time that the last frame shows.
  private(set) var shownTime = Timestamp.zero
  /// Whether a motion began from rest at an unknown time, so that it starts with the next frame.
  private var startsAtNextFrame = false
  /// Whether the state of the browser may have changed since the last frame other than by motion:
  /// by a ``BrowserAction``, or by a change of the host.
  private var hasActedSinceFrame = false
  /// Whether nothing moves: the last frame is later than the one before it, and equals it without
  /// an action in between.
  private(set) var isNothingMoving = false

  /// Advances the current time to `time`, unless it is later already. In both cases, no motion
  /// waits for a frame any more.
  ///
  /// - Returns: the duration in seconds by which motions that wait for a frame are to be postponed;
  ///   nil when none waits.
  mutating func advanceClockReturningPostponement(to time: Timestamp) -> Double? {
    let before = now
    now = max(now, time)
    defer { startsAtNextFrame = false }
    return startsAtNextFrame ? now - before : nil
  }

  /// Records that an action was performed.
  mutating func recordAction() { hasActedSinceFrame = true }

  /// Records a change at an unknown time; a motion that it began from rest waits for the next
  /// frame.
  mutating func recordUntimedAction(fromRest: Bool) {
    if fromRest { startsAtNextFrame = true }
    hasActedSinceFrame = true
  }

  /// Records a frame.
  ///
  /// - Parameters:
  ///   - equalsLast: whether the frame equals the last one.
  ///   - before: the time of the last frame.
  mutating func recordFrame(equalsLast: Bool, since before: Timestamp) {
    isNothingMoving = !hasActedSinceFrame && now > before && equalsLast
    shownTime = now
    hasActedSinceFrame = false
  }
}
