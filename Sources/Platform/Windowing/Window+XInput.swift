import CX11
import Geometry
import Input
import Motion

/// Handling of XInput 2 events.
extension Window {
  /// Selects all pointer, touch and gesture events that the server's version of XInput 2 supports.
  func selectInput() {
    guard display.extensions.inputOpcode != nil else { return }
    let minor = display.extensions.inputMinor
    var events = [XI_ButtonPress, XI_ButtonRelease, XI_Motion, XI_Enter, XI_Leave]
    if minor >= 2 { events += [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd] }
    if minor >= 4 {
      events += [XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd]
      events += [XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd]
    }
    display.selectXInput(events, of: XIAllMasterDevices, on: id)
  }

  /// Handles one pointer or touch event.
  func handle(_ e: XIDeviceEvent) {
    let isTouch = [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd].contains(e.evtype)
    var origin = origin(e.sourceid, e.event_x, e.event_y, e.mods, e.time)
    // In touch events the same bit means "touch about to end".
    origin.isEmulated = !isTouch && UInt32(bitPattern: e.flags) & UInt32(XIPointerEmulated) != 0
    switch e.evtype {
    case XI_Motion: received(.motion(origin, valuators: Self.values(e.valuators)))
    case XI_ButtonPress, XI_ButtonRelease:
      if e.evtype == XI_ButtonPress { recordUserAction(at: e.time) }
      received(
        .button(origin, number: Int(e.detail), isPress: e.evtype == XI_ButtonPress))
    case XI_TouchBegin: received(touch(origin, e.detail, .began))
    case XI_TouchUpdate: received(touch(origin, e.detail, .moved))
    case XI_TouchEnd: received(touch(origin, e.detail, .ended))
    default: break
    }
  }

  private func origin(
    _ source: Int32, _ x: Double, _ y: Double, _ modifiers: XIModifierState, _ time: Time
  ) -> ServerInput.Origin {
    ServerInput.Origin(
      device: Int(source), location: Point(x: x, y: y),
      state: UInt32(bitPattern: modifiers.effective), time: display.instant(of: time))
  }

  private func touch(
    _ origin: ServerInput.Origin, _ id: Int32, _ phase: TouchEvent.Phase
  ) -> ServerInput {
    .touch(origin, id: UInt32(bitPattern: id), phase: phase)
  }

  /// Handles the pointer entering or leaving.
  func handle(_ e: XIEnterEvent) {
    guard e.detail != XINotifyInferior else { return }
    let isEnter = e.evtype == XI_Enter
    received(
      .crossing(
        origin(e.sourceid, e.event_x, e.event_y, e.mods, e.time),
        isEnter: isEnter, isGrab: e.mode == XINotifyGrab))
    // The valuators changed without events while the pointer was outside.
    if isEnter { display.refreshScrollPositions() }
  }

  /// Handles one event of a touchpad pinch.
  func handle(_ e: XIGesturePinchEvent) {
    let phase = phase(
      e.evtype, begin: XI_GesturePinchBegin, end: XI_GesturePinchEnd,
      isCancelled: e.flags & Int32(XIGesturePinchEventCancelled) != 0)
    received(
      .pinch(
        origin(e.sourceid, e.event_x, e.event_y, e.mods, e.time),
        phase: phase, scale: e.scale, delta: Vector(dx: e.delta_x, dy: e.delta_y)))
  }

  /// Handles one event of a touchpad swipe.
  func handle(_ e: XIGestureSwipeEvent) {
    let phase = phase(
      e.evtype, begin: XI_GestureSwipeBegin, end: XI_GestureSwipeEnd,
      isCancelled: e.flags & Int32(XIGestureSwipeEventCancelled) != 0)
    received(
      .swipe(
        origin(e.sourceid, e.event_x, e.event_y, e.mods, e.time),
        phase: phase, fingers: Int(e.detail), delta: Vector(dx: e.delta_x, dy: e.delta_y)))
  }

  private func phase(
    _ type: Int32, begin: Int32, end: Int32, isCancelled: Bool
  ) -> TouchpadPhase {
    switch type {
    case begin: .began
    case end: isCancelled ? .cancelled : .ended
    default: .changed
    }
  }

  /// The values of the valuators in an event, by number. Xlib packs the values without gaps.
  private static func values(_ state: XIValuatorState) -> [Int: Double] {
    guard let mask = state.mask, let packed = state.values else { return [:] }
    var values: [Int: Double] = [:]
    var next = 0
    for number in 0..<Int(state.mask_len) * 8 where mask[number >> 3] & (1 << (number & 7)) != 0 {
      values[number] = packed[next]
      next += 1
    }
    return values
  }
}
