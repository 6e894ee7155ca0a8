import Geometry

/// The animator of a flying view that the host provides: it grows from a rectangle given by the
/// host to the page's whole picture.
///
/// - Source: JXPhotoBrowser 3.1.5; its successor recommends it for long pictures.
package struct SmoothZoomAnimator: TransitionAnimator {
  /// The range of progress in which the page's own picture fades in below the host's view, so that
  /// nothing changes when the page itself is shown.
  private static let fadeIn = 0.6...0.8
  /// The range of progress in which the host's view fades out.
  private static let fadeOut = 0.8...1.0

  package init() {}

  /// The plan of the flight; nil when the host provides no flying view.
  package func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
    guard let frame = context.flyingViewFrame, !frame.isEmpty, !context.content.isEmpty else {
      return nil
    }
    let track = TransitionPlan.Track(frame, context.content)
    var layers = [TransitionPlan.Layer(.flyingView, clip: track, picture: track)]
    if context.hasPicture {
      layers[0].alpha = TransitionPlan.Track(1, 0, during: Self.fadeOut)
      layers.append(
        TransitionPlan.Layer(
          .picture, clip: TransitionPlan.Track(frame, context.visibleContent),
          picture: TransitionPlan.Track(frame.filled(by: context.content.size), context.content),
          alpha: TransitionPlan.Track(0, 1, during: Self.fadeIn)))
    }
    return TransitionPlan(layers: layers)
  }
}
