import Geometry
import Motion

/// Tells one tap from two: the first waits until no second can come.
struct TapRecognizer: Sendable {
  private struct Tap {
    var point: Point
    var kind: PointerKind
  }
  /// The contact that is down and may become a tap.
  private var candidate: Tap?
  /// The tap that waits for a second one.
  private var waiting: Tap?
  private var expiry = Timestamp.zero

  /// When the waiting tap stops waiting; nil while a contact that may be its second is down.
  var deadline: Timestamp? { waiting != nil && candidate == nil ? expiry : nil }

  /// A contact came down. Gives the waiting tap if this cannot be its second.
  mutating func press(
    at point: Point, kind: PointerKind, time: Timestamp, tuning: GestureTuning
  ) -> GestureEvent? {
    var single: GestureEvent?
    if let first = waiting {
      let isSecond =
        first.kind == kind && time < expiry
        && first.point.distance(to: point) <= tuning.doubleTapDistance
      if !isSecond { single = settle(at: time) }
    }
    candidate = Tap(point: point, kind: kind)
    return single
  }

  /// The contact became something else, or something else happened: no second tap will come.
  mutating func fail(at time: Timestamp) -> GestureEvent? {
    candidate = nil
    return settle(at: time)
  }

  /// The contact was lifted in place. Gives what is certain by that.
  mutating func release(at time: Timestamp, tuning: GestureTuning) -> GestureEvent? {
    guard let tap = candidate else { return nil }
    candidate = nil
    if waiting != nil {
      waiting = nil
      return .doubleTap(tap.point, tap.kind, time)
    }
    guard tuning.doubleTapEnabled else { return .tap(tap.point, time) }
    waiting = tap
    expiry = time + tuning.doubleTapTime
    return nil
  }

  /// Gives the waiting tap when its time is over.
  mutating func advance(to time: Timestamp) -> GestureEvent? {
    guard let deadline, time >= deadline else { return nil }
    return settle(at: time)
  }

  private mutating func settle(at time: Timestamp) -> GestureEvent? {
    defer { waiting = nil }
    return waiting.map { .tap($0.point, time) }
  }
}
