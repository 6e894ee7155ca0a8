import Geometry
public import Motion

extension BrowserState {
  /// Does `action` at `t` and says what the host has to do.
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
      effects += turn(step, animated: true, over: PageScroll.keySlide, at: t)
    case .go(let page, let animated):
      effects += go(to: page, animated: animated, at: t)
    case .home(let home):
      self.home = home
      // That of another page is for what comes next.
      if home?.page == index { retargetFlight(at: t) }
    case .show(let page): effects += show(page, at: t)
    case .close:
      effects += close(at: t)
    case .slideshow(let command): effects += run(command, at: t)
    }
    if action.isOfPerson { slideshow?.interrupt() }
    isPressed = action.presses ?? isPressed
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
    effects += land(at: t)
    guard !isDismissed else { return effects }
    effects += followScroll(at: t)
    return effects + advanceSlideshow(at: t)
  }

  /// Keeps index, window and the zooms of pages that were left in step with the scroll.
  mutating func followScroll(at t: Timestamp) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    gaps.removeAll { $0.width.isSettled(at: t) }
    departures.removeAll { $0.share.isSettled(at: t) }
    windUp(at: t)
    let places = arrangement(at: t)
    let page = places.current
    // A picture that is out of its place stays the current one while the scroll comes to rest.
    if page != index, pull == nil, !isLeaving {
      direction = layout.way(from: index, to: page) > 0 ? 1 : -1
      effects.append(.pageChanged(from: index, to: page))
      index = page
    }
    let visible = places.visible
    forgetZooms(outside: visible)
    // A page that is seen again has its picture.
    if !isLeaving { ghosts.removeAll { visible.contains($0.page) } }
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

  /// A page that went out of sight is at fit when it is seen again.
  private mutating func forgetZooms(outside visible: [Int]) {
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

  /// Most pages that a command slides over because a picture is out of its place.
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
    // Who closed the browser does not mean the key that is still down.
    guard !isLeaving else { return [] }
    // A picture out of its place goes on from where it is seen, unless the way is far.
    let isOut =
      (flight != nil || pull != nil)
      && abs(Double(slot) - scroll.position(at: t)) <= Self.farthestSlide
    let effects = putBack(animated: true, at: t)
    role = nil
    for page in zooms.keys { zooms[page]?.cancelGrip(at: t) }
    let way = layout.way(from: index, to: layout.page(in: slot))
    if way != 0 { direction = way > 0 ? 1 : -1 }
    let spring = tuning.hasPageEffect ? nil : spring ?? (animated ? nil : PageScroll.keySlide)
    scroll.go(
      to: slot, animated: (animated || isOut) && !tuning.reducesMotion, over: tuning.turnDuration,
      with: spring ?? PageScroll.settle, in: layout, at: t)
    return effects
  }

  private mutating func applyZoom(_ action: BrowserAction, at t: Timestamp) {
    guard hasContent(index), pull == nil || pull?.phase == .returning, !isLeaving else { return }
    // A drag beyond a picture's edge scrolls by the picture's present scale.
    if case .move(let page, _) = role,
      zooms[page]?.panOverflow(along: layout.axis, at: t) ?? 0 != 0
    {
      return
    }
    let offset = pageOffset(at: t)
    let middle = Point(x: layout.viewport.width / 2, y: layout.viewport.height / 2)
    // A picture on its way back goes on to the place it has after the zoom.
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
