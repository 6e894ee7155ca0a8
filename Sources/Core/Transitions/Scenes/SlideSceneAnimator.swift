import Geometry
import Motion

/// Both scenes slide side by side, the old one fading out and the other one in; a spring moves them.
///
/// - Source: the default animator of objc.io 12.
public struct SlideSceneAnimator: SceneAnimator {
  /// Seconds until the spring has come to rest. Default 1.
  public var duration = 1.0
  /// Damping ratio of the spring. Default 0.75: it goes a little too far.
  public var damping = 0.75
  /// How fast it begins, in whole ways per second. Default 0.5.
  public var velocity = 0.5
  /// The gap between both, in points of an ordinary monitor. Default 16.
  public var padding = 16.0

  /// Makes the default.
  public init() {}

  /// A spring.
  public func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace {
    .spring(.settling(in: duration, damping: damping), velocity: velocity)
  }

  /// Side by side, in the direction the frames tell.
  public func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan? { slide(context) }

  func slide(_ context: SceneTransitionContext) -> SceneTransitionPlan {
    let length = context.bounds.width + padding * context.uiScale
    let way = Vector(dx: context.movesRight ? length : -length, dy: 0)
    return SceneTransitionPlan { progress in
      let share = min(max(progress, 0), 1)
      return SceneTransitionState(
        from: SceneLook(translation: way * progress, alpha: 1 - share),
        to: SceneLook(translation: way * (progress - 1), alpha: share))
    }
  }
}
