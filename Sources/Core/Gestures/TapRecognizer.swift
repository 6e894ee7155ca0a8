import Geometry
import Motion

/// The recogniser of single and double taps. A first tap is sent when a second one is no longer
/// possible.
struct TapRecognizer: Sendable {
  private struct Tap {
    var point: Point
    var kind: PointerKind
  }
  /// The contact that is down and may become a tap; nil when none may.
  private var candidate: Tap?
  /// The first tap, which waits for a second one; nil when none waits.
  private var pendingTap: Tap?
  private var pendingTapExpiry = Timestamp.zero

  /// The time at which a first tap that waits for a second one is sent; nil when no tap waits, and
  /// while a contact that may be the second tap is down.
  var deadline: Timestamp? { pendingTap != nil && candidate == nil ? pendingTapExpiry : nil }

  /// Processes a contact that came down. Returns the first tap that waits for a second one if this
  /// contact cannot become the second one; nil otherwise.
  mutating func press(
    at point: Point, kind: PointerKind, time: Timestamp, tuning: GestureTuning
  ) -> GestureEvent? {
    var single: GestureEvent?
    if let first = pendingTap {
      let isSecond =
        first.kind == kind && time < pendingTapExpiry
        && first.point.distance(to: point) <= tuning.doubleTapDistance
      if !isSecond { single = takePendingTap(at: time) }
    }
    candidate = Tap(point: point, kind: kind)
    return single
  }

  /// Excludes a tap by the contact that is down, and returns the first tap if one waits for a
  /// second one.
  mutating func excludeTap(at time: Timestamp) -> GestureEvent? {
    candidate = nil
    return takePendingTap(at: time)
  }

  /// Processes the lifting of a contact that has not moved. Returns the tap or double tap that is
  /// certain now; nil when a second tap is still possible.
  mutating func release(at time: Timestamp, tuning: GestureTuning) -> GestureEvent? {
    guard let tap = candidate else { return nil }
    candidate = nil
    if pendingTap != nil {
      pendingTap = nil
      return .doubleTap(tap.point, tap.kind, time)
    }
    guard tuning.doubleTapEnabled else { return .tap(tap.point, time) }
    pendingTap = tap
    pendingTapExpiry = time + tuning.doubleTapTime
    return nil
  }

  /// Returns the first tap when the time for a second one is over, and nil otherwise.
  mutating func advance(to time: Timestamp) -> GestureEvent? {
    guard let deadline, time >= deadline else { return nil }
    return takePendingTap(at: time)
  }

  private mutating func takePendingTap(at time: Timestamp) -> GestureEvent? {
    defer { pendingTap = nil }
    return pendingTap.map { .tap($0.point, time) }
  }
}
