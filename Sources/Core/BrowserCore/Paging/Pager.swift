import Geometry
import Motion

/// The pages with the pictures that are in their pages: the scrolled row, the zoom of each page,
/// the removed pages that fade out, and the reports about the current page to the host.
///
/// Pages that are grouped for reading in spreads or a strip are scrolled and zoomed as groups: see
/// ``PageGroups``. Row and zooms then count groups; all other numbers, in parameters and results,
/// are page indices.
///
/// A picture out of its page, in a pull-down or in flight, is not part of the pager: see
/// ``BrowserActivity``.
struct Pager: Hashable, Sendable {
  private(set) var tuning: BrowserTuning
  /// The row of the groups of pages, which is scrolled.
  private(set) var row: PageRow
  /// The zooms of the groups of pages.
  private(set) var zooms: GroupZooms
  /// The groups in which the pages are arranged for reading.
  private(set) var groups: PageGroups
  private(set) var pageChoice: PageChoice
  private var departures = Departures()
  /// The flights of restored pictures to their pages.
  private(set) var returnFlights = PageReturnFlights()
  private var tracker: PageTracker

  init(viewport: Size, count: Int, index: Int, tuning: BrowserTuning) {
    self.tuning = tuning
    let layout = PageLayout(tuning, viewport: viewport, count: count)
    let page = layout.page(in: index)
    groups = PageGroups(tuning, count: count, viewport: viewport)
    row = PageRow(
      layout: PageLayout(tuning, viewport: viewport, count: groups.groupCount),
      index: groups.group(of: page))
    zooms = GroupZooms(rules: GroupZooms.Rules(tuning, viewport: viewport))
    tracker = PageTracker(page: page, in: layout)
    pageChoice = PageChoice(index: page, requested: groups.hasSinglePages ? nil : page)
    updateStrip()
  }

  // MARK: Pages

  /// The index of the current page.
  var index: Int { pageChoice.index }
  /// The index of the page to which a command has asked to go; nil when no command decides.
  var requestedPage: Int? { pageChoice.requestedPage }
  /// The layout of all pages, counted one by one even if they are grouped.
  var layout: PageLayout {
    var layout = row.layout
    layout.count = groups.pageCount
    return layout
  }
  /// The scroll position of the row and its motion, in groups of pages.
  var scroll: PageScroll { row.scroll }
  /// The direction of the last page turn: 1 forwards, −1 backwards.
  var lastTurnDirection: Int { row.lastTurnDirection }
  /// The indices of the pages that have a cell, and of those whose pictures are prefetched.
  var window: PageWindow { tracker.reportedWindow }
  /// The identifier of the page that is fading out after its removal, of several that of the page
  /// removed last; nil when no page is.
  var lastDepartureID: Int? { departures.newestID }

  /// True when nothing is animated, dragged or pinched at `t`.
  func isSettled(at t: Timestamp) -> Bool {
    row.isSettled(at: t) && departures.isSettled(at: t) && returnFlights.isSettled(at: t)
      && zooms.isSettled(at: t)
  }

  /// The removed pages that are fading out at `t`.
  func departingPages(at t: Timestamp) -> [BrowserFrame.DepartingPage] {
    departures.departingPages(at: t)
  }

  /// Starts to fade out the page `page`, which is to be removed, at its current position, if it is
  /// visible.
  mutating func beginDeparture(of page: Int, at t: Timestamp) {
    guard groups.hasSinglePages else { return }
    if arrangement(at: t).visiblePages.contains(page) { departures.add(at: t) }
  }

  /// Ends the fades of removed pages, and the flights of restored pictures, at once.
  private mutating func endFadesAndReturns() {
    departures.removeAll()
    returnFlights.removeAll()
  }

  /// Starts the flight of a restored picture to its page, from the rectangle `start` of the
  /// viewport. Pages that are visible already, page effects, and pages that are put together for
  /// reading have no such flight.
  mutating func beginReturn(of page: Int, from start: Rect, at t: Timestamp) {
    guard groups.hasSinglePages, !tuning.reducesMotion, !tuning.hasPageEffect, !start.isEmpty,
      !arrangement(at: t).visiblePages.contains(page)
    else { return }
    returnFlights.add(page, from: start, at: t)
  }

  // MARK: Pictures

