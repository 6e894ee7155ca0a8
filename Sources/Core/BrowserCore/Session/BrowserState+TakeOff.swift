import Geometry
import Motion
import Transitions

/// The flights of the picture from its thumbnail and back, and catching it in flight.
extension BrowserState {
  /// The maximum number of detached flights.
  private static let maxDetachedFlights = 2

  /// Starts the flight of page `page` from its thumbnail; the picture of another page in flight
  /// returns to its thumbnail.
  mutating func show(_ page: Int, at t: Timestamp) -> [BrowserEffect] {
    guard layout.count > 0 else { return [] }
    let page = layout.clamped(page)
    let isInTheAir = currentFlight != nil || caught != nil
    // The picture is on its page already: the person turned to the page while another picture was
    // in flight.
    if isShown || flight != nil, !isInTheAir { return go(to: page, animated: true, at: t) }
    if page == index, caught != nil {
      role = nil
      return releaseIntoFlight(home: false, velocity: .zero, growth: nil, at: t)
    }
    if page == index, currentFlight != nil { return rise(at: t) }
    let before = isInTheAir ? shown(at: t) : nil
    var effects = detachCurrentFlight(at: t)
    if page != index {
      effects.append(.pageChanged(from: index, to: page))
      direction = page > index ? 1 : -1
      index = page
    }
    endGestures(at: t)
    scroll.go(to: page, animated: false, in: layout, at: t)
    settledPage = nil
    isShown = true
    takeOff(around: before, at: t)
    return effects + [.flightBegan(.show, page: index)]
  }

  /// Starts the current page's picture at its thumbnail; backdrop and overlay continue from their
  /// present opacity.
  private mutating func takeOff(around before: TransitionState?, at t: Timestamp) {
    endBackdropRecovery()
    let plan = plan(.show, content: restingRect)
    var start = plan.state(at: 0)
    start.backdrop = before?.backdrop ?? start.backdrop
    start.chrome = before?.chrome ?? start.chrome
    let flight = Flight(plan, from: 0, to: .page, shown: (start, start.resting), at: t)
    self.flight = PageFlight(page: index, flight: flight)
  }

  /// Turns the picture in flight or in a pull-down into a detached flight back to its thumbnail.
  private mutating func detachCurrentFlight(at t: Timestamp) -> [BrowserEffect] {
    let effects: [BrowserEffect] =
      switch pull?.phase {
      case .held: [.pullEnded(closes: false), .pullReturned]
      case .returning: [.pullReturned]
      case .leaving, nil: []
      }
    defer {
      flight = nil
      caught = nil
      pull = nil
    }
    var old = flight
    if let caught {
      var flight = caught.flight
      flight.follow(flight.plan.leaving(from: shown(at: t)), at: t)
      old = PageFlight(page: caught.page, flight: flight)
    }
    if let old { detach(old, at: t) }
    return effects
  }

  /// Lets an old flight return to its thumbnail as a detached flight; a page that only fades has
  /// none.
  mutating func detach(_ old: PageFlight, at t: Timestamp) {
    guard old.flight.plan.layers.last?.source != .page else { return }
    var ghost = old
    let offset = offset(of: ghost, at: t)
    ghost.flight.run(to: .thumbnail, at: t)
    if offset != .zero {
      ghost.flight.displace(by: offset, velocity: scrollVelocity(at: t), at: t)
    }
    detachedFlights = (detachedFlights + [ghost]).suffix(Self.maxDetachedFlights)
  }

  /// Starts or continues the current picture's flight to its page, from its present position.
  mutating func rise(at t: Timestamp) -> [BrowserEffect] {
    if var flight = currentFlight, flight.departure == nil {
      guard flight.flight.goal == .thumbnail else { return [] }
      flight.flight.run(to: .page, at: t)
      let offset = offset(of: flight, at: t)
      if offset != .zero {
        flight.flight.displace(by: -offset, velocity: -scrollVelocity(at: t), at: t)
      }
      self.flight = flight
      return [.flightBegan(.show, page: index)]
    }
    return rise(from: shown(at: t), rate: shownRate(at: t), at: t)
  }

