import Geometry
import Motion

/// Keeping slots, scroll and gaps in step.
extension BrowserState {
  /// Everything that began to move when pages came or went begins `seconds` later: for a host that
  /// learns of such things between two frames, when it does not know the time. Nothing may have
  /// moved before.
  public mutating func postpone(by seconds: Double) {
    scroll.postpone(by: seconds)
    backdrop.postpone(by: seconds)
    overlay.postpone(by: seconds)
    slideshow?.postpone(by: seconds)
    for place in gaps.indices { gaps[place].width.postpone(by: seconds) }
    for place in departures.indices { departures[place].share.postpone(by: seconds) }
  }

  /// Gives every slot another number; nothing that is seen moves.
  mutating func shiftSlots(by delta: Int) {
    guard delta != 0 else { return }
    scroll.shift(by: delta)
    gaps = gaps.map { $0.renumbered { $0 + delta } }
  }

  /// The current page lies in the slot of its own number.
  mutating func unwind(at t: Timestamp) {
    shiftSlots(by: index - arrangement(at: t).slot(of: index))
  }

  /// Once it rests, the scroll has been round as often as not at all.
  mutating func windUp(at t: Timestamp) {
    guard layout.isEndless, scroll.isSettled(at: t) else { return }
    let slot = layout.slot(at: scroll.target)
    shiftSlots(by: layout.page(in: slot) - slot)
  }

  /// What moves the current page becomes a matter of the scroll, which can be held, and its
  /// neighbours come to it instead of it to them.
  mutating func takeUpGaps(at t: Timestamp) {
    guard !gaps.isEmpty else { return }
    let places = arrangement(at: t)
    let slot = places.slot(of: index)
    let distance = places.displacement(of: slot)
    guard distance != 0 else { return }
    let goal = layout.slot(at: scroll.target)
    let isHeld = scroll.isHeld
    scroll.take(distance: distance, at: t)
    for place in gaps.indices where gaps[place].sign(of: slot) != 0 {
      gaps[place].movesAfter.toggle()
    }
    if isHeld { scroll.regrip(in: layout) } else { scroll.retarget(goal, at: t) }
  }

  /// A hand lets go of the pages. While they make room it is the one in sight that comes to rest,
  /// whatever lay beneath before.
  mutating func releaseScroll(velocity: Double, at t: Timestamp) {
    guard scroll.isHeld else { return }
    let isFlick = abs(velocity) > PageScroll.flickSpeed
    let slot = arrangement(at: t).slot(of: index)
    scroll.release(velocity: velocity, in: layout, at: t)
    if !isFlick, gaps.contains(where: { !$0.width.isSettled(at: t) }) {
      scroll.retarget(slot, at: t)
    }
  }
}
