import Geometry
import Input
import Motion

/// The recogniser of gestures by wheels and touchpads; no events reach it while a button is pressed
/// or a finger is on the screen.
struct TouchpadGestures: Sendable {
  private var scroll = ScrollRecognizer()
  private var pinch = TouchpadPinchRecognizer()
  private var swipe = SwipeRecognizer()

  /// The latest time for the next call of ``advance(to:tuning:_:)``; nil when no recogniser waits.
  var deadline: Timestamp? { scroll.deadline }

  mutating func receive(
    _ event: InputEvent.Scroll, tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    let isPlausible = event.location.isPlausible && event.delta.isPlausible
    switch event.source {
    case .wheel:
      guard isPlausible else { return }
      finish(.ended, at: event.time, tuning: tuning, &out)
      out.append(.wheel(event))
    case .touchpad:
      guard isPlausible || event.isEnd else { return }
      finishDriverGestures(.ended, at: event.time, &out)
      if let gesture = scroll.receive(event, tuning: tuning) { out.append(gesture) }
    }
  }

  mutating func receive(
    _ event: InputEvent.Pinch, tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    if event.phase == .began {
      guard event.location.isPlausible else { return }
      finishDriverGestures(.ended, at: event.time, &out)
      let isHandover = scroll.isActive
      let handed = scroll.finish(at: event.time, isHandover: true, tuning: tuning)
      if let handed { out.append(handed) }
      guard case .pinch(var gesture)? = pinch.receive(event) else { return }
      gesture.isHandover = isHandover
      out.append(.pinch(gesture))
    } else if let gesture = pinch.receive(event) {
      out.append(gesture)
    }
  }

  mutating func receive(
    _ event: InputEvent.Swipe, tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    if event.phase == .began { finish(.ended, at: event.time, tuning: tuning, &out) }
    if let gesture = swipe.receive(event, tuning: tuning) { out.append(gesture) }
  }

  /// Advances the time to `time`, and appends to `out` the end of a scroll that is due.
  mutating func advance(
    to time: Timestamp, tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    if let ended = scroll.advance(to: time, tuning: tuning) { out.append(ended) }
  }

  /// Ends or cancels the touchpad gesture in progress, because another input device takes
  /// precedence or the system cancelled all input.
  mutating func finish(
    _ phase: GesturePhase, at time: Timestamp, tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    let scrolled =
      phase == .cancelled
      ? scroll.cancel(at: time, tuning: tuning) : scroll.finish(at: time, tuning: tuning)
    if let scrolled { out.append(scrolled) }
    finishDriverGestures(phase, at: time, &out)
  }

  /// Ends a pinch or swipe recognised by the driver when another event of the touchpad comes: the
  /// driver sends none during such a gesture, so the gesture's end event was lost.
  private mutating func finishDriverGestures(
    _ phase: GesturePhase, at time: Timestamp, _ out: inout [GestureEvent]
  ) {
    if let gesture = pinch.endPinch(phase, at: time) { out.append(gesture) }
    if let gesture = swipe.endPan(phase, at: time) { out.append(gesture) }
  }
}