  /// The zoom of the current group of pages.
  var currentZoom: ZoomState {
    get { zooms[row.index] }
    set { zooms.setZoom(newValue, of: row.index) }
  }

  /// Sets the size and kind of the picture of `page`.
  ///
  /// - Returns: false when they are the same as before.
  mutating func setContent(_ content: PageContent?, of page: Int, at t: Timestamp) -> Bool {
    if groups.hasSinglePages { return zooms.setContent(content, of: page, at: t) }
    let before = groups
    guard groups.setPicture(content, of: page, current: index) else { return false }
    if groups.isStrip {
      rearrangeStrip(from: before, at: t)
    } else if groups.groupCount != before.groupCount
      || groups.group(of: page) != before.group(of: page)
    {
      adoptSpreads(from: before, at: t)
    } else {
      zooms.updateSpreadSize(groups.group(of: page), from: groups, at: t)
    }
    return true
  }

  /// Adopts other spreads, in which the current spread begins with the same page as before. The
  /// current spread keeps its zoom and scroll position if it still has the same pages.
  private mutating func adoptSpreads(from before: PageGroups, at t: Timestamp) {
    let view = currentZoom
    let isMoving = !row.isSettled(at: t)
    let group = groups.group(of: index)
    let moved = group - before.group(of: index)
    let wasWhole = groups.pages(in: group) == before.pages(in: before.group(of: index))
    zooms.removeAll()
    zooms.updateSpreadSizes(from: groups, at: t)
    row.renumber(count: groups.groupCount, by: moved, at: t)
    if wasWhole { zooms.setZoom(view, of: group) }
    tracker.invalidateWindow()
    if !isMoving { tracker.forgetSettledPage(unlessOn: index) }
  }

  /// Sets the zoom mode of the current page, which decides the scale at fit.
  mutating func setZoomMode(_ mode: BrowserTuning.ZoomMode, animated: Bool, at t: Timestamp) {
    if groups.isStrip {
      zooms.setStripZoomMode(mode, animated: animated, at: t)
    } else {
      zooms.setZoomMode(mode, of: row.index, animated: animated, at: t)
    }
  }

  // MARK: Options

  /// Adopts other options of the browser, and lays the pages out anew where they changed.
  mutating func tune(_ tuning: BrowserTuning, at t: Timestamp) {
    if self.tuning.locksZoom, !tuning.locksZoom { zooms.unlock(keeping: row.index) }
    let old = self.tuning
    self.tuning = tuning
    if row.tuneDetectingLoopChange(tuning, at: t) { tracker.invalidateWindow() }
    if old.reading != tuning.reading { return regroup(at: t) }
    let before = groups
    groups.tune(tuning, viewport: layout.viewport)
    if !groups.hasSameSpreads(as: before) { return showAtOnce(index, in: groups, at: t) }
    relayout(from: before, at: t)
  }

  mutating func resize(to viewport: Size, at t: Timestamp) {
    row.resize(to: viewport)
    let before = groups
    groups.tune(tuning, viewport: viewport)
    relayout(from: before, at: t)
  }

  /// The rules from which the zooms of the groups follow.
  private var zoomRules: GroupZooms.Rules { GroupZooms.Rules(tuning, viewport: layout.viewport) }

  private mutating func relayout(from before: PageGroups, at t: Timestamp) {
    guard groups.isStrip else { return zooms.relayout(zoomRules, at: t) }
    rearrangeStrip(from: before, at: t)
  }

  /// Changes the positions of the pages in a strip, as after the size of a picture has become
  /// known. A page that a command has asked for is then at the top of the viewport.
  private mutating func rearrangeStrip(from before: PageGroups, at t: Timestamp) {
    guard groups.contentSize(of: 0) != nil else { return }
    zooms.rearrangeStrip(zoomRules, from: before, to: groups, requested: requestedPage, at: t)
    showRequestedPage(animated: !currentZoom.isSettled(at: t), at: t)
  }

  /// Scrolls a strip to the page that a command has asked for, if there is one.
  private mutating func showRequestedPage(animated: Bool, at t: Timestamp) {
    guard let requestedPage else { return }
    zooms.scrollStripUnlessHeld(
      showing: groups.frame(of: requestedPage).minY, animated: animated,
      reducesMotion: tuning.reducesMotion, at: t)
  }

