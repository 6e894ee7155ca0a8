import Geometry
import Motion

/// A pan by one contact. The slop is subtracted from its translation, so nothing jumps when the pan
/// is recognised.
struct PanRecognizer: Sendable {
  private let origin: Point
  /// The position from which the translation is measured.
  private let translationOrigin: Point
  private let pinchVelocity: (velocity: Vector, until: Timestamp)?

  /// Recognises the pan of a contact that has moved farther than its slop; nil before that.
  init?(_ contact: Contact, tuning: GestureTuning) {
    let slop = tuning.slop(for: contact.key.kind)
    let moved = contact.location - contact.origin
    let length = moved.length
    guard length > slop else { return nil }
    origin = contact.origin
    translationOrigin = contact.origin + moved * (slop / length)
    pinchVelocity = nil
  }

  /// Continues a pinch, of which one finger was lifted, as a pan by the other finger, `contact`.
  ///
  /// Two fingers are never lifted at the same instant: for a short time the release velocity of the
  /// pan is `velocity`, that of the pinch's centroid, and not that of the finger that stays longer.
  init(continuing contact: Contact, velocity: Vector, at time: Timestamp, tuning: GestureTuning) {
    origin = contact.location
    translationOrigin = contact.location
    pinchVelocity = (velocity, time + tuning.pinchReleaseTime)
  }

  func event(
    _ phase: GesturePhase, _ contact: Contact, isHandover: Bool = false, at time: Timestamp
  ) -> GestureEvent {
    .pan(
      PanGesture(
        phase, kind: contact.key.kind, origin: origin, location: contact.location,
        translation: contact.location - translationOrigin,
        velocity: isHandover || phase == .cancelled ? .zero : velocity(of: contact, at: time),
        modifiers: contact.modifiers, isHandover: isHandover, time: time))
  }

  private func velocity(of contact: Contact, at time: Timestamp) -> Vector {
    if let pinchVelocity, time < pinchVelocity.until { return pinchVelocity.velocity }
    return contact.tracker.velocity(at: time)
  }
}
