import Geometry
import Motion
import Transitions

/// The pull-down: taking the picture out of its page, and returning it.
extension BrowserState {
  /// The largest invisible difference of the backdrop's opacity: a quarter of one step of 8 bits.
  private static let backdropTolerance = 0.001

  /// The position of the current page, in whole points.
  func pageOffset(at t: Timestamp) -> Vector {
    snappedPageFrame(of: index, at: t).origin - .zero
  }

  /// The resting rectangle of the current picture; the whole page when its size is unknown.
  var restingRect: Rect {
    hasContent(index) ? current.targetRect : Rect(origin: .zero, size: layout.viewport)
  }

  /// True while the picture leaves in order to close; a new contact can still catch it.
  public var isLeaving: Bool { pull?.phase == .leaving || flight?.flight.goal == .thumbnail }
  var isPullHeld: Bool { pull?.phase == .held }

  /// Takes the current picture out of its page, exactly at its present rectangle. A zoom in motion
  /// continues during the pull-down; the scroll settles on its page.
  mutating func beginPull(at t: Timestamp) -> PullMotion {
    let offset = pageOffset(at: t)
    var shown = Rect(origin: .zero, size: layout.viewport)
    if hasContent(index) {
      shown = current.rect(at: t)
      current.finish()
    }
    settleScroll(at: t)
    return PullMotion(
      rest: restingRect, shown: shown.offset(by: offset), height: layout.viewport.height,
      profile: tuning.dismissProfile, at: t)
  }

  /// Begins a drag of the picture at `point`, from its page or in flight.
  mutating func hold(at point: Point, _ t: Timestamp) -> [BrowserEffect] {
    if currentFlight != nil { return catchFlight(at: point, t) }
    let wasHeld = isPullHeld
    var motion = pull ?? beginPull(at: t)
    motion.grab(at: point, time: t)
    pull = motion
    return wasHeld ? [] : [.pullBegan]
  }

  mutating func letGo(closes: Bool, velocity: Vector, growth: Double? = nil, at t: Timestamp)
    -> [BrowserEffect]
  {
    guard pull != nil else { return [] }
    if caught != nil || (closes && home != nil) {
      return releaseIntoFlight(home: closes, velocity: velocity, growth: growth, at: t)
    }
    if tuning.reducesMotion {
      pull = nil
      isDismissed = closes
      return [.pullEnded(closes: closes), closes ? .dismissed : .pullReturned]
    }
    if closes {
      pull?.leave(velocity: velocity, growth: growth, at: t)
    } else {
      pull?.returnToRest(velocity: velocity, growth: growth, at: t)
    }
    return [.pullEnded(closes: closes)]
  }

  /// Ends the pull-down: the picture returns to its page, animated or at once, while another motion
  /// begins.
  mutating func returnToPage(animated: Bool, at t: Timestamp) -> [BrowserEffect] {
    guard let pull else { return [] }
    if caught != nil {
      guard !animated else {
        return releaseIntoFlight(home: false, velocity: .zero, growth: nil, at: t)
      }
      caught = nil
      self.pull = nil
      return [.pullEnded(closes: false), .pullReturned]
    }
    var flow = pull.flow(at: t)
    // The page's own velocity is part of the scroll.
    flow.velocity[layout.axis] -= scrollVelocity(at: t)[layout.axis]
    let rect = pull.rect(at: t).offset(by: -pageOffset(at: t))
    let opacity = pulledBackdrop(at: t)
    let over = pulledChrome(at: t)
    self.pull = nil
    if animated {
      backdrop.set(opacity)
      backdrop.animate(
        to: 1, with: PullMotion.returnSpring, at: t, tolerance: Self.backdropTolerance)
      overlay.set(over)
      overlay.animate(
        to: 1, with: PullMotion.returnSpring, at: t, tolerance: Self.backdropTolerance)
      if hasContent(index) {
        current.animateToRest(
          from: rect, fraction: flow.fraction, velocity: flow.velocity, growth: flow.growth, at: t)
      }
    }
    return pull.phase == .held ? [.pullEnded(closes: false), .pullReturned] : [.pullReturned]
  }

  /// Adapts the pull-down after the resting rectangle changed.
  mutating func retargetPull(isSamePicture: Bool, at t: Timestamp) {
    // A picture caught in flight is measured from the position at which it was caught.
    guard caught == nil else { return }
    let rest = restingRect
    pull?.retarget(rest: rest, isSamePicture: isSamePicture, at: t)
  }

  mutating func close(at t: Timestamp) -> [BrowserEffect] {
    guard !isLeaving else { return [] }
    endGestures(at: t)
    if home != nil || currentFlight != nil, !isPullHeld { return closeToThumbnail(at: t) }
    if tuning.reducesMotion {
      let wasHeld = isPullHeld
      isDismissed = true
      return wasHeld ? [.pullEnded(closes: true), .dismissed] : [.dismissed]
    }
    let wasHeld = isPullHeld
    if pull == nil { pull = beginPull(at: t) }
    return (wasHeld ? [] : [.pullBegan]) + letGo(closes: true, velocity: .zero, at: t)
  }

  private mutating func closeToThumbnail(at t: Timestamp) -> [BrowserEffect] {
    if currentFlight != nil { return flyToThumbnail(at: t) }
    let shown = shown(at: t)
    let rate = shownRate(at: t)
    // The flight of another page's picture becomes detached; a return from a pull-down ends here.
    if let flight { detach(flight, at: t) }
    let effects: [BrowserEffect] = pull == nil ? [] : [.pullReturned]
    pull = nil
    return effects + flyToThumbnail(from: shown, rate: rate, at: t)
  }

  // MARK: Release and settling

  /// Ends all drags and pinches; pages and pictures settle.
  mutating func endGestures(at t: Timestamp) {
    role = nil
    releaseScroll(velocity: 0, at: t)
    for page in zooms.keys { zooms[page]?.cancelGrip(at: t) }
  }

  /// Ends the recovery of backdrop and overlay after earlier pull-downs.
  mutating func endBackdropRecovery() {
    backdrop.set(1)
    overlay.set(1)
  }

  /// Makes the scroll settle on the current page.
  mutating func settleScroll(at t: Timestamp) {
    transferGapsToScroll(at: t)
    guard !scroll.isSettled(at: t) else { return }
    scroll.rest(on: arrangement(at: t).slot(of: index), at: t)
  }

  /// If motion is reduced, moves everything that is not held to its resting position.
  mutating func finishMotions() {
    guard tuning.reducesMotion, role == nil, pull == nil else { return }
    flight?.flight.finish()
    scroll.finish()
    gaps = []
    departures = []
    endBackdropRecovery()
    for (page, zoom) in zooms where !zoom.isHeld { zooms[page]?.finish() }
  }
}
