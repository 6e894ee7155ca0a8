/// A rule that makes the plan of a picture's flight between its thumbnail and its page.
public protocol TransitionAnimator: Hashable, Sendable {
  /// The plan of a flight between the thumbnail and the page; nil when the context lacks something
  /// that the animator needs.
  func plan(_ context: TransitionPlan.Context) -> TransitionPlan?
  /// The animator to use when this one has no plan. Default: a fade.
  var substitute: any TransitionAnimator { get }
}

extension TransitionAnimator {
  /// The default substitute: a fade, which always has a plan.
  public var substitute: any TransitionAnimator { FadeAnimator() }

  /// The plan of this animator, or of the first of its substitutes that has one.
  package func resolved(_ context: TransitionPlan.Context) -> TransitionPlan {
    // The limit ends a cycle of substitutes.
    let longestChain = 8
    var animator: any TransitionAnimator = self
    for _ in 0..<longestChain {
      if let plan = animator.plan(context) { return plan }
      animator = animator.substitute
    }
    return ImmediateAnimator().immediatePlan(context)
  }
}

/// The animator of flights between thumbnails and pages, with the options that a user may change.
public struct TransitionStyle: Hashable, Sendable {
  /// The animator of flights in both directions. Default: the morph.
  public var animator: any TransitionAnimator = MorphAnimator()
  /// The duration in seconds of a flight to the page; nil for the animator's own. Default nil.
  public var showDuration: Double?
  /// The duration in seconds of a flight to the thumbnail; nil for the animator's own. Default nil.
  public var dismissDuration: Double?
  /// The transition of a picture whose thumbnail is not visible. Default: a fade.
  public var offscreen = TransitionStyle.Offscreen.fadeInPlace

  public init() {}

  /// The plan of a flight between the thumbnail and the page; a cut when motion is reduced.
  package func plan(_ context: TransitionPlan.Context, reducesMotion: Bool) -> TransitionPlan {
    guard !reducesMotion else { return ImmediateAnimator().immediatePlan(context) }
    return animator.resolved(context).lasting(show: showDuration, dismiss: dismissDuration)
  }

  public static func == (a: TransitionStyle, b: TransitionStyle) -> Bool {
    AnyHashable(a.animator) == AnyHashable(b.animator) && a.showDuration == b.showDuration
      && a.dismissDuration == b.dismissDuration && a.offscreen == b.offscreen
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(animator))
    hasher.combine(showDuration)
    hasher.combine(dismissDuration)
    hasher.combine(offscreen)
  }
}
