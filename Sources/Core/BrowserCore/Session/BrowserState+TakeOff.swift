import Geometry
import Motion
import Transitions

/// Flying the picture up from its thumbnail and home again, and catching it on the way.
extension BrowserState {
  /// So many old flights go on beside the last one.
  private static let mostGhosts = 2

  /// Flies page `page` up from its thumbnail; another one that is in the air flies home meanwhile.
  mutating func show(_ page: Int, at t: Timestamp) -> [BrowserEffect] {
    guard layout.count > 0 else { return [] }
    let page = layout.clamped(page)
    let isInTheAir = currentFlight != nil || caught != nil
    // On its page already: the person has turned to it while another picture was in the air.
    if isShown || flight != nil, !isInTheAir { return go(to: page, animated: true, at: t) }
    if page == index, caught != nil {
      role = nil
      return throwPicture(home: false, velocity: .zero, growth: nil, at: t)
    }
    if page == index, currentFlight != nil { return rise(at: t) }
    let before = isInTheAir ? shown(at: t) : nil
    var effects = sendAway(at: t)
    if page != index {
      effects.append(.pageChanged(from: index, to: page))
      direction = page > index ? 1 : -1
      index = page
    }
    releaseHands(at: t)
    scroll.go(to: page, animated: false, in: layout, at: t)
    settledPage = nil
    isShown = true
    takeOff(around: before, at: t)
    return effects + [.flightBegan(.show, page: index)]
  }

  /// The current page's picture begins at its thumbnail; what is around it goes on from where it is.
  private mutating func takeOff(around before: TransitionState?, at t: Timestamp) {
    settleSurroundings()
    let plan = plan(.show, content: restingRect)
    var start = plan.state(at: 0)
    start.backdrop = before?.backdrop ?? start.backdrop
    start.chrome = before?.chrome ?? start.chrome
    let flight = Flight(plan, from: 0, to: .page, shown: (start, start.resting), at: t)
    self.flight = PageFlight(page: index, flight: flight)
  }

  /// What is in the air or in the hand becomes a ghost that flies home by itself.
  private mutating func sendAway(at t: Timestamp) -> [BrowserEffect] {
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
    if let old { haunt(old, at: t) }
    return effects
  }

  /// An old flight goes home by itself, unless it is a page that fades.
  mutating func haunt(_ old: PageFlight, at t: Timestamp) {
    guard old.flight.plan.layers.last?.source != .page else { return }
    var ghost = old
    let offset = offset(of: ghost, at: t)
    ghost.flight.run(to: .thumbnail, at: t)
    if offset != .zero {
      ghost.flight.displace(by: offset, velocity: scrollVelocity(at: t), at: t)
    }
    ghosts = (ghosts + [ghost]).suffix(Self.mostGhosts)
  }

  /// The current picture goes up to its page from where it is seen.
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
    settleSurroundings()
    var plan = plan(.show, content: restingRect)
    // Way and residual share one spring, so together they are one: it takes the same time however
    // little of the way is left.
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

  /// The current picture goes home from where it is seen.
  mutating func goHome(at t: Timestamp) -> [BrowserEffect] {
    if var flight = currentFlight {
      let offset = offset(of: flight, at: t)
      flight.flight.run(to: .thumbnail, at: t)
      if offset != .zero {
        flight.flight.displace(by: offset, velocity: scrollVelocity(at: t), at: t)
      }
      self.flight = flight
      return [.flightBegan(.dismiss, page: index)]
    }
    return goHome(from: shown(at: t), rate: shownRate(at: t), at: t)
  }

  mutating func goHome(
    from shown: TransitionState, rate: TransitionState, at t: Timestamp
  ) -> [BrowserEffect] {
    settleSurroundings()
    let plan = plan(.dismiss, content: shown.lead?.picture ?? restingRect).leaving(from: shown)
    flight = PageFlight(
      page: index,
      flight: Flight(plan, from: 1, to: .thumbnail, shown: (shown, rate), at: t),
      departure: shown)
    if pull == nil, hasContent(index) { current.finish() }
    settleScroll(at: t)
    return [.flightBegan(.dismiss, page: index)]
  }

  // MARK: Hands

  /// A hand takes the flying picture out of the air.
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

  /// The hand lets go of a picture that has a home, or came out of the air: it flies, from the
  /// hand's place and as fast as the hand.
  mutating func throwPicture(
    home: Bool, velocity: Vector, growth: Double?, at t: Timestamp
  ) -> [BrowserEffect] {
    guard var motion = pull else { return [] }
    let shown = shown(at: t)
    // The pull's own laws say how fast a hand makes the picture move and grow.
    motion.comeBack(velocity: velocity, growth: growth, at: t)
    pull = motion
    let rate = shownRate(at: t)
    pull = nil
    caught = nil
    let effects =
      home ? goHome(from: shown, rate: rate, at: t) : rise(from: shown, rate: rate, at: t)
    return [.pullEnded(closes: home)] + (home ? [] : [.pullReturned]) + effects
  }

  // MARK: Landing

  /// The flight makes no sense any more: its picture is on its page at once.
  mutating func dropFlight() -> [BrowserEffect] {
    guard let flight else { return [] }
    self.flight = nil
    return [.flightEnded(at: .page, page: flight.page)]
  }

  /// Flights that have arrived end.
  mutating func land(at t: Timestamp) -> [BrowserEffect] {
    ghosts.removeAll { $0.flight.isSettled(at: t) }
    guard let flight, flight.flight.isSettled(at: t) else { return [] }
    self.flight = nil
    guard flight.flight.goal == .thumbnail else {
      return [.flightEnded(at: .page, page: flight.page)]
    }
    ghosts = []
    isDismissed = true
    isShown = false
    return [.flightEnded(at: .thumbnail, page: flight.page), .dismissed]
  }
}
