import Motion

/// A cut from one scene to the other, without animation.
public struct ImmediateSceneAnimator: SceneAnimator {
  public init() {}

  /// A duration of zero.
  public func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace {
    .timed(0, .linear)
  }

  /// A plan that changes scenes at half-way, for a drag.
  public func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan? {
    SceneTransitionPlan { progress in
      progress < 0.5
        ? SceneTransitionState(from: .resting, to: .unseen)
        : SceneTransitionState(from: .unseen, to: .resting)
    }
  }
}
