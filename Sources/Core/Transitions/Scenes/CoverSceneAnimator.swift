import Geometry
import Motion

/// The animator of a stack of scenes: a pushed scene slides from the right over the one below,
/// which moves aside a little and darkens; a popped scene slides away to the right.
///
/// - Source: the navigation of iOS: 30 % parallax, about half a second. iOS darkens by a tenth; see
///   ``dim``.
package struct CoverSceneAnimator: SceneAnimator {
  /// The time in seconds until the scenes have settled. Default 0.5.
  package var duration = 0.5
  /// The distance by which the scene behind moves, as a share of the container's width. Default
  /// 0.3.
  package var parallax = 0.3
  /// The opacity of the darkening over the scene behind, 0 to 1. Default 0.25: on dark scenes the
  /// tenth of iOS is not visible.
  package var dim = 0.25

  package init() {}

  /// The timing of a critically damped spring, which does not overshoot.
  package func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming {
    .spring(.settling(in: duration, damping: 1), velocity: 0)
  }

  /// The plan of the change between two scenes, of which the one further right is in front.
  package func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    let width = context.bounds.width
    let uncovers = context.newSceneMovesRight
    return SceneTransitionPlan(front: uncovers ? .from : .to) { [parallax, dim] progress in
      let share = min(max(progress, 0), 1)
      // The share of the scene behind that the scene in front covers.
      let cover = uncovers ? 1 - share : share
      let front = SceneTransitionPlan.Appearance(
        translation: Vector(dx: width * (1 - cover), dy: 0))
      let back = SceneTransitionPlan.Appearance(
        translation: Vector(dx: -width * parallax * cover, dy: 0))
      return SceneTransitionPlan.State(
        from: uncovers ? front : back, to: uncovers ? back : front, dim: dim * cover,
        shadow: cover)
    }
  }
}
