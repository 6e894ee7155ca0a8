public import Geometry
package import Transitions

/// A description of all that is drawn at one instant.
public struct BrowserFrame: Hashable, Sendable {
  /// A page that is visible or about to become visible.
  public struct Page: Hashable, Sendable {
    public var index: Int
    /// The page's rectangle in the viewport, in device pixels.
    public var frame: Rect
    /// The picture's rectangle in the viewport, in device pixels; empty when its size is unknown.
    public var content: Rect
    /// The scale of the picture, in window pixels per picture pixel.
    public var scale: Double
    /// The picture's opacity.
    public var opacity: Double
    /// The relation of the picture to its page.
    public var placement: Placement
  }
  /// The relation of a picture to its page.
  public enum Placement: Hashable, Sendable {
    /// The picture does not move in its page; it is drawn on whole pixels.
    case still
    /// The picture is zoomed or moved within its page.
    case moving
    /// The picture was pulled out, and may reach beyond its page.
    case pulled
    /// The picture is in flight: ``BrowserFrame/flying`` shows it instead of the page.
    case flying
  }
  /// A picture in flight.
  public struct Flying: Hashable, Sendable {
    /// The index of the page of the picture.
    public var page: Int
    /// The visible layers, bottom to top, in the viewport's coordinates.
    package var layers: [TransitionState.Layer]
  }
  /// A removed page that is fading out.
  public struct Departing: Hashable, Sendable {
    /// The number of this removal, unique within the browser.
    public var id: Int
    /// The opacity, decreasing from 1 to 0.
    public var opacity: Double
    /// The scale, decreasing from 1.
    public var scale: Double
  }
  /// Removed pages that are fading out where they were last visible, below all others.
  public var departing: [Departing]
  /// The visible pages, the current one last.
  public var pages: [Page]
  /// Pictures in flight, above all pages, the last one in front.
  public var flying: [Flying]
  public var index: Int
  /// The scroll position in pages, for indicators that follow a drag. In a looping album it may lie
  /// beyond the ends; `PageLayout.page(in:)` gives the page in a slot there.
  public var position: Double
  /// The backdrop's opacity.
  public var backdrop: Double
  /// The opacity of the host's overlay: title bar, indicator.
  public var chrome: Double
  /// The picture's scale during a pull-down; 1 otherwise.
  public var pull: Double
  /// True while an animation runs, or a drag or pinch is in progress.
  public var isMoving: Bool
  /// True while the current picture's scale may change from frame to frame.
  public var isScaling: Bool
}
