import Geometry
import Motion

/// Renumbering of slots, with the scroll and the gaps.
extension BrowserState {
  /// Delays all motions that started with an insertion or removal by `seconds`: for a host that
  /// changes its pages between two frames, when the time of the next frame is unknown. No frame may
  /// have been drawn since.
  public mutating func postpone(by seconds: Double) {
    scroll.postpone(by: seconds)
    backdrop.postpone(by: seconds)
    overlay.postpone(by: seconds)
    slideshow?.postpone(by: seconds)
    for place in gaps.indices { gaps[place].width.postpone(by: seconds) }
    for place in departures.indices { departures[place].share.postpone(by: seconds) }
  }

  /// Adds `delta` to the number of every slot, without a change on the screen.
  mutating func shiftSlots(by delta: Int) {
    guard delta != 0 else { return }
    scroll.shift(by: delta)
    gaps = gaps.map { $0.renumbered { $0 + delta } }
  }

  /// Renumbers the slots so that the current page lies in the slot of its own number.
  mutating func normalizeSlots(at t: Timestamp) {
    shiftSlots(by: index - arrangement(at: t).slot(of: index))
  }

  /// Renumbers the slots of a settled scroll, so that rounds of a looping album do not accumulate.
  mutating func normalizeRounds(at t: Timestamp) {
    guard layout.isEndless, scroll.isSettled(at: t) else { return }
    let slot = layout.slot(at: scroll.target)
    shiftSlots(by: layout.page(in: slot) - slot)
  }

  /// Transfers the current page's displacement from the gaps to the scroll, which can be dragged.
  /// Afterwards the gaps move the neighbours to the current page, instead of the current page to
  /// them.
  mutating func transferGapsToScroll(at t: Timestamp) {
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
    if isHeld { scroll.rebaseDrag(in: layout) } else { scroll.retarget(goal, at: t) }
  }

  /// Ends a drag of the pages. While gaps are still closing, and without a flick, the scroll
  /// settles on the current page.
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
