public import Geometry
package import Transitions

/// The description of everything that the browser draws at one instant.
public struct BrowserFrame: Hashable, Sendable {
  /// A page that is visible or about to become visible.
  public struct Page: Hashable, Sendable {
    public var index: Int
    /// The page's rectangle in the viewport, in device pixels.
    public var frame: Rect
    /// The picture's rectangle in the viewport, in device pixels; empty when the picture's size is
    /// unknown.
    public var content: Rect
    /// The scale of the picture, in device pixels per picture pixel.
    public var scale: Double
    /// The opacity of the page's picture, 0…1.
    public var opacity: Double
    /// The relation of the picture to its page.
    public var placement: Placement
  }
  /// The relation of a picture to its page.
  public enum Placement: Hashable, Sendable {
    /// The picture does not move in its page, and is drawn on whole pixels.
    case still
    /// The picture is being zoomed or moved within its page.
    case moving
    /// The picture is drawn by its page, but is out of its place there and may reach beyond the
    /// page: it was pulled out, or flies to the page after it was restored, or is in a flight whose
    /// leading layer is the whole page. The other pages of a spread or strip, which move along with
    /// such a picture or with one in flight, have this placement, too.
    case pulled
    /// The picture is in flight: it is drawn from ``BrowserFrame/flying`` and not by its page.
    case flying
  }
  /// A picture in flight between its thumbnail and its page.
  public struct FlyingPicture: Hashable, Sendable {
    /// The index of the page to which the flying picture belongs.
    public var page: Int
    /// The visible layers of the flying picture, bottom to top, in the viewport's coordinates.
    package var layers: [TransitionState.Layer]
  }
  /// A removed page that is fading out.
  public struct DepartingPage: Hashable, Sendable {
    /// The number of this removal, unique within the browser.
    public var id: Int
    /// The opacity of the removed page, decreasing from 1 to 0.
    public var opacity: Double
    /// The scale of the removed page relative to its size before, decreasing from 1.
    public var scale: Double
  }
  /// The removed pages that are fading out where they were last visible, below all other pages.
  public var departing: [DepartingPage]
  /// The visible pages in drawing order, the current one last, on top; above it only a page to
  /// which a restored picture flies.
  public var pages: [Page]
  /// The pictures in flight, above all pages, the last one in front.
  public var flying: [FlyingPicture]
  /// The index of the current page.
  public var index: Int
  /// The scroll position in pages, for indicators that follow a drag. In a looping album it may lie
  /// beyond the first or last page; `PageLayout.page(in:)` gives the page at a whole position
  /// there.
  public var position: Double
  /// The backdrop's opacity, 0…1.
  public var backdrop: Double
  /// The opacity of the host's overlay (title bar, buttons, indicator), 0…1.
  public var chrome: Double
  /// The scale of the picture relative to its size at rest during a pull-down; 1 otherwise.
  public var pullScale: Double
  /// True while anything is animated, dragged or pinched.
  public var isMoving: Bool
  /// True while the current picture's scale may change from frame to frame.
  public var isScaling: Bool
}
