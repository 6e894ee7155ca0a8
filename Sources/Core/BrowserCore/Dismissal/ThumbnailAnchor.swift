public import Geometry
package import Transitions

/// The place to which a page's picture returns: its thumbnail, or a view that the host provides.
public struct ThumbnailAnchor: Hashable, Sendable {
  /// The index of the page whose picture returns to this anchor.
  public var page: Int
  /// The thumbnail of the page's picture; nil when the page has none.
  package var thumbnail: TransitionPlan.Context.Thumbnail?
  /// The rectangle of the host's own flying view when it is at the thumbnail, in the viewport's
  /// coordinates; nil when the host has no such view.
  public var flyingViewFrame: Rect?
  /// True when the page has a decoded picture to draw.
  public var hasPicture: Bool

  package init(
    page: Int, thumbnail: TransitionPlan.Context.Thumbnail?, flyingViewFrame: Rect? = nil,
    hasPicture: Bool = true
  ) {
    self.page = page
    self.thumbnail = thumbnail
    self.flyingViewFrame = flyingViewFrame
    self.hasPicture = hasPicture
  }
}
