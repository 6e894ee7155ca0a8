import Geometry
import Motion

/// One picture that coincides with the thumbnail at first and with the page at the end: the window
/// it is seen through and the picture itself are two rectangles, each on its own straight way.
///
///     clip    = T ⟶ V        T thumbnail, V visible part of D
///     picture = F ⟶ D        F the whole picture when its part fills T, D at rest on the page
///
/// F and D have the picture's proportions, so everything between them has, too: never a stretch.
/// - Source: the ideal both authors of JXPhotoBrowser ask for; seed-behaviour 12.
public struct MorphAnimator: TransitionAnimator {
  /// Where the picture takes over from the thumbnail's bitmap. It is opaque before the bitmap under
  /// it goes, so nothing behind the two is ever seen.
  private static let arrival = 0.0...0.35
  private static let departure = 0.65...1.0

  /// How it runs.
  public var pace: TransitionProgress.Pace

  /// Makes one; 0.333 s unless told otherwise.
  public init(pace: TransitionProgress.Pace = TransitionPlan.standardPace) {
    self.pace = pace
  }

  /// Needs a place to fly to and something to fly.
  public func plan(_ context: TransitionContext) -> TransitionPlan? {
    guard let place = context.place, context.canFly else { return nil }
    let content = context.content
    let clip = TransitionTrack(place.frame, context.visibleContent)
    let radius = TransitionTrack(place.cornerRadius, 0)
    var layers: [TransitionPlan.Layer] = []
    if let size = place.bitmapSize {
      layers.append(
        TransitionPlan.Layer(
          .thumbnail, clip: clip,
          picture: TransitionTrack(place.picture(of: size), content.filled(by: size)),
          cornerRadius: radius, alpha: TransitionTrack(1, 0, during: Self.departure)))
    }
    layers.append(
      TransitionPlan.Layer(
        .picture, clip: clip, picture: TransitionTrack(place.picture(of: content.size), content),
        cornerRadius: radius,
        alpha: layers.isEmpty ? TransitionTrack(1) : TransitionTrack(0, 1, during: Self.arrival)))
    return TransitionPlan(layers: layers, pace: pace)
  }
}

/// The morph on a spring that goes a little too far: how to make an animator of one's own.
///
/// - Source: the custom animator of JXPhotoBrowser's example; 0.5 s, ζ 0.8.
public struct SpringAnimator: TransitionAnimator {
  /// How long it takes until nothing moves, in seconds.
  public var duration = 0.5
  /// The damping ratio.
  public var damping = 0.8

  /// Makes the example's spring.
  public init() {}

  /// The morph's plan at another pace.
  public func plan(_ context: TransitionContext) -> TransitionPlan? {
    MorphAnimator(
      pace: .spring(.settling(in: duration, damping: damping), velocity: 0)
    ).plan(context)
  }
}
