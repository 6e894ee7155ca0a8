import Geometry
import Motion
import Transitions

/// The state of the pictures between their thumbnails and their pages: pull-downs, flights, caught
/// and detached flights, and with them the activity of the current page.
///
/// A flight to a page is in the page's coordinates, so that it moves along when the page is turned;
/// one to a thumbnail is in the viewport's, because the thumbnail does not move with the pages.
struct PresentationState: Hashable, Sendable {
  private(set) var activity = BrowserActivity.resting
  /// The anchor that ``BrowserState/thumbnailAnchor`` returns.
  private(set) var thumbnailAnchor: ThumbnailAnchor?
  private(set) var detached = DetachedFlights()
  private var recovery = PullDownRecovery()
  /// True after a flight to a page was begun since the browser was made or last closed.
  private var hasBegunOpening = false
  /// True while a page turn with a page effect ends, after which the current picture leaves.
  private(set) var closesAfterTurn = false

  // MARK: Queries

  var flight: PageFlight? { activity.flight }
  var pull: PullDownMotion? { activity.pull?.motion }

  /// True when a flight has opened the browser, and the current picture is not in flight any more.
  func isOpen(_ pages: Pager) -> Bool {
    (hasBegunOpening || flight != nil) && !isFlyingOrCaught(pages)
  }

  /// True when no picture is held, pulled or in flight, and backdrop and overlay have recovered.
  func isSettled(at t: Timestamp) -> Bool {
    switch activity {
    case .resting, .dismissed(nil):
      detached.isEmpty && recovery.isSettled(at: t) && !closesAfterTurn
    case .stopped, .paging, .zooming, .pulling, .flying, .caught, .dismissed: false
    }
  }

  // MARK: State at a time

  /// The backdrop's opacity at `t`, 0…1; a pull-down during the recovery from another one dims it
  /// further.
  func backdrop(at t: Timestamp) -> Double {
    (flight?.flight.state(at: t).backdrop ?? activity.caught?.stateWhenCaught.backdrop ?? 1)
      * recovery.backdrop(under: pull, at: t)
  }

  /// The opacity of the overlay (title bar, buttons, indicator) at `t`, 0…1.
  func chrome(at t: Timestamp) -> Double {
    (flight?.flight.state(at: t).chrome ?? activity.caught?.stateWhenCaught.chrome ?? 1)
      * recovery.overlay(under: pull, at: t)
  }

  /// The visible state of the current picture, backdrop and overlay, in the viewport's coordinates.
  func visibleState(in pages: Pager, at t: Timestamp) -> TransitionState {
    if let flight = currentFlight(pages) {
      return flight.visibleState(in: pages, at: t)
    }
    if let caught = activity.caught {
      var state = caught.state(at: t)
      state.backdrop *= caught.pull.motion.backdrop(at: t)
      state.chrome *= recovery.overlay(under: caught.pull.motion, at: t)
      return state
    }
    let pull = pull
    return TransitionState(
      picture: pages.pictureRect(
        whenGroupContentAt: pull?.rect(at: t) ?? pages.groupContentRectInViewport(at: t)),
      alpha: pull?.opacity(at: t) ?? 1, in: pages.layout.viewport, backdrop: backdrop(at: t),
      chrome: chrome(at: t))
  }

  /// The rate of change, per second, of the visible state of the current picture.
  private func visibleRate(in pages: Pager, at t: Timestamp) -> TransitionState {
    if let flight = currentFlight(pages) {
      let rate = flight.flight.rate(at: t)
      return flight.flight.goal == .page ? rate.offset(by: pages.velocity(at: t)) : rate
    }
    let pull = pull
    let rate =
      pull?.rate(at: t) ?? pages.groupContentRate(at: t).offset(by: pages.velocity(at: t))
    if let caught = activity.caught { return caught.stateRate(ofRectRate: rate) }
    return TransitionState(
      rate: pages.pictureRect(whenGroupContentAt: rate),
      ofPicture: pages.pictureRect(
        whenGroupContentAt: pull?.rect(at: t) ?? pages.groupContentRectInViewport(at: t)),
      in: pages.layout.viewport)
  }

  // MARK: Planning

  /// Sets the anchor of a page, to which its picture returns; nil removes the anchor.
  mutating func setThumbnailAnchor(_ anchor: ThumbnailAnchor?, in pages: Pager, at t: Timestamp) {
    thumbnailAnchor = anchor
    // The anchor of another page does not change the flight of the current picture.
    if anchor?.page == pages.index { retargetFlight(in: pages, at: t) }
  }

