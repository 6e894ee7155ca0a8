import Geometry
import Motion

/// What the browser shows becomes something else: pages, their sizes, the viewport.
extension BrowserState {
  mutating func applyChange(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    switch action {
    case .tune(let tuning):
      self.tuning = tuning
      layout = PageLayout(
        viewport: layout.viewport, spacing: tuning.spacing, axis: tuning.axis,
        count: layout.count, isRightToLeft: tuning.isRightToLeft)
      for page in zooms.keys { relayout(page, at: t) }
    case .resize(let size):
      guard size != layout.viewport, size.width.isFinite, size.height.isFinite else { return [] }
      let effects = isLeaving ? [] : takeBack(at: t)
      layout.viewport = Size(width: max(0, size.width), height: max(0, size.height))
      for page in zooms.keys { relayout(page, at: t) }
      retargetPull(isSamePicture: hasContent(index), at: t)
      retargetFlight(at: t)
      return effects
    case .content(let page, let size):
      setContent(size?.isEmpty == true ? nil : size, of: page, at: t)
    case .mode(let mode):
      guard !isLeaving else { return [] }
      setMode(mode, at: t)
    case .reload(let count, let page): return reload(count: count, index: page, at: t)
    case .insert(let count, let place): insert(count, at: place, t)
    case .remove(let page): return remove(page, at: t)
    default: break
    }
    return []
  }

  private mutating func relayout(_ page: Int, at t: Timestamp) {
    guard var zoom = zooms[page] else { return }
    zoom.relayout(
      content: contents[page] ?? .zero, viewport: layout.viewport, levels: levels(of: page),
      at: t)
    zooms[page] = zoom
  }

  private mutating func setContent(_ size: Size?, of page: Int, at t: Timestamp) {
    guard contents[page] != size else { return }
    let wasKnown = hasContent(page)
    contents[page] = size
    relayout(page, at: t)
    guard page == index else { return }
    retargetPull(isSamePicture: wasKnown && size != nil, at: t)
    retargetFlight(at: t)
  }

  private mutating func setMode(_ mode: ZoomMode, at t: Timestamp) {
    let old = current
    modes[index] = mode
    var zoom = ZoomState(
      content: contents[index] ?? .zero, viewport: layout.viewport, levels: levels(of: index))
    if !tuning.reducesMotion, pull == nil, currentFlight == nil { zoom.begin(from: old, at: t) }
    zooms[index] = zoom
    if hasContent(index) { retargetPull(isSamePicture: true, at: t) }
    retargetFlight(at: t)
  }

  /// What was held or out of its place is at rest at once: its place means nothing any more.
  private mutating func takeBack(at t: Timestamp) -> [BrowserEffect] {
    if case .pull = role { role = nil }
    if role == .pinchClose { role = nil }
    return putBack(animated: false, at: t)
  }

  private mutating func reload(count: Int, index page: Int, at t: Timestamp) -> [BrowserEffect] {
    guard count > 0 else { return vanish() }
    var effects: [BrowserEffect] = []
    if !isLeaving {
      effects = takeBack(at: t)
      role = nil
      effects += dropFlight()
    }
    ghosts = []
    layout.count = count
    contents = [:]
    zooms = [:]
    modes = [:]
    announcesWindow()
    let old = index
    let wasSettled = settledPage == old
    scroll.go(to: page, animated: false, in: layout, at: t)
    index = layout.clamped(page)
    flight?.page = index
    retargetPull(isSamePicture: false, at: t)
    settledPage = wasSettled && old == index ? index : nil
    return old == index ? effects : effects + [.pageChanged(from: old, to: index)]
  }

  /// The next step says which pages are alive, even when their numbers are the same as before.
  private mutating func announcesWindow() {
    window = PageWindow(current: 0, visible: nil, direction: 1, count: 0)
  }

  /// There is nothing left to show.
  private mutating func vanish() -> [BrowserEffect] {
    layout.count = 0
    let wasHeld = isPullHeld
    isDismissed = true
    return wasHeld ? [.pullEnded(closes: true), .dismissed] : [.dismissed]
  }

  private mutating func insert(_ count: Int, at wanted: Int, _ t: Timestamp) {
    guard count > 0 else { return }
    let wasEmpty = layout.count == 0
    let place = layout.count == 0 ? 0 : min(max(0, wanted), layout.count)
    layout.count += count
    announcesWindow()
    guard !wasEmpty else { return }
    func moved(_ page: Int) -> Int { page >= place ? page + count : page }
    contents = Dictionary(uniqueKeysWithValues: contents.map { (moved($0.key), $0.value) })
    zooms = Dictionary(uniqueKeysWithValues: zooms.map { (moved($0.key), $0.value) })
    modes = Dictionary(uniqueKeysWithValues: modes.map { (moved($0.key), $0.value) })
    settledPage = settledPage.map(moved)
    renumberFlights(moved)
    let goal = moved(layout.index(at: scroll.target))
    if place <= index {
      index += count
      scroll.shift(by: count)
    }
    scroll.retarget(goal, at: t)
  }

  private mutating func remove(_ page: Int, at t: Timestamp) -> [BrowserEffect] {
    guard page >= 0, page < layout.count else { return [] }
    // A picture that is leaving would have to turn into another one.
    if layout.count == 1 || (page == index && isLeaving) { return vanish() }
    func kept<V>(_ table: [Int: V]) -> [Int: V] {
      Dictionary(
        uniqueKeysWithValues: table.filter { $0.key != page }.map {
          ($0.key > page ? $0.key - 1 : $0.key, $0.value)
        })
    }
    let effects =
      (page == index ? takeBack(at: t) : []) + (flight?.page == page ? dropFlight() : [])
    ghosts.removeAll { $0.page == page }
    renumberFlights { $0 > page ? $0 - 1 : $0 }
    let goal = layout.index(at: scroll.target)
    layout.count -= 1
    announcesWindow()
    contents = kept(contents)
    zooms = kept(zooms)
    modes = kept(modes)
    if page == index {
      role = nil
      index = layout.clamped(index)
      scroll.go(to: index, animated: false, in: layout, at: t)
      settledPage = nil
      return effects + [.pageChanged(from: page, to: index)]
    }
    if page < index {
      index -= 1
      scroll.shift(by: -1)
      settledPage = settledPage.map { $0 - 1 }
    }
    scroll.retarget(goal == page ? index : layout.clamped(goal > page ? goal - 1 : goal), at: t)
    return effects
  }

  /// Flights keep to their pictures.
  private mutating func renumberFlights(_ moved: (Int) -> Int) {
    if let page = flight?.page { flight?.page = moved(page) }
    for i in ghosts.indices { ghosts[i].page = moved(ghosts[i].page) }
    if let page = home?.page { home?.page = moved(page) }
  }
}
