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
  /// Slops, delays and thresholds; a change applies from the next event.
  package var tuning: GestureTuning
  private var contacts = ContactGestures()
  private var touchpad = TouchpadGestures()

  package init(tuning: GestureTuning = GestureTuning()) {
    self.tuning = tuning
  }

  /// The latest time for the next call of ``advance(to:)``; nil when no recogniser waits.
  package var deadline: Timestamp? {
    [contacts.deadline, touchpad.deadline].compactMap(\.self).min()
  }

  /// Processes one input event, and returns the gestures that it completes or changes, after those
  /// that were due before its time.
  ///
  /// Events with non-finite or implausible coordinates are ignored, except that the end of a
  /// contact is processed with any coordinates. Wheels and touchpads are ignored while a contact is
  /// down.
  package mutating func receive(_ event: InputEvent) -> [GestureEvent] {
    guard event.time.seconds.isFinite else { return [] }
    var out = advance(to: event.time)
    switch event {
    case .pointer(let e):
      contacts.receive(e, interrupting: &touchpad, tuning: tuning, &out)
    case .touch(let e):
      contacts.receive(e, interrupting: &touchpad, tuning: tuning, &out)
    case .scroll(let e):
      if contacts.isEmpty { touchpad.receive(e, tuning: tuning, &out) }
    case .pinch(let e):
      if contacts.isEmpty { touchpad.receive(e, tuning: tuning, &out) }
    case .swipe(let e):
      if contacts.isEmpty { touchpad.receive(e, tuning: tuning, &out) }
    case .key: break
    case .cancelled(let time):
      contacts.cancelAll(at: time, &out)
      touchpad.finish(.cancelled, at: time, tuning: tuning, &out)
    }
    return out
  }

  /// Advances the time to `time`, and returns the gestures that are due by then.
  package mutating func advance(to time: Timestamp) -> [GestureEvent] {
    var out: [GestureEvent] = []
    // A long press and a scroll are never due together: a contact ends the scroll.
    contacts.advance(to: time, &out)
    touchpad.advance(to: time, tuning: tuning, &out)
    return out
  }
}
