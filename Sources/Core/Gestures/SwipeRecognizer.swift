import Geometry
import Input
import Motion

/// The recogniser of a pan by three or more fingers that move horizontally on a touchpad. Vertical
/// and diagonal swipes are left to the desktop.
struct SwipeRecognizer: Sendable {
  private enum State {
    case idle
    case undecided
    case panning(slop: Double)
  }
  private var state = State.idle
  private var fingerCount = 0
  private var origin = Point.zero
  private var totalDelta = Vector.zero
  private var tracker = VelocityTracker()

  mutating func receive(_ event: InputEvent.Swipe, tuning: GestureTuning) -> GestureEvent? {
    switch event.phase {
    case .began:
      guard event.location.isPlausible else { return nil }
      state = .undecided
      fingerCount = event.fingers
      origin = event.location
      totalDelta = .zero
      tracker.reset()
      tracker.add(.zero, at: event.time)
      return nil
    case .changed:
      return move(event, tuning: tuning)
    case .ended:
      return endPan(.ended, at: event.time)
    case .cancelled:
      return endPan(.cancelled, at: event.time)
    }
  }

  /// Ends the pan in progress with `phase`, ended or cancelled; nil when no pan is in progress.
  mutating func endPan(_ phase: GesturePhase, at time: Timestamp) -> GestureEvent? {
    defer { state = .idle }
    guard case .panning(let slop) = state else { return nil }
    return panEvent(phase, slop: slop, at: time)
  }

  private mutating func move(_ event: InputEvent.Swipe, tuning: GestureTuning) -> GestureEvent? {
    guard event.delta.isPlausible, (totalDelta + event.delta).isPlausible else { return nil }
    switch state {
    case .idle:
      return nil
    case .undecided:
      totalDelta = totalDelta + event.delta
      tracker.add(totalDelta, at: event.time)
      guard totalDelta.length >= tuning.swipeSlop else { return nil }
      guard abs(totalDelta.dx) >= tuning.swipeAxisRatio * abs(totalDelta.dy) else {
        state = .idle
        return nil
      }
      // A nearly diagonal swipe reaches the slop with a smaller horizontal movement: the
      // translation then starts at 0.
      let slop = min(tuning.swipeSlop, abs(totalDelta.dx))
      state = .panning(slop: totalDelta.dx < 0 ? -slop : slop)
      return panEvent(.began, slop: totalDelta.dx < 0 ? -slop : slop, at: event.time)
    case .panning(let slop):
      totalDelta = totalDelta + event.delta
      tracker.add(totalDelta, at: event.time)
      return panEvent(.changed, slop: slop, at: event.time)
    }
  }

  private func panEvent(_ phase: GesturePhase, slop: Double, at time: Timestamp) -> GestureEvent {
    let translation = Vector(dx: totalDelta.dx - slop, dy: 0)
    let velocity = Vector(dx: tracker.velocity(at: time).dx, dy: 0)
    return .pan(
      PanGesture(
        phase, kind: .touchpad, origin: origin, location: origin + translation,
        translation: translation, velocity: phase == .cancelled ? .zero : velocity,
        fingerCount: fingerCount, time: time))
  }
}
