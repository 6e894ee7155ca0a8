import Geometry
import Motion

/// Insertion, removal and moves of pages while pages are visible.
///
/// The current page stays where it is, whatever its new number. Visible pages beside it start at
/// their old position, displaced by a gap that closes: see ``PageGap``.
extension BrowserState {
  /// The maximum number of gaps; beyond it the oldest close at once.
  private static let maxGaps = 8
  /// The maximum number of removed pages that fade at the same time.
  private static let maxDepartures = 2

  // MARK: Insertion

  mutating func insert(_ count: Int, at wanted: Int, animated: Bool, _ t: Timestamp) {
    guard count > 0 else { return }
    guard layout.count > 0 else {
      layout.count = count
      invalidateWindow()
      return
    }
    let place = min(max(0, wanted), layout.count)
    normalizeSlots(at: t)
    let boundary = boundary(before: place, at: t)
    let isBefore = boundary <= index
    let old = layout
    layout.count += count
    invalidateWindow()
    let current = index
    renumber { $0 >= place ? $0 + count : $0 }
    let delta = index - current
    let gap =
      isBefore
      ? gap(edge: boundary + delta - count, movesAfter: false, width: -count, animated, t)
      : gap(edge: boundary + delta + count, movesAfter: true, width: -count, animated, t)
    rearrange(from: old, by: delta, gap, at: t) { slot in
      if isBefore { return slot < boundary ? slot + delta - count : slot + delta }
      return slot < boundary ? slot + delta : slot + delta + count
    }
  }

  /// The slot before which new pages are inserted for page `place`. In a looping album there are
  /// many: the result is the one nearest to the scroll position.
  private func boundary(before place: Int, at t: Timestamp) -> Int {
    guard layout.isEndless else { return place }
    let rounds = (scroll.position(at: t) - Double(place) + 0.5) / Double(layout.count)
    return place + Int(rounds.rounded()) * layout.count
  }

  // MARK: Removal

  mutating func remove(_ page: Int, animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    guard page >= 0, page < layout.count else { return [] }
    // The flight of a leaving picture cannot change into that of another picture.
    if layout.count == 1 || (page == index && isLeaving) { return dismissWithoutPages() }
    let isAnimated = animated && !tuning.reducesMotion
    if isAnimated { depart(page, at: t) }
    detachedFlights.removeAll { $0.page == page }
    return page == index
      ? removeCurrent(animated: isAnimated, at: t) : removeOther(page, animated: isAnimated, at: t)
  }

  private mutating func removeOther(_ page: Int, animated: Bool, at t: Timestamp)
    -> [BrowserEffect]
  {
    let effects = flight?.page == page ? endFlightAtOnce() : []
    if case .move(page, _) = role { endGestures(at: t) }
    normalizeSlots(at: t)
    let slot = arrangement(at: t).slot(of: page)
    let isBefore = slot < index
    let old = layout
    let current = index
    drop(page)
    let delta = index - current
    let gap = gap(
      edge: isBefore ? slot + delta + 1 : slot + delta, movesAfter: !isBefore, width: 1, animated,
      t)
    let here = index
    rearrange(from: old, by: delta, gap, at: t) { other in
      if other == slot { return here }
      if isBefore { return other < slot ? other + delta + 1 : other + delta }
      return other < slot ? other + delta : other + delta - 1
    }
    return effects
  }

  /// Removes the current page: the next page takes its place, or the previous page after the last
  /// one.
  private mutating func removeCurrent(animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    let page = index
    let slides = animated && !tuning.hasPageEffect && caught == nil
    if slides, case .pull = role { role = nil }
    let effects =
      (slides ? returnToPage(animated: true, at: t) : endPullAtOnce(at: t))
      + (flight?.page == page ? endFlightAtOnce() : [])
    if case .move(let held, _) = role, held != page { zooms[held]?.cancelGrip(at: t) }
    role = nil
    normalizeSlots(at: t)
    let old = layout
    // A dragged scroll continues from its present position.
    if scroll.isHeld { scroll.rest(on: page, at: t) }
    let next = successor(of: page, at: t)
    let hasNext = next > page
    index = layout.page(in: next)
    drop(page)
    settledPage = nil
    let changed = effects + [.pageChanged(from: page, to: index)]
    guard slides else {
      gaps = []
      scroll.go(to: index, animated: false, in: layout, at: t)
      return changed
    }
    if !layout.isEndless { scroll.allowDragBeyondEnd() }
    let delta = index - next
    let gap = hasNext ? PageGap(edge: index, movesAfter: false, width: 1, at: t) : nil
    let here = index
    rearrange(from: old, by: delta, gap, at: t) { other in
      if other == page { return here }
      return hasNext && other < page ? other + delta + 1 : other + delta
    }
    scroll.retarget(index, at: t)
    return changed
  }

