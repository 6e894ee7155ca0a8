import Geometry
import Motion

/// The animator with which both scenes slide side by side, moved by a spring; the old scene fades
/// out, the new one fades in.
///
/// - Source: the default animator of objc.io 12.
package struct SlideSceneAnimator: SceneAnimator {
  /// The time in seconds until the spring has settled. Default 1.
  package var duration = 1.0
  /// The damping ratio of the spring. Default 0.75: it overshoots a little.
  package var damping = 0.75
  /// The initial velocity of the spring, in progress per second. Default 0.5.
  package var velocity = 0.5
  /// The gap between the scenes, in points at UI scale 1. Default 16.
  package var padding = 16.0

  package init() {}

  package func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    .spring(.settling(in: duration, damping: damping), velocity: velocity)
  }

  /// The plan of the change; the scenes move in the direction given by the frames in the context.
  package func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    slide(context)
  }

  func slide(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan {
    let length = context.bounds.width + padding * context.uiScale
    let offset = Vector(dx: context.newSceneMovesRight ? length : -length, dy: 0)
    return SceneTransitionPlan { progress in
      let share = min(max(progress, 0), 1)
      return SceneTransitionPlan.State(
        from: SceneTransitionPlan.Appearance(translation: offset * progress, alpha: 1 - share),
        to: SceneTransitionPlan.Appearance(translation: offset * (progress - 1), alpha: share))
    }
  }
}
