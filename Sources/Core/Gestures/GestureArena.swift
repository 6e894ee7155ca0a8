public import Input
public import Motion

/// Who owns what the hand does: input in, gestures out.
///
/// One arbiter over small recognisers. A continuous gesture (pan, pinch) has the arena to itself
/// from beginning to end, and a role once taken is kept until it ends:
///
///     press ─┬─ lifted in place ──────────── released, then tap or double tap
///            ├─ held ─────────────────────── context menu … released when lifted
///            ├─ moved beyond the slop ────── pan ─┬─ lifted ─────────── ended
///            └─ a second finger, beyond it ─ pinch┘ (hand-over both ways, without a jump)
///
/// It owns no timer: ask ``deadline``, call ``advance(to:)`` when that time has come.
public struct GestureArena: Sendable {
  /// What the contacts that are down mean.
  enum State: Sendable {
    /// Nothing is down.
    case idle
    /// Everything is still possible for one contact.
    case one
    /// Two fingers are down and have not moved yet.
    case two(PinchRecognizer)
    case pan(PanRecognizer)
    case pinch(PinchRecognizer)
    /// Decided; what is still down means nothing. `isAnswered`: the press needs no release.
    case spent(isAnswered: Bool)
  }

  /// Slops, delays and thresholds; a change counts from the next event on.
  public var tuning: GestureTuning
  var state = State.idle
  /// In the order they came down; the first two lead, the rest is only remembered.
  var contacts: [Contact] = []
  var tap = TapRecognizer()
  var longPress = LongPressRecognizer()
  var scroll = ScrollRecognizer()
  var touchpadPinch = TouchpadPinchRecognizer()
  var swipe = SwipeRecognizer()

  /// Makes an arena in which nothing is under way.
  public init(tuning: GestureTuning = GestureTuning()) {
    self.tuning = tuning
  }

  /// When ``advance(to:)`` must be called at the latest; nil when nothing waits.
  public var deadline: Timestamp? {
    [tap.deadline, longPress.deadline, scroll.deadline].compactMap(\.self).min()
  }

  /// Takes one event; whatever was due before it happens first.
  ///
  /// Coordinates that are no numbers are refused; ends are never lost, whatever their coordinates.
  public mutating func receive(_ event: InputEvent) -> [GestureEvent] {
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

  /// Lets time pass: gives what waited for it.
  public mutating func advance(to time: Timestamp) -> [GestureEvent] {
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

  /// Everything under way was taken away, a tap that still waited too.
  private mutating func cancelAll(at time: Timestamp, _ out: inout [GestureEvent]) {
    _ = tap.fail(at: time)
    while let last = contacts.last { cancel(last.key, at: time, &out) }
    finishTouchpad(.cancelled, at: time, &out)
  }
}
