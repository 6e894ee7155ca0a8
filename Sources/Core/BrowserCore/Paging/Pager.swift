import Geometry
import Motion

/// The pages with their pictures in place: the strip that is scrolled, the zoom of each page, the
/// removed pages that fade, and the reports of the current page to the host.
///
/// A picture out of its page, in a pull-down or in flight, is not the pager's: see ``Activity``.
struct Pager: Hashable, Sendable {
  private(set) var tuning: BrowserTuning
  private var strip: PageStrip
  private var zooms: PageZooms
  private var departures = Departures()
  private var tracker: PageTracker

  init(viewport: Size, count: Int, index: Int, tuning: BrowserTuning) {
    self.tuning = tuning
    let layout = PageLayout(tuning, viewport: viewport, count: count)
    strip = PageStrip(layout: layout, index: index)
    zooms = PageZooms(rules: PageZooms.Rules(tuning, viewport: viewport))
    tracker = PageTracker(page: strip.index, in: layout)
  }

  // MARK: Pages

  var layout: PageLayout { strip.layout }
  var scroll: PageScroll { strip.scroll }
  /// The index of the current page.
  var index: Int { strip.index }
  /// The direction of the last page turn: 1 or −1.
  var direction: Int { strip.direction }
  /// The pages that have a cell, and the pictures to be prefetched.
  var window: PageWindow { tracker.window }
  /// The number of the last removal whose page is still fading; nil when none is.
  var lastDeparture: Int? { departures.last }

  /// The positions of the pages at `t`.
  func arrangement(at t: Timestamp) -> PageArrangement { strip.arrangement(at: t) }

  /// The position of `page`, in whole points.
  func offset(of page: Int, at t: Timestamp) -> Vector {
    arrangement(at: t).snappedFrame(of: page).origin - .zero
  }

  /// The position of the current page, in whole points.
  func offset(at t: Timestamp) -> Vector { offset(of: index, at: t) }

  /// The velocity of the current page, in points per second.
  func velocity(at t: Timestamp) -> Vector { strip.velocity(at: t) }

  /// True when no animation runs, and no drag or pinch is in progress.
  func isSettled(at t: Timestamp) -> Bool {
    strip.isSettled(at: t) && departures.isSettled(at: t) && zooms.isSettled(at: t)
  }

  /// The removed pages that are fading out.
  func departing(at t: Timestamp) -> [BrowserFrame.Departing] { departures.shown(at: t) }

  /// A page whose picture is in its place.
  func page(_ page: Int, frame: Rect, at t: Timestamp) -> BrowserFrame.Page {
    let zoom = zooms[page]
    return BrowserFrame.Page(
      index: page, frame: frame,
      content: zooms.hasContent(page) ? zoom.rect(at: t).offset(by: frame.origin - .zero) : .zero,
      scale: zoom.scale(at: t), opacity: 1, placement: zoom.isSettled(at: t) ? .still : .moving)
  }

  // MARK: Pictures

  /// The zoom of the current page.
  var current: ZoomState {
    get { zooms[index] }
    set { zooms[index] = newValue }
  }

  /// Lets the current picture show the part that `leader` shows of another one.
  mutating func follow(_ leader: ZoomState, joins: Bool, at t: Timestamp) -> Bool {
    var zoom = current
    if joins { zoom.join(leader, at: t) } else { zoom.follow(leader, at: t) }
    guard zoom != current else { return false }
    current = zoom
    return true
  }

  /// True when the current page has a picture of known size.
  var hasPicture: Bool { zooms.hasContent(index) }

  func zoom(of page: Int) -> ZoomState { zooms[page] }
  func mode(of page: Int) -> BrowserTuning.ZoomMode { zooms.mode(of: page) }
  func hasContent(_ page: Int) -> Bool { zooms.hasContent(page) }
  func isScalable(_ page: Int) -> Bool { zooms.isScalable(page) }

  /// The rectangle of a page at rest.
  private var restingPage: Rect { Rect(origin: .zero, size: layout.viewport) }

  /// The resting rectangle of the current picture; the whole page when its size is unknown.
  var restingRect: Rect { hasPicture ? current.targetRect : restingPage }

  /// The resting rectangle of a picture of `size` on the current page.
  func restingRect(of size: Size) -> Rect { zooms.restingRect(of: size, on: index) }

  /// The rectangle of the current picture in its page at `t`; the whole page when its size is
  /// unknown.
  func pictureRect(at t: Timestamp) -> Rect { hasPicture ? current.rect(at: t) : restingPage }

