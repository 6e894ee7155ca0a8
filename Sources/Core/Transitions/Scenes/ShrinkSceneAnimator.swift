import Motion

/// The old scene shrinks about its middle while the other one fades in over it.
///
/// - Source: the sample animator of objc.io 5 and 12.
public struct ShrinkSceneAnimator: SceneAnimator {
  /// Seconds. Default 1.
  public var duration = 1.0
  /// How large the old scene is in the end. Default 0.1.
  public var smallestScale = 0.1

  /// Makes the default.
  public init() {}

  /// The phone's default curve.
  public func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace {
    .timed(duration, .easeInOut)
  }

  /// Nothing moves but the size.
  public func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan? {
    let smallest = smallestScale
    return SceneTransitionPlan { progress in
      let share = min(max(progress, 0), 1)
      return SceneTransitionState(
        from: SceneLook(scale: 1 + (smallest - 1) * share), to: SceneLook(alpha: share))
    }
  }
}
