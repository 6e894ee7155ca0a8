package import Geometry
package import Motion
import Transitions

/// The state of the browser as a value: paging, zoom, pull-down and flights, changed by actions,
/// and readable at any instant.
///
/// The state contains no pictures, files, views or clock. Every change goes through
/// ``apply(_:at:)``; the passing of time through ``advance(to:)``; ``frame(at:)`` returns the frame
/// to be drawn.
package struct BrowserState: Hashable, Sendable {
  /// The distance of one reading step as a share of the viewport; the remainder stays visible as
  /// overlap.
  ///
  /// - Source: 90 % of the page in Firefox, 87.5 % in Chromium.
  package static let readingStepShare = 0.9
  /// The maximum distance in pages of a command without animation for which the pages slide
  /// nevertheless, because a picture is pulled out of its page or in flight.
  private static let maxUncutSlidePages = 2.0

  /// The pages, with the pictures that are in their pages.
  private(set) var pages: Pager
  /// The pictures that are out of their pages, and the gesture in progress.
  private var presentation = PresentationState()
  private var slideshowTimer = SlideshowTimer()

  /// Creates a browser at rest on page `index`. A browser without pages is empty until pages are
  /// inserted.
  package init(viewport: Size, count: Int, index: Int, tuning: BrowserTuning = BrowserTuning()) {
    pages = Pager(viewport: viewport, count: count, index: index, tuning: tuning)
  }

  // MARK: Pages

  /// The options of the browser that the host or the user has set.
  package var tuning: BrowserTuning { pages.tuning }
  package var layout: PageLayout { pages.layout }
  /// The scroll position of the pages, and its motion.
  package var scroll: PageScroll { pages.scroll }
  /// The index of the current page.
  package var index: Int { pages.index }
  /// The direction of the last page turn: 1 forwards, −1 backwards.
  package var lastTurnDirection: Int { pages.lastTurnDirection }
  /// The indices of the pages that have a cell, and of those whose pictures are prefetched.
  package var pageWindow: PageWindow { pages.window }
  /// The identifier of the page that is fading out after its removal, of several that of the page
  /// removed last; nil when no page is. Identifiers count from 1, in the order of removal.
  package var lastDepartureID: Int? { pages.lastDepartureID }

  /// The axis along which the current picture is read: that of the long side for long pictures and
  /// panoramas at fit, vertical for any other picture at fit that is taller than its page; nil when
  /// the picture cannot be scrolled.
  package var readingAxis: Axis? { pages.currentZoom.readingAxis }

  /// The scroll vector of the next (`step` 1) or previous (−1) reading step, for
  /// ``BrowserAction/scroll(_:animated:)``; nil when that end of the picture is visible, or will be
  /// when the motion has settled.
  ///
  /// - Parameter share: the distance as a share of the viewport.
  package func readingScroll(_ step: Int, share: Double = BrowserState.readingStepShare) -> Vector?
  {
    pages.currentZoom.readingScroll(step, share: share)
  }

  /// The arrangement of the album's pages: one at a time, spreads or a strip.
  package var reading: BrowserTuning.ReadingMode { pages.groups.reading }

  /// The indices of the pages that are scrolled and zoomed together with the current one: those of
  /// a spread, in order; only the current one in a strip.
  package var currentSpread: Range<Int> {
    guard reading == .spreads else { return index..<index + 1 }
    return pages.groups.pages(in: pages.groups.group(of: index))
  }

  /// The index of the page on which the scroll comes to rest.
  package var targetPage: Int { pages.targetPage }

  /// True while a pan or pinch holds the current picture in its page.
  package var isPictureHeld: Bool { pages.currentZoom.isHeld }

  /// True when a drag would pan the current picture, or scroll a strip, instead of the pages.
  package var isPannable: Bool {
    let zoom = pages.currentZoom
    let bounds = PanBounds(shown: zoom.targetRect.size, viewport: zoom.viewport)
    return Axis.allCases.contains(where: bounds.canMove)
  }

  /// The zoom mode of `page`, which decides the scale at fit.
  package func zoomMode(of page: Int) -> BrowserTuning.ZoomMode { pages.zoomMode(of: page) }

  /// The zoom of the picture of `page`; at fit if it was never changed.
  package func zoom(of page: Int) -> ZoomState { pages.zoom(of: page) }

  /// The rectangle at rest that a picture of size `size` would have on the current page.
  package func restingRect(of size: Size) -> Rect { pages.restingRect(of: size) }

  // MARK: Linked zoom

  /// Makes the current picture show the part that `leader` shows of its own picture; see
  /// ``ZoomState/follow(_:at:)``.
  ///
  /// - Parameter animated: whether the picture moves to that part by an animation. Default false.
  /// - Returns: false when nothing has changed.
  package mutating func follow(_ leader: ZoomState, animated: Bool = false, at t: Timestamp) -> Bool
  {
    guard hasContent(index), pull == nil, flight == nil, !isLeaving, !isDismissed else {
      return false
    }
    return pages.follow(leader, animated: animated && !tuning.reducesMotion, at: t)
  }

  /// Ends the motion together with a leader: the current picture is zoomed and moved alone.
  package mutating func endFollowing() {
    if pages.currentZoom.isFollowing { pages.currentZoom.endFollowing() }
  }

  /// True when `page` has a picture of known size.
  package func hasContent(_ page: Int) -> Bool { pages.hasContent(page) }

  /// True when the picture of `page` is resolution-independent, and may be enlarged to fill its
  /// page.
  package func isScalable(_ page: Int) -> Bool { pages.isScalable(page) }

  // MARK: Activity

  /// The activity of the current page, which alone records whether a picture is in flight.
  package var activity: BrowserActivity { presentation.activity }
  /// The pull-down of the current picture; nil when none is in progress.
  package var pull: PullDownMotion? { presentation.pull }
  /// The running flight of a page's picture; nil when none runs.
  package var flight: PageFlight? { presentation.flight }
  /// The anchor of one page, to which the picture of that page returns; an anchor may have neither
  /// a thumbnail nor a flying view. Nil when no scene is below the browser, when there are no pages,
  /// and after the page was removed.
  package var thumbnailAnchor: ThumbnailAnchor? { presentation.thumbnailAnchor }
  /// True after the browser has been closed.
  package var isDismissed: Bool { activity.isDismissed }
  /// True while the current picture leaves in order to close; a new contact can still catch it.
  package var isLeaving: Bool { presentation.isLeaving }
  /// True when closing would bring the current picture into its thumbnail; false when the page
  /// would fade in place.
  package var returnsToThumbnail: Bool { presentation.returnsToThumbnail(from: pages) }
  /// The slideshow, running or paused; nil when there is none.
  package var slideshow: Slideshow? { slideshowTimer.slideshow }

  /// True when nothing is animated, dragged or pinched at `t`.
  package func isAtRest(at t: Timestamp) -> Bool {
    presentation.isSettled(at: t) && pages.isSettled(at: t)
  }

  // MARK: Actions

  /// Applies `action` at `t`, and returns the effects for the host.
  package mutating func apply(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    if case .flyFromThumbnail = action { presentation.prepareToReopen() }
    guard !isDismissed else { return [] }
    var effects = perform(action, at: t)
    slideshowTimer.record(action)
    slideshowTimer.updateShuffle(layout.count, seed: tuning.slideshowSeed, on: index)
    finishMotionsIfReduced()
    effects += advance(to: t)
    return effects
  }

  private mutating func perform(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    switch action {
    case .press, .release, .panBegan, .panChanged, .panEnded, .panCancelled, .pinchBegan,
      .pinchChanged, .pinchEnded, .pinchCancelled:
      return GestureReducer.apply(action, to: &pages, &presentation, at: t)
    case .tune(let tuning): return tune(tuning, at: t)
    case .resize(let size): return resize(to: size, at: t)
    case .content(let page, let size, let isScalable):
      setContent(
        size.flatMap { $0.isEmpty ? nil : PageContent(size: $0, isScalable: isScalable) }, of: page,
        at: t)
    case .mode(let mode): setZoomMode(mode, at: t)
    case .thumbnailAnchor(let anchor): presentation.setThumbnailAnchor(anchor, in: pages, at: t)
    case .reload(let count, let page): return reload(count: count, index: page, at: t)
    case .insert(let count, let index, let animated):
      guard count > 0 else { break }
      renumber(pages.insert(count, at: index, animated: animated, at: t))
    case .remove(let page, let animated): return remove(page, animated: animated, at: t)
    case .move(let page, let index): renumber(pages.move(page, to: index, at: t))
    case .zoomBy, .wheelZoom, .zoomTo, .toggleZoom, .scroll: zoom(action, at: t)
    case .turn(let step, let animated): return turn(step, animated: animated, at: t)
    case .turnByKey(let step):
      return turn(step, animated: true, over: PageScroll.keyTurnSpring, at: t)
    case .go(let page, let animated): return go(to: page, animated: animated, at: t)
    case .flyFromThumbnail(let page): return flyFromThumbnail(page, at: t)
    case .close: return close(at: t)
    case .slideshow(let command): return run(command, at: t)
    }
    return []
  }

  /// Moves everything that no gesture holds to its resting position, if motion is reduced.
  private mutating func finishMotionsIfReduced() {
    guard tuning.reducesMotion, !activity.isHeld, pull == nil else { return }
    presentation.jumpToEnd()
    pages.jumpToRest()
  }

  // MARK: Time

  /// Advances the time to `t`, and returns the effects, such as page changes and ends of motions.
  package mutating func advance(to t: Timestamp) -> [BrowserEffect] {
    guard !isDismissed else { return [] }
    var effects = presentation.endFinishedPull(to: t)
    guard !isDismissed else { return effects }
    effects += presentation.endArrivedFlights(at: t)
    effects += presentation.closeIfTurnEnded(in: &pages, at: t)
    guard !isDismissed else { return effects }
    effects += followScroll(at: t)
    return effects + advanceSlideshow(at: t)
  }

  /// Updates the current page, the page window and the zooms after a change of the scroll position.
  private mutating func followScroll(at t: Timestamp) -> [BrowserEffect] {
    // The current page stays current, whatever the scroll position, while its picture is pulled out
    // of it or leaves.
    let (effects, visible) = pages.adaptToScroll(
      keepsPage: pull != nil || isLeaving, pannedPage: activity.pannedPage, at: t)
    // A page that is visible again shows its own picture, so a detached flight of that picture
    // ends.
    if !isLeaving { presentation.endDetachedFlights(of: visible) }
    return effects
  }

  /// Delays the motions that an insertion or removal has started by `seconds`, for a host that
  /// changes its pages between two frames, when the time of the next frame is unknown. No frame may
  /// have been drawn since.
  package mutating func postpone(by seconds: Double) {
    pages.postpone(by: seconds)
    presentation.postpone(by: seconds)
    slideshowTimer.postpone(by: seconds)
  }

  /// The frame to be drawn at `t`.
  ///
  /// - Complexity: O(visible pages).
  package func frame(at t: Timestamp) -> BrowserFrame {
    BrowserFrameComposer(pages: pages, presentation: presentation, time: t).frame(
      isMoving: !isAtRest(at: t))
  }

  // MARK: Commands

  private mutating func turn(
    _ step: Int, animated: Bool, over spring: Spring? = nil, at t: Timestamp
  ) -> [BrowserEffect] {
    guard !isLeaving else { return [] }
    if reading == .strip {
      guard let page = pages.stripPage(after: step) else { return reachEnd(step, at: t) }
      return scrollStrip(to: page, animated: true, at: t)
    }
    guard let slot = pages.slot(after: step) else { return reachEnd(step, at: t) }
    pages.requestPage(nil)
    return go(toSlot: slot, animated: animated, over: spring, at: t)
  }

  private mutating func reachEnd(_ step: Int, at t: Timestamp) -> [BrowserEffect] {
    if pull == nil, !tuning.reducesMotion { pages.nudgeBeyondEnd(towards: step.signum(), at: t) }
    return [.reachedEnd(side: step.signum())]
  }

  /// Turns the page as reading goes on (1) or back (−1): the next page has the same zoom mode and
  /// begins at its start, the previous one at its end.
  ///
  /// - Parameter turn: the action that turns the page.
  package mutating func continueReading(_ step: Int, by turn: BrowserAction, at t: Timestamp)
    -> [BrowserEffect]
  {
    if reading != .strip, !isDismissed, !isLeaving, let slot = pages.slot(after: step) {
      pages.prepareReading(slot: slot, step: step)
    }
    return apply(turn, at: t)
  }

  /// Scrolls a strip until the top of `page` is at the top of the viewport.
  private mutating func scrollStrip(to page: Int, animated: Bool, at t: Timestamp)
    -> [BrowserEffect]
  {
    guard !isLeaving else { return [] }
    let isOut = flight != nil || pull != nil
    let effects = presentation.returnToPage(animated: true, in: &pages, at: t)
    presentation.endGesture()
    pages.cancelGrips(at: t)
    pages.scrollStrip(to: page, animated: animated || isOut, at: t)
    return effects
  }

  /// Goes to the page of a restored picture, which flies to the page from the rectangle `start` of
  /// the viewport while the pages slide.
  ///
  /// The picture only slides in with its page when motion is reduced, when a page effect turns the
  /// pages, when pages are put together for reading, or when its page is visible already.
  package mutating func showRestored(_ page: Int, from start: Rect, at t: Timestamp)
    -> [BrowserEffect]
  {
    if !isDismissed, !isLeaving, page >= 0, page < layout.count {
      pages.beginReturn(of: page, from: start, at: t)
    }
    return apply(.go(to: page, animated: true), at: t)
  }

  /// Goes to the page at the index `page` by the shortest way.
  private mutating func go(to page: Int, animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    if reading == .strip {
      return scrollStrip(to: layout.clamped(page), animated: animated, at: t)
    }
    pages.requestPage(page)
    return go(toSlot: pages.slot(of: page, at: t), animated: animated, at: t)
  }

  private mutating func go(
    toSlot slot: Int, animated: Bool, over spring: Spring? = nil, at t: Timestamp
  ) -> [BrowserEffect] {
    // A key still pressed while the browser closes is ignored.
    guard !isLeaving else { return [] }
    // While the current picture is pulled out of its page or in flight, the pages slide even
    // without `animated`, unless the distance is more than `maxUncutSlidePages`.
    let isOut =
      (flight != nil || pull != nil)
      && abs(Double(slot) - scroll.position(at: t)) <= Self.maxUncutSlidePages
    let effects = presentation.returnToPage(animated: true, in: &pages, at: t)
    presentation.endGesture()
    pages.cancelGrips(at: t)
    let spring = tuning.hasPageEffect ? nil : spring ?? (animated ? nil : PageScroll.keyTurnSpring)
    pages.go(to: slot, animated: animated || isOut, with: spring ?? PageScroll.settleSpring, at: t)
    return effects
  }

  private mutating func zoom(_ action: BrowserAction, at t: Timestamp) {
    guard pages.hasPicture, pull == nil || pull?.phase == .returning, !isLeaving else { return }
    // A drag beyond a picture's edge scrolls the pages in proportion to the current scale, so the
    // scale is not changed meanwhile.
    if let page = activity.pannedPage, pages.isPastEdge(page, at: t) { return }
    // While the picture is out of its page, the zoom changes the resting rectangle at once, and the
    // picture then moves to that rectangle.
    let isAnimated = !tuning.reducesMotion && !presentation.isCurrentPictureOutOfPage(in: pages)
    pages.zoom(action, animated: isAnimated, at: t)
    presentation.retarget(isSamePicture: true, in: pages, at: t)
  }

  private mutating func flyFromThumbnail(_ page: Int, at t: Timestamp) -> [BrowserEffect] {
    guard layout.count > 0 else { return [] }
    presentation.cancelClosingAfterTurn()
    // The picture is on its page already: the user turned to the page while another picture was
    // in flight.
    if presentation.isOpen(pages) { return go(to: page, animated: true, at: t) }
    return presentation.flyFromThumbnail(layout.clamped(page), in: &pages, at: t)
  }

  private mutating func close(at t: Timestamp) -> [BrowserEffect] {
    guard !isLeaving else { return [] }
    GestureReducer.endAll(&pages, &presentation, at: t)
    return presentation.closeAfterTurn(in: &pages, at: t)
  }

  // MARK: Changes

  private mutating func tune(_ tuning: BrowserTuning, at t: Timestamp) -> [BrowserEffect] {
    guard tuning.reading != self.tuning.reading, !isLeaving else {
      pages.tune(tuning, at: t)
      return []
    }
    // Pictures that have left their pages have no rectangle in another arrangement.
    let effects =
      presentation.returnToPage(animated: false, in: &pages, at: t) + presentation.endFlightAtOnce()
    presentation.endGesture()
    pages.tune(tuning, at: t)
    return effects
  }

  private mutating func resize(to size: Size, at t: Timestamp) -> [BrowserEffect] {
    guard size != layout.viewport, size.width.isFinite, size.height.isFinite else { return [] }
    // The old resting position of a pulled picture is no longer valid.
    let effects = isLeaving ? [] : presentation.returnToPage(animated: false, in: &pages, at: t)
    pages.resize(to: Size(width: max(0, size.width), height: max(0, size.height)), at: t)
    presentation.retarget(isSamePicture: hasContent(index), in: pages, at: t)
    return effects
  }

  private mutating func setContent(_ content: PageContent?, of page: Int, at t: Timestamp) {
    let wasKnown = hasContent(page)
    let before = pages.groups
    guard pages.setContent(content, of: page, at: t), pages.areInSameGroup(page, index) else {
      return
    }
    let after = pages.groups
    if after.isStrip {
      presentation.changeHeldPoint { after.relocated(fraction: $0, from: before) }
    }
    presentation.retarget(isSamePicture: wasKnown && content != nil, in: pages, at: t)
  }

  private mutating func setZoomMode(_ mode: BrowserTuning.ZoomMode, at t: Timestamp) {
    guard !isLeaving else { return }
    let isAnimated = !tuning.reducesMotion && !presentation.isCurrentPictureOutOfPage(in: pages)
    pages.setZoomMode(mode, animated: isAnimated, at: t)
    if hasContent(index) { presentation.retargetPull(isSamePicture: true, in: pages, at: t) }
    presentation.retargetFlight(in: pages, at: t)
  }

  private mutating func reload(count: Int, index page: Int, at t: Timestamp) -> [BrowserEffect] {
    guard count > 0 else { return dismissWithoutPages() }
    var effects: [BrowserEffect] = []
    if !isLeaving {
      effects = presentation.returnToPage(animated: false, in: &pages, at: t)
      presentation.endGesture()
      effects += presentation.endFlightAtOnce()
    }
    presentation.endDetachedFlights()
    let old = index
    pages.reload(count: count, page: page, at: t)
    presentation.assignFlight(to: index)
    presentation.retargetPull(isSamePicture: false, in: pages, at: t)
    return old == index ? effects : effects + [.pageChanged(from: old, to: index)]
  }

  private mutating func remove(_ page: Int, animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    guard page >= 0, page < layout.count else { return [] }
    // The flight of a leaving picture cannot change into that of another picture.
    if layout.count == 1 || (page == index && isLeaving) { return dismissWithoutPages() }
    let isAnimated = animated && !tuning.reducesMotion
    if isAnimated, !presentation.isFlyingOrCaught(page: page) {
      pages.beginDeparture(of: page, at: t)
    }
    return page == index
      ? removeCurrent(animated: isAnimated, at: t) : removeOther(page, animated: isAnimated, at: t)
  }

  private mutating func removeOther(_ page: Int, animated: Bool, at t: Timestamp)
    -> [BrowserEffect]
  {
    let effects = flight?.page == page ? presentation.endFlightAtOnce() : []
    if activity.pannedPage == page { GestureReducer.endAll(&pages, &presentation, at: t) }
    renumber(pages.remove(page, animated: animated, at: t))
    return effects
  }

  /// Removes the current page, whose place the next page takes, or after the last page the previous
  /// one.
  private mutating func removeCurrent(animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    let page = index
    let slides = animated && !tuning.hasPageEffect && activity.caught == nil
    var effects = presentation.returnToPage(animated: slides, in: &pages, at: t)
    if flight?.page == page { effects += presentation.endFlightAtOnce() }
    if let held = activity.pannedPage, held != page { pages.cancelGrip(of: held, at: t) }
    presentation.endGesture()
    renumber(pages.removeCurrent(slides: slides, at: t))
    return effects + [.pageChanged(from: page, to: index)]
  }

  private mutating func renumber(_ change: PageRenumbering?) {
    if let change { presentation.renumber(change) }
  }

  /// Closes the browser because its album has no pages left.
  private mutating func dismissWithoutPages() -> [BrowserEffect] {
    pages.removeAll()
    return presentation.dismissAtOnce()
  }

  // MARK: Slideshow

  private mutating func run(_ command: Slideshow.Command, at t: Timestamp) -> [BrowserEffect] {
    let restarts = command == .toggle && slideshow?.phase == .ended
    let effects = slideshowTimer.run(command, on: restarts ? 0 : index)
    return (restarts ? go(to: 0, animated: true, at: t) : []) + effects
  }

  /// Counts the time of a slideshow's page while the browser is at rest, and turns the page when it
  /// is over.
  private mutating func advanceSlideshow(at t: Timestamp) -> [BrowserEffect] {
    guard slideshow?.phase == .running, layout.count > 0 else { return [] }
    guard slideshowTimer.takeDueTurn(on: index, isAtRest: isAtRest(at: t), at: t) else { return [] }
    let effects: [BrowserEffect]
    if tuning.slideshowSeed != nil {
      // A round through the album ends with the page before the one on which it began.
      guard let next = shuffledPage(advancedBy: 1),
        tuning.isLooping || next != slideshowTimer.roundStartPage
      else { return slideshowTimer.end() }
      effects = go(to: next, animated: !tuning.slideshowUsesCuts, at: t)
    } else {
      guard layout.isEndless || index < layout.lastIndex else { return slideshowTimer.end() }
      effects = turn(1, animated: !tuning.slideshowUsesCuts, at: t)
    }
    finishMotionsIfReduced()
    return effects + followScroll(at: t)
  }

  /// The index of the page that comes `steps` steps after the current one in the random order of a
  /// slideshow, in which the first page follows the last one; nil without a slideshow in random
  /// order.
  package func shuffledPage(advancedBy steps: Int) -> Int? {
    slideshowTimer.shuffledPages?.page(advancedBy: steps, from: index)
  }
}
