import Geometry
import Input
import Motion

/// Handling of wheels and touchpads. Their events are ignored while a contact is down.
extension GestureArena {
  mutating func receiveScroll(_ event: InputEvent.Scroll, _ out: inout [GestureEvent]) {
    let isPlausible = event.location.isPlausible && event.delta.isPlausible
    switch event.source {
    case .wheel:
      guard isPlausible, contacts.isEmpty else { return }
      finishTouchpad(.ended, at: event.time, &out)
      out.append(.wheel(event))
    case .touchpad:
      guard contacts.isEmpty, isPlausible || event.isEnd else { return }
      finishDriverGestures(.ended, at: event.time, &out)
      if let gesture = scroll.receive(event, tuning: tuning) { out.append(gesture) }
    }
  }

  mutating func receivePinch(_ event: InputEvent.Pinch, _ out: inout [GestureEvent]) {
    guard contacts.isEmpty else { return }
    if event.phase == .began {
      guard event.location.isPlausible else { return }
      finishDriverGestures(.ended, at: event.time, &out)
      let isHandover = scroll.isActive
      let handed = scroll.finish(at: event.time, isHandover: true, tuning: tuning)
      if let handed { out.append(handed) }
      guard case .pinch(var gesture)? = touchpadPinch.receive(event) else { return }
      gesture.isHandover = isHandover
      out.append(.pinch(gesture))
    } else if let gesture = touchpadPinch.receive(event) {
      out.append(gesture)
    }
  }

  mutating func receiveSwipe(_ event: InputEvent.Swipe, _ out: inout [GestureEvent]) {
    guard contacts.isEmpty else { return }
    if event.phase == .began { finishTouchpad(.ended, at: event.time, &out) }
    if let gesture = swipe.receive(event, tuning: tuning) { out.append(gesture) }
  }

  /// Ends the touchpad gesture in progress: another input device takes precedence.
  mutating func finishTouchpad(
    _ phase: GesturePhase, at time: Timestamp, _ out: inout [GestureEvent]
  ) {
    let scrolled =
      phase == .cancelled
      ? scroll.cancel(at: time, tuning: tuning) : scroll.finish(at: time, tuning: tuning)
    if let scrolled { out.append(scrolled) }
    finishDriverGestures(phase, at: time, &out)
  }

  /// Ends a pinch or swipe recognised by the driver. The driver sends no other events during such a
  /// gesture, so the gesture's end was lost.
  private mutating func finishDriverGestures(
    _ phase: GesturePhase, at time: Timestamp, _ out: inout [GestureEvent]
  ) {
    if let gesture = touchpadPinch.finish(phase, at: time) { out.append(gesture) }
    if let gesture = swipe.finish(phase, at: time) { out.append(gesture) }
  }
}
