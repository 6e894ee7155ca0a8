import Motion

/// An animation from one scene to another.
public protocol SceneAnimator: Sendable {
  /// The timing of a change of scenes that is not driven by a gesture.
  func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming
  /// The plan of the change of scenes.
  ///
  /// - Returns: nil when this animator cannot animate the change; the default animator is used
  ///   instead.
  func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan?
}

extension SceneAnimator {
  /// The plan and timing of this animator, or of the default animator if this one has no plan.
  package func resolved(
    in context: SceneTransitionPlan.Context
  ) -> (plan: SceneTransitionPlan, timing: TransitionTiming) {
    if let plan = plan(context) { return (plan, timing(in: context)) }
    let substitute = SlideSceneAnimator()
    return (substitute.slide(context), substitute.timing(in: context))
  }
}
