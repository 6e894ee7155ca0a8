import Geometry
import Motion

/// The page fades in and out in place.
///
/// - Source: JXPhotoBrowser 3.1.5, the animator without requirements.
public struct FadeAnimator: TransitionAnimator {
  /// The timing, in both directions.
  public var pace: TransitionProgress.Pace

  /// Creates the animator; the default duration is 0.333 s.
  public init(pace: TransitionProgress.Pace = TransitionPlan.defaultPace) {
    self.pace = pace
  }

  /// The animator to use instead: a cut.
  public var substitute: any TransitionAnimator { NoneAnimator() }

  /// The plan; never nil.
  public func plan(_ context: TransitionContext) -> TransitionPlan? { fade(context) }

  fileprivate func fade(_ context: TransitionContext) -> TransitionPlan {
    let picture = context.content.isEmpty ? context.bounds : context.content
    return TransitionPlan(
      layers: [
        TransitionPlan.Layer(
          .page, clip: TransitionTrack(context.bounds), picture: TransitionTrack(picture),
          alpha: TransitionTrack(0, 1))
      ], pace: pace)
  }
}

/// A cut: the other end at once, without animation.
public struct NoneAnimator: TransitionAnimator {
  public init() {}

  /// This animator itself; it always has a plan.
  public var substitute: any TransitionAnimator { self }

  /// The plan; never nil.
  public func plan(_ context: TransitionContext) -> TransitionPlan? { cut(context) }

  /// A fade of zero duration, so that a cut takes the same code path as every animation.
  func cut(_ context: TransitionContext) -> TransitionPlan {
    FadeAnimator(pace: .timed(0, .linear)).fade(context)
  }
}
