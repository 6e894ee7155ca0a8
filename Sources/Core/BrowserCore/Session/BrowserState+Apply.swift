import Geometry
public import Motion

extension BrowserState {
  /// Does `action` at `t` and says what the host has to do.
  public mutating func apply(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    guard !isDismissed else { return [] }
    var effects: [BrowserEffect] = []
    switch action {
    case .tune, .resize, .reload, .insert, .remove, .content, .mode:
      effects += applyChange(action, at: t)
    case .press, .release, .panBegan, .panChanged, .panEnded, .panCancelled, .pinchBegan,
      .pinchChanged, .pinchEnded, .pinchCancelled:
      effects += applyGesture(action, at: t)
    case .zoomBy, .zoomTo, .toggleZoom, .scroll:
      applyZoom(action, at: t)
    case .turn(let step, let animated):
      effects += turn(step, animated: animated, at: t)
    case .go(let page, let animated):
      effects += go(to: page, animated: animated, at: t)
    case .close:
      effects += close(at: t)
    }
    finishMotions()
    return effects + advance(to: t)
  }

  /// Lets time pass: notices pages that changed, motions that ended.
  public mutating func advance(to t: Timestamp) -> [BrowserEffect] {
    guard !isDismissed else { return [] }
    var effects: [BrowserEffect] = []
    if let pull {
      if pull.isGone(at: t) {
        isDismissed = true
        return [.dismissed]
      }
      if pull.phase == .returning, pull.isSettled(at: t), role == nil {
        self.pull = nil
        effects.append(.pullReturned)
      }
    }
    effects += followScroll(at: t)
    return effects
  }

  /// Keeps index, window and the zooms of pages that were left in step with the scroll.
  private mutating func followScroll(at t: Timestamp) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    let position = scroll.position(at: t)
    let page = layout.index(at: position)
    // A picture that is out of its place stays the current one while the scroll comes to rest.
    if page != index, pull == nil {
      direction = page > index ? 1 : -1
      effects.append(.pageChanged(from: index, to: page))
      index = page
    }
    let visible = layout.visible(at: position)
    forgetZooms(outside: visible)
    let next = PageWindow(
      current: index, visible: visible, direction: direction, count: layout.count)
    if next != window {
      window = next
      effects.append(.windowChanged(next))
    }
    if scroll.isSettled(at: t) {
      if settledPage != index {
        settledPage = index
        effects.append(.pageSettled(index))
      }
    } else {
      settledPage = nil
    }
    return effects
  }

  /// A page that went out of sight is at fit when it is seen again.
  private mutating func forgetZooms(outside visible: ClosedRange<Int>?) {
    func isKept(_ page: Int) -> Bool { page == index || visible?.contains(page) == true }
    zooms = zooms.filter { page, zoom in
      isKept(page) || (!tuning.resetsZoomOnLeave && zoom.isZoomed)
    }
    if tuning.resetsZoomOnLeave { modes = modes.filter { isKept($0.key) } }
  }

  // MARK: What the browser shows

  private mutating func applyChange(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
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
    if page == index { retargetPull(isSamePicture: wasKnown && size != nil, at: t) }
  }

  private mutating func setMode(_ mode: ZoomMode, at t: Timestamp) {
    let old = current
    modes[index] = mode
    var zoom = ZoomState(
      content: contents[index] ?? .zero, viewport: layout.viewport, levels: levels(of: index))
    if !tuning.reducesMotion, pull == nil { zoom.begin(from: old, at: t) }
    zooms[index] = zoom
    if hasContent(index) { retargetPull(isSamePicture: true, at: t) }
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
    }
    layout.count = count
    contents = [:]
    zooms = [:]
    modes = [:]
    announcesWindow()
    let old = index
    let wasSettled = settledPage == old
    scroll.go(to: page, animated: false, in: layout, at: t)
    index = layout.clamped(page)
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
    let effects = page == index ? takeBack(at: t) : []
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

  // MARK: Commands

  private mutating func turn(_ step: Int, animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    guard !isLeaving else { return [] }
    let far = layout.count
    let goal = layout.index(at: scroll.target) + min(max(step, -far), far)
    guard goal >= 0, goal < layout.count else {
      if pull == nil, !tuning.reducesMotion {
        scroll.nudge(towards: Double(step.signum()), in: layout, at: t)
      }
      return [.reachedEnd(step.signum())]
    }
    return go(to: goal, animated: animated, at: t)
  }

  private mutating func go(to page: Int, animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    // Who closed the browser does not mean the key that is still down.
    guard !isLeaving else { return [] }
    let effects = putBack(animated: true, at: t)
    role = nil
    for page in zooms.keys { zooms[page]?.cancelGrip(at: t) }
    let goal = layout.clamped(page)
    if goal != index { direction = goal > index ? 1 : -1 }
    scroll.go(to: goal, animated: animated && !tuning.reducesMotion, in: layout, at: t)
    return effects
  }

  private mutating func applyZoom(_ action: BrowserAction, at t: Timestamp) {
    guard hasContent(index), pull == nil || pull?.phase == .returning else { return }
    let offset = pageOffset(at: t)
    let middle = Point(x: layout.viewport.width / 2, y: layout.viewport.height / 2)
    // A picture on its way back goes on to the place it has after the zoom.
    let isAnimated = !tuning.reducesMotion && pull == nil
    func place(_ point: Point?) -> Point { point.map { $0 - offset } ?? middle }
    switch action {
    case .zoomBy(let factor, let point, let animated):
      current.zoom(
        to: current.targetScale * factor, at: place(point), animated: animated && isAnimated,
        time: t)
    case .zoomTo(let scale, let point, let animated):
      current.zoom(to: scale, at: place(point), animated: animated && isAnimated, time: t)
    case .toggleZoom(let point):
      let goal = current.isZoomed ? current.levels.fit : current.levels.doubleTap
      current.zoom(to: goal, at: place(point), animated: isAnimated, time: t)
    case .scroll(let delta, let animated):
      current.scroll(by: -delta, animated: animated && isAnimated, at: t)
    default: break
    }
    retargetPull(isSamePicture: true, at: t)
  }
}
