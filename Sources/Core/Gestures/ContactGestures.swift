import Geometry
import Input
import Motion

/// The recogniser of gestures by contacts: pressed buttons and fingers on the screen.
struct ContactGestures: Sendable {
  /// The state of recognition of the contacts that are down.
  private enum State: Sendable {
    /// No contact is down.
    case idle
    /// One contact is down, and no gesture is excluded.
    case oneContact
    /// Two fingers are down and have not moved beyond the slop.
    case twoContacts(PinchRecognizer)
    case pan(PanRecognizer)
    case pinch(PinchRecognizer)
    /// The gesture is over, and the contacts still down are ignored. `isReleaseReported` is true
    /// when the last press needs no `released` event any more.
    case ignoring(isReleaseReported: Bool)
  }

  private var state = State.idle
  /// The contacts in the order in which they came down; the first two make gestures, the others are
  /// only tracked.
  private var contacts: [Contact] = []
  private var tap = TapRecognizer()
  private var longPress = LongPressRecognizer()

  /// True when no contact is down.
  var isEmpty: Bool { contacts.isEmpty }

  /// The latest time for the next call of ``advance(to:_:)``; nil when no recogniser waits.
  var deadline: Timestamp? { [tap.deadline, longPress.deadline].compactMap(\.self).min() }

  /// Processes an event of a mouse or pen, and appends the recognised gestures to `out`. A pressed
  /// button ends the gesture of the touchpad.
  mutating func receive(
    _ event: InputEvent.Pointer, interrupting touchpad: inout TouchpadGestures,
    tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    let mouse = contacts.first { $0.key.kind == .mouse }
    switch event.kind {
    case .moved, .entered:
      guard event.location.isPlausible else { return }
      if let mouse {
        move(mouse.key, to: event.location, at: event.time, tuning, &out)
      } else if contacts.isEmpty {
        out.append(.hover(event.location, event.time))
      }
    case .exited:
      if contacts.isEmpty { out.append(.hover(nil, event.time)) }
    case .pressed(let button):
      guard event.location.isPlausible else { return }
      press(button, event, interrupting: &touchpad, tuning, &out)
    case .released(let button):
      end(.mouse(button), at: event.location, time: event.time, tuning, &out)
    }
  }

  /// Processes an event of a finger, and appends the recognised gestures to `out`. A finger that
  /// comes down ends the gesture of the touchpad.
  mutating func receive(
    _ event: InputEvent.Touch, interrupting touchpad: inout TouchpadGestures,
    tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    let key = Contact.Key.touch(event.id)
    switch event.phase {
    case .began:
      guard event.location.isPlausible else { return }
      begin(
        Contact(key, at: event.location, modifiers: [], time: event.time), event.time,
        interrupting: &touchpad, tuning, &out)
    case .moved:
      guard event.location.isPlausible else { return }
      move(key, to: event.location, at: event.time, tuning, &out)
    case .ended:
      end(key, at: event.location, time: event.time, tuning, &out)
    case .cancelled:
      cancel(key, at: event.time, &out)
    }
  }

  /// Advances the time to `time`, and appends to `out` the tap or the context menu that is due.
  mutating func advance(to time: Timestamp, _ out: inout [GestureEvent]) {
    if let single = tap.advance(to: time) { out.append(single) }
    if let point = longPress.advance(to: time) {
      if let earlier = tap.excludeTap(at: time) { out.append(earlier) }
      state = .ignoring(isReleaseReported: false)
      out.append(.contextMenu(point, time))
    }
  }

  /// Cancels all gestures in progress, and discards a tap that waits for a second one.
  mutating func cancelAll(at time: Timestamp, _ out: inout [GestureEvent]) {
    _ = tap.excludeTap(at: time)
    while let last = contacts.last { cancel(last.key, at: time, &out) }
  }

