import Motion

/// No animation: one scene is there, then the other.
public struct ImmediateSceneAnimator: SceneAnimator {
  /// Makes it.
  public init() {}

  /// No time at all.
  public func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace {
    .timed(0, .linear)
  }

  /// Under a hand they change half-way.
  public func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan? {
    SceneTransitionPlan { progress in
      progress < 0.5
        ? SceneTransitionState(from: .resting, to: .unseen)
        : SceneTransitionState(from: .unseen, to: .resting)
    }
  }
}
