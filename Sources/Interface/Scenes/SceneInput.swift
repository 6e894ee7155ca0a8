import Input
import Motion

/// The input of a stack or container of scenes: the swipes among its events, and the latest time.
struct SceneInput {
  private var detector = SidewaysSwipeDetector()
  /// The latest time of an event, a frame or a call, on the clock of frame times.
  private(set) var time = Timestamp.zero

  /// The time of the next call of ``swipes(until:)`` that is necessary without an event; nil for
  /// none.
  var deadline: Timestamp? { detector.deadline }

  /// Adapts the thresholds of swipes to the UI scale.
  mutating func fit(to uiScale: Double) { detector.fit(to: uiScale) }

  /// Advances ``time``, which never goes back.
  mutating func advance(to time: Timestamp) { self.time = max(self.time, time) }

  /// Advances ``time``, and returns the changes of swipes by an event.
  mutating func receive(_ event: InputEvent) -> [SidewaysSwipeDetector.Event] {
    advance(to: event.time)
    return detector.receive(event)
  }

  /// The changes of swipes that are due without an event.
  mutating func swipes(until time: Timestamp) -> [SidewaysSwipeDetector.Event] {
    detector.advance(to: time)
  }
}
