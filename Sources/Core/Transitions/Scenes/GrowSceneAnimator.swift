public import Geometry
import Motion

/// The scene that comes grows out of a rectangle of the other one, which darkens; backwards, it
/// shrinks into that rectangle. For a stack: pushing opens, popping closes.
///
/// The scene keeps its proportions and is as wide as the rectangle at first. It fades in near the
/// rectangle, so that the preview drawn there turns into it.
public struct GrowSceneAnimator: SceneAnimator {
  /// The rectangle, in the points of the container.
  public var origin: Rect
  /// Seconds until it has come to rest. Default 0.4.
  public var duration = 0.4
  /// The opacity of the dark over the other scene, 0 to 1. Default 0.45.
  public var dim = 0.45
  /// The share of the way after which the scene is opaque. Default 0.6.
  public var fadeShare = 0.6

  /// Makes the default for a rectangle.
  public init(from origin: Rect) { self.origin = origin }

  /// A spring that does not go too far.
  public func pace(in context: SceneTransitionContext) -> TransitionProgress.Pace {
    .spring(.settling(in: duration, damping: 1), velocity: 0)
  }

  /// The scene that grows is in front.
  public func plan(_ context: SceneTransitionContext) -> SceneTransitionPlan? {
    let bounds = context.bounds
    guard bounds.width > 0, bounds.height > 0, !origin.isEmpty else { return nil }
    let opens = !context.movesRight
    let smallest = min(1, origin.width / bounds.width)
    let way = origin.center - bounds.center
    return SceneTransitionPlan(front: opens ? .to : .from) { [dim, fadeShare] progress in
      let share = min(max(opens ? progress : 1 - progress, 0), 1)
      let front = SceneLook(
        translation: way * (1 - share), scale: smallest + (1 - smallest) * share,
        alpha: min(1, share / fadeShare))
      let hind = SceneLook.resting
      return SceneTransitionState(
        from: opens ? hind : front, to: opens ? front : hind, dim: dim * share)
    }
  }
}