  /// Adapts pull-down and flight after the resting rectangle of the current picture has changed.
  mutating func retarget(isSamePicture: Bool, in pages: Pager, at t: Timestamp) {
    retargetPull(isSamePicture: isSamePicture, in: pages, at: t)
    retargetFlight(in: pages, at: t)
  }

  /// Adapts the pull-down after the resting rectangle of the current picture has changed.
  mutating func retargetPull(isSamePicture: Bool, in pages: Pager, at t: Timestamp) {
    // The drag of a picture caught in flight starts at the position of the catch.
    guard activity.caught == nil else { return }
    let rest = pages.restingRect
    activity.changePull { $0.retarget(rest: rest, isSamePicture: isSamePicture, at: t) }
  }

  /// Adapts the flight of the current picture after its page or its thumbnail has moved.
  mutating func retargetFlight(in pages: Pager, at t: Timestamp) {
    guard let flight = currentFlight(pages) else { return }
    let plan =
      if let start = flight.startStateTowardsThumbnail {
        pages.flightPlan(.dismiss, thumbnailAnchor, content: start.topLayer?.picture)
          .returning(from: start)
      } else {
        pages.flightPlan(.show, thumbnailAnchor)
      }
    activity.changeFlight { $0.flight.retarget(to: plan, at: t) }
  }

  /// Moves the picture point that a pull-down holds, after the picture has got another length.
  mutating func changeHeldPoint(_ change: (Point) -> Point) { activity.changeHeldPoint(change) }

  // MARK: Gestures on pages

  /// Records that a contact has stopped the pages or the current picture.
  mutating func recordStopByContact() { activity = .stopped(arrival: flight) }

  /// Records that a drag scrolls the pages.
  mutating func beginPaging() { activity = .paging(arrival: flight) }

  /// Records that a gesture pans or zooms a picture in its page.
  mutating func beginZooming(_ gesture: BrowserActivity.ZoomGesture) {
    activity.beginZoomGesture(gesture)
  }

  /// Records that the gesture on pages or pictures has ended.
  mutating func endGesture() { activity.endGesture() }

  // MARK: Pull-down

  /// Takes the current picture out of its page, exactly at its current rectangle. A zoom in motion
  /// continues during the pull-down; the scroll settles on its page.
  private func takePictureOut(of pages: inout Pager, at t: Timestamp) -> PullDown {
    let shown = pages.groupContentRect(at: t).offset(by: pages.offset(at: t))
    if pages.hasPicture { pages.currentZoom.jumpToRest() }
    pages.settle(at: t)
    return PullDown(
      PullDownMotion(
        rest: pages.restingRect, shown: shown, height: pages.layout.viewport.height,
        profile: pages.tuning.dismissProfile, at: t))
  }

  /// Begins a drag or pinch of the picture at `point`, from its page or in flight.
  mutating func grab(
    _ gesture: PullDown.Gesture, at point: Point, in pages: inout Pager, _ t: Timestamp
  ) -> [BrowserEffect] {
    if currentFlight(pages) != nil { return catchFlight(gesture, at: point, in: &pages, t) }
    let wasHeld = pullGesture != nil
    var pull = activity.pull ?? takePictureOut(of: &pages, at: t)
    pull.grab(gesture, at: point, time: t)
    activity.setPull(pull)
    return wasHeld ? [] : [.pullBegan]
  }

  /// Continues the drag of the held picture; `translation` is the movement since its start.
  mutating func drag(translation: Vector) {
    activity.changePull { $0.drag(translation: translation) }
  }

  /// Continues the pinch of the held picture.
  mutating func pinch(factor: Double, centroid: Point) {
    activity.changePull { $0.pinch(factor: factor, centroid: centroid) }
  }

  /// Makes `factor` the pinch factor at the scale where the pinch began to hold the picture.
  mutating func rebasePinch(factor: Double) {
    activity.changePull { $0.rebasePinch(factor: factor) }
  }

  /// Ends the drag or pinch: the picture leaves if `closes`, or returns to its page.
  mutating func release(
    closes: Bool, velocity: Vector, growth: Double? = nil, in pages: inout Pager, at t: Timestamp
  ) -> [BrowserEffect] {
    guard activity.pull != nil else { return [] }
    if activity.caught != nil || (closes && thumbnailAnchor != nil) {
      return releaseIntoFlight(closes: closes, velocity: velocity, growth: growth, &pages, at: t)
    }
    if pages.tuning.reducesMotion {
      activity.endPull()
      if closes { dismiss() }
      return [.pullEnded(closes: closes), closes ? .dismissed : .pullReturned]
    }
    activity.changePull {
      if closes {
        $0.leave(velocity: velocity, growth: growth, at: t)
      } else {
        $0.returnToRest(velocity: velocity, growth: growth, at: t)
      }
    }
    return [.pullEnded(closes: closes)]
  }

