import Geometry
import Motion

/// The animator with which the page fades in and out in place.
///
/// - Source: JXPhotoBrowser 3.1.5, the animator that needs no picture.
package struct FadeAnimator: TransitionAnimator {
  /// The timing of the fade in both directions.
  package var timing: TransitionTiming

  /// Creates the animator; the default duration is 0.333 s.
  package init(timing: TransitionTiming = TransitionPlan.defaultTiming) {
    self.timing = timing
  }

  /// The animator to use in place of the fade: a cut.
  package var substitute: any TransitionAnimator { ImmediateAnimator() }

  /// The plan of the fade; never nil.
  package func plan(_ context: TransitionPlan.Context) -> TransitionPlan? { fade(context) }

  fileprivate func fade(_ context: TransitionPlan.Context) -> TransitionPlan {
    let picture = context.content.isEmpty ? context.page : context.content
    return TransitionPlan(
      layers: [
        TransitionPlan.Layer(
          .page, clip: TransitionPlan.Track(context.bounds), picture: TransitionPlan.Track(picture),
          alpha: TransitionPlan.Track(0, 1))
      ], timing: timing)
  }
}

/// The animator of a cut: the flight is at its end at once, without animation.
package struct ImmediateAnimator: TransitionAnimator {
  package init() {}

  /// This animator itself, which always has a plan.
  package var substitute: any TransitionAnimator { self }

  /// The plan of the cut; never nil.
  package func plan(_ context: TransitionPlan.Context) -> TransitionPlan? { immediatePlan(context) }

  /// A plan with a fade of zero duration, so that a cut takes the same code path as every
  /// animation.
  func immediatePlan(_ context: TransitionPlan.Context) -> TransitionPlan {
    FadeAnimator(timing: .timed(0, .linear)).fade(context)
  }
}
