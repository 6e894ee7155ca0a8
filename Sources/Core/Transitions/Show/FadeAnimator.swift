import Geometry
import Motion

/// The page comes and goes where it is.
///
/// - Source: JXPhotoBrowser 3.1.5, the animator that needs nothing.
public struct FadeAnimator: TransitionAnimator {
  /// How it runs.
  public var pace: TransitionProgress.Pace

  /// Makes one; 0.333 s unless told otherwise.
  public init(pace: TransitionProgress.Pace = TransitionPlan.standardPace) {
    self.pace = pace
  }

  /// A cut needs even less.
  public var substitute: any TransitionAnimator { NoneAnimator() }

  /// Always has one.
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

/// No animation: the other end at once.
public struct NoneAnimator: TransitionAnimator {
  /// Makes one.
  public init() {}

  /// Itself: there is nothing simpler.
  public var substitute: any TransitionAnimator { self }

  /// Always has one.
  public func plan(_ context: TransitionContext) -> TransitionPlan? { cut(context) }

  /// The fade in no time: zero duration takes the same path as everything else.
  func cut(_ context: TransitionContext) -> TransitionPlan {
    FadeAnimator(pace: .timed(0, .linear)).fade(context)
  }
}
