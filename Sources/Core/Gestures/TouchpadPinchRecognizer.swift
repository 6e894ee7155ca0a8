import Geometry
import Input
import Motion
import RealModule

/// A pinch of two fingers on a touchpad, recognised by the driver.
///
/// The centroid is the position of the pointer, whose picture point must not move; the drift that a
/// driver reports beside the scale would move the picture away from it.
struct TouchpadPinchRecognizer: Sendable {
  /// The maximum accepted scale; its inverse is the minimum.
  private static let maxScale = 1e4

  private var isActive = false
  private var centroid = Point.zero
  private var scale = 1.0
  /// The tracker of the logarithm of the scale, as x.
  private var tracker = VelocityTracker()

  /// Processes an event; implausible positions and scales leave the previous ones unchanged.
  mutating func receive(_ event: InputEvent.Pinch) -> GestureEvent? {
    switch event.phase {
    case .began:
      isActive = true
      scale = 1
      tracker.reset()
      centroid = event.location
      _ = note(event)
      return gesture(.began, at: event.time)
    case .changed:
      guard isActive, note(event) else { return nil }
      return gesture(.changed, at: event.time)
    case .ended:
      return finish(.ended, at: event.time)
    case .cancelled:
      return finish(.cancelled, at: event.time)
    }
  }

  /// Ends the gesture in progress.
  mutating func finish(_ phase: GesturePhase, at time: Timestamp) -> GestureEvent? {
    guard isActive else { return nil }
    isActive = false
    return gesture(phase, at: time)
  }

  /// Updates position and scale; false when the event's numbers are implausible.
  private mutating func note(_ event: InputEvent.Pinch) -> Bool {
    guard event.location.isPlausible, event.scale.isFinite, event.scale > 0 else { return false }
    centroid = event.location
    scale = min(max(event.scale, 1 / Self.maxScale), Self.maxScale)
    tracker.add(Vector(dx: .log(scale), dy: 0), at: event.time)
    return true
  }

  private func gesture(_ phase: GesturePhase, at time: Timestamp) -> GestureEvent {
    .pinch(
      PinchGesture(
        phase, kind: .touchpad, centroid: centroid, scale: scale,
        scaleVelocity: phase == .cancelled ? 0 : tracker.velocity(at: time).dx, time: time))
  }
}
