package import Input
package import Motion

/// The arbiter between gesture recognisers: input events in, gesture events out.
///
/// A continuous gesture (pan, pinch) is exclusive from beginning to end, and a role once taken is
/// kept until it ends:
///
///     press ─┬─ lifted in place ──────────── released, then tap or double tap
///            ├─ held ─────────────────────── context menu … released when lifted
///            ├─ moved beyond the slop ────── pan ─┬─ lifted ─────────── ended
///            └─ a second finger, beyond it ─ pinch┘ (hand-over both ways, without a jump)
///
/// The arena has no timer: the owner must call ``advance(to:)`` at ``deadline``.
package struct GestureArena: Sendable {
  /// The state of recognition for the contacts that are down.
  enum State: Sendable {
    /// No contact is down.
    case idle
    /// One contact is down, and no gesture is excluded.
    case one
    /// Two fingers are down and have not moved beyond the slop.
    case two(PinchRecognizer)
    case pan(PanRecognizer)
    case pinch(PinchRecognizer)
    /// Recognition is over; the contacts still down are ignored. `isAnswered`: no `released` event
    /// is due.
    case spent(isAnswered: Bool)
  }

  /// Slops, delays and thresholds; a change applies from the next event.
  package var tuning: GestureTuning
  var state = State.idle
  /// The contacts in the order in which they came down; the first two make gestures, the others are
  /// only tracked.
  var contacts: [Contact] = []
  var tap = TapRecognizer()
  var longPress = LongPressRecognizer()
  var scroll = ScrollRecognizer()
  var touchpadPinch = TouchpadPinchRecognizer()
  var swipe = SwipeRecognizer()

  package init(tuning: GestureTuning = GestureTuning()) {
    self.tuning = tuning
  }

  /// The latest time for the next call of ``advance(to:)``; nil when no recogniser waits.
  package var deadline: Timestamp? {
    [tap.deadline, longPress.deadline, scroll.deadline].compactMap(\.self).min()
  }

  /// Processes one event, after everything that was due before it.
  ///
  /// Events with non-finite or implausible coordinates are ignored, except that an end is processed
  /// with any coordinates.
  package mutating func receive(_ event: InputEvent) -> [GestureEvent] {
    guard event.time.seconds.isFinite else { return [] }
    var out = advance(to: event.time)
    switch event {
    case .pointer(let e): receivePointer(e, &out)
    case .touch(let e): receiveTouch(e, &out)
    case .scroll(let e): receiveScroll(e, &out)
    case .pinch(let e): receivePinch(e, &out)
    case .swipe(let e): receiveSwipe(e, &out)
    case .key: break
    case .cancelled(let time): cancelAll(at: time, &out)
    }
    return out
  }

  /// Advances the time, and returns the gestures that are due.
  package mutating func advance(to time: Timestamp) -> [GestureEvent] {
    var out: [GestureEvent] = []
    if let single = tap.advance(to: time) { out.append(single) }
    if let ended = scroll.advance(to: time, tuning: tuning) { out.append(ended) }
    if let point = longPress.advance(to: time) {
      if let earlier = tap.fail(at: time) { out.append(earlier) }
      state = .spent(isAnswered: false)
      out.append(.contextMenu(point, time))
    }
    return out
  }

  /// Cancels all gestures in progress, and discards a tap that waits for a second one.
  private mutating func cancelAll(at time: Timestamp, _ out: inout [GestureEvent]) {
    _ = tap.fail(at: time)
    while let last = contacts.last { cancel(last.key, at: time, &out) }
    finishTouchpad(.cancelled, at: time, &out)
  }
}
