import Input
import Motion

/// The input of a stack or container of scenes: it finds swipes among the events, and keeps the
/// latest time.
struct SceneInput {
  private var detector = SidewaysSwipeDetector()
  /// The latest time of an event, a frame or a call, on the clock of frame times.
  private(set) var latestTime = Timestamp.zero

  /// The time at which ``swipes(until:)`` must be called although no event arrives; nil for none.
  var deadline: Timestamp? { detector.deadline }

  /// Adapts the distances by which swipes are recognised to the UI scale.
  mutating func setUIScale(_ uiScale: Double) { detector.setUIScale(uiScale) }

  /// Advances ``latestTime`` to the given time, unless that is earlier.
  mutating func advance(to time: Timestamp) { latestTime = max(latestTime, time) }

  /// Advances ``latestTime`` to that of `event`, and returns the swipe events that result from it.
  mutating func receive(_ event: InputEvent) -> [SidewaysSwipeDetector.SwipeEvent] {
    advance(to: event.time)
    return detector.receive(event)
  }

  /// The swipe events that are due at `time` although no input event has arrived.
  mutating func swipes(until time: Timestamp) -> [SidewaysSwipeDetector.SwipeEvent] {
    detector.advance(to: time)
  }
}