  /// Ends the pull-down: the picture returns to its page, animated or at once, while another motion
  /// begins.
  mutating func returnToPage(animated: Bool, in pages: inout Pager, at t: Timestamp)
    -> [BrowserEffect]
  {
    guard let pull else { return [] }
    if activity.caught != nil {
      guard !animated else {
        return releaseIntoFlight(closes: false, velocity: .zero, growth: nil, &pages, at: t)
      }
      activity.endPull()
      return [.pullEnded(closes: false), .pullReturned]
    }
    var last = pull.anchorMotion(at: t)
    let axis = pages.layout.axis
    // The velocity of the page itself is left out, because the scroll continues with it.
    last.velocity[axis] -= pages.velocity(at: t)[axis]
    let rect = pull.rect(at: t).offset(by: -pages.offset(at: t))
    activity.endPull()
    if animated {
      recovery.begin(after: pull, at: t)
      if pages.hasPicture {
        pages.currentZoom.animateToRest(
          from: rect, fraction: last.fraction, velocity: last.velocity, growth: last.growth, at: t)
      }
    }
    return pull.phase == .held ? [.pullEnded(closes: false), .pullReturned] : [.pullReturned]
  }

  /// Ends a pull-down that has returned to its page or, closing the browser, one that has left.
  mutating func endFinishedPull(to t: Timestamp) -> [BrowserEffect] {
    guard let pull else { return [] }
    if pull.isFadedOut(at: t) {
      dismiss()
      return [.dismissed]
    }
    guard pull.phase == .returning, pull.isSettled(at: t) else { return [] }
    activity.endPull()
    return [.pullReturned]
  }

  // MARK: Closing

  /// Closes the browser, as a pull-down released without velocity does.
  mutating func close(_ pages: inout Pager, at t: Timestamp) -> [BrowserEffect] {
    let wasHeld = pullGesture != nil
    if thumbnailAnchor != nil || currentFlight(pages) != nil, !wasHeld {
      return closeToThumbnail(&pages, at: t)
    }
    if pages.tuning.reducesMotion { return dismissAtOnce() }
    if activity.pull == nil { activity.setPull(takePictureOut(of: &pages, at: t)) }
    return (wasHeld ? [] : [.pullBegan])
      + release(closes: true, velocity: .zero, in: &pages, at: t)
  }

  private mutating func closeToThumbnail(_ pages: inout Pager, at t: Timestamp) -> [BrowserEffect] {
    if currentFlight(pages) != nil {
      activity.changeFlight { $0.redirect(to: .thumbnail, in: pages, at: t) }
      return [.flightBegan(.dismiss, page: pages.index)]
    }
    let shown = visibleState(in: pages, at: t)
    let rate = visibleRate(in: pages, at: t)
    // The flight of another page's picture becomes detached; a return from a pull-down ends here.
    if let flight { detached.add(flight, in: pages, at: t) }
    let effects: [BrowserEffect] = pull == nil ? [] : [.pullReturned]
    return effects + flyToThumbnail(from: shown, rate: rate, in: &pages, at: t)
  }

  /// Closes the browser: at once, or after the end of a page turn with a page effect.
  mutating func closeAfterTurn(in pages: inout Pager, at t: Timestamp) -> [BrowserEffect] {
    guard isPageEffectRunning(pages, at: t) else { return close(&pages, at: t) }
    closesAfterTurn = true
    pages.settle(with: Self.turnEndSpring, at: t)
    return []
  }

  /// Closes the browser if the closing was only waiting for the end of a page turn, and the turn
  /// has ended.
  mutating func closeIfTurnEnded(in pages: inout Pager, at t: Timestamp) -> [BrowserEffect] {
    guard closesAfterTurn, pages.scroll.isSettled(at: t) else { return [] }
    cancelClosingAfterTurn()
    return close(&pages, at: t)
  }

  /// Ends the wait for the end of a page turn, after which the browser would close, as when a new
  /// contact catches the page.
  mutating func cancelClosingAfterTurn() { closesAfterTurn = false }

  /// Closes the browser without a motion.
  mutating func dismissAtOnce() -> [BrowserEffect] {
    let wasHeld = pullGesture != nil
    dismiss()
    return wasHeld ? [.pullEnded(closes: true), .dismissed] : [.dismissed]
  }

