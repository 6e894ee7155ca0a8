import Motion

/// A cut from one scene to the other, without animation.
package struct ImmediateSceneAnimator: SceneAnimator {
  package init() {}

  /// A duration of zero.
  package func timing(in context: SceneTransitionContext) -> TransitionTiming {
    .timed(0, .linear)
  }

  /// A plan that changes scenes at half-way, for a drag.
  package func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan? {
    SceneTransitionPlan { progress in
      progress < 0.5
        ? SceneTransitionState(from: .resting, to: .unseen)
        : SceneTransitionState(from: .unseen, to: .resting)
    }
  }
}
