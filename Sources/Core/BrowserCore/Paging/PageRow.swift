import Geometry
import Motion

/// The row of pages (or of groups of pages): its layout, the scroll position, the gaps that are
/// still closing after an insertion or removal, and the current page.
///
/// The current page stays at its position on the screen when pages are inserted, removed or moved,
/// whatever its new index. Visible pages beside it start at their old position, displaced by a gap
/// that closes: see ``PageGap``.
struct PageRow: Hashable, Sendable {
  /// The maximum number of closing gaps; when more are added, the oldest ones are closed at once.
  private static let maxGaps = 8

  private(set) var layout: PageLayout
  private(set) var scroll: PageScroll
  /// The index of the current page.
  private(set) var index: Int
  /// The direction of the last page turn: 1 forwards, −1 backwards.
  private(set) var lastTurnDirection = 1
  private var gaps: [PageGap] = []

  init(layout: PageLayout, index: Int) {
    self.layout = layout
    let page = layout.page(in: index)
    self.index = page
    scroll = PageScroll(index: page)
  }

  // MARK: State at a time

  /// The positions of the pages at `t`.
  func arrangement(at t: Timestamp) -> PageArrangement {
    PageArrangement(
      layout: layout, scrollPosition: scroll.position(at: t),
      closingGaps: gaps.map {
        PageArrangement.ClosingGap(gap: $0, excessWidth: $0.excessWidth.value(at: t))
      },
      reportedIndex: index)
  }

  /// The velocity of the current page on the screen, in device pixels per second.
  func velocity(at t: Timestamp) -> Vector {
    let slot = gaps.isEmpty ? 0 : currentSlot(at: t)
    let speed = gaps.reduce(-scroll.velocity(at: t)) {
      $0 + $1.displacementSign(of: slot) * $1.excessWidth.velocity(at: t)
    }
    var velocity = Vector.zero
    velocity[layout.axis] = speed * layout.pitch * layout.axisSign
    return velocity
  }

  func isSettled(at t: Timestamp) -> Bool {
    scroll.isSettled(at: t) && gaps.allSatisfy { $0.excessWidth.isSettled(at: t) }
  }

  /// True when another page lies beside the current one: on the left or above if `before`,
  /// otherwise on the right or below.
  func hasNeighbour(atMinEdge isAtMinEdge: Bool, at t: Timestamp) -> Bool {
    let step = isAtMinEdge == (layout.axisSign > 0) ? -1 : 1
    return layout.contains(slot: currentSlot(at: t) + step)
  }

  /// The slot, a position in the row, of the current page that is nearest to the viewport; in a
  /// looping album a page has many slots.
  private func currentSlot(at t: Timestamp) -> Int { arrangement(at: t).slot(of: index) }

  // MARK: Drags

  /// Begins a drag of the pages, or catches them in motion.
  mutating func grab(at t: Timestamp) { scroll.grab(in: layout, at: t) }

  /// Continues the drag of the pages; `translation` is its movement since its start along the
  /// paging axis, in device pixels.
  mutating func drag(translation: Double) { scroll.drag(translation: translation, in: layout) }

  /// Ends the drag of the pages at `velocity`, in device pixels per second. If gaps are still
  /// closing and the release is no flick, the scroll settles on the current page.
  mutating func release(velocity: Double, at t: Timestamp) {
    guard scroll.isHeld else { return }
    let isFlick = abs(velocity) > PageScroll.flickSpeed * layout.uiScale
    let slot = currentSlot(at: t)
    scroll.release(velocity: velocity, in: layout, at: t)
    if !isFlick, gaps.contains(where: { !$0.excessWidth.isSettled(at: t) }) {
      scroll.retarget(slot, at: t)
    }
  }

  /// Cancels the drag of the pages: the scroll returns to the page on which the drag began.
  mutating func cancel(velocity: Double = 0, at t: Timestamp) {
    scroll.cancel(velocity: velocity, in: layout, at: t)
  }

  // MARK: Pans beyond the edges of a picture

  /// Scrolls the pages by the pan of a picture that is `overflow` device pixels beyond an edge of
  /// the picture, by the rule `edgePaging`.
  mutating func scrollBeyondEdge(_ edgePaging: EdgePaging, overflow: Double, at t: Timestamp) {
    let scrolled = edgePaging.scrollDistance(overflow: overflow)
    if scrolled != 0, !scroll.isHeld { grab(at: t) }
    if scroll.isHeld { drag(translation: scrolled) }
  }

