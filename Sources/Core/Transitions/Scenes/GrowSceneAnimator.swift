package import Geometry
import Motion

/// The animator with which the new scene grows out of a rectangle of the old one, which darkens.
/// Backwards, the scene shrinks into that rectangle. On a stack of scenes, a push grows and a pop
/// shrinks.
///
/// The scene keeps its aspect ratio, and is as wide as the rectangle at first. It fades in near the
/// rectangle, so that the preview drawn there turns into the scene.
package struct GrowSceneAnimator: SceneAnimator {
  /// The rectangle from which the scene grows, in the container's device pixels.
  package var origin: Rect
  /// The time in seconds until the scenes have settled. Default 0.4.
  package var duration = 0.4
  /// The opacity of the darkening over the scene out of which the other one grows, 0 to 1. Default
  /// 0.45.
  package var dim = 0.45
  /// The share of the growth from which the growing scene is opaque, 0 to 1. Default 0.6.
  package var fadeShare = 0.6

  package init(from origin: Rect) { self.origin = origin }

  /// The timing of a critically damped spring, which does not overshoot.
  package func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    .spring(.settling(in: duration, damping: 1), velocity: 0)
  }

  /// The plan of the change, in which the growing or shrinking scene is in front; nil when the
  /// rectangle from which it grows, or the container, is empty.
  package func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    let bounds = context.bounds
    guard bounds.width > 0, bounds.height > 0, !origin.isEmpty else { return nil }
    let opens = !context.newSceneMovesRight
    let smallest = min(1, origin.width / bounds.width)
    let offset = origin.center - bounds.center
    return SceneTransitionPlan(front: opens ? .to : .from) { [dim, fadeShare] progress in
      let share = min(max(opens ? progress : 1 - progress, 0), 1)
      let front = SceneTransitionPlan.Appearance(
        translation: offset * (1 - share), scale: smallest + (1 - smallest) * share,
        alpha: min(1, share / fadeShare))
      let back = SceneTransitionPlan.Appearance.resting
      return SceneTransitionPlan.State(
        from: opens ? back : front, to: opens ? front : back, dim: dim * share)
    }
  }
}
