import Geometry
import Input
import Motion
import RealModule

/// A pinch of two fingers on a touchpad, recognised by the driver.
///
/// Its centroid is the position of the pointer, under which the picture must not move. The drift of
/// the fingers that the driver reports beside the scale is ignored: it would move the picture away.
struct TouchpadPinchRecognizer: Sendable {
  /// The maximum accepted scale of a pinch; its inverse is the minimum.
  private static let maxScale = 1e4

  private var isActive = false
  private var centroid = Point.zero
  private var scale = 1.0
  /// The velocity tracker of the natural logarithm of the scale, which is the x component of its
  /// samples.
  private var tracker = VelocityTracker()

  /// Processes an event of the pinch, and returns the gesture event that results; nil for none.
  /// Implausible positions and scales leave the previous ones unchanged.
  mutating func receive(_ event: InputEvent.Pinch) -> GestureEvent? {
    switch event.phase {
    case .began:
      isActive = true
      scale = 1
      tracker.reset()
      centroid = event.location
      _ = update(from: event)
      return pinchEvent(.began, at: event.time)
    case .changed:
      guard isActive, update(from: event) else { return nil }
      return pinchEvent(.changed, at: event.time)
    case .ended:
      return endPinch(.ended, at: event.time)
    case .cancelled:
      return endPinch(.cancelled, at: event.time)
    }
  }

  /// Ends the pinch in progress with `phase`, ended or cancelled; nil when none is in progress.
  mutating func endPinch(_ phase: GesturePhase, at time: Timestamp) -> GestureEvent? {
    guard isActive else { return nil }
    isActive = false
    return pinchEvent(phase, at: time)
  }

  /// Takes over the position and scale of the event; false when they are implausible.
  private mutating func update(from event: InputEvent.Pinch) -> Bool {
    guard event.location.isPlausible, event.scale.isFinite, event.scale > 0 else { return false }
    centroid = event.location
    scale = min(max(event.scale, 1 / Self.maxScale), Self.maxScale)
    tracker.add(Vector(dx: .log(scale), dy: 0), at: event.time)
    return true
  }

  private func pinchEvent(_ phase: GesturePhase, at time: Timestamp) -> GestureEvent {
    .pinch(
      PinchGesture(
        phase, kind: .touchpad, centroid: centroid, scale: scale,
        scaleVelocity: phase == .cancelled ? 0 : tracker.velocity(at: time).dx, time: time))
  }
}