  /// Ends the scrolling of the pages by the pan of a picture, which is `overflow` device pixels
  /// beyond an edge of the picture, and moves at `velocity` device pixels per second along the
  /// paging axis. Pages that were scrolled too little return.
  mutating func endScrollBeyondEdge(
    _ edgePaging: EdgePaging?, overflow: Double, velocity: Double, at t: Timestamp
  ) {
    let slope = overflow == 0 ? 0 : edgePaging?.speedRatio(overflow: overflow) ?? 0
    if edgePaging?.isBeyondResistance(overflow: overflow) ?? false {
      release(velocity: velocity * slope, at: t)
    } else {
      cancel(velocity: velocity * slope, at: t)
    }
  }

  // MARK: Motion

  /// Makes the scroll settle on the current page, from velocity 0, or with `spring` from the
  /// current velocity.
  mutating func settle(with spring: Spring? = nil, at t: Timestamp) {
    transferGapsToScroll(at: t)
    guard !scroll.isSettled(at: t) else { return }
    let slot = currentSlot(at: t)
    guard let spring else { return scroll.settle(on: slot, at: t) }
    scroll.go(to: slot, animated: true, with: spring, in: layout, at: t)
  }

  /// Scrolls to the page in `slot`: at once unless `animated`, in `seconds` when given, otherwise
  /// with `spring`.
  mutating func go(
    to slot: Int, animated: Bool, over seconds: Double?, with spring: Spring, at t: Timestamp
  ) {
    let distance = layout.distance(from: index, to: layout.page(in: slot))
    if distance != 0 { lastTurnDirection = distance > 0 ? 1 : -1 }
    scroll.go(to: slot, animated: animated, over: seconds, with: spring, in: layout, at: t)
  }

  /// Makes `page` the current one, and shows it at once.
  mutating func jump(to page: Int, at t: Timestamp) {
    if page != index { lastTurnDirection = page > index ? 1 : -1 }
    index = page
    scroll.go(to: page, animated: false, in: layout, at: t)
  }

  /// Makes `page`, to which the scroll has moved, the current one.
  mutating func setCurrentPage(to page: Int) {
    lastTurnDirection = layout.distance(from: index, to: page) > 0 ? 1 : -1
    index = page
  }

  /// Sets the direction in which pages are prefetched to the sign of `step`; 0 keeps it.
  mutating func setTurnDirection(_ step: Int) { if step != 0 { lastTurnDirection = step.signum() } }

  /// Adopts another number of pages and adds `delta` to the index of the current one, without a
  /// change on the screen.
  mutating func renumber(count: Int, by delta: Int, at t: Timestamp) {
    normalizeSlots(at: t)
    gaps = []
    layout.count = count
    index = layout.clamped(index + delta)
    scroll.renumberSlots(by: delta)
    scroll.rebaseDrag(in: layout)
    scroll.retarget(layout.slot(at: scroll.target), at: t)
  }

  /// Moves the pages briefly beyond the end of the album and back: `towards` is −1 before the first
  /// page, 1 after the last.
  mutating func nudgeBeyondEnd(towards: Int, at t: Timestamp) {
    scroll.nudgeBeyondEnd(towards: Double(towards), in: layout, at: t)
  }

  /// Moves the pages at once to their resting positions, unless a drag holds them.
  mutating func jumpToRest() {
    scroll.jumpToRest()
    gaps = []
  }

  /// Removes the gaps that have closed. In a looping album at rest, also gives the slots the
  /// numbers of their first round again: the current slot gets the index of its page.
  mutating func removeClosedGaps(at t: Timestamp) {
    gaps.removeAll { $0.excessWidth.isSettled(at: t) }
    // Without new numbers, the slot numbers would grow with every round through a looping album.
    guard layout.isEndless, scroll.isSettled(at: t) else { return }
    let slot = layout.slot(at: scroll.target)
    shiftSlots(by: layout.page(in: slot) - slot)
  }

  /// Delays the motion of the scroll and of the gaps by `seconds`.
  mutating func postpone(by seconds: Double) {
    scroll.postpone(by: seconds)
    for index in gaps.indices { gaps[index].excessWidth.postpone(by: seconds) }
  }

  /// Transfers the current page's displacement from the closing gaps to the scroll, which can be
  /// dragged. Afterwards the gaps move the pages beside it towards the current page, instead of the
  /// current page towards them.
  mutating func transferGapsToScroll(at t: Timestamp) {
    guard !gaps.isEmpty else { return }
    let arrangement = arrangement(at: t)
    let slot = arrangement.slot(of: index)
    let distance = arrangement.gapDisplacement(of: slot)
    guard distance != 0 else { return }
    let goal = layout.slot(at: scroll.target)
    let isHeld = scroll.isHeld
    scroll.moveBack(by: distance, at: t)
    for index in gaps.indices where gaps[index].displacementSign(of: slot) != 0 {
      gaps[index].movesPagesAfter.toggle()
    }
    if isHeld { scroll.rebaseDrag(in: layout) } else { scroll.retarget(goal, at: t) }
  }

