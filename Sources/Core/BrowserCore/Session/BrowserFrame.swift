public import Geometry
public import Transitions

/// What is to be drawn at one instant.
public struct BrowserFrame: Hashable, Sendable {
  /// One page that is visible or about to be.
  public struct Page: Hashable, Sendable {
    /// Which.
    public var index: Int
    /// The page's rectangle in the viewport, in points.
    public var frame: Rect
    /// The picture's rectangle in the viewport; empty when its size is not known.
    public var content: Rect
    /// Window pixels per picture pixel.
    public var scale: Double
    /// The picture's opacity.
    public var opacity: Double
    /// How the picture is to its page.
    public var placement: Placement
  }
  /// How a picture is to its page.
  public enum Placement: Hashable, Sendable {
    /// It does not move in its page: it is drawn on whole pixels.
    case still
    /// It is zoomed or moved within its page.
    case moving
    /// It was pulled out, and may reach beyond its page.
    case pulled
    /// It is in the air: not the page shows it, but ``BrowserFrame/flying``.
    case flying
  }
  /// One picture in the air.
  public struct Flying: Hashable, Sendable {
    /// Whose it is.
    public var page: Int
    /// What is seen of it, bottom to top, in the viewport's points.
    public var layers: [TransitionState.Layer]
  }
  /// A page that was taken away while it was seen.
  public struct Departing: Hashable, Sendable {
    /// Which of all that ever departed.
    public var id: Int
    /// How opaque it still is: 1 to 0.
    public var opacity: Double
    /// How large it still is.
    public var scale: Double
  }
  /// Pages that were taken away, fading where they were seen last, under all others.
  public var departing: [Departing]
  /// The visible pages, the current one last.
  public var pages: [Page]
  /// Pictures between their thumbnails and their pages, over all pages, the last one in front.
  public var flying: [Flying]
  /// The current page.
  public var index: Int
  /// The scroll position in pages, for indicators that follow the finger; beyond the ends while
  /// looping, where ``PageLayout/page(in:)`` tells what lies there.
  public var position: Double
  /// The backdrop's opacity.
  public var backdrop: Double
  /// The opacity of what the host lays over the page: title bar, indicator.
  public var chrome: Double
  /// The picture's scale in the hand; 1 when nothing is pulled.
  public var pull: Double
  /// True while anything moves by itself or is held.
  public var isMoving: Bool
  /// True while the current picture is scaled differently from frame to frame.
  public var isScaling: Bool
}
