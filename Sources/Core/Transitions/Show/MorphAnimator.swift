import Geometry
import Motion

/// The animator of one picture that coincides with the thumbnail at first and with the page at the
/// end: its clip and the picture itself are two rectangles that are interpolated separately.
///
///     clip    = T ⟶ V        T thumbnail, V visible part of D
///     picture = F ⟶ D        F the whole picture when its part fills T, D at rest on the page
///
/// F and D have the picture's aspect ratio, so every rectangle between them has it: the picture is
/// never stretched.
/// - Source: the behaviour that both authors of JXPhotoBrowser aim at.
package struct MorphAnimator: TransitionAnimator {
  /// The range of progress in which the page's picture fades in over the thumbnail's bitmap.
  private static let fadeIn = 0.0...0.35
  /// The range of progress in which the thumbnail's bitmap fades out. The page's picture over it is
  /// opaque by then, so the background is never visible through both.
  private static let fadeOut = 0.65...1.0

  /// The duration and curve of the animation, both from the thumbnail to the page and back.
  package var timing: TransitionTiming

  /// Creates the animator; the default duration is 0.333 s.
  package init(timing: TransitionTiming = TransitionPlan.defaultTiming) {
    self.timing = timing
  }

  /// The plan of the morph; nil when the picture has no thumbnail or end point to fly to, or no
  /// bitmap to draw.
  package func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
    guard let endpoint = context.endpoint, context.canFly else { return nil }
    let content = context.content
    let clip = TransitionPlan.Track(endpoint.frame, context.visibleContent)
    let radius = TransitionPlan.Track(endpoint.cornerRadius, 0)
    var layers: [TransitionPlan.Layer] = []
    if let size = endpoint.bitmapSize {
      layers.append(
        TransitionPlan.Layer(
          .thumbnail, clip: clip,
          picture: TransitionPlan.Track(endpoint.pictureRect(of: size), content.filled(by: size)),
          cornerRadius: radius, alpha: TransitionPlan.Track(1, 0, during: Self.fadeOut)))
    }
    layers.append(
      TransitionPlan.Layer(
        .picture, clip: clip,
        picture: TransitionPlan.Track(endpoint.pictureRect(of: content.size), content),
        cornerRadius: radius,
        alpha: layers.isEmpty
          ? TransitionPlan.Track(1) : TransitionPlan.Track(0, 1, during: Self.fadeIn)))
    return TransitionPlan(layers: layers, timing: timing)
  }
}

/// The animator of the morph between thumbnail and page with a spring that overshoots a little: an
/// example of a custom animator.
///
/// - Source: the custom animator of JXPhotoBrowser's example; 0.5 s, ζ 0.8.
package struct SpringAnimator: TransitionAnimator {
  /// The time until the spring has settled, in seconds.
  package var duration = 0.5
  /// The damping ratio of the spring; below 1 it overshoots.
  package var damping = 0.8

  package init() {}

  /// The plan of ``MorphAnimator`` with the timing of the spring.
  package func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
    MorphAnimator(
      timing: .spring(.settling(in: duration, damping: damping), velocity: 0)
    ).plan(context)
  }
}