  private mutating func dismiss() {
    activity = .dismissed(activity.pull)
    hasBegunOpening = false
    closesAfterTurn = false
  }

  /// Makes a closed browser ready to be shown again.
  mutating func prepareToReopen() { if activity.isDismissed { activity = .resting } }

  // MARK: Flights to the page

  /// Starts the flight of page `page` from its thumbnail; the picture of another page in flight
  /// returns to its thumbnail.
  mutating func flyFromThumbnail(_ page: Int, in pages: inout Pager, at t: Timestamp)
    -> [BrowserEffect]
  {
    if page == pages.index, activity.caught != nil {
      return releaseIntoFlight(closes: false, velocity: .zero, growth: nil, &pages, at: t)
    }
    if page == pages.index, currentFlight(pages) != nil { return flyToPage(in: pages, at: t) }
    let before = isFlyingOrCaught(pages) ? visibleState(in: pages, at: t) : nil
    var effects = detachCurrentFlight(in: pages, at: t)
    if page != pages.index { effects.append(.pageChanged(from: pages.index, to: page)) }
    pages.endGestures(at: t)
    pages.jump(to: page, at: t)
    hasBegunOpening = true
    startFlightFromThumbnail(around: before, in: pages, at: t)
    return effects + [.flightBegan(.show, page: page)]
  }

  /// Starts the current picture's flight at its thumbnail; backdrop and overlay continue from their
  /// current opacity.
  private mutating func startFlightFromThumbnail(
    around before: TransitionState?, in pages: Pager, at t: Timestamp
  ) {
    recovery.jumpToEnd()
    let plan = pages.flightPlan(.show, thumbnailAnchor)
    var start = plan.state(at: 0)
    start.backdrop = before?.backdrop ?? start.backdrop
    start.chrome = before?.chrome ?? start.chrome
    let flight = Flight(plan, from: 0, to: .page, shown: (start, start.zeroRate), at: t)
    activity = .flying(PageFlight(page: pages.index, flight: flight))
  }

  /// Turns the picture in flight or in a pull-down into a detached flight back to its thumbnail.
  private mutating func detachCurrentFlight(in pages: Pager, at t: Timestamp) -> [BrowserEffect] {
    let effects: [BrowserEffect] =
      switch pull?.phase {
      case .held: [.pullEnded(closes: false), .pullReturned]
      case .returning: [.pullReturned]
      case .leaving, nil: []
      }
    var old = flight
    if let caught = activity.caught {
      var flight = caught.flight
      flight.retarget(to: flight.plan.returning(from: visibleState(in: pages, at: t)), at: t)
      old = PageFlight(page: caught.page, flight: flight)
    }
    if let old { detached.add(old, in: pages, at: t) }
    activity = .resting
    return effects
  }

  /// Continues the current picture's flight to its page, from its current position.
  private mutating func flyToPage(in pages: Pager, at t: Timestamp) -> [BrowserEffect] {
    if let flight = currentFlight(pages), flight.startStateTowardsThumbnail == nil {
      guard flight.flight.goal == .thumbnail else { return [] }
      activity.changeFlight { $0.redirect(to: .page, in: pages, at: t) }
      return [.flightBegan(.show, page: pages.index)]
    }
    return flyToPage(
      from: visibleState(in: pages, at: t), rate: visibleRate(in: pages, at: t), in: pages, at: t)
  }

  private mutating func flyToPage(
    from shown: TransitionState, rate: TransitionState, in pages: Pager, at t: Timestamp
  ) -> [BrowserEffect] {
    recovery.jumpToEnd()
    var plan = pages.flightPlan(.show, thumbnailAnchor)
    // Plan and residual share one spring, so together they are one motion, with the same duration
    // however short the remaining distance.
    if !pages.tuning.reducesMotion, plan.showTiming != .timed(0, .linear) {
      let duration = pages.tuning.transition.showDuration
      let spring = duration.map { Spring.settling(in: $0, damping: 1) }
      plan.showTiming = .spring(spring ?? PullDownMotion.returnSpring, velocity: 0)
    }
    let offset = pages.offset(at: t)
    let velocity = pages.velocity(at: t)
    let flight = Flight(
      plan, from: shown.backdrop, to: .page,
      shown: (shown.offset(by: -offset), rate.offset(by: -velocity)), at: t)
    activity = .flying(PageFlight(page: pages.index, flight: flight))
    return [.flightBegan(.show, page: pages.index)]
  }

  // MARK: Flights to the thumbnail