  /// The slot of the page that takes the place of `page`.
  private func successor(of page: Int, at t: Timestamp) -> Int {
    // In a looping album of two pages, the other page comes from the side on which it is visible.
    if layout.isEndless, layout.count == 2 { return arrangement(at: t).slot(of: 1 - page) }
    return layout.isEndless || page < layout.lastIndex ? page + 1 : page - 1
  }

  /// Discards all state of page `page`, which must not be the current one.
  private mutating func drop(_ page: Int) {
    contents[page] = nil
    zooms[page] = nil
    modes[page] = nil
    if settledPage == page { settledPage = nil }
    if home?.page == page { home = nil }
    layout.count -= 1
    invalidateWindow()
    renumber { $0 > page ? $0 - 1 : $0 }
  }

  /// Starts to fade out a visible page in its present position.
  private mutating func depart(_ page: Int, at t: Timestamp) {
    let isInTheAir = flight?.page == page || page == index && caught != nil
    guard !isInTheAir, arrangement(at: t).visible.contains(page) else { return }
    departed += 1
    departures = (departures + [Departure(id: departed, at: t)]).suffix(Self.maxDepartures)
  }

  /// The number of the last removal whose page is still fading; nil when none is.
  public var lastDeparture: Int? { departures.last?.id }

  // MARK: Moves

  mutating func move(_ page: Int, to place: Int, at t: Timestamp) {
    guard page >= 0, page < layout.count, layout.count > 1 else { return }
    let place = layout.clamped(place)
    guard place != page else { return }
    normalizeSlots(at: t)
    invalidateWindow()
    let target = layout.page(in: layout.slot(at: scroll.target))
    let current = index
    func moved(_ other: Int) -> Int {
      if other == page { return place }
      if page < place { return other > page && other <= place ? other - 1 : other }
      return other >= place && other < page ? other + 1 : other
    }
    renumber(moved)
    shiftSlots(by: index - current)
    scroll.retarget(layout.slot(of: moved(target), near: scroll.position(at: t)), at: t)
  }

  // MARK: Renumbering

  /// A gap, if an animation is wanted and would be visible; nil if the current page rests without a
  /// visible neighbour.
  private func gap(
    edge: Int, movesAfter: Bool, width: Int, _ animated: Bool, _ t: Timestamp
  ) -> PageGap? {
    let isAlone = scroll.isSettled(at: t) && gaps.isEmpty
    guard animated, !tuning.reducesMotion, !isAlone else { return nil }
    return PageGap(edge: edge, movesAfter: movesAfter, width: Double(width), at: t)
  }

  /// Renumbers the slots; the pages beyond `gap` animate to their new positions.
  private mutating func rearrange(
    from old: PageLayout, by delta: Int, _ gap: PageGap?, at t: Timestamp,
    slots moved: (Int) -> Int
  ) {
    let goal = moved(old.slot(at: scroll.target))
    gaps = gaps.map { $0.renumbered(moved) }
    if let gap { gaps = (gaps + [gap]).suffix(Self.maxGaps) }
    scroll.shift(by: delta)
    scroll.rebaseDrag(in: layout)
    scroll.retarget(layout.slot(at: Double(goal)), at: t)
  }

  /// Renumbers the pages in all state that is kept by page.
  private mutating func renumber(_ moved: (Int) -> Int) {
    func renumbered<Value>(_ table: [Int: Value]) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: table.map { (moved($0.key), $0.value) })
    }
    contents = renumbered(contents)
    zooms = renumbered(zooms)
    modes = renumbered(modes)
    settledPage = settledPage.map(moved)
    index = moved(index)
    if case .move(let page, let passing) = role {
      role = .move(page: moved(page), passing: passing)
    }
    if let page = flight?.page { flight?.page = moved(page) }
    if let page = caught?.page { caught?.page = moved(page) }
    if let page = home?.page { home?.page = moved(page) }
    for place in detachedFlights.indices {
      detachedFlights[place].page = moved(detachedFlights[place].page)
    }
  }
}