  // MARK: Changes of the layout

  mutating func resize(to viewport: Size) {
    layout.viewport = viewport
    scroll.rebaseDrag(in: layout)
  }

  /// Adopts the layout options of `tuning`.
  ///
  /// - Returns: true when the album loops now and did not before, or the reverse.
  mutating func tuneDetectingLoopChange(_ tuning: BrowserTuning, at t: Timestamp) -> Bool {
    let wasLooping = layout.isLooping
    // Without looping, every page has exactly one slot.
    if wasLooping, !tuning.isLooping { normalizeSlots(at: t) }
    layout = PageLayout(tuning, viewport: layout.viewport, count: layout.count)
    if wasLooping != tuning.isLooping {
      gaps = []
      scroll.retarget(layout.slot(at: scroll.target), at: t)
    }
    scroll.rebaseDrag(in: layout)
    return wasLooping != tuning.isLooping
  }

  /// Replaces all pages by `count` others, and shows the one at the index `page` at once.
  mutating func reload(count: Int, page: Int, at t: Timestamp) {
    gaps = []
    layout.count = count
    scroll.go(to: page, animated: false, in: layout, at: t)
    index = layout.clamped(page)
  }

  /// Removes all pages; the row is empty.
  mutating func removeAll() { layout.count = 0 }

  // MARK: Insertion

  /// Inserts `count` pages before the page at the index `wanted`, which is limited to the pages.
  ///
  /// - Returns: the change of the pages' indices; nil when the row was empty.
  mutating func insert(_ count: Int, at wanted: Int, animated: Bool, at t: Timestamp)
    -> PageRenumbering?
  {
    guard layout.count > 0 else {
      layout.count = count
      return nil
    }
    let position = min(max(0, wanted), layout.count)
    normalizeSlots(at: t)
    let boundary = insertionSlot(before: position, at: t)
    let isBefore = boundary <= index
    let old = layout
    let renumbering = PageRenumbering.inserted(count: count, at: position)
    layout.count += count
    let delta = renumbering(index) - index
    index += delta
    let gap = makeClosingGap(
      firstSlotAfter: boundary + delta + (isBefore ? -count : count), movesPagesAfter: !isBefore,
      excessWidth: -count,
      animated: animated, at: t)
    rearrange(from: old, by: delta, gap, at: t) { slot in
      if isBefore { return slot < boundary ? slot + delta - count : slot + delta }
      return slot < boundary ? slot + delta : slot + delta + count
    }
    return renumbering
  }

  /// The slot before which new pages are inserted for the page `index`. In a looping album the page
  /// has many slots: the result is the one nearest to the scroll position.
  private func insertionSlot(before index: Int, at t: Timestamp) -> Int {
    guard layout.isEndless else { return index }
    let rounds = (scroll.position(at: t) - Double(index) + 0.5) / Double(layout.count)
    return index + Int(rounds.rounded()) * layout.count
  }

  // MARK: Removal

  /// Removes `page`, which must not be the current one.
  mutating func remove(_ page: Int, animated: Bool, at t: Timestamp) -> PageRenumbering {
    normalizeSlots(at: t)
    let slot = arrangement(at: t).slot(of: page)
    let isBefore = slot < index
    let old = layout
    let renumbering = PageRenumbering.removed(page)
    layout.count -= 1
    let delta = renumbering(index) - index
    index += delta
    let gap = makeClosingGap(
      firstSlotAfter: isBefore ? slot + delta + 1 : slot + delta, movesPagesAfter: !isBefore,
      excessWidth: 1,
      animated: animated, at: t)
    let here = index
    rearrange(from: old, by: delta, gap, at: t) { other in
      if other == slot { return here }
      if isBefore { return other < slot ? other + delta + 1 : other + delta }
      return other < slot ? other + delta : other + delta - 1
    }
    return renumbering
  }