  private mutating func flyToThumbnail(
    from shown: TransitionState, rate: TransitionState, in pages: inout Pager, at t: Timestamp
  ) -> [BrowserEffect] {
    recovery.jumpToEnd()
    let plan = pages.flightPlan(.dismiss, thumbnailAnchor, content: shown.topLayer?.picture)
      .returning(from: shown)
    let flight = Flight(plan, from: 1, to: .thumbnail, shown: (shown, rate), at: t)
    activity = .flying(
      PageFlight(page: pages.index, flight: flight, startStateTowardsThumbnail: shown))
    if pages.hasPicture { pages.currentZoom.jumpToRest() }
    pages.settle(at: t)
    return [.flightBegan(.dismiss, page: pages.index)]
  }

  // MARK: Catching and release

  /// Catches the current picture in flight by a new drag or pinch.
  private mutating func catchFlight(
    _ gesture: PullDown.Gesture, at point: Point, in pages: inout Pager, _ t: Timestamp
  ) -> [BrowserEffect] {
    guard let flight = currentFlight(pages) else { return [] }
    let shown = visibleState(in: pages, at: t)
    guard let rect = shown.topLayer?.picture else { return [] }
    pages.settle(at: t)
    var pull = PullDown(
      PullDownMotion(
        rest: rect, height: pages.layout.viewport.height, profile: pages.tuning.dismissProfile))
    pull.grab(gesture, at: point, time: t)
    activity = .caught(
      CaughtFlight(page: pages.index, stateWhenCaught: shown, flight: flight.flight, pull: pull))
    return [.flightCaught(page: pages.index), .pullBegan]
  }

  /// Ends the drag or pinch (`growth`) of a picture out of its page: the picture flies to its
  /// thumbnail if `closes`, else to its page, from its current position, at the fingers' velocity.
  private mutating func releaseIntoFlight(
    closes: Bool, velocity: Vector, growth: Double?, _ pages: inout Pager, at t: Timestamp
  ) -> [BrowserEffect] {
    let shown = visibleState(in: pages, at: t)
    // The pull-down's own rules turn the velocity of the drag into that of position and scale.
    activity.changePull { $0.returnToRest(velocity: velocity, growth: growth, at: t) }
    let rate = visibleRate(in: pages, at: t)
    let effects =
      closes
      ? flyToThumbnail(from: shown, rate: rate, in: &pages, at: t)
      : flyToPage(from: shown, rate: rate, in: pages, at: t)
    return [.pullEnded(closes: closes)] + (closes ? [] : [.pullReturned]) + effects
  }

  // MARK: End of flights

  /// Ends the flight at once: the picture is on its page.
  mutating func endFlightAtOnce() -> [BrowserEffect] {
    guard let flight else { return [] }
    activity.endFlight()
    return [.flightEnded(at: .page, page: flight.page)]
  }

  /// Ends the flights whose pictures have arrived at `t`.
  mutating func endArrivedFlights(at t: Timestamp) -> [BrowserEffect] {
    detached.removeSettled(at: t)
    guard let flight, flight.flight.isSettled(at: t) else { return [] }
    activity.endFlight()
    guard flight.flight.goal == .thumbnail else {
      return [.flightEnded(at: .page, page: flight.page)]
    }
    detached.removeAll()
    dismiss()
    return [.flightEnded(at: .thumbnail, page: flight.page), .dismissed]
  }

  /// Ends the detached flights of `pages`, whose pictures are shown on their pages.
  mutating func endDetachedFlights(of pages: [Int]) { detached.remove(pages: pages) }

  mutating func endDetachedFlights() { detached.removeAll() }

  /// Completes the flight, and the recovery of backdrop and overlay, at once.
  mutating func jumpToEnd() {
    activity.changeFlight { $0.flight.finish() }
    recovery.jumpToEnd()
  }

  // MARK: Pages

  /// Renumbers the pages, and forgets the thumbnail of a removed page.
  mutating func renumber(_ change: PageRenumbering) {
    activity.renumber(change)
    detached.renumber(change)
    if case .removed(let page) = change, thumbnailAnchor?.page == page { thumbnailAnchor = nil }
    if let page = thumbnailAnchor?.page { thumbnailAnchor?.page = change(page) }
  }

  /// Assigns the flight in progress to page `page`, after all pages were replaced.
  mutating func assignFlight(to page: Int) { activity.changeFlight { $0.page = page } }

  /// Delays the recovery of backdrop and overlay by `seconds`.
  mutating func postpone(by seconds: Double) { recovery.postpone(by: seconds) }
}
