import Geometry
import Motion

/// The scene further right slides over the other, which gives way a little and darkens; backwards,
/// it uncovers it again. For a stack: pushing goes right, popping left.
///
/// - Source: the phone's navigation: 30 % parallax, a tenth darker, about half a second.
public struct CoverSceneAnimator: SceneAnimator {
  /// Seconds until it has come to rest. Default 0.5.
  public var duration = 0.5
  /// How far the hind scene gives way, as a share of the width. Default 0.3.
  public var parallax = 0.3
  /// How much it darkens. Default 0.25: on dark scenes the phone's tenth is not seen.
  public var dim = 0.25

  /// Makes the default.
  public init() {}

  /// A spring that does not go too far.
  public func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace {
    .spring(.settling(in: duration, damping: 1), velocity: 0)
  }

  /// The one that lies further right is in front.
  public func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan? {
    let width = context.bounds.width
    let uncovers = context.movesRight
    return SceneTransitionPlan(front: uncovers ? .from : .to) { [parallax, dim] progress in
      let share = min(max(progress, 0), 1)
      // How far the front scene covers the hind one.
      let cover = uncovers ? 1 - share : share
      let front = SceneLook(translation: Vector(dx: width * (1 - cover), dy: 0))
      let hind = SceneLook(translation: Vector(dx: -width * parallax * cover, dy: 0))
      return SceneTransitionState(
        from: uncovers ? front : hind, to: uncovers ? hind : front, dim: dim * cover,
        shadow: cover)
    }
  }
}