  /// Removes the current page, whose place the next page takes, or after the last page the previous
  /// one. If `slides`, that page slides in.
  mutating func removeCurrent(slides: Bool, at t: Timestamp) -> PageRenumbering {
    let page = index
    normalizeSlots(at: t)
    let old = layout
    // A dragged scroll continues from its current position.
    if scroll.isHeld { scroll.settle(on: page, at: t) }
    let next = successorSlot(of: page, at: t)
    let hasNext = next > page
    let renumbering = PageRenumbering.removed(page)
    index = renumbering(layout.page(in: next))
    layout.count -= 1
    guard slides else {
      gaps = []
      scroll.go(to: index, animated: false, in: layout, at: t)
      return renumbering
    }
    if !layout.isEndless { scroll.allowDragBeyondEnd() }
    let delta = index - next
    let gap =
      hasNext ? PageGap(firstSlotAfter: index, movesPagesAfter: false, excessWidth: 1, at: t) : nil
    let here = index
    rearrange(from: old, by: delta, gap, at: t) { other in
      if other == page { return here }
      return hasNext && other < page ? other + delta + 1 : other + delta
    }
    scroll.retarget(index, at: t)
    return renumbering
  }

  /// The slot of the page that takes the place of the removed page `page`.
  private func successorSlot(of page: Int, at t: Timestamp) -> Int {
    // In a looping album of two pages, the other page comes from the side on which it is visible.
    if layout.isEndless, layout.count == 2 { return arrangement(at: t).slot(of: 1 - page) }
    return layout.isEndless || page < layout.lastIndex ? page + 1 : page - 1
  }

  // MARK: Moves

  /// Moves the page at the index `page` to the index `wanted`, which is limited to the pages.
  ///
  /// - Returns: the change of the pages' indices; nil when nothing moves.
  mutating func move(_ page: Int, to wanted: Int, at t: Timestamp) -> PageRenumbering? {
    guard page >= 0, page < layout.count, layout.count > 1 else { return nil }
    let position = layout.clamped(wanted)
    guard position != page else { return nil }
    normalizeSlots(at: t)
    let target = layout.page(in: layout.slot(at: scroll.target))
    let renumbering = PageRenumbering.moved(from: page, to: position)
    let current = index
    index = renumbering(index)
    shiftSlots(by: index - current)
    scroll.retarget(layout.slot(of: renumbering(target), near: scroll.position(at: t)), at: t)
    return renumbering
  }

  // MARK: Slots

  /// A gap that closes after an insertion or removal; nil when no animation is wanted, or none
  /// would be visible because the current page rests without a visible neighbour.
  private func makeClosingGap(
    firstSlotAfter slot: Int, movesPagesAfter: Bool, excessWidth: Int, animated: Bool,
    at t: Timestamp
  )
    -> PageGap?
  {
    let isAlone = scroll.isSettled(at: t) && gaps.isEmpty
    guard animated, !isAlone else { return nil }
    return PageGap(
      firstSlotAfter: slot, movesPagesAfter: movesPagesAfter, excessWidth: Double(excessWidth),
      at: t)
  }

  /// Renumbers the slots by the function `moved`; the pages beyond `gap` are animated to their new
  /// positions.
  private mutating func rearrange(
    from old: PageLayout, by delta: Int, _ gap: PageGap?, at t: Timestamp,
    slots moved: (Int) -> Int
  ) {
    let goal = moved(old.slot(at: scroll.target))
    gaps = gaps.map { $0.renumbered(moved) }
    if let gap { gaps = (gaps + [gap]).suffix(Self.maxGaps) }
    scroll.renumberSlots(by: delta)
    scroll.rebaseDrag(in: layout)
    scroll.retarget(layout.slot(at: Double(goal)), at: t)
  }

  /// Adds `delta` to the number of every slot, without a change on the screen.
  private mutating func shiftSlots(by delta: Int) {
    guard delta != 0 else { return }
    scroll.renumberSlots(by: delta)
    gaps = gaps.map { $0.renumbered { $0 + delta } }
  }

  /// Renumbers the slots so that the number of the current page's slot is the page's index.
  private mutating func normalizeSlots(at t: Timestamp) {
    shiftSlots(by: index - currentSlot(at: t))
  }
}

extension PageLayout {
  /// Creates the layout of `count` pages in `viewport` with the options of `tuning`.
  init(_ tuning: BrowserTuning, viewport: Size, count: Int) {
    self.init(
      viewport: viewport, spacing: tuning.spacing,
      // A strip is one group of pages, with no other beside it. Its axis is horizontal, so that a
      // vertical drag scrolls the strip or pulls it down, and does not turn a page.
      axis: tuning.reading == .strip ? .horizontal : tuning.axis, count: count,
      isRightToLeft: tuning.isRightToLeft,
      isLooping: tuning.isLooping && tuning.reading != .strip)
    uiScale = tuning.uiScale
  }
}
