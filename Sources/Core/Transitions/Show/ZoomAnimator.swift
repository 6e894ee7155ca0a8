import Geometry

/// Two snapshots cross-faded in one moving frame: the thumbnail as it is, and what the page shows of
/// the picture. Each fills the frame without being stretched.
///
/// - Source: JXPhotoBrowser 3.1.5, with its closing cross-fade repaired and long pictures not
///   squeezed: the page's snapshot is of what is seen only.
public struct ZoomAnimator: TransitionAnimator {
  /// The page's snapshot is opaque before the thumbnail under it goes.
  private static let arrival = 0.0...0.8
  private static let departure = 0.8...1.0

  /// Makes one.
  public init() {}

  /// Needs both snapshots.
  public func plan(_ context: TransitionContext) -> TransitionPlan? {
    guard let place = context.place, let size = place.bitmapSize, context.hasPicture,
      !context.content.isEmpty
    else { return nil }
    let seen = context.visibleContent
    let clip = TransitionTrack(place.frame, seen)
    let radius = TransitionTrack(place.cornerRadius, 0)
    return TransitionPlan(layers: [
      TransitionPlan.Layer(
        .thumbnail, clip: clip,
        picture: TransitionTrack(place.picture(of: size), seen.filled(by: size, place.alignment)),
        cornerRadius: radius, alpha: TransitionTrack(1, 0, during: Self.departure)),
      TransitionPlan.Layer(
        .picture, clip: clip,
        picture: TransitionTrack(
          context.content.carried(from: seen, to: place.picture(of: seen.size)), context.content),
        cornerRadius: radius, alpha: TransitionTrack(0, 1, during: Self.arrival)),
    ])
  }
}

extension Rect {
  /// Where this rectangle goes when `old` is moved and scaled to `new`, which has the same
  /// proportions.
  func carried(from old: Rect, to new: Rect) -> Rect {
    guard old.width > 0 else { return new }
    let k = new.width / old.width
    return Rect(
      x: new.minX + (minX - old.minX) * k, y: new.minY + (minY - old.minY) * k,
      width: width * k, height: height * k)
  }
}
