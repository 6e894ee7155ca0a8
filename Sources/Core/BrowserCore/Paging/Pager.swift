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
/// ``Activity``.
struct Pager: Hashable, Sendable {
  private(set) var tuning: BrowserTuning
  /// The row of the groups of pages, which is scrolled.
  var row: PageRow
  /// The zooms of the groups of pages.
  var zooms: GroupZooms
  var groups: PageGroups
  var choice: CurrentPage
  private var departures = Departures()
  /// The flights of restored pictures to their pages.
  var returns = PageReturns()
  var tracker: PageTracker

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
    choice = CurrentPage(index: page, wanted: groups.isSingle ? nil : page)
    fillStrip()
  }

  // MARK: Pages

  /// The index of the current page.
  var index: Int { choice.index }
  /// The index of the page to which a command has asked to go; nil when no command decides.
  var wanted: Int? { choice.wanted }
  /// The layout of all pages, counted one by one even if they are grouped.
  var layout: PageLayout {
    var layout = row.layout
    layout.count = groups.count
    return layout
  }
  /// The scroll position of the row and its motion, in groups of pages.
  var scroll: PageScroll { row.scroll }
  /// The direction of the last page turn: 1 forwards, −1 backwards.
  var direction: Int { row.direction }
  /// The indices of the pages that have a cell, and of those whose pictures are prefetched.
  var window: PageWindow { tracker.window }
  /// The identifier of the page that is fading out after its removal, of several that of the page
  /// removed last; nil when no page is.
  var lastDeparture: Int? { departures.last }

  /// The positions of the groups of pages at `t`.
  func arrangement(at t: Timestamp) -> PageArrangement { row.arrangement(at: t) }

  /// The position of the top left corner of the group of `page` in the viewport, in whole device
  /// pixels.
  func offset(of page: Int, at t: Timestamp) -> Vector {
    arrangement(at: t).snappedFrame(of: groups.group(of: page)).origin - .zero
  }

  /// The position of the top left corner of the current page's group in the viewport, in whole
  /// device pixels.
  func offset(at t: Timestamp) -> Vector { offset(of: index, at: t) }

  /// The velocity of the current page on the screen, in device pixels per second.
  func velocity(at t: Timestamp) -> Vector { row.velocity(at: t) }

  /// True when nothing is animated, dragged or pinched at `t`.
  func isSettled(at t: Timestamp) -> Bool {
    row.isSettled(at: t) && departures.isSettled(at: t) && returns.isSettled(at: t)
      && zooms.isSettled(at: t)
  }

  /// The removed pages that are fading out at `t`.
  func departing(at t: Timestamp) -> [BrowserFrame.Departing] { departures.shown(at: t) }

  /// Starts to fade out the page `page`, which is to be removed, at its current position, if it is
  /// visible.
  mutating func beginDeparture(of page: Int, at t: Timestamp) {
    guard groups.isSingle else { return }
    if arrangement(at: t).visible.contains(page) { departures.add(at: t) }
  }

  /// Removes at once the pages that are fading out.
  mutating func removeDepartures() { departures.removeAll() }

  /// The frame of a single page, not one of a spread or strip, whose picture is in its page.
  ///
  /// - Parameter frame: the rectangle of the page in the viewport, in device pixels.
  func page(_ page: Int, frame: Rect, at t: Timestamp) -> BrowserFrame.Page {
    let zoom = zooms[page]
    return BrowserFrame.Page(
      index: page, frame: frame,
      content: zooms.hasContent(page) ? zoom.rect(at: t).offset(by: frame.origin - .zero) : .zero,
      scale: zoom.scale(at: t), opacity: 1, placement: zoom.isSettled(at: t) ? .still : .moving)
  }

  // MARK: Pictures

  /// The zoom of the current group of pages.
  var current: ZoomState {
    get { zooms[row.index] }
    set { zooms.setZoom(newValue, of: row.index) }
  }

  /// Makes the current picture show the part that the picture of `leader` shows.
  ///
  /// - Parameter joins: true animates the current picture to that part.
  /// - Returns: false when nothing has changed.
  mutating func follow(_ leader: ZoomState, joins: Bool, at t: Timestamp) -> Bool {
    var zoom = current
    if joins { zoom.join(leader, at: t) } else { zoom.follow(leader, at: t) }
    guard zoom != current else { return false }
    current = zoom
    return true
  }

  /// True when the size of the current group of pages, or of its single picture, is known.
  var hasPicture: Bool { zooms.hasContent(row.index) }

  /// The zoom of the picture of `page`, derived from the zoom of its group.
  func zoom(of page: Int) -> ZoomState {
    let zoom = zooms[groups.group(of: page)]
    guard !groups.isSingle else { return zoom }
    return zoom.part(groups.frame(of: page), size: groups.size(of: page) ?? .zero)
  }

  func mode(of page: Int) -> BrowserTuning.ZoomMode { zooms.mode(of: groups.group(of: page)) }
  func hasContent(_ page: Int) -> Bool {
    groups.isSingle ? zooms.hasContent(page) : groups.size(of: page) != nil
  }
  func isScalable(_ page: Int) -> Bool {
    groups.isSingle ? zooms.isScalable(page) : groups.picture(of: page)?.isScalable ?? false
  }

  /// The frames of the pages in spreads and strips.
  var frames: GroupFrames { GroupFrames(groups, viewport: layout.viewport) }

  /// The rectangle of a group of pages at rest: the whole viewport.
  var restingPage: Rect { Rect(origin: .zero, size: layout.viewport) }

  /// The rectangle at rest of the content of the current group, in its page; the whole page when
  /// the content's size is unknown.
  var restingRect: Rect { hasPicture ? current.targetRect : restingPage }

  /// The rectangle at rest of the current page's picture, in the coordinates of its group.
  var restingPicture: Rect { picture(in: restingRect) }

  /// The rectangle at rest of the picture of `page`, in the coordinates of its own group.
  func restingRect(ofPage page: Int) -> Rect {
    let group = groups.group(of: page)
    let rest = zooms[group].targetRect
    return groups.isSingle ? rest : frames.part(page, of: rest)
  }

  /// The rectangle of the current page's picture when the content of its group is at `rect`. The
  /// mapping is linear, so it also maps the rate of change of the group's rectangle to that of the
  /// picture's.
  func picture(in rect: Rect) -> Rect {
    groups.isSingle ? rect : frames.part(index, of: rect)
  }

  /// The rectangle at rest that a picture of size `size` would have on the current page.
  func restingRect(of size: Size) -> Rect {
    guard !groups.isSingle else { return zooms.restingRect(of: size, on: index) }
    let rest = restingPicture
    guard !size.isEmpty, !rest.isEmpty else { return rest }
    let scale = ContentFit.fit.scale(content: size, in: rest.size)
    return Rect(center: rest.center, size: size * scale)
  }

  /// The rectangle of the content of the current group in its page at `t`; the whole page when its
  /// size is unknown.
  func pictureRect(at t: Timestamp) -> Rect { hasPicture ? current.rect(at: t) : restingPage }

  /// The rectangle of the content of the current group in the viewport at `t`; that of the page
  /// when its size is unknown.
  func pictureRectInViewport(at t: Timestamp) -> Rect {
    pictureRect(at: t).offset(by: offset(at: t))
  }

  /// The rate of change of the rectangle of the current group's content in its page, per second;
  /// zero when its size is unknown.
  func pictureRate(at t: Timestamp) -> Rect { hasPicture ? current.rate(at: t) : .zero }

  /// `point` of the viewport in the coordinates of the current page.
  private func local(_ point: Point, at t: Timestamp) -> Point { point - offset(at: t) }

  // MARK: Options

  /// Adopts other options of the browser, and lays the pages out anew where they changed.
  mutating func tune(_ tuning: BrowserTuning, at t: Timestamp) {
    if self.tuning.locksZoom, !tuning.locksZoom { zooms.unlock(keeping: row.index) }
    let old = self.tuning
    self.tuning = tuning
    if row.tune(tuning, at: t) { tracker.invalidateWindow() }
    if old.reading != tuning.reading { return regroup(at: t) }
    let before = groups
    groups.tune(tuning, viewport: layout.viewport)
    if !groups.isPaired(like: before) { return showGroupsAnew(at: t) }
    relayout(from: before, at: t)
  }

  // MARK: Gestures

  /// The effect of a pan in `direction`, which is recognised at `t`.
  func intent(of direction: Vector, at t: Timestamp) -> PanIntent {
    let isAcross = abs(direction[layout.axis.cross]) >= abs(direction[layout.axis])
    // A page in a page effect has no rectangle on the screen out of which it could be pulled.
    if !scroll.isSettled(at: t), !isAcross || tuning.hasPageEffect { return .page }
    let zoom = current
    let intent = PanIntent(
      PanIntent.Situation(
        direction: direction, bounds: zoom.bounds(at: t), corner: zoom.rect(at: t).origin,
        axis: layout.axis, isZoomed: zoom.isZoomed,
        profile: tuning.dismissProfile, isPullEnabled: tuning.isDismissGestureEnabled))
    // There is no page beside a strip.
    if groups.isStrip { return intent == .page ? .move : intent }
    return intent == .page && canPageAtEdges(at: t) ? .move : intent
  }

  /// True when the current picture can be panned along the paging axis, and a pan beyond its edges
  /// scrolls the pages.
  private func canPageAtEdges(at t: Timestamp) -> Bool {
    tuning.pagesPastEdges && current.bounds(at: t).canMove(along: layout.axis)
  }

  /// Catches the pages or the current picture in motion, for a contact at `point`.
  ///
  /// - Returns: false when nothing moves.
  mutating func stop(under point: Point, at t: Timestamp) -> Bool {
    if !scroll.isSettled(at: t) {
      row.grab(at: t)
    } else if !current.isSettled(at: t) {
      current.grabPan(under: point, at: t)
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
    current.cancelGrip(at: t)
    row.grab(at: t)
  }

  mutating func drag(translation: Vector) { row.drag(translation: translation[layout.axis]) }

  mutating func endDrag(velocity: Vector, at t: Timestamp) {
    row.release(velocity: velocity[layout.axis], at: t)
  }

  /// Cancels a drag of the pages, and a pan or pinch of the current picture.
  mutating func cancelDrag(at t: Timestamp) {
    row.cancel(at: t)
    current.cancelGrip(at: t)
  }

  /// Begins a pan of the current picture.
  ///
  /// - Returns: the rule by which the pan scrolls the pages beyond the edges of the picture; nil
  ///   when it does not, as in a strip or for a picture caught beyond an edge, which keeps its
  ///   rubber band.
  mutating func beginPan(under point: Point, at t: Timestamp) -> EdgePaging? {
    leaveWantedPage()
    row.settle(at: t)
    current.grabPan(under: local(point, at: t), at: t)
    // The drag is counted from a settled scroll.
    guard !groups.isStrip, canPageAtEdges(at: t), scroll.isSettled(at: t) else { return nil }
    return current.beginEdgePaging(
      along: layout.axis, before: row.hasNeighbour(before: true, at: t),
      after: row.hasNeighbour(before: false, at: t), uiScale: layout.uiScale, at: t)
  }

  /// Pans the picture of `page`; the part of the pan beyond an edge of the picture scrolls the
  /// pages.
  mutating func pan(_ page: Int, _ passing: EdgePaging?, translation: Vector, at t: Timestamp) {
    zooms.change(groups.group(of: page)) { $0.pan(translation: translation, at: t) }
    guard let passing, let overflow = overflow(of: page, at: t) else { return }
    let pulled = passing.scrolled(overflow: overflow)
    if pulled != 0, !scroll.isHeld { row.grab(at: t) }
    if scroll.isHeld { row.drag(translation: pulled) }
  }

  /// Ends the pan of the picture of `page`, and the scrolling of the pages if the pan went beyond
  /// an edge of the picture.
  mutating func endPan(_ page: Int, _ passing: EdgePaging?, velocity: Vector, at t: Timestamp) {
    let axis = layout.axis
    var own = velocity
    if scroll.isHeld {
      let overflow = overflow(of: page, at: t) ?? 0
      let slope = overflow == 0 ? 0 : passing?.slope(overflow: overflow) ?? 0
      if overflow != 0 { own[axis] = 0 }
      if passing?.isPast(overflow: overflow) ?? false {
        row.release(velocity: velocity[axis] * slope, at: t)
      } else {
        row.cancel(velocity: velocity[axis] * slope, at: t)
      }
    }
    zooms.change(groups.group(of: page)) { $0.releasePan(velocity: own, at: t) }
  }

  /// Cancels the pan of the picture of `page`, and the scrolling of the pages by it.
  mutating func cancelPan(_ page: Int, at t: Timestamp) {
    row.cancel(at: t)
    cancelGrip(of: page, at: t)
  }

  /// Ends a pan or pinch of the picture of `page`, without release velocity.
  mutating func cancelGrip(of page: Int, at t: Timestamp) {
    zooms.change(groups.group(of: page)) { $0.cancelGrip(at: t) }
  }

  /// True when the pan of the picture of `page` is beyond an edge of the picture, so that it
  /// scrolls the pages.
  func isPastEdge(_ page: Int, at t: Timestamp) -> Bool { overflow(of: page, at: t) ?? 0 != 0 }

  private func overflow(of page: Int, at t: Timestamp) -> Double? {
    zooms[groups.group(of: page)].panOverflow(along: layout.axis, at: t)
  }

  mutating func beginPinch(centroid: Point, at t: Timestamp) {
    leaveWantedPage()
    let point = local(centroid, at: t)
    current.grabPinch(centroid: point, at: t)
  }

  mutating func pinch(factor: Double, centroid: Point, at t: Timestamp) {
    let point = local(centroid, at: t)
    current.pinch(factor: factor, centroid: point)
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

  /// The slot that is `step` slots after the one on which the scroll comes to rest; nil beyond the
  /// first and last slot.
  func slot(after step: Int) -> Int? {
    let groupLayout = row.layout
    let count = groupLayout.count
    let goal = groupLayout.slot(at: scroll.target) + min(max(step, -count), count)
    return groupLayout.holds(slot: goal) ? goal : nil
  }

  /// The slot of the group of `page` that is nearest to the scroll position; `page` is limited to
  /// the pages.
  func slot(of page: Int, at t: Timestamp) -> Int {
    row.layout.slot(
      of: groups.group(of: layout.clamped(page)), near: scroll.position(at: t))
  }

  /// The index of the page on which the scroll comes to rest.
  var targetPage: Int {
    let group = row.layout.index(at: scroll.target)
    return groups.isSingle ? group : page(on: group)
  }

  /// Moves the pages briefly beyond the end of the album and back: `towards` is −1 before the first
  /// page, 1 after the last.
  mutating func nudge(towards: Int, at t: Timestamp) {
    if groups.isStrip {
      current.nudge(towards: Double(towards), uiScale: layout.uiScale, at: t)
    } else {
      row.nudge(towards: towards, at: t)
    }
  }

  /// Scrolls to `slot`: at once unless `animated`; in the turn duration of the options, or with
  /// `spring` when they have none.
  mutating func go(to slot: Int, animated: Bool, with spring: Spring, at t: Timestamp) {
    row.go(
      to: slot, animated: animated && !tuning.reducesMotion, over: tuning.turnDuration,
      with: spring, at: t)
  }

  /// Zooms or scrolls the current picture by a zoom or scroll action; other actions are ignored.
  mutating func zoom(_ action: BrowserAction, animated mayAnimate: Bool, at t: Timestamp) {
    let offset = offset(at: t)
    let middle = Point(x: layout.viewport.width / 2, y: layout.viewport.height / 2)
    var zoom = current
    func inPage(_ point: Point?) -> Point { point.map { $0 - offset } ?? middle }
    switch action {
    case .zoomBy(let factor, let point, let animated):
      zoom.zoom(
        to: zoom.targetScale * factor, at: inPage(point), animated: animated && mayAnimate, time: t)
    case .wheelZoom(let factor, let point, let isFine):
      if mayAnimate {
        zoom.zoomByWheel(factor, at: inPage(point), isFine: isFine, time: t)
      } else {
        zoom.zoom(to: zoom.targetScale * factor, at: inPage(point), animated: false, time: t)
      }
    case .zoomTo(let scale, let point, let animated):
      zoom.zoom(to: scale, at: inPage(point), animated: animated && mayAnimate, time: t)
    case .toggleZoom(let point):
      let goal = zoom.isZoomed ? zoom.levels.fit : zoom.levels.doubleTap
      zoom.zoom(to: goal, at: inPage(point), animated: mayAnimate, time: t)
    case .scroll(let delta, let animated):
      leaveWantedPage()
      zoom.scroll(by: -delta, animated: animated && mayAnimate, at: t)
    default: return
    }
    current = zoom
  }

  // MARK: Time

  /// Adapts to the scroll position at `t`: the current page, the window of live pages, and the
  /// zooms of pages that are not visible any more.
  ///
  /// - Parameters:
  ///   - keepsPage: true when the current page stays, whatever the scroll position.
  ///   - held: the page whose picture is being panned; nil when none is.
  ///
  /// - Returns: the effects, and the indices of the visible pages.
  mutating func follow(keepsPage: Bool, held: Int?, at t: Timestamp)
    -> (effects: [BrowserEffect], visible: [Int])
  {
    var effects: [BrowserEffect] = []
    row.tidy(at: t)
    departures.removeSettled(at: t)
    returns.removeSettled(at: t)
    let arrangement = arrangement(at: t)
    let group = arrangement.current
    let seen = arrangement.visible
    if tuning.locksZoom, seen == [row.index], !groups.isStrip { zooms.lock(to: row.index) }
    if group != row.index, !keepsPage { row.turn(to: group) }
    let page = keepsPage ? index : currentPage(at: t)
    if page != index {
      effects.append(.pageChanged(from: index, to: page))
      if groups.isStrip { row.setDirection(page - index) }
      choice.turn(to: page)
    }
    let shown = row.index
    let target = row.layout.index(at: scroll.target)
    let heldGroup = held.map(groups.group)
    zooms.reset(resets: tuning.resetsZoomOnLeave) {
      $0 == shown || $0 == heldGroup || $0 == target || seen.contains($0)
    }
    let visible = groups.isSingle ? seen : visiblePages(on: seen, at: t)
    let isSettled =
      scroll.isSettled(at: t) && (!groups.isStrip || current.isSettled(at: t))
    effects += tracker.follow(
      page: index, window: window(visible: visible, seen: seen), isSettled: isSettled)
    return (effects, visible)
  }

  /// Moves the pages and pictures that no gesture holds to their resting positions at once.
  mutating func finish() {
    row.finish()
    departures.removeAll()
    returns.removeAll()
    zooms.finish()
  }

  /// Delays the motions of the row, of removed pages that fade out, and of restored pictures, by
  /// `seconds`.
  mutating func postpone(by seconds: Double) {
    row.postpone(by: seconds)
    departures.postpone(by: seconds)
    returns.postpone(by: seconds)
  }
}
