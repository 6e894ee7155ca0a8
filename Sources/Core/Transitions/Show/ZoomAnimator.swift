import Geometry

/// The animator of a cross-fade of two snapshots, the thumbnail and the visible part of the page's
/// picture, in one moving clip rectangle, which each of them fills without distortion.
///
/// - Source: JXPhotoBrowser 3.1.5, with its closing cross-fade repaired, and without distortion of
///   long pictures: the page's snapshot contains the visible part only.
package struct ZoomAnimator: TransitionAnimator {
  /// The range of progress in which the page's snapshot fades in over the thumbnail.
  private static let fadeIn = 0.0...0.8
  /// The range of progress in which the thumbnail fades out, below the page's snapshot, which is
  /// opaque by then.
  private static let fadeOut = 0.8...1.0

  package init() {}

  /// The plan of the cross-fade; nil unless the thumbnail has a bitmap and the page a picture.
  package func plan(_ context: TransitionPlan.Context) -> TransitionPlan? {
    guard let endpoint = context.endpoint, let size = endpoint.bitmapSize, context.hasPicture,
      !context.content.isEmpty
    else { return nil }
    let seen = context.visibleContent
    let clip = TransitionPlan.Track(endpoint.frame, seen)
    let radius = TransitionPlan.Track(endpoint.cornerRadius, 0)
    return TransitionPlan(layers: [
      TransitionPlan.Layer(
        .thumbnail, clip: clip,
        picture: TransitionPlan.Track(
          endpoint.pictureRect(of: size), seen.filled(by: size, endpoint.alignment)),
        cornerRadius: radius, alpha: TransitionPlan.Track(1, 0, during: Self.fadeOut)),
      TransitionPlan.Layer(
        .picture, clip: clip,
        picture: TransitionPlan.Track(
          context.content.carried(from: seen, to: endpoint.pictureRect(of: seen.size)),
          context.content),
        cornerRadius: radius, alpha: TransitionPlan.Track(0, 1, during: Self.fadeIn)),
    ])
  }
}

extension Rect {
  /// This rectangle after the motion and scaling that bring the rectangle `old` to `new`, which has
  /// the same aspect ratio.
  func carried(from old: Rect, to new: Rect) -> Rect {
    guard old.width > 0 else { return new }
    let k = new.width / old.width
    return Rect(
      x: new.minX + (minX - old.minX) * k, y: new.minY + (minY - old.minY) * k,
      width: width * k, height: height * k)
  }
}
