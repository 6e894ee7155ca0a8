package import Geometry
package import Motion

/// The flight of a picture between its thumbnail and its page: a plan, the progress along it, and
/// the residual of an earlier motion.
///
/// The shown picture continues from its current position with its current velocity whenever a
/// flight is reversed, gets another end, or starts from a dragged picture:
///
///     shown(t) = plan(progress(t)) + residual(t)
///
/// - Source: additive animation; the residual is the difference that the plan does not contain.
public struct Flight: Hashable, Sendable {
  /// One end of the way of a picture between its thumbnail and its page.
  public enum End: Hashable, Sendable {
    /// The picture's thumbnail, at progress 0.
    case thumbnail
    /// The picture's page, at progress 1.
    case page

    public var progress: Double { self == .thumbnail ? 0 : 1 }
  }

  /// The plan of positions, sizes and opacities that the flight follows.
  package private(set) var plan: TransitionPlan
  /// The end to which the flight runs.
  package private(set) var goal: End
  private var progress: TransitionProgress
  private var residual: TransitionResidual?

  /// Starts a flight at one end of `plan`; it runs to the other end, `goal`.
  package init(_ plan: TransitionPlan, to goal: End, at t: Timestamp) {
    self.init(plan, from: 1 - goal.progress, to: goal, at: t)
  }

  /// Starts a flight at the progress `start` of `plan`; it runs to the end `goal`.
  ///
  /// - Parameters:
  ///   - shown: the state shown until now, and its rate of change per second; the flight continues
  ///     from it. Ignored when the duration of the flight is zero.
  package init(
    _ plan: TransitionPlan, from start: Double, to goal: End,
    shown: (state: TransitionState, rate: TransitionState)? = nil, at t: Timestamp
  ) {
    self.plan = plan
    self.goal = goal
    progress = TransitionProgress(start)
    run(to: goal, at: t)
    // A flight of zero duration has no residual.
    if case .timed(0, _) = (goal == .page ? plan.showTiming : plan.dismissTiming).motionCurve {
      return
    }
    if let shown { restart(from: shown.state, rate: shown.rate, at: t) }
  }

  // MARK: State at a time

  /// The state of the flying picture and its surroundings to be drawn at `t`.
  package func state(at t: Timestamp) -> TransitionState {
    let planned = plan.unclampedState(at: progress.value(at: t))
    return (residual?.added(to: planned, at: t) ?? planned).clamped
  }

  /// The rate of change, per second, of the state that is drawn at `t`.
  package func rate(at t: Timestamp) -> TransitionState {
    let slope = plan.slope(at: progress.value(at: t))
    let planned = slope.adding(slope, times: progress.velocity(at: t) - 1)
    return residual?.added(toRate: planned, at: t) ?? planned
  }

  /// True when the picture has arrived and nothing moves any more at `t`.
  package func isSettled(at t: Timestamp) -> Bool {
    progress.isSettled(at: t) && residual?.isSettled(at: t) ?? true
  }

  // MARK: Hand-overs

  /// Runs to `end`, in the opposite direction if necessary, from the current state with its current
  /// velocity.
  package mutating func run(to end: End, at t: Timestamp) {
    goal = end
    progress.run(
      to: end.progress, end == .page ? plan.showTiming : plan.dismissTiming, at: t)
  }

  /// Follows another plan from now on, because the thumbnail or the page has moved.
  package mutating func retarget(to other: TransitionPlan, at t: Timestamp) {
    guard other != plan else { return }
    let shown = state(at: t)
    let rate = rate(at: t)
    plan = other
    restart(from: shown, rate: rate, at: t)
  }

  /// Displaces the shown state by `v`, in device pixels, and adds `velocity`, in device pixels per
  /// second; both differences decay to zero.
  package mutating func displace(by v: Vector, velocity: Vector, at t: Timestamp) {
    restart(
      from: state(at: t).offset(by: v), rate: rate(at: t).offset(by: velocity), at: t)
  }

  /// Brings the picture to the end of its flight at once.
  package mutating func finish() {
    progress.finish()
    residual = nil
  }

  private mutating func restart(
    from shown: TransitionState, rate: TransitionState, at t: Timestamp
  ) {
    residual = nil
    let planned = plan.unclampedState(at: progress.value(at: t))
    let plannedRate = self.rate(at: t)
    residual = TransitionResidual(
      shown.withLayers(of: planned).adding(planned, times: -1),
      velocity: rate.withLayers(of: planned).adding(plannedRate, times: -1), at: t)
  }
}
