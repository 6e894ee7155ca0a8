import Geometry
import Motion

/// The recogniser of a contact that is held without moving for the long-press time.
struct LongPressRecognizer: Sendable {
  private var origin = Point.zero
  /// The time at which the long press is recognised; nil when none is possible.
  private(set) var deadline: Timestamp?

  mutating func press(at point: Point, time: Timestamp, tuning: GestureTuning) {
    origin = point
    deadline = time + tuning.longPressTime
  }

  mutating func move(to point: Point, tuning: GestureTuning) {
    if point.distance(to: origin) > tuning.longPressSlop { deadline = nil }
  }

  mutating func fail() { deadline = nil }

  /// Returns the position of the long press once, when its time is reached, and nil otherwise.
  mutating func advance(to time: Timestamp) -> Point? {
    guard let deadline, time >= deadline else { return nil }
    self.deadline = nil
    return origin
  }
}