  private mutating func press(
    _ button: InputEvent.Pointer.Button, _ event: InputEvent.Pointer,
    interrupting touchpad: inout TouchpadGestures, _ tuning: GestureTuning,
    _ out: inout [GestureEvent]
  ) {
    let contact = Contact(
      .mouse(button), at: event.location, modifiers: event.modifiers, time: event.time)
    switch button {
    case .primary, .middle:
      begin(contact, event.time, interrupting: &touchpad, tuning, &out)
    case .secondary, .back, .forward:
      // The secondary button and the thumb buttons are ignored while a contact is down: they are
      // then pressed by accident.
      guard contacts.isEmpty else { return }
      touchpad.finish(.ended, at: event.time, tuning: tuning, &out)
      if let earlier = tap.excludeTap(at: event.time) { out.append(earlier) }
      out.append(
        button == .secondary
          ? .contextMenu(event.location, event.time)
          : .button(button, event.location, event.time))
    }
  }

  private mutating func begin(
    _ contact: Contact, _ time: Timestamp, interrupting touchpad: inout TouchpadGestures,
    _ tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    let key = contact.key
    // A second begin with the same key means that the end of the first contact was lost.
    if contacts.contains(where: { $0.key == key }) { cancel(key, at: time, &out) }
    if let first = contacts.first, first.key.kind != key.kind || key.kind == .mouse { return }
    touchpad.finish(.ended, at: time, tuning: tuning, &out)
    contacts.append(contact)
    switch contacts.count {
    case 1: beginFirst(contact, at: time, tuning, &out)
    case 2: beginSecond(at: time, tuning, &out)
    default: break
    }
  }

  private mutating func beginFirst(
    _ contact: Contact, at time: Timestamp, _ tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    state = .oneContact
    let point = contact.location
    if contact.key == .mouse(.middle) {
      if let earlier = tap.excludeTap(at: time) { out.append(earlier) }
    } else {
      let earlier = tap.press(at: point, kind: contact.key.kind, time: time, tuning: tuning)
      if let earlier { out.append(earlier) }
      longPress.press(at: point, time: time, tuning: tuning)
    }
    out.append(.pressed(point, time))
  }

  private mutating func beginSecond(
    at time: Timestamp, _ tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    switch state {
    case .oneContact:
      ruleOutTap(at: time, &out)
      state = .twoContacts(makePinch(at: time, tuning))
    case .pan(let pan):
      out.append(pan.event(.ended, contacts[0], isHandover: true, at: time))
      takeOverAsPinch(at: time, tuning, &out)
    case .idle, .twoContacts, .pinch, .ignoring:
      break
    }
  }

  private mutating func move(
    _ key: Contact.Key, to point: Point, at time: Timestamp, _ tuning: GestureTuning,
    _ out: inout [GestureEvent]
  ) {
    guard let index = contacts.firstIndex(where: { $0.key == key }) else { return }
    contacts[index].move(to: point, at: time)
    guard index < 2 else { return }
    switch state {
    case .oneContact:
      longPress.move(to: point, tuning: tuning)
      guard let pan = PanRecognizer(contacts[0], tuning: tuning) else { return }
      ruleOutTap(at: time, &out)
      state = .pan(pan)
      out.append(pan.event(.began, contacts[0], at: time))
    case .twoContacts(var pinch):
      pinch.move(contacts[0], contacts[1], at: time, tuning: tuning)
      let isRecognized = pinch.recognize(tuning: tuning)
      state = isRecognized ? .pinch(pinch) : .twoContacts(pinch)
      if isRecognized { out.append(pinch.event(.began, at: time)) }
    case .pan(let pan):
      out.append(pan.event(.changed, contacts[0], at: time))
    case .pinch(var pinch):
      pinch.move(contacts[0], contacts[1], at: time, tuning: tuning)
      state = .pinch(pinch)
      out.append(pinch.event(.changed, at: time))
    case .idle, .ignoring:
      break
    }
  }

