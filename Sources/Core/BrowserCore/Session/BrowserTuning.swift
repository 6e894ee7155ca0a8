public import Geometry
public import Transitions

/// The options of the browser's behaviour, set by a host or user.
public struct BrowserTuning: Hashable, Sendable {
  /// The gap between two pages, in points. Default 30.
  public var spacing = PageLayout.defaultSpacing
  /// The UI scale: the number of device pixels in a point, to which lengths and speeds are
  /// proportional. Default 1.
  package var uiScale = 1.0
  /// The axis along which pages are turned. Default horizontal.
  public var axis = Axis.horizontal
  /// True when the page after another lies to its left. Default false.
  public var isRightToLeft = false
  /// True when the first page follows the last one. Default false.
  public var isLooping = false
  /// The duration of an animated page turn that is not a drag, in seconds; nil for that of the
  /// spring. Default nil.
  public var turnDuration: Double?
  /// True when a pan beyond a zoomed picture's edge scrolls the pages. Default true.
  public var allowsPagingPastEdges = true
  /// True when pages are turned with a page effect other than sliding, so that no picture can be
  /// pulled down during a turn. A browser with a page effect sets this value. Default false.
  public var hasPageEffect = false
  /// The maximum scale of every picture as a multiple of the scale at fit; nil for 16 times fit, or
  /// 400 % of the picture's pixels where that is larger. Default nil.
  public var maxScale: Double?
  /// Whether single pixels of a picture are inspected, which allows larger scales. Default false.
  package var inspectsPixels = false
  /// The scale to which a double click zooms, as a multiple of the scale at fit; nil for 100 % of
  /// the picture's pixels, or 2.5 times fit where 100 % is less than 1.5 times fit. Default nil.
  public var doubleTapScale: Double?
  /// True when a double click zooms until the picture covers the page; this overrides
  /// ``doubleTapScale``. Default false.
  public var doubleTapFills = false
  /// The rules of a pull-down. Default ``BrowserTuning/DismissProfile/projected``.
  public var dismissProfile = BrowserTuning.DismissProfile.projected
  /// Whether a pull-down, or a pinch below fit, can close the browser. Default true.
  public var isDismissGestureEnabled = true
  /// Whether the picture of a page that is no longer visible returns to fit; otherwise it keeps its
  /// zoom. Default true.
  public var resetsZoomOnLeave = true
  /// Whether a picture takes over the zoom and the scroll position of the page before, relative to
  /// the sizes of the two pictures. Default false.
  public var locksZoom = false
  /// Whether a picture at fit is wholly visible in a tall viewport, too; otherwise it is as wide as
  /// that viewport. Default false.
  package var fitsWhole = false
  /// The arrangement of the pages: one at a time, spreads or a strip. Default: one at a time.
  package var reading = BrowserTuning.ReadingMode.single
  /// Whether the first page is alone when pages are in spreads, as the cover of a book. Default
  /// true.
  package var hasCover = true
  /// Whether pictures are as wide as the viewport at fit, however tall they are. Default false.
  package var fitsWidth = false
  /// The style of flights between thumbnails and pages.
  public var transition = TransitionStyle()
  /// True when a slideshow changes pages at once, without an animation. Default false.
  package var slideshowUsesCuts = false
  /// The seed of a slideshow's random order; nil for the order of the pages. Default nil.
  package var slideshowSeed: UInt64?
  /// True when motion is reduced: every animation jumps to its end. Default false.
  public var reducesMotion = false

  public init() {}
}