  private mutating func rise(from shown: TransitionState, rate: TransitionState, at t: Timestamp)
    -> [BrowserEffect]
  {
    endBackdropRecovery()
    var plan = plan(.show, content: restingRect)
    // Plan and residual share one spring, so together they are one motion, with the same duration
    // however short the remaining distance.
    if !tuning.reducesMotion, plan.showPace != .timed(0, .linear) {
      let spring = tuning.transition.showDuration.map { Spring.settling(in: $0, damping: 1) }
      plan.showPace = .spring(spring ?? PullMotion.returnSpring, velocity: 0)
    }
    let flight = Flight(
      plan, from: shown.backdrop, to: .page,
      shown: (
        shown.offset(by: -pageOffset(at: t)), rate.offset(by: -scrollVelocity(at: t))
      ), at: t)
    self.flight = PageFlight(page: index, flight: flight)
    return [.flightBegan(.show, page: index)]
  }

  /// Starts or continues the current picture's return flight to its thumbnail, from its present
  /// position.
  mutating func flyToThumbnail(at t: Timestamp) -> [BrowserEffect] {
    if var flight = currentFlight {
      let offset = offset(of: flight, at: t)
      flight.flight.run(to: .thumbnail, at: t)
      if offset != .zero {
        flight.flight.displace(by: offset, velocity: scrollVelocity(at: t), at: t)
      }
      self.flight = flight
      return [.flightBegan(.dismiss, page: index)]
    }
    return flyToThumbnail(from: shown(at: t), rate: shownRate(at: t), at: t)
  }

  mutating func flyToThumbnail(
    from shown: TransitionState, rate: TransitionState, at t: Timestamp
  ) -> [BrowserEffect] {
    endBackdropRecovery()
    let plan = plan(.dismiss, content: shown.lead?.picture ?? restingRect).leaving(from: shown)
    flight = PageFlight(
      page: index,
      flight: Flight(plan, from: 1, to: .thumbnail, shown: (shown, rate), at: t),
      departure: shown)
    if pull == nil, hasContent(index) { current.finish() }
    settleScroll(at: t)
    return [.flightBegan(.dismiss, page: index)]
  }

  // MARK: Catching and release

  /// A new contact catches the picture in flight.
  mutating func catchFlight(at point: Point, _ t: Timestamp) -> [BrowserEffect] {
    guard let flight = currentFlight else { return [] }
    let shown = shown(at: t)
    guard let rect = shown.lead?.picture else { return [] }
    settleScroll(at: t)
    caught = CaughtFlight(page: index, shown: shown, flight: flight.flight)
    self.flight = nil
    var motion = PullMotion(
      rest: rect, height: layout.viewport.height, profile: tuning.dismissProfile)
    motion.grab(at: point, time: t)
    pull = motion
    return [.flightCaught(page: index), .pullBegan]
  }

  /// Ends the drag of a picture that has a thumbnail or was caught in flight: the picture flies on,
  /// from the position and with the velocity of the drag.
  mutating func releaseIntoFlight(
    home: Bool, velocity: Vector, growth: Double?, at t: Timestamp
  ) -> [BrowserEffect] {
    guard var motion = pull else { return [] }
    let shown = shown(at: t)
    // The pull-down's own rules turn the velocity of the drag into that of position and scale.
    motion.returnToRest(velocity: velocity, growth: growth, at: t)
    pull = motion
    let rate = shownRate(at: t)
    pull = nil
    caught = nil
    let effects =
      home ? flyToThumbnail(from: shown, rate: rate, at: t) : rise(from: shown, rate: rate, at: t)
    return [.pullEnded(closes: home)] + (home ? [] : [.pullReturned]) + effects
  }

  // MARK: End of flights

  /// Ends the flight at once: the picture is on its page.
  mutating func endFlightAtOnce() -> [BrowserEffect] {
    guard let flight else { return [] }
    self.flight = nil
    return [.flightEnded(at: .page, page: flight.page)]
  }

  /// Ends the flights that have arrived.
  mutating func land(at t: Timestamp) -> [BrowserEffect] {
    detachedFlights.removeAll { $0.flight.isSettled(at: t) }
    guard let flight, flight.flight.isSettled(at: t) else { return [] }
    self.flight = nil
    guard flight.flight.goal == .thumbnail else {
      return [.flightEnded(at: .page, page: flight.page)]
    }
    detachedFlights = []
    isDismissed = true
    isShown = false
    return [.flightEnded(at: .thumbnail, page: flight.page), .dismissed]
  }
}
