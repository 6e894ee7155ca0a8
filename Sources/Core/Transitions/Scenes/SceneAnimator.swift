import Motion

/// How one scene takes another's place.
public protocol SceneAnimator: Sendable {
  /// How progress runs when nobody interferes.
  func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace
  /// What is drawn at each progress.
  ///
  /// - Returns: nil when it cannot do this one; the default animator does it instead.
  func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan?
}

extension SceneAnimator {
  /// What is drawn, by this animator or else by the default one, and how it runs.
  public func resolved(
    in context: SceneTransitionContext
  ) -> (plan: SceneTransitionPlan, pace: TransitionProgress.Pace) {
    if let plan = plan(context) { return (plan, pace(in: context)) }
    let substitute = SlideSceneAnimator()
    return (substitute.slide(context), substitute.pace(in: context))
  }
}

extension TransitionProgress.Pace {
  /// Seconds for the whole way; for a spring, until a thousandth of the way is left.
  public var duration: Double {
    switch self {
    case .timed(let seconds, _): seconds
    case .spring(let spring, let velocity):
      spring.settlingTime(displacement: -1, velocity: velocity, tolerance: 0.001)
    }
  }

  /// The same, `speed` times as fast; 1 when that is no positive number.
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