  private mutating func end(
    _ key: Contact.Key, at point: Point, time: Timestamp, _ tuning: GestureTuning,
    _ out: inout [GestureEvent]
  ) {
    guard let held = contacts.first(where: { $0.key == key }) else { return }
    // An end event usually repeats the last position; as a sample it would feign deceleration.
    if point.isPlausible, point != held.location { move(key, to: point, at: time, tuning, &out) }
    guard let index = contacts.firstIndex(where: { $0.key == key }) else { return }
    let contact = contacts.remove(at: index)
    switch state {
    case .oneContact:
      liftLast(contact, at: time, tuning, &out)
    case .twoContacts:
      guard index < 2 else { return }
      for i in contacts.indices { contacts[i].resetSlopOrigin() }
      state = contacts.count >= 2 ? .twoContacts(makePinch(at: time, tuning)) : .oneContact
    case .pan(let pan):
      state = .idle
      out.append(pan.event(.ended, contact, at: time))
    case .pinch(let pinch):
      guard index < 2 else { return }
      out.append(pinch.event(.ended, isHandover: true, at: time))
      if contacts.count >= 2 {
        takeOverAsPinch(at: time, tuning, &out)
      } else {
        takeOverAsPan(velocity: pinch.velocity(at: time), at: time, tuning, &out)
      }
    case .ignoring(let isReleaseReported):
      finishIgnoredContacts(isReleaseReported: isReleaseReported, at: time, &out)
    case .idle:
      break
    }
  }

  /// Handles the lifting of the only contact, which has not moved beyond the slop.
  private mutating func liftLast(
    _ contact: Contact, at time: Timestamp, _ tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    state = .idle
    longPress.fail()
    out.append(.released(time))
    if contact.key == .mouse(.middle) {
      out.append(.button(.middle, contact.location, time))
    } else if let tapped = tap.release(at: time, tuning: tuning) {
      out.append(tapped)
    }
  }

  private mutating func cancel(
    _ key: Contact.Key, at time: Timestamp, _ out: inout [GestureEvent]
  ) {
    guard let index = contacts.firstIndex(where: { $0.key == key }) else { return }
    let contact = contacts.remove(at: index)
    // Contacts after the second take no part in gestures.
    if index >= 2 { return }
    switch state {
    case .oneContact, .twoContacts:
      ruleOutTap(at: time, &out)
      finishIgnoredContacts(isReleaseReported: false, at: time, &out)
    case .pan(let pan):
      out.append(pan.event(.cancelled, contact, at: time))
      finishIgnoredContacts(isReleaseReported: true, at: time, &out)
    case .pinch(let pinch):
      out.append(pinch.event(.cancelled, at: time))
      finishIgnoredContacts(isReleaseReported: true, at: time, &out)
    case .ignoring(let isReleaseReported):
      finishIgnoredContacts(isReleaseReported: isReleaseReported, at: time, &out)
    case .idle:
      break
    }
  }

  /// Ignores the contacts that are still down; when none is left and `isReleaseReported` is false,
  /// appends the `released` event that is still due.
  private mutating func finishIgnoredContacts(
    isReleaseReported: Bool, at time: Timestamp, _ out: inout [GestureEvent]
  ) {
    state = contacts.isEmpty ? .idle : .ignoring(isReleaseReported: isReleaseReported)
    if contacts.isEmpty && !isReleaseReported { out.append(.released(time)) }
  }

  /// Excludes tap and long press for the current contact; an earlier tap that waited for a second
  /// one is sent.
  private mutating func ruleOutTap(at time: Timestamp, _ out: inout [GestureEvent]) {
    longPress.fail()
    if let earlier = tap.excludeTap(at: time) { out.append(earlier) }
  }

  private func makePinch(at time: Timestamp, _ tuning: GestureTuning) -> PinchRecognizer {
    PinchRecognizer(contacts[0], contacts[1], at: time, tuning: tuning)
  }

  private mutating func takeOverAsPinch(
    at time: Timestamp, _ tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    var pinch = makePinch(at: time, tuning)
    pinch.recognizeAtOnce()
    state = .pinch(pinch)
    out.append(pinch.event(.began, isHandover: true, at: time))
  }

  private mutating func takeOverAsPan(
    velocity: Vector, at time: Timestamp, _ tuning: GestureTuning, _ out: inout [GestureEvent]
  ) {
    let pan = PanRecognizer(
      continuing: contacts[0], velocity: velocity, at: time, tuning: tuning)
    state = .pan(pan)
    out.append(pan.event(.began, contacts[0], isHandover: true, at: time))
  }
}
