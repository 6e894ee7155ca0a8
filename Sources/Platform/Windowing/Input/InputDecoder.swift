import CX11
import Geometry
import Input
import Motion

/// The decoder of X events about input, which converts them into plain values.
struct InputDecoder {
  private let time: ServerTime

  init(_ time: ServerTime) { self.time = time }

  // MARK: Core protocol

  /// The input in a pointer event of the core protocol; nil for other events, and when the pointer
  /// crosses between the window and a child of it.
  func pointer(_ event: XEvent) -> ServerInput? {
    switch event.type {
    case MotionNotify:
      let e = event.xmotion
      return .motion(context(e.x, e.y, e.state, e.time), valuators: [:])
    case ButtonPress, ButtonRelease:
      let e = event.xbutton
      return .button(
        context(e.x, e.y, e.state, e.time), number: Int(e.button), isPress: e.type == ButtonPress)
    case EnterNotify, LeaveNotify:
      let e = event.xcrossing
      guard e.detail != NotifyInferior else { return nil }
      return .crossing(
        context(e.x, e.y, e.state, e.time), isEnter: e.type == EnterNotify,
        isGrab: e.mode == NotifyGrab)
    default: return nil
    }
  }

  /// The press or release of a key, with the key's symbol in the keyboard layout.
  func key(_ e: XKeyEvent, _ symbol: KeySymbol) -> ServerInput {
    .key(
      code: e.keycode, isPress: e.type == KeyPress, symbol, state: e.state,
      time: time.recordEvent(at: e.time))
  }

  private func context(
    _ x: Int32, _ y: Int32, _ state: UInt32, _ time: Time
  ) -> ServerInput.EventContext {
    ServerInput.EventContext(
      location: Point(x: Double(x), y: Double(y)), state: state,
      time: self.time.recordEvent(at: time))
  }

  // MARK: XInput 2

  /// The input in a pointer or touch event of XInput 2; nil for other types.
  func device(_ e: XIDeviceEvent) -> ServerInput? {
    let isTouch = [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd].contains(e.evtype)
    var context = context(e.sourceid, e.event_x, e.event_y, e.mods, e.time)
    // In touch events the bit of `XIPointerEmulated` has another meaning, “touch about to end”.
    context.isEmulated = !isTouch && UInt32(bitPattern: e.flags) & UInt32(XIPointerEmulated) != 0
    let touch = UInt32(bitPattern: e.detail)
    return switch e.evtype {
    case XI_Motion: .motion(context, valuators: Self.values(e.valuators))
    case XI_ButtonPress, XI_ButtonRelease:
      .button(context, number: Int(e.detail), isPress: e.evtype == XI_ButtonPress)
    case XI_TouchBegin: .touch(context, id: touch, phase: .began)
    case XI_TouchUpdate: .touch(context, id: touch, phase: .moved)
    case XI_TouchEnd: .touch(context, id: touch, phase: .ended)
    default: nil
    }
  }

  /// The input in an event of XInput 2 about a pointer that enters or leaves the window.
  func crossing(_ e: XIEnterEvent) -> ServerInput {
    .crossing(
      context(e.sourceid, e.event_x, e.event_y, e.mods, e.time),
      isEnter: e.evtype == XI_Enter, isGrab: e.mode == XINotifyGrab)
  }

  /// The input in an event of a pinch on a touchpad.
  func pinch(_ e: XIGesturePinchEvent) -> ServerInput {
    let phase = phase(
      e.evtype, begin: XI_GesturePinchBegin, end: XI_GesturePinchEnd,
      isCancelled: e.flags & Int32(XIGesturePinchEventCancelled) != 0)
    return .pinch(
      context(e.sourceid, e.event_x, e.event_y, e.mods, e.time),
      phase: phase, scale: e.scale, delta: Vector(dx: e.delta_x, dy: e.delta_y))
  }

  /// The input in an event of a swipe with several fingers on a touchpad.
  func swipe(_ e: XIGestureSwipeEvent) -> ServerInput {
    let phase = phase(
      e.evtype, begin: XI_GestureSwipeBegin, end: XI_GestureSwipeEnd,
      isCancelled: e.flags & Int32(XIGestureSwipeEventCancelled) != 0)
    return .swipe(
      context(e.sourceid, e.event_x, e.event_y, e.mods, e.time),
      phase: phase, fingers: Int(e.detail), delta: Vector(dx: e.delta_x, dy: e.delta_y))
  }

  private func context(
    _ source: Int32, _ x: Double, _ y: Double, _ modifiers: XIModifierState, _ time: Time
  ) -> ServerInput.EventContext {
    ServerInput.EventContext(
      device: Int(source), location: Point(x: x, y: y),
      state: UInt32(bitPattern: modifiers.effective), time: self.time.recordEvent(at: time))
  }

  private func phase(
    _ type: Int32, begin: Int32, end: Int32, isCancelled: Bool
  ) -> InputEvent.TouchpadPhase {
    switch type {
    case begin: .began
    case end: isCancelled ? .cancelled : .ended
    default: .changed
    }
  }

  /// The values of the valuators in an event, by valuator number. Xlib stores the values without
  /// gaps.
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
