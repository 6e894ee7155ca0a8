import Geometry
import Motion

extension BrowserState {
  /// A pinch that never rose above this much over its beginning may go on into closing; one that
  /// grows back beyond it zooms again.
  ///
  /// - Source: PhotoSwipe 5, initial zoom + 1/15.
  static let pinchCloseRise = 1 + 1.0 / 15
  /// Letting go of a pinch below this scale closes; JunPhotoBrowse reserved 0.7 for it.
  static let pinchCloseScale = 0.7
  /// Growing faster than this at release means a change of mind, in relative scale per second.
  static let pinchCloseGrowth = 0.3

  mutating func applyGesture(_ action: BrowserAction, at t: Timestamp) -> [BrowserEffect] {
    switch action {
    case .press(let point): return press(at: point, t)
    case .release: return release(at: t)
    case .panBegan(let point, let direction): return beginPan(at: point, direction: direction, t)
    case .panChanged(let translation, _): changePan(translation: translation, t)
    case .panEnded(let velocity): return endPan(velocity: velocity, at: t)
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
    takeUpGaps(at: t)
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
    case .caught: releaseHands(at: t)
    default: break
    }
    return []
  }

  // MARK: Pan

  private mutating func beginPan(at point: Point, direction: Vector, _ t: Timestamp)
    -> [BrowserEffect]
  {
    guard point.isFinite, direction.isFinite else { return [] }
    if pull != nil || currentFlight != nil {
      role = .pull(point)
      return hold(at: point, t)
    }
    takeUpGaps(at: t)
    let isAcross = abs(direction[layout.axis.cross]) >= abs(direction[layout.axis])
    let isSliding = !scroll.isSettled(at: t)
    // A page that is turned in space has no place on the screen it could be pulled out of.
    let isTurning = isSliding && (!isAcross || tuning.hasPageEffect)
    switch isTurning ? .page : intent(of: direction, at: t) {
    case .page:
      current.cancelGrip(at: t)
      scroll.grab(in: layout, at: t)
      role = .page
    case .move:
      settleScroll(at: t)
      current.grabPan(under: local(point, at: t), at: t)
      role = .move
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

  /// `point` as the current page sees it.
  private func local(_ point: Point, at t: Timestamp) -> Point { point - pageOffset(at: t) }

  private mutating func changePan(translation: Vector, _ t: Timestamp) {
    guard translation.isFinite else { return }
    switch role {
    case .page: scroll.drag(translation: translation[layout.axis], in: layout)
    case .move: current.pan(translation: translation, at: t)
    case .pull(let origin): pull?.drag(to: origin + translation)
    default: break
    }
  }

  private mutating func endPan(velocity: Vector, at t: Timestamp) -> [BrowserEffect] {
    let velocity = ZoomTuning.capped(velocity)
    defer { role = nil }
    switch role {
    case .page:
      releaseScroll(velocity: velocity[layout.axis], at: t)
    case .caught: releaseHands(at: t)
    case .move:
      current.releasePan(velocity: velocity, at: t)
    case .pull:
      guard let pull else { return [] }
      let closes = tuning.dismissProfile.closes(
        distance: pull.pulledDistance(at: t), velocity: velocity.dy,
        height: layout.viewport.height)
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
    case .move: current.cancelGrip(at: t)
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
    settleScroll(at: t)
    guard hasContent(index) else {
      releaseHands(at: t)
      return []
    }
    let isSmallest = current.isSmallest
    current.grabPinch(centroid: local(centroid, at: t), at: t)
    role = .pinch(mayClose: isSmallest, highest: 1)
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
      // The centroid moved along with the picture, so it still holds the same point of it.
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

  /// Where the fingers of a pinch were seen last.
  private func anchorPlace(at t: Timestamp) -> Point {
    current.heldPoint(at: t) + pageOffset(at: t)
  }

  /// A pinch that was closing grows: it zooms again, from what is on the screen.
  private mutating func growBack(factor: Double, centroid: Point, _ t: Timestamp)
    -> [BrowserEffect]
  {
    pull?.pinch(factor: factor, centroid: centroid)
    let effects = putBack(animated: true, at: t)
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
    case .caught: releaseHands(at: t)
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
