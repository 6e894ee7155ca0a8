import Geometry
import Motion

/// The recogniser of single and double taps: the first tap is sent when a second one is no longer
/// possible.
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

  /// The time at which a first tap that waits for a second one is sent; nil while a contact that
  /// may be the second tap is down.
  var deadline: Timestamp? { waiting != nil && candidate == nil ? expiry : nil }

  /// Processes a contact that came down. Returns a first tap that still waits if this contact
  /// cannot become its second tap.
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

  /// Excludes a tap by the contact that is down, and returns a first tap that still waits for a
  /// second one.
  mutating func fail(at time: Timestamp) -> GestureEvent? {
    candidate = nil
    return settle(at: time)
  }

  /// Processes a contact that was lifted without having moved. Returns the tap or double tap that
  /// is certain now.
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

  /// Returns the first tap when the time for a second one is over.
  mutating func advance(to time: Timestamp) -> GestureEvent? {
    guard let deadline, time >= deadline else { return nil }
    return settle(at: time)
  }

  private mutating func settle(at time: Timestamp) -> GestureEvent? {
    defer { waiting = nil }
    return waiting.map { .tap($0.point, time) }
  }
}
