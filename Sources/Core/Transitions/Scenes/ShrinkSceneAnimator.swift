import Motion

/// The animator with which the old scene shrinks about its middle while the new one fades in over
/// it.
///
/// - Source: the sample animator of objc.io 5 and 12.
package struct ShrinkSceneAnimator: SceneAnimator {
  /// The duration of the change of scenes, in seconds. Default 1.
  package var duration = 1.0
  /// The scale of the old scene at the end. Default 0.1.
  package var smallestScale = 0.1

  package init() {}

  /// The timing of the default curve of iOS, slow at both ends.
  package func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    .timed(duration, .easeInOut)
  }

  /// The plan of the change, in which only the scale of the old scene and the opacity of the new
  /// one change.
  package func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    let smallest = smallestScale
    return SceneTransitionPlan { progress in
      let share = min(max(progress, 0), 1)
      return SceneTransitionPlan.State(
        from: SceneTransitionPlan.Appearance(scale: 1 + (smallest - 1) * share),
        to: SceneTransitionPlan.Appearance(alpha: share))
    }
  }
}