  /// The rectangle of the current picture in the viewport at `t`; the whole viewport when its size
  /// is unknown.
  func pictureRectInViewport(at t: Timestamp) -> Rect {
    hasPicture ? pictureRect(at: t).offset(by: offset(at: t)) : restingPage
  }

  /// The rate of change of the current picture's rectangle in its page, per second.
  func pictureRate(at t: Timestamp) -> Rect { hasPicture ? current.rate(at: t) : .zero }

  /// `point` in the coordinates of the current page.
  private func local(_ point: Point, at t: Timestamp) -> Point { point - offset(at: t) }

  // MARK: Gestures

  /// The role of a drag in `direction` that begins at `t`.
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
    return intent == .page && canPageAtEdges(at: t) ? .move : intent
  }

  /// True when the current picture can be panned along the paging axis, and a drag at its edges
  /// scrolls the pages.
  private func canPageAtEdges(at t: Timestamp) -> Bool {
    tuning.pagesPastEdges && current.bounds(at: t).canMove(along: layout.axis)
  }

  /// Catches the pages or the current picture in motion.
  ///
  /// - Returns: false when nothing moves.
  mutating func stop(under point: Point, at t: Timestamp) -> Bool {
    if !scroll.isSettled(at: t) {
      strip.grab(at: t)
    } else if !current.isSettled(at: t) {
      current.grabPan(under: point, at: t)
    } else {
      return false
    }
    return true
  }

  /// Prepares a drag: the current page's displacement by gaps becomes part of the scroll.
  mutating func transferGapsToScroll(at t: Timestamp) { strip.transferGapsToScroll(at: t) }

  /// Begins a drag of the pages.
  mutating func beginDrag(at t: Timestamp) {
    current.cancelGrip(at: t)
    strip.grab(at: t)
  }

  mutating func drag(translation: Vector) { strip.drag(translation: translation[layout.axis]) }

  mutating func endDrag(velocity: Vector, at t: Timestamp) {
    strip.release(velocity: velocity[layout.axis], at: t)
  }

  /// Cancels a drag of the pages, or the grip of a picture in motion.
  mutating func cancelDrag(at t: Timestamp) {
    strip.cancel(at: t)
    current.cancelGrip(at: t)
  }

  /// Begins a pan of the current picture.
  ///
  /// - Returns: the edges at which the pan scrolls the pages: those with a page beyond them; nil for
  ///   a picture caught beyond an edge, which keeps its rubber band.
  mutating func beginPan(under point: Point, at t: Timestamp) -> EdgePaging? {
    strip.settle(at: t)
    current.grabPan(under: local(point, at: t), at: t)
    // The drag is counted from a settled scroll.
    guard canPageAtEdges(at: t), scroll.isSettled(at: t) else { return nil }
    return current.beginEdgePaging(
      along: layout.axis, before: strip.hasNeighbour(before: true, at: t),
      after: strip.hasNeighbour(before: false, at: t), at: t)
  }

  /// Pans the picture of `page`; the part of the drag beyond its edge scrolls the pages.
  mutating func pan(_ page: Int, _ passing: EdgePaging?, translation: Vector, at t: Timestamp) {
    zooms.change(page) { $0.pan(translation: translation, at: t) }
    guard let passing, let overflow = overflow(of: page, at: t) else { return }
    let pulled = passing.scrolled(overflow: overflow)
    if pulled != 0, !scroll.isHeld { strip.grab(at: t) }
    if scroll.isHeld { strip.drag(translation: pulled) }
  }

  /// Ends the pan of a picture, and the scrolling of the pages if the drag went beyond its edge.
  mutating func endPan(_ page: Int, _ passing: EdgePaging?, velocity: Vector, at t: Timestamp) {
    let axis = layout.axis
    var own = velocity
    if scroll.isHeld {
      let overflow = overflow(of: page, at: t) ?? 0
      let slope = overflow == 0 ? 0 : passing?.slope(overflow: overflow) ?? 0
      if overflow != 0 { own[axis] = 0 }
      if passing?.isPast(overflow: overflow) ?? false {
        strip.release(velocity: velocity[axis] * slope, at: t)
      } else {
        strip.cancel(velocity: velocity[axis] * slope, at: t)
      }
    }
    zooms.change(page) { $0.releasePan(velocity: own, at: t) }
  }

  /// Cancels the pan of the picture of `page`, and the scrolling of the pages.
  mutating func cancelPan(_ page: Int, at t: Timestamp) {
    strip.cancel(at: t)
    cancelGrip(of: page, at: t)
  }

  /// Ends a drag or pinch of the picture of `page`.
  mutating func cancelGrip(of page: Int, at t: Timestamp) {
    zooms.change(page) { $0.cancelGrip(at: t) }
  }

  /// True when a drag of the picture of `page` is beyond an edge, and scrolls the pages.
  func isPastEdge(_ page: Int, at t: Timestamp) -> Bool { overflow(of: page, at: t) ?? 0 != 0 }

  private func overflow(of page: Int, at t: Timestamp) -> Double? {
    zooms[page].panOverflow(along: layout.axis, at: t)
  }

  mutating func beginPinch(centroid: Point, at t: Timestamp) {
    let place = local(centroid, at: t)
    current.grabPinch(centroid: place, at: t)
  }

  mutating func pinch(factor: Double, centroid: Point, at t: Timestamp) {
    let place = local(centroid, at: t)
    current.pinch(factor: factor, centroid: place)
  }

  /// Ends all drags and pinches; pages and pictures settle.
  mutating func endGestures(at t: Timestamp) {
    strip.release(velocity: 0, at: t)
    zooms.cancelGrips(at: t)
  }

  /// Ends all drags and pinches of pictures.
  mutating func cancelGrips(at t: Timestamp) { zooms.cancelGrips(at: t) }

  /// Makes the scroll settle on the current page.
  mutating func settle(at t: Timestamp) { strip.settle(at: t) }

  // MARK: Commands

  /// The slot `step` slots after the target of the scroll; nil beyond the first and last slot.
  func slot(after step: Int) -> Int? {
    let goal = layout.slot(at: scroll.target) + min(max(step, -layout.count), layout.count)
    return layout.holds(slot: goal) ? goal : nil
  }

  /// Moves the pages briefly beyond the end of the album and back, `towards` −1 or 1.
  mutating func nudge(towards: Int, at t: Timestamp) { strip.nudge(towards: towards, at: t) }

  /// Goes to `slot`: animated with `spring`, or in the duration of the tuning, or at once.
  mutating func go(to slot: Int, animated: Bool, with spring: Spring, at t: Timestamp) {
    strip.go(
      to: slot, animated: animated && !tuning.reducesMotion, over: tuning.turnDuration,
      with: spring, at: t)
  }

  /// Makes `page` the current one, and shows it at once.
  mutating func jump(to page: Int, at t: Timestamp) {
    strip.jump(to: page, at: t)
    tracker.unsettle()
  }

  /// Zooms or scrolls the current picture.
  mutating func zoom(_ action: BrowserAction, animated mayAnimate: Bool, at t: Timestamp) {
    let offset = offset(at: t)
    let middle = Point(x: layout.viewport.width / 2, y: layout.viewport.height / 2)
    var zoom = current
    func place(_ point: Point?) -> Point { point.map { $0 - offset } ?? middle }
    switch action {
    case .zoomBy(let factor, let point, let animated):
      zoom.zoom(
        to: zoom.targetScale * factor, at: place(point), animated: animated && mayAnimate, time: t)
    case .wheelZoom(let factor, let point, let isFine):
      if mayAnimate {
        zoom.zoomByWheel(factor, at: place(point), isFine: isFine, time: t)
      } else {
        zoom.zoom(to: zoom.targetScale * factor, at: place(point), animated: false, time: t)
      }
    case .zoomTo(let scale, let point, let animated):
      zoom.zoom(to: scale, at: place(point), animated: animated && mayAnimate, time: t)
    case .toggleZoom(let point):
      let goal = zoom.isZoomed ? zoom.levels.fit : zoom.levels.doubleTap
      zoom.zoom(to: goal, at: place(point), animated: mayAnimate, time: t)
    case .scroll(let delta, let animated):
      zoom.scroll(by: -delta, animated: animated && mayAnimate, at: t)
    default: return
    }
    current = zoom
  }

  // MARK: Changes

  mutating func tune(_ tuning: BrowserTuning, at t: Timestamp) {
    if self.tuning.locksZoom, !tuning.locksZoom { zooms.unlock(keeping: index) }
    self.tuning = tuning
    if strip.tune(tuning, at: t) { tracker.invalidateWindow() }
    relayout(at: t)
  }

  mutating func resize(to viewport: Size, at t: Timestamp) {
    strip.resize(to: viewport)
    relayout(at: t)
  }

  private mutating func relayout(at t: Timestamp) {
    zooms.relayout(PageZooms.Rules(tuning, viewport: layout.viewport), at: t)
  }

  /// Sets the picture of `page`.
  ///
  /// - Returns: false when it is the same as before.
  mutating func setContent(_ content: PageContent?, of page: Int, at t: Timestamp) -> Bool {
    zooms.setContent(content, of: page, at: t)
  }

  /// Sets the meaning of fit for the current page.
  mutating func setMode(_ mode: BrowserTuning.ZoomMode, animated: Bool, at t: Timestamp) {
    zooms.setMode(mode, of: index, animated: animated, at: t)
  }

  /// Replaces all pages, and shows page `page` at once.
  mutating func reload(count: Int, page: Int, at t: Timestamp) {
    let old = index
    departures.removeAll()
    zooms.removeAll()
    strip.reload(count: count, page: page, at: t)
    tracker.invalidateWindow()
    if index == old { tracker.unsettle(unlessOn: old) } else { tracker.unsettle() }
  }

  mutating func removeAll() { strip.removeAll() }

  /// Inserts `count` pages before page `place`.
  ///
  /// - Returns: nil when there were no pages before.
  mutating func insert(_ count: Int, at place: Int, animated: Bool, at t: Timestamp)
    -> PageRenumbering?
  {
    let isAnimated = animated && !tuning.reducesMotion
    let renumbering = strip.insert(count, at: place, animated: isAnimated, at: t)
    tracker.invalidateWindow()
    return renumbered(renumbering)
  }

  /// Removes `page`, which must not be the current one.
  mutating func remove(_ page: Int, animated: Bool, at t: Timestamp) -> PageRenumbering {
    let renumbering = strip.remove(page, animated: animated, at: t)
    renumber(renumbering)
    return renumbering
  }

  /// Removes the current page; if `slides`, the page that takes its place slides in.
  mutating func removeCurrent(slides: Bool, at t: Timestamp) -> PageRenumbering {
    let renumbering = strip.removeCurrent(slides: slides, at: t)
    renumber(renumbering)
    tracker.unsettle()
    return renumbering
  }

  /// Moves page `page` to `place`.
  ///
  /// - Returns: nil when nothing moves.
  mutating func move(_ page: Int, to place: Int, at t: Timestamp) -> PageRenumbering? {
    renumbered(strip.move(page, to: place, at: t))
  }

  /// Starts to fade out `page` in its present position, if it is visible.
  mutating func depart(_ page: Int, at t: Timestamp) {
    if arrangement(at: t).visible.contains(page) { departures.add(at: t) }
  }

  private mutating func renumbered(_ renumbering: PageRenumbering?) -> PageRenumbering? {
    if let renumbering { renumber(renumbering) }
    return renumbering
  }

  private mutating func renumber(_ renumbering: PageRenumbering) {
    zooms.renumber(renumbering)
    tracker.renumber(renumbering)
  }

  // MARK: Time

  /// Follows the scroll: the current page, its window and the zooms of pages no longer visible.
  ///
  /// - Parameters:
  ///   - keepsPage: true when the current page stays, wherever the scroll is.
  ///   - held: the page whose picture is being panned; nil when none is.
  /// - Returns: the effects, and the visible pages.
  mutating func follow(keepsPage: Bool, held: Int?, at t: Timestamp)
    -> (effects: [BrowserEffect], visible: [Int])
  {
    var effects: [BrowserEffect] = []
    strip.tidy(at: t)
    departures.removeSettled(at: t)
    let places = arrangement(at: t)
    let page = places.current
    if tuning.locksZoom, places.visible == [index] { zooms.lock(to: index) }
    if page != index, !keepsPage {
      effects.append(.pageChanged(from: index, to: page))
      strip.turn(to: page)
    }
    let visible = places.visible
    let shown = index
    zooms.reset(resets: tuning.resetsZoomOnLeave) {
      $0 == shown || $0 == held || visible.contains($0)
    }
    effects += tracker.follow(
      page: index, visible: visible, direction: direction, isSettled: scroll.isSettled(at: t),
      in: layout)
    return (effects, visible)
  }

  /// Moves everything that is not held to its resting position.
  mutating func finish() {
    strip.finish()
    departures.removeAll()
    zooms.finish()
  }

  /// Delays the motions of pages by `seconds`.
  mutating func postpone(by seconds: Double) {
    strip.postpone(by: seconds)
    departures.postpone(by: seconds)
  }
}