  /// Sets the length of the strip of pages, and scrolls it to the current page.
  private mutating func updateStrip() { zooms.updateStrip(zoomRules, groups, showing: index) }

  // MARK: Gestures

  /// Catches the pages or the current picture in motion, for a contact at `point`.
  ///
  /// - Returns: false when nothing moves.
  mutating func catchMotion(under point: Point, at t: Timestamp) -> Bool {
    if !scroll.isSettled(at: t) {
      row.grab(at: t)
    } else if !currentZoom.isSettled(at: t) {
      currentZoom.grabPan(under: point, at: t)
    } else {
      return false
    }
    return true
  }

  /// Prepares a drag of the pages: the current page's displacement by closing gaps becomes part of
  /// the scroll.
  mutating func transferGapsToScroll(at t: Timestamp) { row.transferGapsToScroll(at: t) }

  /// Begins a drag of the pages.
  mutating func beginDrag(at t: Timestamp) {
    currentZoom.cancelGrip(at: t)
    row.grab(at: t)
  }

  mutating func drag(translation: Vector) { row.drag(translation: translation[layout.axis]) }

  mutating func endDrag(velocity: Vector, at t: Timestamp) {
    row.release(velocity: velocity[layout.axis], at: t)
  }

  /// Cancels a drag of the pages, and a pan or pinch of the current picture.
  mutating func cancelDrag(at t: Timestamp) {
    row.cancel(at: t)
    currentZoom.cancelGrip(at: t)
  }

  /// Begins a pan of the current picture.
  ///
  /// - Returns: the rule by which the pan scrolls the pages beyond the edges of the picture; nil
  ///   when it does not, as in a strip or for a picture caught beyond an edge, which keeps its
  ///   rubber band.
  mutating func beginPan(under point: Point, at t: Timestamp) -> EdgePaging? {
    dropRequestedPage()
    row.settle(at: t)
    currentZoom.grabPan(under: pointInPage(point, at: t), at: t)
    // Only a pan that begins while the scroll is settled can scroll the pages.
    guard !groups.isStrip, canPageAtEdges(at: t), scroll.isSettled(at: t) else { return nil }
    return currentZoom.beginEdgePaging(
      along: layout.axis, before: row.hasNeighbour(atMinEdge: true, at: t),
      after: row.hasNeighbour(atMinEdge: false, at: t), uiScale: layout.uiScale, at: t)
  }

  /// Pans the picture of `page`; the part of the pan beyond an edge of the picture scrolls the
  /// pages.
  mutating func pan(_ page: Int, _ edgePaging: EdgePaging?, translation: Vector, at t: Timestamp) {
    zooms.modifyZoom(of: groups.group(of: page)) { $0.pan(translation: translation, at: t) }
    guard let edgePaging, let overflow = panOverflow(of: page, at: t) else { return }
    row.scrollBeyondEdge(edgePaging, overflow: overflow, at: t)
  }

  /// Ends the pan of the picture of `page`, and the scrolling of the pages if the pan went beyond
  /// an edge of the picture.
  mutating func endPan(_ page: Int, _ edgePaging: EdgePaging?, velocity: Vector, at t: Timestamp) {
    let axis = layout.axis
    var own = velocity
    if scroll.isHeld {
      let overflow = panOverflow(of: page, at: t) ?? 0
      if overflow != 0 { own[axis] = 0 }
      row.endScrollBeyondEdge(edgePaging, overflow: overflow, velocity: velocity[axis], at: t)
    }
    zooms.modifyZoom(of: groups.group(of: page)) { $0.releasePan(velocity: own, at: t) }
  }

  /// Cancels the pan of the picture of `page`, and the scrolling of the pages by it.
  mutating func cancelPan(_ page: Int, at t: Timestamp) {
    row.cancel(at: t)
    cancelGrip(of: page, at: t)
  }

  /// Ends a pan or pinch of the picture of `page`, without release velocity.
  mutating func cancelGrip(of page: Int, at t: Timestamp) {
    zooms.modifyZoom(of: groups.group(of: page)) { $0.cancelGrip(at: t) }
  }

  /// Ends all drags and pinches without release velocity; pages and pictures settle.
  mutating func endGestures(at t: Timestamp) {
    row.release(velocity: 0, at: t)
    zooms.cancelGrips(at: t)
  }

