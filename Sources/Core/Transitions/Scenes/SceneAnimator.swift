import Motion

/// An animation from one scene to another.
public protocol SceneAnimator: Sendable {
  /// The timing of an animation that is not driven by a gesture.
  func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace
  /// The plan of the animation.
  ///
  /// - Returns: nil when the animator cannot animate this change; the default animator does it
  ///   then.
  func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan?
}

extension SceneAnimator {
  /// The plan and timing of this animator, or of the default animator if this one has no plan.
  public func resolved(
    in context: SceneTransitionContext
  ) -> (plan: SceneTransitionPlan, pace: TransitionProgress.Pace) {
    if let plan = plan(context) { return (plan, pace(in: context)) }
    let substitute = SlideSceneAnimator()
    return (substitute.slide(context), substitute.pace(in: context))
  }
}

extension TransitionProgress.Pace {
  /// The duration of the whole animation in seconds; for a spring, until 0.001 of the distance is
  /// left.
  public var duration: Double {
    switch self {
    case .timed(let seconds, _): seconds
    case .spring(let spring, let velocity):
      spring.settlingTime(displacement: -1, velocity: velocity, tolerance: 0.001)
    }
  }

  /// The same timing, `speed` times as fast; unchanged when `speed` is not positive and finite.
  public func atSpeed(_ speed: Double) -> TransitionProgress.Pace {
    guard speed.isFinite, speed > 0 else { return self }
    switch self {
    case .timed(let seconds, let curve): return .timed(seconds / speed, curve)
    case .spring(let spring, let velocity):
      return .spring(
        Spring(frequency: spring.frequency * speed, damping: spring.damping),
        velocity: velocity * speed)
    }
  }
}
