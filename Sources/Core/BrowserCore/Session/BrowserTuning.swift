public import Geometry
public import Transitions

/// Options of the browser's behaviour, for a host or user.
public struct BrowserTuning: Hashable, Sendable {
  /// The gap between two pages, in points. Default 30.
  public var spacing = PageLayout.defaultSpacing
  /// The number of device pixels of a point, by which the lengths and speeds of gestures grow.
  /// Default 1.
  package var uiScale = 1.0
  /// The direction of paging. Default horizontal.
  public var axis = Axis.horizontal
  /// True when the next page lies to the left. Default false.
  public var isRightToLeft = false
  /// True when the first page follows the last one. Default false.
  public var isLooping = false
  /// The duration of a page turn by key or button, in seconds; nil for the settle spring's own.
  /// Default nil.
  public var turnDuration: Double?
  /// True when a drag beyond a zoomed picture's edge scrolls the pages. Default true.
  public var pagesPastEdges = true
  /// True when pages are turned with a page effect: during a turn nothing can be pulled down. A
  /// browser with a page effect sets it. Default false.
  public var hasPageEffect = false
  /// The maximum scale over fit, for every picture; nil for 16, and at least 400 % of the picture's
  /// pixels. Default nil.
  public var maximumScale: Double?
  /// Whether single pixels are inspected, which allows larger scales. Default false.
  package var inspectsPixels = false
  /// The double-click scale over fit; nil for 100 % or 2.5 times fit. Default nil.
  public var doubleTapScale: Double?
  /// True when a double click zooms until the picture covers the page; overrides
  /// ``doubleTapScale``. Default false.
  public var doubleTapFills = false
  /// The rules of the pull-down. Default ``BrowserTuning/DismissProfile/projected``.
  public var dismissProfile = BrowserTuning.DismissProfile.projected
  /// Whether a pull-down or a closing pinch closes the browser. Default true.
  public var isDismissGestureEnabled = true
  /// Whether a page that is no longer visible returns to fit; otherwise it keeps its zoom. Default
  /// true.
  public var resetsZoomOnLeave = true
  /// Whether a page has the zoom and the scroll position of the page before, relative to the sizes
  /// of their pictures. Default false.
  public var locksZoom = false
  /// Whether a picture at fit is wholly visible in a tall viewport, too. Default false: it is as
  /// wide as the viewport then.
  package var fitsWhole = false
  /// The arrangement of pages for reading. Default: one at a time.
  package var reading = BrowserTuning.Reading.single
  /// Whether the first page is alone in spreads, as the cover of a book. Default true.
  package var hasCover = true
  /// Whether pages are as wide as the viewport at fit, however tall they are. Default false.
  package var fitsWidth = false
  /// The style of flights between thumbnails and pages.
  public var transition = TransitionStyle()
  /// True when a slideshow changes pages at once. Default false.
  package var slideshowCuts = false
  /// The seed of a slideshow's random order; nil for the order of the pages. Default nil.
  package var slideshowSeed: UInt64?
  /// True when every animation jumps to its end. Default false.
  public var reducesMotion = false

  public init() {}
}
