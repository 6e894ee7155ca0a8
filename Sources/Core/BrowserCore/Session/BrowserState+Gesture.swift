import Geometry
import Motion

extension BrowserState {
  /// The maximum growth over its start of a pinch that may change into closing; a closing pinch
  /// that grows beyond it changes back into zooming.
  ///
  /// - Source: PhotoSwipe 5, initial zoom + 1/15.
  static let pinchCloseRise = 1 + 1.0 / 15
  /// The picture's scale below which the release of a pinch closes; 0.7 as in JunPhotoBrowse.
  static let pinchCloseScale = 0.7
  /// The growth at release from which a pinch does not close, in relative scale per second.
  static let pinchCloseGrowth = 0.3

  mutating func applyGesture(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    switch action {
    case .press(let point): return press(at: point, t)
    case .release: return release(at: t)
    case .panBegan(let point, let direction): return beginPan(at: point, direction: direction, t)
    case .panChanged(let translation, _): changePan(translation: translation, t)
    case .panEnded(let velocity, let isMouse):
      return endPan(velocity: velocity, isMouse: isMouse, at: t)
    case .panCancelled: return cancelPan(at: t)
    case .pinchBegan(let centroid): return beginPinch(centroid: centroid, t)
    case .pinchChanged(let factor, let centroid):
      return changePinch(factor: factor, centroid: centroid, t)
    case .pinchEnded(let velocity, let growth):
      return endPinch(velocity: velocity, growth: growth, at: t)
    case .pinchCancelled: return cancelPinch(at: t)
    default: break
    }
    return []
  }

  // MARK: Catching

  private mutating func press(at point: Point, _ t: Timestamp) -> [BrowserEffect] {
    guard role == nil, point.isFinite else { return [] }
    if currentFlight != nil {
      role = .pull(point)
      return catchFlight(at: point, t)
    }
    if pull != nil {
      role = .pull(point)
      return hold(at: point, t)
    }
    transferGapsToScroll(at: t)
    if !scroll.isSettled(at: t) {
      scroll.grab(in: layout, at: t)
      role = .caught
    } else if !current.isSettled(at: t) {
      current.grabPan(under: point, at: t)
      role = .caught
    }
    return []
  }

  private mutating func release(at t: Timestamp) -> [BrowserEffect] {
    switch role {
    case .pull: return endPan(velocity: .zero, at: t)
    case .caught: endGestures(at: t)
    default: break
    }
    return []
  }

  // MARK: Pan

  private mutating func beginPan(at point: Point, direction: Vector, _ t: Timestamp)
    -> [BrowserEffect]
  {
    guard point.isFinite, direction.isFinite else { return [] }
    endPanOfOtherPage(at: t)
    if pull != nil || currentFlight != nil {
      role = .pull(point)
      return hold(at: point, t)
    }
    transferGapsToScroll(at: t)
    let isAcross = abs(direction[layout.axis.cross]) >= abs(direction[layout.axis])
    let isSliding = !scroll.isSettled(at: t)
    // A page in a page effect has no rectangle on the screen out of which it could be pulled.
    let isTurning = isSliding && (!isAcross || tuning.hasPageEffect)
    switch isTurning ? .page : intent(of: direction, at: t) {
    case .page where !isTurning && canPageAtEdges(at: t), .move:
      settleScroll(at: t)
      current.grabPan(under: local(point, at: t), at: t)
      role = .move(page: index, passing: passing(at: t))
    case .page:
      current.cancelGrip(at: t)
      scroll.grab(in: layout, at: t)
      role = .page
    case .pull:
      role = .pull(point)
      return hold(at: point, t)
    }
    return []
  }

  private func intent(of direction: Vector, at t: Timestamp) -> PanIntent {
    let zoom = current
    return PanIntent(
      PanIntent.Situation(
        direction: direction, bounds: zoom.bounds(at: t), corner: zoom.rect(at: t).origin,
        axis: layout.axis, isZoomed: zoom.isZoomed,
        profile: tuning.dismissProfile, isPullEnabled: tuning.isDismissGestureEnabled))
  }