  /// Ends all pans and pinches of pictures, without release velocity.
  mutating func cancelGrips(at t: Timestamp) { zooms.cancelGrips(at: t) }

  /// Makes the scroll settle on the current page, from velocity 0, or with `spring` from the
  /// current velocity.
  mutating func settle(with spring: Spring? = nil, at t: Timestamp) {
    row.settle(with: spring, at: t)
  }

  // MARK: Commands

  /// Moves the pages briefly beyond the end of the album and back: `towards` is −1 before the first
  /// page, 1 after the last.
  mutating func nudgeBeyondEnd(towards: Int, at t: Timestamp) {
    if groups.isStrip {
      currentZoom.nudgeBeyondEnd(towards: Double(towards), uiScale: layout.uiScale, at: t)
    } else {
      row.nudgeBeyondEnd(towards: towards, at: t)
    }
  }

  /// Scrolls to `slot`: at once unless `animated`; in the turn duration of the options, or with
  /// `spring` when they have none.
  mutating func go(to slot: Int, animated: Bool, with spring: Spring, at t: Timestamp) {
    row.go(
      to: slot, animated: animated && !tuning.reducesMotion, over: tuning.turnDuration,
      with: spring, at: t)
  }

  /// Makes the page with the index `page` the current one, and shows it at once.
  mutating func jump(to page: Int, at t: Timestamp) {
    let page = layout.clamped(page)
    row.jump(to: groups.group(of: page), at: t)
    pageChoice.setCurrent(to: page)
    requestPage(page)
    if groups.isStrip { scrollStrip(to: page, animated: false, at: t) }
    tracker.forgetSettledPage()
  }

  /// Makes `page` the current page as soon as its group of pages is current. With nil, the scroll
  /// position alone decides on the current page.
  mutating func requestPage(_ page: Int?) {
    pageChoice.request(groups.hasSinglePages ? nil : page.map(layout.clamped))
  }

  /// Makes the scroll position of a strip decide on its current page, instead of the last command.
  mutating func dropRequestedPage() { if groups.isStrip { pageChoice.request(nil) } }

  /// Prepares the group of pages in `slot` for reading on from the current one, in the same zoom
  /// mode: from its start for `step` 1, from its end for −1.
  mutating func prepareReading(slot: Int, step: Int) {
    guard row.layout.index(at: scroll.target) == row.index else { return }
    zooms.prepareReading(
      of: row.layout.page(in: slot), after: row.index, isBackwards: step < 0)
  }

  // MARK: Changes

  /// Adopts other groups, in which the pages may have other numbers, and shows `page` at once. The
  /// zooms of all groups are at fit.
  mutating func showAtOnce(_ page: Int, in groups: PageGroups, at t: Timestamp) {
    self.groups = groups
    zooms.removeAll()
    zooms.relayout(zoomRules, at: t)
    endFadesAndReturns()
    let page = layout.clamped(page)
    row.reload(count: groups.groupCount, page: groups.group(of: page), at: t)
    pageChoice.setCurrent(to: page)
    requestPage(page)
    zooms.updateSpreadSizes(from: groups, at: t)
    updateStrip()
    tracker.invalidateWindow()
    tracker.forgetSettledPage()
  }

  /// Replaces all pages by `count` others, and shows the one at the index `page` at once.
  mutating func reload(count: Int, page: Int, at t: Timestamp) {
    let old = index
    endFadesAndReturns()
    zooms.removeAll()
    groups.reload(count: count)
    pageChoice.setCurrent(to: layout.clamped(page))
    row.reload(count: groups.groupCount, page: groups.group(of: index), at: t)
    requestPage(index)
    updateStrip()
    tracker.invalidateWindow()
    if index == old {
      tracker.forgetSettledPage(unlessOn: old)
    } else {
      tracker.forgetSettledPage()
    }
  }

  mutating func removeAll() {
    groups.reload(count: 0)
    row.removeAll()
  }

