public import Geometry
package import Transitions

/// The thumbnail that a page's picture comes from and returns to.
public struct Home: Hashable, Sendable {
  /// The index of the page.
  public var page: Int
  /// The thumbnail; nil when the page has none.
  package var thumbnail: TransitionPlan.Context.Thumbnail?
  /// The rectangle of the host's own flying view at the thumbnail, in the viewport's coordinates;
  /// nil when the host has no such view.
  public var provided: Rect?
  /// True when the page has a picture to draw.
  public var hasPicture: Bool

  package init(
    page: Int, thumbnail: TransitionPlan.Context.Thumbnail?, provided: Rect? = nil,
    hasPicture: Bool = true
  ) {
    self.page = page
    self.thumbnail = thumbnail
    self.provided = provided
    self.hasPicture = hasPicture
  }
}