  /// `point` in the coordinates of the current page.
  private func local(_ point: Point, at t: Timestamp) -> Point { point - pageOffset(at: t) }

  // MARK: Edges

  /// Ends the pan of a picture after the same drag made another page current.
  private mutating func endPanOfOtherPage(at t: Timestamp) {
    if case .move(let page, _) = role, page != index { zooms[page]?.cancelGrip(at: t) }
  }

  /// True when the current picture can be panned along the paging axis, and a drag at its edges
  /// scrolls the pages.
  private func canPageAtEdges(at t: Timestamp) -> Bool {
    tuning.pagesPastEdges && current.bounds(at: t).canMove(along: layout.axis)
  }

  /// The edges at which a pan that begins now scrolls the pages: the edges with a page beyond them;
  /// nil for a picture caught beyond an edge, which keeps its rubber band.
  private mutating func passing(at t: Timestamp) -> EdgePaging? {
    // The drag is counted from a settled scroll.
    guard canPageAtEdges(at: t), scroll.isSettled(at: t) else { return nil }
    let slot = arrangement(at: t).slot(of: index)
    let before = layout.direction > 0 ? slot - 1 : slot + 1
    let after = layout.direction > 0 ? slot + 1 : slot - 1
    return current.beginEdgePaging(
      along: layout.axis, before: layout.holds(slot: before), after: layout.holds(slot: after),
      at: t)
  }

  /// Pans a picture; the part of the drag beyond its edge scrolls the pages.
  private mutating func changeMove(
    of page: Int, _ passing: EdgePaging?, translation: Vector, _ t: Timestamp
  ) {
    zooms[page]?.pan(translation: translation, at: t)
    guard let passing, let overflow = zooms[page]?.panOverflow(along: layout.axis, at: t) else {
      return
    }
    let pulled = passing.scrolled(overflow: overflow)
    if pulled != 0, !scroll.isHeld { scroll.grab(in: layout, at: t) }
    if scroll.isHeld { scroll.drag(translation: pulled, in: layout) }
  }

  /// Ends the pan of a picture, and the scrolling of the pages if the drag went beyond its edge.
  private mutating func endMove(
    of page: Int, _ passing: EdgePaging?, velocity: Vector, at t: Timestamp
  ) {
    let axis = layout.axis
    var own = velocity
    if scroll.isHeld {
      let overflow = zooms[page]?.panOverflow(along: axis, at: t) ?? 0
      let slope = overflow == 0 ? 0 : passing?.slope(overflow: overflow) ?? 0
      if overflow != 0 { own[axis] = 0 }
      if passing?.isPast(overflow: overflow) ?? false {
        releaseScroll(velocity: velocity[axis] * slope, at: t)
      } else {
        scroll.cancel(velocity: velocity[axis] * slope, in: layout, at: t)
      }
    }
    zooms[page]?.releasePan(velocity: own, at: t)
  }

  private mutating func changePan(translation: Vector, _ t: Timestamp) {
    guard translation.isFinite else { return }
    switch role {
    case .page: scroll.drag(translation: translation[layout.axis], in: layout)
    case .move(let page, let passing):
      changeMove(of: page, passing, translation: translation, t)
    case .pull(let origin): pull?.drag(to: origin + translation)
    default: break
    }
  }

  private mutating func endPan(velocity: Vector, isMouse: Bool = false, at t: Timestamp)
    -> [BrowserEffect]
  {
    let velocity = ZoomTuning.capped(velocity)
    defer { role = nil }
    switch role {
    case .page:
      releaseScroll(velocity: velocity[layout.axis], at: t)
    case .caught: endGestures(at: t)
    case .move(let page, let passing):
      endMove(of: page, passing, velocity: velocity, at: t)
    case .pull:
      guard let pull else { return [] }
      let closes = tuning.dismissProfile.closes(
        distance: pull.pulledDistance(at: t), velocity: velocity.dy,
        height: layout.viewport.height, isMouse: isMouse)
      return letGo(closes: closes, velocity: velocity, at: t)
    case .pinch, .pinchClose: return cancelPinch(at: t)
    case nil: break
    }
    return []
  }

