/// Plans how a picture gets from its thumbnail to its page and back.
public protocol TransitionAnimator: Hashable, Sendable {
  /// The plan for these two ends; nil when this animator needs something that is missing.
  func plan(_ context: TransitionContext) -> TransitionPlan?
  /// Who plans when this one cannot. Default: ``FadeAnimator``.
  var substitute: any TransitionAnimator { get }
}

extension TransitionAnimator {
  /// A fade needs nothing.
  public var substitute: any TransitionAnimator { FadeAnimator() }

  /// The plan of the first in the chain of substitutes that has one.
  public func resolved(_ context: TransitionContext) -> TransitionPlan {
    // Nobody needs more substitutes than this; a circle of them ends here.
    let longestChain = 8
    var animator: any TransitionAnimator = self
    for _ in 0..<longestChain {
      if let plan = animator.plan(context) { return plan }
      animator = animator.substitute
    }
    return NoneAnimator().cut(context)
  }
}

/// The animator in use and what a user may change about it.
public struct TransitionStyle: Hashable, Sendable {
  /// Who plans. Default: ``MorphAnimator``.
  public var animator: any TransitionAnimator = MorphAnimator()
  /// How long showing takes, in seconds; nil for the animator's own time. Default nil.
  public var showDuration: Double?
  /// How long dismissing takes, in seconds; nil for the animator's own time. Default nil.
  public var dismissDuration: Double?
  /// What becomes of a picture whose thumbnail is not on the screen. Default: it fades.
  public var offscreen = OffscreenStyle.fadeInPlace

  /// Makes the defaults.
  public init() {}

  /// The plan for these two ends; a cut when motion is to be reduced.
  public func plan(_ context: TransitionContext, reducesMotion: Bool) -> TransitionPlan {
    guard !reducesMotion else { return NoneAnimator().cut(context) }
    return animator.resolved(context).lasting(show: showDuration, dismiss: dismissDuration)
  }

  /// Whether two are the same.
  public static func == (a: TransitionStyle, b: TransitionStyle) -> Bool {
    AnyHashable(a.animator) == AnyHashable(b.animator) && a.showDuration == b.showDuration
      && a.dismissDuration == b.dismissDuration && a.offscreen == b.offscreen
  }

  /// Hashes what makes it different.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(animator))
    hasher.combine(showDuration)
    hasher.combine(dismissDuration)
    hasher.combine(offscreen)
  }
}
