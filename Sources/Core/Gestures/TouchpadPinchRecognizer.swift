import Geometry
import Input
import Motion
import RealModule

/// Two fingers pinching on a touchpad, already recognised by the driver.
///
/// The middle stays at the pointer: that is the point that must not move, and the drift a driver
/// reports beside the scale would carry the picture away from it.
struct TouchpadPinchRecognizer: Sendable {
  /// Scales beyond this (or below its inverse) are no hand's.
  private static let largestScale = 1e4

  private var isActive = false
  private var centroid = Point.zero
  private var scale = 1.0
  /// The logarithm of the scale, along x.
  private var tracker = VelocityTracker()

  /// Takes an event; places and scales that are no numbers leave those before them.
  mutating func receive(_ event: PinchEvent) -> GestureEvent? {
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

  /// Ends what is under way.
  mutating func finish(_ phase: GesturePhase, at time: Timestamp) -> GestureEvent? {
    guard isActive else { return nil }
    isActive = false
    return gesture(phase, at: time)
  }

  /// False when the event is refused.
  private mutating func note(_ event: PinchEvent) -> Bool {
    guard event.location.isPlausible, event.scale.isFinite, event.scale > 0 else { return false }
    centroid = event.location
    scale = min(max(event.scale, 1 / Self.largestScale), Self.largestScale)
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
