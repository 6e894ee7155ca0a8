public import Geometry
public import Transitions

/// What a host or a user may change about how the browser behaves.
public struct BrowserTuning: Hashable, Sendable {
  /// The gap between two pages, in points. Default 30.
  public var spacing = PageLayout.defaultSpacing
  /// The direction of paging. Default horizontal.
  public var axis = Axis.horizontal
  /// True when the next page lies to the left. Default false.
  public var isRightToLeft = false
  /// True when the first page follows the last one. Default false.
  public var isLooping = false
  /// How long a key's or button's turn takes, in seconds; nil for as long as after a release.
  /// Default nil.
  public var turnDuration: Double?
  /// True when a drag that reaches a zoomed picture's edge goes on into paging. Default true.
  public var pagesPastEdges = true
  /// True when pages are turned by an effect: while one turns, nothing can be pulled out of it.
  /// Default false.
  public var hasPageEffect = false
  /// Largest scale over fit, for every picture; nil for 16, and at least 400 % of the picture's
  /// pixels. Default nil.
  public var maximumScale: Double?
  /// Double-click scale over fit; nil chooses 100 % or 2.5. Default nil.
  public var doubleTapScale: Double?
  /// True has a double click cover the page, whatever ``doubleTapScale`` says. Default false.
  public var doubleTapFills = false
  /// The law of pulling down. Default projected: distance or speed closes.
  public var dismissProfile = DismissProfile.projected
  /// False switches pulling down and pinching closed off. Default true.
  public var isDismissGestureEnabled = true
  /// False keeps the zoom of a page that was left. Default true.
  public var resetsZoomOnLeave = true
  /// How pictures fly between their thumbnails and their pages, where they have any.
  public var transition = TransitionStyle()
  /// True replaces every animation by its end. Default false.
  public var reducesMotion = false

  /// Makes the defaults.
  public init() {}
}
