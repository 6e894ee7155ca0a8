import Motion

/// The animator of a cut from one scene to the other, without animation.
package struct ImmediateSceneAnimator: SceneAnimator {
  package init() {}

  /// The timing of duration zero, without animation.
  package func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    .timed(0, .linear)
  }

  /// A plan that replaces the old scene by the new one half-way; the replacement is seen to happen
  /// only if a drag drives the change.
  package func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    SceneTransitionPlan { progress in
      progress < 0.5
        ? SceneTransitionPlan.State(from: .resting, to: .unseen)
        : SceneTransitionPlan.State(from: .unseen, to: .resting)
    }
  }
}
