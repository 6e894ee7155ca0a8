import Geometry

/// A view of the host's own that grows from where the host says to the whole of the page's picture.
///
/// - Source: JXPhotoBrowser 3.1.5; its successor recommends it for long pictures.
public struct SmoothZoomAnimator: TransitionAnimator {
  /// The name by which it is chosen.
  package static let name = "smooth-zoom"

  /// The page's own picture takes over, so that nothing changes when the page itself is seen. The
  /// host's view lies over it, and goes when it is there.
  private static let arrival = 0.6...0.8
  private static let departure = 0.8...1.0

  /// Makes one.
  public init() {}

  /// Needs the host's view.
  public func plan(_ context: TransitionContext) -> TransitionPlan? {
    guard let frame = context.provided, !frame.isEmpty, !context.content.isEmpty else {
      return nil
    }
    let way = TransitionTrack(frame, context.content)
    var layers = [TransitionPlan.Layer(.provided, clip: way, picture: way)]
    if context.hasPicture {
      layers[0].alpha = TransitionTrack(1, 0, during: Self.departure)
      layers.append(
        TransitionPlan.Layer(
          .picture, clip: TransitionTrack(frame, context.visibleContent),
          picture: TransitionTrack(frame.filled(by: context.content.size), context.content),
          alpha: TransitionTrack(0, 1, during: Self.arrival)))
    }
    return TransitionPlan(layers: layers)
  }
}
