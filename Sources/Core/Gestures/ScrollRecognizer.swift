import Geometry
import Input
import Motion
import RealModule

/// The recogniser of two fingers that scroll on a touchpad: a pan, or a pinch if Ctrl is held at
/// its beginning.
struct ScrollRecognizer: Sendable {
  private struct ScrollSequence {
    let isZoom: Bool
    let origin: Point
    let modifiers: Modifiers
    /// The current position of the pointer in the window, in device pixels.
    var pointer: Point
    /// The scrolled distance in detents, positive for a view that moves right and down.
    var scrolled = Vector.zero
    /// The velocity tracker of the translation in device pixels; during a zoom, of the natural
    /// logarithm of the scale, which is the x component of its samples.
    var tracker = VelocityTracker()
    var lastTime: Timestamp
    var deadline: Timestamp
  }
  /// The last event of the kinetic scrolling that a driver sends after its end event; a kinetic
  /// event is never larger than the one before it.
  private struct KineticEvent {
    var delta: Vector
    var time: Timestamp
  }
  /// The maximum scrolled distance of a zoom, in wheel detents; it keeps the scale finite.
  private static let maxZoomDistance = 50.0

  private var sequence: ScrollSequence?
  private var lastDelta = Vector.zero
  private var lastKineticEvent: KineticEvent?
  /// True when the device has sent an end event before: a time without events then means resting
  /// fingers, not lifted ones.
  private var deviceSendsEndEvents = false

  var isActive: Bool { sequence != nil }
  var deadline: Timestamp? { sequence?.deadline }

  /// Processes a touchpad event with plausible numbers, and returns the pan or pinch event that
  /// results; nil for none.
  mutating func receive(_ event: InputEvent.Scroll, tuning: GestureTuning) -> GestureEvent? {
    if event.isEnd {
      deviceSendsEndEvents = true
      guard sequence != nil else { return nil }
      lastKineticEvent = KineticEvent(delta: lastDelta, time: event.time)
      return finish(at: event.time, tuning: tuning)
    }
    if discardsKineticScroll(event, tuning: tuning) { return nil }
    let isFirst = sequence == nil
    guard !isFirst || event.delta != .zero else { return nil }
    var scroll = sequence ?? begin(event)
    scroll.pointer = event.location
    scroll.lastTime = event.time
    scroll.deadline =
      event.time + (deviceSendsEndEvents ? tuning.restingFingersTimeout : tuning.scrollTimeout)
    lastDelta = event.delta
    scroll.scrolled = Self.clampedDistance(scroll.scrolled + event.delta, isZoom: scroll.isZoom)
    scroll.tracker.add(Self.position(scroll, tuning), at: event.time)
    sequence = scroll
    if !isFirst && event.delta == .zero { return nil }
    return Self.event(isFirst ? .began : .changed, scroll, tuning, at: event.time)
  }

  /// Ends the scroll or zoom in progress, as if the fingers had been lifted; nil when none is in
  /// progress.
  mutating func finish(
    at time: Timestamp, isHandover: Bool = false, tuning: GestureTuning
  ) -> GestureEvent? {
    guard let scroll = sequence else { return nil }
    sequence = nil
    return Self.event(.ended, scroll, tuning, isHandover: isHandover, at: time)
  }

  /// Cancels the scroll or zoom in progress; nil when none is in progress.
  mutating func cancel(at time: Timestamp, tuning: GestureTuning) -> GestureEvent? {
    guard let scroll = sequence else { return nil }
    sequence = nil
    return Self.event(.cancelled, scroll, tuning, at: time)
  }

  /// Ends the scroll or zoom in progress after a time without events; nil when that is not due.
  ///
  /// If the device never sends an end event, the fingers were lifted at the last event, so the
  /// gesture ends with the velocity of that time. If it sends end events, the fingers still rest on
  /// the touchpad, and the velocity is zero.
  mutating func advance(to time: Timestamp, tuning: GestureTuning) -> GestureEvent? {
    guard let scroll = sequence, time >= scroll.deadline else { return nil }
    sequence = nil
    return Self.event(
      .ended, scroll, tuning, measuredAt: deviceSendsEndEvents ? nil : scroll.lastTime, at: time)
  }

  private func begin(_ event: InputEvent.Scroll) -> ScrollSequence {
    var scroll = ScrollSequence(
      isZoom: event.modifiers.contains(.control), origin: event.location,
      modifiers: event.modifiers, pointer: event.location, lastTime: event.time,
      deadline: event.time)
    // The first event already includes movement: without an earlier sample it would have no
    // velocity.
    scroll.tracker.add(.zero, at: event.time - Self.reportInterval)
    return scroll
  }

  /// The assumed time between the first report of a touchpad and the report before it, in seconds:
  /// 1/125 s, the interval of the slowest touchpads in use.
  private static let reportInterval = 0.008

  private mutating func discardsKineticScroll(_ event: InputEvent.Scroll, tuning: GestureTuning)
    -> Bool
  {
    guard sequence == nil, let before = lastKineticEvent else { return false }
    let goesOn = before.delta.dx * event.delta.dx + before.delta.dy * event.delta.dy > 0
    let isKinetic =
      event.time - before.time < tuning.kineticScrollGap && goesOn
      && event.delta.length <= before.delta.length
    lastKineticEvent = isKinetic ? KineticEvent(delta: event.delta, time: event.time) : nil
    return isKinetic
  }

  private static func clampedDistance(_ v: Vector, isZoom: Bool) -> Vector {
    guard isZoom else { return v }
    return Vector(dx: v.dx, dy: min(max(v.dy, -maxZoomDistance), maxZoomDistance))
  }

  private static func position(_ scroll: ScrollSequence, _ tuning: GestureTuning) -> Vector {
    // The content moves in the direction opposite to the view.
    guard scroll.isZoom else { return scroll.scrolled * -tuning.scrollPixelsPerDetent }
    return Vector(dx: -scroll.scrolled.dy * .log(tuning.scrollZoomPerDetent), dy: 0)
  }

  private static func event(
    _ phase: GesturePhase, _ scroll: ScrollSequence, _ tuning: GestureTuning,
    isHandover: Bool = false,
    measuredAt instant: Timestamp? = nil, at time: Timestamp
  ) -> GestureEvent {
    let position = position(scroll, tuning)
    let velocity =
      isHandover || phase == .cancelled
      ? Vector.zero : scroll.tracker.velocity(at: instant ?? time)
    if scroll.isZoom {
      return .pinch(
        PinchGesture(
          phase, kind: .touchpad, centroid: scroll.pointer, scale: .exp(position.dx),
          scaleVelocity: velocity.dx, isHandover: isHandover, time: time))
    }
    return .pan(
      PanGesture(
        phase, kind: .touchpad, origin: scroll.origin, location: scroll.origin + position,
        translation: position, velocity: velocity, fingerCount: 2, modifiers: scroll.modifiers,
        isHandover: isHandover, time: time))
  }
}
