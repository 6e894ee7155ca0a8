import Geometry
import Motion

/// Changes of the pages, their sizes, the viewport and the tuning.
extension BrowserState {
  mutating func applyChange(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    switch action {
    case .tune(let tuning):
      tune(tuning, at: t)
    case .resize(let size):
      guard size != layout.viewport, size.width.isFinite, size.height.isFinite else { return [] }
      let effects = isLeaving ? [] : endPullAtOnce(at: t)
      layout.viewport = Size(width: max(0, size.width), height: max(0, size.height))
      scroll.rebaseDrag(in: layout)
      for page in zooms.keys { relayout(page, at: t) }
      retargetPull(isSamePicture: hasContent(index), at: t)
      retargetFlight(at: t)
      return effects
    case .content(let page, let size, let isScalable):
      let known = size.flatMap {
        $0.isEmpty ? nil : PageContent(size: $0, isScalable: isScalable)
      }
      setContent(known, of: page, at: t)
    case .mode(let mode):
      guard !isLeaving else { return [] }
      setMode(mode, at: t)
    case .reload(let count, let page): return reload(count: count, index: page, at: t)
    case .insert(let count, let place, let animated):
      insert(count, at: place, animated: animated, t)
    case .remove(let page, let animated): return remove(page, animated: animated, at: t)
    case .move(let page, let place): move(page, to: place, at: t)
    default: break
    }
    return []
  }

  private mutating func tune(_ tuning: BrowserTuning, at t: Timestamp) {
    self.tuning = tuning
    let wasLooping = layout.isLooping
    // Without looping, every page has exactly one slot.
    if wasLooping, !tuning.isLooping { normalizeSlots(at: t) }
    layout = PageLayout(
      viewport: layout.viewport, spacing: tuning.spacing, axis: tuning.axis,
      count: layout.count, isRightToLeft: tuning.isRightToLeft, isLooping: tuning.isLooping)
    if wasLooping != tuning.isLooping {
      gaps = []
      scroll.retarget(layout.slot(at: scroll.target), at: t)
      invalidateWindow()
    }
    scroll.rebaseDrag(in: layout)
    for page in zooms.keys { relayout(page, at: t) }
  }

  private mutating func relayout(_ page: Int, at t: Timestamp) {
    guard var zoom = zooms[page] else { return }
    zoom.relayout(
      content: size(of: page), viewport: layout.viewport, levels: levels(of: page), at: t)
    zooms[page] = zoom
  }

  private mutating func setContent(_ content: PageContent?, of page: Int, at t: Timestamp) {
    guard contents[page] != content else { return }
    let wasKnown = hasContent(page)
    contents[page] = content
    relayout(page, at: t)
    guard page == index else { return }
    retargetPull(isSamePicture: wasKnown && content != nil, at: t)
    retargetFlight(at: t)
  }

  private mutating func setMode(_ mode: ZoomMode, at t: Timestamp) {
    let old = current
    modes[index] = mode
    var zoom = ZoomState(
      content: size(of: index), viewport: layout.viewport, levels: levels(of: index))
    if !tuning.reducesMotion, pull == nil, currentFlight == nil { zoom.begin(from: old, at: t) }
    zooms[index] = zoom
    if hasContent(index) { retargetPull(isSamePicture: true, at: t) }
    retargetFlight(at: t)
  }

  /// Ends a pull-down or pinch-close at once: its picture's old resting position is no longer
  /// valid.
  mutating func endPullAtOnce(at t: Timestamp) -> [BrowserEffect] {
    if case .pull = role { role = nil }
    if role == .pinchClose { role = nil }
    return returnToPage(animated: false, at: t)
  }

  private mutating func reload(count: Int, index page: Int, at t: Timestamp) -> [BrowserEffect] {
    guard count > 0 else { return dismissWithoutPages() }
    var effects: [BrowserEffect] = []
    if !isLeaving {
      effects = endPullAtOnce(at: t)
      role = nil
      effects += endFlightAtOnce()
    }
    detachedFlights = []
    gaps = []
    departures = []
    layout.count = count
    contents = [:]
    zooms = [:]
    modes = [:]
    invalidateWindow()
    let old = index
    let wasSettled = settledPage == old
    scroll.go(to: page, animated: false, in: layout, at: t)
    index = layout.clamped(page)
    flight?.page = index
    retargetPull(isSamePicture: false, at: t)
    settledPage = wasSettled && old == index ? index : nil
    return old == index ? effects : effects + [.pageChanged(from: old, to: index)]
  }

  /// Forces a `windowChanged` effect in the next step, even if the page numbers are the same as
  /// before.
  mutating func invalidateWindow() { window = .none }

  /// Dismisses the browser because it has no pages left.
  mutating func dismissWithoutPages() -> [BrowserEffect] {
    layout.count = 0
    let wasHeld = isPullHeld
    isDismissed = true
    return wasHeld ? [.pullEnded(closes: true), .dismissed] : [.dismissed]
  }
}
