public import Geometry
public import Motion

/// A transition under way: a plan, how far it is, and what is left of the motion before it.
///
/// Whatever happens to it — reversed, led to another place, begun from a picture in the hand — what
/// is seen goes on from where it is and as fast as it is:
///
///     shown(t) = plan(progress(t)) + residual(t)
///
/// - Source: additive animation; the residual carries what the plan does not.
public struct Flight: Hashable, Sendable {
  /// One end of a transition.
  public enum End: Hashable, Sendable {
    /// Progress 0.
    case thumbnail
    /// Progress 1.
    case page

    /// Its progress.
    public var progress: Double { self == .thumbnail ? 0 : 1 }
  }

  /// The way.
  public private(set) var plan: TransitionPlan
  /// Where it is going.
  public private(set) var goal: End
  private var progress: TransitionProgress
  private var residual: TransitionResidual?

  /// Begins at one end of `plan` and runs to the other one.
  public init(_ plan: TransitionPlan, to goal: End, at t: Timestamp) {
    self.init(plan, from: 1 - goal.progress, to: goal, at: t)
  }

  /// Begins at `start` of `plan` and runs to one of its ends.
  ///
  /// - Parameters:
  ///   - shown: what was seen until then, and how fast it changed, per second; it goes on from
  ///     there.
  public init(
    _ plan: TransitionPlan, from start: Double, to goal: End,
    shown: (state: TransitionState, rate: TransitionState)? = nil, at t: Timestamp
  ) {
    self.plan = plan
    self.goal = goal
    progress = TransitionProgress(start)
    run(to: goal, at: t)
    // What takes no time leaves nothing over.
    if case .timed(0, _) = goal == .page ? plan.showPace : plan.dismissPace { return }
    if let shown { goOn(from: shown.state, rate: shown.rate, at: t) }
  }

  // MARK: Reading

  /// What is seen at `t`.
  public func state(at t: Timestamp) -> TransitionState {
    let planned = plan.raw(at: progress.value(at: t))
    return (residual?.added(to: planned, at: t) ?? planned).clamped
  }

  /// How fast what is seen changes, per second.
  public func rate(at t: Timestamp) -> TransitionState {
    let slope = plan.slope(at: progress.value(at: t))
    let planned = slope.adding(slope, times: progress.velocity(at: t) - 1)
    return residual?.added(toRate: planned, at: t) ?? planned
  }

  /// True when it has arrived.
  public func isSettled(at t: Timestamp) -> Bool {
    progress.isSettled(at: t) && residual?.isSettled(at: t) ?? true
  }

  // MARK: Hand-overs

  /// Turns round, or goes on: to `end`, from where it is and as fast as it is.
  public mutating func run(to end: End, at t: Timestamp) {
    goal = end
    progress.run(
      to: end.progress, end == .page ? plan.showPace : plan.dismissPace, at: t)
  }

  /// Follows another plan from now on: an end has moved, or is another one.
  public mutating func follow(_ other: TransitionPlan, at t: Timestamp) {
    guard other != plan else { return }
    let shown = state(at: t)
    let rate = rate(at: t)
    plan = other
    goOn(from: shown, rate: rate, at: t)
  }

  /// What is seen is `v` away from where it would be, and moves relative to it; both run out.
  public mutating func displace(by v: Vector, velocity: Vector, at t: Timestamp) {
    goOn(
      from: state(at: t).offset(by: v), rate: rate(at: t).offset(by: velocity), at: t)
  }

  /// Is at its end at once.
  public mutating func finish() {
    progress.finish()
    residual = nil
  }

  private mutating func goOn(from shown: TransitionState, rate: TransitionState, at t: Timestamp) {
    residual = nil
    let planned = plan.raw(at: progress.value(at: t))
    let plannedRate = self.rate(at: t)
    residual = TransitionResidual(
      shown.expressed(in: planned).adding(planned, times: -1),
      velocity: rate.expressed(in: planned).adding(plannedRate, times: -1), at: t)
  }
}