  private mutating func cancelPan(at t: Timestamp) -> [BrowserEffect] {
    defer { role = nil }
    switch role {
    case .page, .caught:
      scroll.cancel(in: layout, at: t)
      current.cancelGrip(at: t)
    case .move(let page, _):
      scroll.cancel(in: layout, at: t)
      zooms[page]?.cancelGrip(at: t)
    case .pull: return letGo(closes: false, velocity: .zero, at: t)
    case .pinch, .pinchClose: return cancelPinch(at: t)
    case nil: break
    }
    return []
  }

  // MARK: Pinch

  private mutating func beginPinch(centroid: Point, _ t: Timestamp) -> [BrowserEffect] {
    guard centroid.isFinite else { return [] }
    if pull != nil || currentFlight != nil {
      role = .pinchClose
      return hold(at: centroid, t)
    }
    endPanOfOtherPage(at: t)
    settleScroll(at: t)
    guard hasContent(index) else {
      endGestures(at: t)
      return []
    }
    let isAtMinScale = current.isAtMinScale
    current.grabPinch(centroid: local(centroid, at: t), at: t)
    role = .pinch(mayClose: isAtMinScale, highest: 1)
    return []
  }

  private mutating func changePinch(factor: Double, centroid: Point, _ t: Timestamp)
    -> [BrowserEffect]
  {
    guard factor.isFinite, factor > 0, centroid.isFinite else { return [] }
    switch role {
    case .pinch(let mayClose, let highest):
      let top = max(highest, factor)
      role = .pinch(mayClose: mayClose, highest: top)
      let isClosing =
        tuning.isDismissGestureEnabled && mayClose && layout.axis == .horizontal
        && top < Self.pinchCloseRise && factor < 1
      guard isClosing else {
        current.pinch(factor: factor, centroid: local(centroid, at: t))
        return []
      }
      // The centroid has moved with the picture, so it is still at the same point of the picture.
      let effects = hold(at: anchorPlace(at: t), t)
      pull?.pinch(factor: factor, centroid: centroid)
      role = .pinchClose
      return effects
    case .pinchClose:
      if let pull, caught == nil, pull.rise(factor: factor) >= Self.pinchCloseRise,
        hasContent(index)
      {
        return growBack(factor: factor, centroid: centroid, t)
      }
      pull?.pinch(factor: factor, centroid: centroid)
    default: break
    }
    return []
  }

  /// The last position of a pinch's centroid, in the viewport's points.
  private func anchorPlace(at t: Timestamp) -> Point {
    current.heldPoint(at: t) + pageOffset(at: t)
  }

  /// Changes a closing pinch that grows back into zooming, from the present picture on the screen.
  private mutating func growBack(factor: Double, centroid: Point, _ t: Timestamp)
    -> [BrowserEffect]
  {
    pull?.pinch(factor: factor, centroid: centroid)
    let effects = returnToPage(animated: true, at: t)
    current.grabPinch(centroid: local(centroid, at: t), at: t)
    current.rebasePinch(factor: factor)
    role = .pinch(mayClose: false, highest: factor)
    return effects
  }

  private mutating func endPinch(velocity: Vector, growth: Double, at t: Timestamp)
    -> [BrowserEffect]
  {
    defer { role = nil }
    switch role {
    case .pinch:
      current.releasePinch(velocity: velocity, scaleVelocity: growth, at: t)
    case .pinchClose:
      guard let pull else { return [] }
      let closes =
        pull.scale(at: t) < Self.pinchCloseScale && growth < Self.pinchCloseGrowth
      return letGo(closes: closes, velocity: velocity, growth: growth, at: t)
    case .pull, .page, .move: return cancelPan(at: t)
    case .caught: endGestures(at: t)
    case nil: break
    }
    return []
  }

  private mutating func cancelPinch(at t: Timestamp) -> [BrowserEffect] {
    defer { role = nil }
    switch role {
    case .pinch: current.cancelGrip(at: t)
    case .pinchClose: return letGo(closes: false, velocity: .zero, at: t)
    case .pull, .page, .move, .caught: return cancelPan(at: t)
    case nil: break
    }
    return []
  }
}