  /// Changes the row of single pages to one of `count` pages by `change`, and renumbers everything
  /// else that is counted by pages.
  ///
  /// - Returns: the change of the pages' indices, which is the result of `change`.
  @discardableResult
  mutating func renumberRow(count: Int, by change: (inout PageRow) -> PageRenumbering?)
    -> PageRenumbering?
  {
    let old = groups.pageCount
    groups.renumber(nil, count: count)
    let renumbering = change(&row)
    pageChoice.setCurrent(to: row.index)
    if let renumbering {
      zooms.renumber(renumbering)
      returnFlights.renumber(renumbering)
      tracker.renumber(renumbering)
    } else if count != old {
      tracker.invalidateWindow()
    }
    return renumbering
  }

  /// Adopts the strip `after`, whose pages are renumbered by `change`, and of which `page` is the
  /// current one. The page at which the user reads, or that a command has asked for, stays at its
  /// position; the page after a removed one takes its place.
  ///
  /// - Parameter size: the size of `after`, in the strip's units.
  mutating func renumberStrip(
    to after: PageGroups, size: Size, by change: PageRenumbering, current page: Int,
    at t: Timestamp
  ) {
    let view = currentZoom
    let line = view.readingLine(at: t)
    let read = groups.page(atHeight: line)
    let top = groups.frame(of: read).minY
    groups = after
    tracker.renumber(change)
    pageChoice.setCurrent(to: layout.clamped(page))
    let isRemoved = change == .removed(read)
    let within = isRemoved ? 0 : line - top
    let successor = isRemoved ? index : change(read)
    pageChoice.request(requestedPage.map { change == .removed($0) ? index : change($0) })
    zooms.setZoom(view, of: 0)
    zooms.rearrangeStrip(
      zoomRules, size: size, moving: top + within, to: groups.frame(of: successor).minY + within,
      keepsTop: successor == read, at: t)
    showRequestedPage(animated: !view.isSettled(at: t), at: t)
    tracker.invalidateWindow()
  }

  /// Makes the pager report again that the scroll has come to rest, as soon as it has.
  mutating func forgetSettledPage() { tracker.forgetSettledPage() }

  // MARK: Time

  /// Adapts to the scroll position at `t`: the current page, the window of live pages, and the
  /// zooms of pages that are not visible any more.
  ///
  /// - Parameters:
  ///   - keepsPage: true when the current page stays, whatever the scroll position.
  ///   - pannedPage: the page whose picture is being panned; nil when none is.
  ///
  /// - Returns: the effects, and the indices of the visible pages.
  mutating func adaptToScroll(keepsPage: Bool, pannedPage: Int?, at t: Timestamp)
    -> (effects: [BrowserEffect], visible: [Int])
  {
    var effects: [BrowserEffect] = []
    row.removeClosedGaps(at: t)
    departures.removeSettled(at: t)
    returnFlights.removeSettled(at: t)
    let arrangement = arrangement(at: t)
    let group = arrangement.currentPage
    let seen = arrangement.visiblePages
    if tuning.locksZoom, seen == [row.index], !groups.isStrip { zooms.lock(to: row.index) }
    if group != row.index, !keepsPage { row.setCurrentPage(to: group) }
    let page = keepsPage ? index : currentPage(at: t)
    if page != index {
      effects.append(.pageChanged(from: index, to: page))
      if groups.isStrip { row.setTurnDirection(page - index) }
      pageChoice.setCurrent(to: page)
    }
    let shown = row.index
    let target = row.layout.index(at: scroll.target)
    let heldGroup = pannedPage.map(groups.group)
    zooms.reset(evenIfZoomed: tuning.resetsZoomOnLeave) {
      $0 == shown || $0 == heldGroup || $0 == target || seen.contains($0)
    }
    let visible = groups.hasSinglePages ? seen : visiblePages(on: seen, at: t)
    let isSettled =
      scroll.isSettled(at: t) && (!groups.isStrip || currentZoom.isSettled(at: t))
    effects += tracker.recordReturningEffects(
      page: index, window: window(visible: visible, seen: seen), isSettled: isSettled)
    return (effects, visible)
  }

  /// Moves the pages and pictures that no gesture holds to their resting positions at once.
  mutating func jumpToRest() {
    row.jumpToRest()
    endFadesAndReturns()
    zooms.jumpToRest()
  }

  /// Delays the motions of the row, of removed pages that fade out, and of restored pictures, by
  /// `seconds`.
  mutating func postpone(by seconds: Double) {
    row.postpone(by: seconds)
    departures.postpone(by: seconds)
    returnFlights.postpone(by: seconds)
  }
}
