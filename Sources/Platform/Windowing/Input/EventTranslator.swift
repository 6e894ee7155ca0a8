import Geometry
import Input
import Motion

/// The translation of X events about input into input events. A value without display or clock.
nonisolated struct EventTranslator {
  /// The scroll directions of the core protocol's wheel buttons: 4 up, 5 down, 6 left, 7 right.
  private static let wheelButtons: [Int: Vector] = [
    4: Vector(dx: 0, dy: -1), 5: Vector(dx: 0, dy: 1), 6: Vector(dx: -1, dy: 0),
    7: Vector(dx: 1, dy: 0),
  ]

  private struct TouchpadScroll {
    var location: Point
    var modifiers: Modifiers
  }

  /// The known devices with scroll axes, and touchscreens.
  var devices = ScrollDevices()
  private var pressedButtons: Set<Int> = []
  private var activeTouches: Set<UInt32> = []
  private var pressedKeys: [UInt32: KeySymbol] = [:]
  /// The scroll on a touchpad that is in progress; nil when none is. A pause does not end it, since
  /// fingers may stay on the touchpad; the gesture recognisers judge pauses, as they know the
  /// velocity.
  private var touchpadScroll: TouchpadScroll?
  private var isGesturing = false
  private var isPointerInside = false

  init() {}

  /// Whether a press, touch, gesture or scroll is in progress, which the loss of the focus would
  /// cancel.
  private var isBusy: Bool {
    !pressedButtons.isEmpty || !activeTouches.isEmpty || isGesturing || touchpadScroll != nil
  }

  /// The input events for one X event: usually one, sometimes none, rarely two.
  mutating func translate(_ input: ServerInput) -> [InputEvent] {
    switch input {
    case .motion(let context, let valuators): motion(context, valuators)
    case .button(let context, let number, let isPress): button(context, number, isPress)
    case .crossing(let context, let isEnter, let isGrab): crossing(context, isEnter, isGrab)
    case .touch(let context, let id, let phase): touch(context, id, phase)
    case .pinch(let context, let phase, let scale, let delta):
      gesture(context, phase) {
        .pinch(
          InputEvent.Pinch(
            phase, at: context.location, scale: scale, delta: delta,
            modifiers: Modifiers(state: context.state), time: context.time))
      }
    case .swipe(let context, let phase, let fingers, let delta):
      gesture(context, phase) {
        .swipe(
          InputEvent.Swipe(
            phase, fingers: fingers, at: context.location, delta: delta, time: context.time))
      }
    case .key(let code, let isPress, let symbol, let state, let time):
      key(code, isPress, symbol, state, time)
    case .interrupted(let time): interrupt(at: time)
    }
  }

  // MARK: Pointer

  private mutating func motion(
    _ context: ServerInput.EventContext, _ valuators: [Int: Double]
  ) -> [InputEvent] {
    guard !isEmulatedPointer(context) else { return [] }
    var events: [InputEvent] = []
    let movement = devices.recordMotion(of: context.device, valuators: valuators)
    if let movement { events += scrolled(context, movement) }
    // A scroll event has only its own valuators. The pointer has moved when valuator 0 or 1 (x or
    // y) is present, or when the event comes from the core protocol, which has no valuators.
    if movement == nil || valuators[0] != nil || valuators[1] != nil {
      events.append(pointer(.moved, context))
    }
    return events
  }

  private mutating func button(
    _ context: ServerInput.EventContext, _ number: Int, _ isPress: Bool
  ) -> [InputEvent] {
    guard !isEmulatedPointer(context) else { return [] }
    if let detent = Self.wheelButtons[number] {
      guard isPress else { return [] }
      return [scrollEvent(.wheel, delta: detent, context)]
    }
    guard let button = InputEvent.Pointer.Button(number: number) else { return [] }
    if isPress {
      if pressedButtons.isEmpty { isPointerInside = true }
      pressedButtons.insert(number)
      return endScroll(at: context.time) + [pointer(.pressed(button), context)]
    }
    // A release is ignored when its press was cancelled or was sent to another program.
    guard pressedButtons.remove(number) != nil else { return [] }
    let released = pointer(.released(button), context)
    return pressedButtons.isEmpty && !isPointerInside
      ? [released, pointer(.exited, context)] : [released]
  }

  private mutating func crossing(
    _ context: ServerInput.EventContext, _ isEnter: Bool, _ isGrab: Bool
  ) -> [InputEvent] {
    guard !devices[context.device].isTouchscreen else { return [] }
    if isGrab && !isEnter { return pressedButtons.isEmpty ? [] : interrupt(at: context.time) }
    if isEnter { devices.forgetPositions() }
    guard isEnter != isPointerInside else { return [] }
    isPointerInside = isEnter
    // The pointer is grabbed while a button is held, so entering and leaving are not reported.
    guard pressedButtons.isEmpty else { return [] }
    return [pointer(isEnter ? .entered : .exited, context)]
  }

  private func pointer(_ kind: InputEvent.Pointer.Kind, _ o: ServerInput.EventContext) -> InputEvent
  {
    .pointer(
      InputEvent.Pointer(kind, at: o.location, modifiers: Modifiers(state: o.state), time: o.time))
  }

  /// Whether the server has made this pointer event from a touch or a scroll valuator.
  private func isEmulatedPointer(_ context: ServerInput.EventContext) -> Bool {
    context.isEmulated || devices[context.device].isTouchscreen
  }

  // MARK: Scrolling

  private mutating func scrolled(
    _ context: ServerInput.EventContext, _ movement: ScrollDevices.Movement
  ) -> [InputEvent] {
    guard movement.isTouchpad else {
      guard movement.delta != .zero else { return [] }
      return [scrollEvent(.wheel, delta: movement.delta, context)]
    }
    guard movement.delta != .zero else {
      // A scroll event whose valuators have not changed reports that the fingers were lifted.
      return movement.isComplete ? endScroll(at: context.time) : []
    }
    touchpadScroll = TouchpadScroll(
      location: context.location, modifiers: Modifiers(state: context.state))
    return [scrollEvent(.touchpad, delta: movement.delta, context)]
  }

  private func scrollEvent(
    _ source: InputEvent.Scroll.Source, delta: Vector, _ o: ServerInput.EventContext
  ) -> InputEvent {
    .scroll(
      InputEvent.Scroll(
        source, delta: delta, at: o.location, modifiers: Modifiers(state: o.state), time: o.time))
  }

  private mutating func endScroll(at time: Timestamp) -> [InputEvent] {
    guard let ended = touchpadScroll else { return [] }
    touchpadScroll = nil
    return [
      .scroll(
        InputEvent.Scroll(
          .touchpad, delta: .zero, isEnd: true, at: ended.location, modifiers: ended.modifiers,
          time: time))
    ]
  }

  // MARK: Touches

  private mutating func touch(
    _ context: ServerInput.EventContext, _ id: UInt32, _ phase: InputEvent.Touch.Phase
  ) -> [InputEvent] {
    switch phase {
    case .began: activeTouches.insert(id)
    case .moved: guard activeTouches.contains(id) else { return [] }
    case .ended, .cancelled: guard activeTouches.remove(id) != nil else { return [] }
    }
    return [.touch(InputEvent.Touch(id: id, phase, at: context.location, time: context.time))]
  }

  private mutating func gesture(
    _ context: ServerInput.EventContext, _ phase: InputEvent.TouchpadPhase, make: () -> InputEvent
  ) -> [InputEvent] {
    let ended = phase == .began ? endScroll(at: context.time) : []
    guard phase == .began || isGesturing else { return [] }
    isGesturing = phase == .began || phase == .changed
    return ended + [make()]
  }

  // MARK: Keys and interruption

  private mutating func key(
    _ code: UInt32, _ isPress: Bool, _ symbol: KeySymbol, _ state: UInt32, _ time: Timestamp
  ) -> [InputEvent] {
    let modifiers = Modifiers(state: state)
    guard isPress else {
      // The release has the symbol of the press, even when the modifiers have changed since.
      guard let held = pressedKeys.removeValue(forKey: code) else { return [] }
      var release = KeyEvent(
        held.name, text: held.text, isPress: false, modifiers: modifiers, time: time)
      release.code = code
      return [.key(release)]
    }
    // Text from an input method has no key code, and no release follows it.
    let isRepeat = code != 0 && pressedKeys.updateValue(symbol, forKey: code) != nil
    var press = KeyEvent(
      symbol.name, text: symbol.text, isRepeat: isRepeat, modifiers: modifiers, time: time)
    press.code = code
    return [.key(press)]
  }

  private mutating func interrupt(at time: Timestamp) -> [InputEvent] {
    let wasBusy = isBusy
    pressedButtons.removeAll()
    activeTouches.removeAll()
    pressedKeys.removeAll()
    touchpadScroll = nil
    isGesturing = false
    return wasBusy ? [.cancelled(time)] : []
  }
}

extension Modifiers {
  /// Makes the modifier keys from a state mask of the core protocol. Mod1 counts as Alt and Mod4 as
  /// Super, as on common keyboard maps.
  nonisolated init(state: UInt32) {
    self = []
    if state & 0x01 != 0 { insert(.shift) }
    if state & 0x04 != 0 { insert(.control) }
    if state & 0x08 != 0 { insert(.alt) }
    if state & 0x40 != 0 { insert(.command) }
  }
}

extension InputEvent.Pointer.Button {
  /// The button with a number of the core protocol; nil for unsupported buttons.
  fileprivate nonisolated init?(number: Int) {
    switch number {
    case 1: self = .primary
    case 2: self = .middle
    case 3: self = .secondary
    case 8: self = .back
    case 9: self = .forward
    default: return nil
    }
  }
}
