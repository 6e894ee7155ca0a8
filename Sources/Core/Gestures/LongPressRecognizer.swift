import Geometry
import Motion

/// A contact that stays where it came down until its time is over.
struct LongPressRecognizer: Sendable {
  private var origin = Point.zero
  /// When it has been held long enough; nil when nothing is held.
  private(set) var deadline: Timestamp?

  mutating func press(at point: Point, time: Timestamp, tuning: GestureTuning) {
    origin = point
    deadline = time + tuning.longPressTime
  }

  mutating func move(to point: Point, tuning: GestureTuning) {
    if point.distance(to: origin) > tuning.longPressSlop { deadline = nil }
  }

  mutating func fail() { deadline = nil }

  /// Gives where it was held, once.
  mutating func advance(to time: Timestamp) -> Point? {
    guard let deadline, time >= deadline else { return nil }
    self.deadline = nil
    return origin
  }
}
