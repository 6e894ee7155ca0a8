import Geometry
public import Motion

extension BrowserState {
  /// Applies `action` at `t`, and returns the effects for the host.
  public mutating func apply(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    if isDismissed, case .show = action { isDismissed = false }
    guard !isDismissed else { return [] }
    var effects: [BrowserEffect] = []
    switch action {
    case .tune, .resize, .reload, .insert, .remove, .move, .content, .mode:
      effects += applyChange(action, at: t)
    case .press, .release, .panBegan, .panChanged, .panEnded, .panCancelled, .pinchBegan,
      .pinchChanged, .pinchEnded, .pinchCancelled:
      effects += applyGesture(action, at: t)
    case .zoomBy, .wheelZoom, .zoomTo, .toggleZoom, .scroll:
      applyZoom(action, at: t)
    case .turn(let step, let animated):
      effects += turn(step, animated: animated, at: t)
    case .slide(let step):
      effects += turn(step, animated: true, over: PageScroll.keyTurnSpring, at: t)
    case .go(let page, let animated):
      effects += go(to: page, animated: animated, at: t)
    case .home(let home):
      self.home = home
      // The anchor of another page is for the next flight.
      if home?.page == index { retargetFlight(at: t) }
    case .show(let page): effects += show(page, at: t)
    case .close:
      effects += close(at: t)
    case .slideshow(let command): effects += run(command, at: t)
    }
    if action.isUserAction { slideshow?.interrupt() }
    isPressed = action.presses ?? isPressed
    finishMotions()
    return effects + advance(to: t)
  }

  /// Advances the time to `t`, and returns the effects: pages that changed, motions that ended.
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
    effects += land(at: t)
    guard !isDismissed else { return effects }
    effects += followScroll(at: t)
    return effects + advanceSlideshow(at: t)
  }

  /// Updates the current page, the page window and the zooms after a change of the scroll position.
  mutating func followScroll(at t: Timestamp) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    gaps.removeAll { $0.width.isSettled(at: t) }
    departures.removeAll { $0.share.isSettled(at: t) }
    normalizeRounds(at: t)
    let places = arrangement(at: t)
    let page = places.current
    // A picture out of its page stays the current one until the scroll has settled.
    if page != index, pull == nil, !isLeaving {
      direction = layout.way(from: index, to: page) > 0 ? 1 : -1
      effects.append(.pageChanged(from: index, to: page))
      index = page
    }
    let visible = places.visible
    resetInvisibleZooms(outside: visible)
    // A page that is visible again shows its own picture, so its detached flight ends.
    if !isLeaving { detachedFlights.removeAll { visible.contains($0.page) } }
    let next = PageWindow(
      current: index, visible: visible, direction: direction, in: layout)
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

  /// Resets the zoom of pages that are no longer visible.
  private mutating func resetInvisibleZooms(outside visible: [Int]) {
    var held: Int?
    if case .move(let page, _) = role { held = page }
    func isKept(_ page: Int) -> Bool {
      page == index || page == held || visible.contains(page)
    }
    zooms = zooms.filter { page, zoom in
      isKept(page) || (!tuning.resetsZoomOnLeave && zoom.isZoomed)
    }
    if tuning.resetsZoomOnLeave { modes = modes.filter { isKept($0.key) } }
  }

  // MARK: Commands

  /// The maximum distance in pages that a command slides because a picture is out of its page.
  private static let farthestSlide = 2.0

  mutating func turn(_ step: Int, animated: Bool, over spring: Spring? = nil, at t: Timestamp)
    -> [BrowserEffect]
  {
    guard !isLeaving else { return [] }
    let far = layout.count
    let goal = layout.slot(at: scroll.target) + min(max(step, -far), far)
    guard layout.isEndless || goal >= 0 && goal < layout.count else {
      if pull == nil, !tuning.reducesMotion {
        scroll.nudge(towards: Double(step.signum()), in: layout, at: t)
      }
      return [.reachedEnd(step.signum())]
    }
    return go(toSlot: goal, animated: animated, over: spring, at: t)
  }

  /// Goes to a page by the shortest way.
  mutating func go(to page: Int, animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    let slot = layout.slot(of: layout.clamped(page), near: scroll.position(at: t))
    return go(toSlot: slot, animated: animated, at: t)
  }

  private mutating func go(
    toSlot slot: Int, animated: Bool, over spring: Spring? = nil, at t: Timestamp
  ) -> [BrowserEffect] {
    // A key still pressed while the browser closes is ignored.
    guard !isLeaving else { return [] }
    // A picture out of its page continues from its present position, unless the distance is too
    // large.
    let isOut =
      (flight != nil || pull != nil)
      && abs(Double(slot) - scroll.position(at: t)) <= Self.farthestSlide
    let effects = returnToPage(animated: true, at: t)
    role = nil
    for page in zooms.keys { zooms[page]?.cancelGrip(at: t) }
    let way = layout.way(from: index, to: layout.page(in: slot))
    if way != 0 { direction = way > 0 ? 1 : -1 }
    let spring = tuning.hasPageEffect ? nil : spring ?? (animated ? nil : PageScroll.keyTurnSpring)
    scroll.go(
      to: slot, animated: (animated || isOut) && !tuning.reducesMotion, over: tuning.turnDuration,
      with: spring ?? PageScroll.settle, in: layout, at: t)
    return effects
  }

  private mutating func applyZoom(_ action: BrowserAction, at t: Timestamp) {
    guard hasContent(index), pull == nil || pull?.phase == .returning, !isLeaving else { return }
    // A drag beyond a picture's edge scrolls the pages in proportion to the present scale, so the
    // scale is not changed meanwhile.
    if case .move(let page, _) = role,
      zooms[page]?.panOverflow(along: layout.axis, at: t) ?? 0 != 0
    {
      return
    }
    let offset = pageOffset(at: t)
    let middle = Point(x: layout.viewport.width / 2, y: layout.viewport.height / 2)
    // A returning picture continues to its resting position after the zoom.
    let isAnimated = !tuning.reducesMotion && pull == nil && currentFlight == nil
    func place(_ point: Point?) -> Point { point.map { $0 - offset } ?? middle }
    switch action {
    case .zoomBy(let factor, let point, let animated):
      current.zoom(
        to: current.targetScale * factor, at: place(point), animated: animated && isAnimated,
        time: t)
    case .wheelZoom(let factor, let point, let isFine):
      if isAnimated {
        current.zoomByWheel(factor, at: place(point), isFine: isFine, time: t)
      } else {
        current.zoom(
          to: current.targetScale * factor, at: place(point), animated: false, time: t)
      }
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
    retargetFlight(at: t)
  }
}
