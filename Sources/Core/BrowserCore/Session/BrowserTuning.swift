public import Geometry

/// What a host or a user may change about how the browser behaves.
public struct BrowserTuning: Hashable, Sendable {
  /// The gap between two pages, in points. Default 30.
  public var spacing = PageLayout.defaultSpacing
  /// The direction of paging. Default horizontal.
  public var axis = Axis.horizontal
  /// True when the next page lies to the left. Default false.
  public var isRightToLeft = false
  /// Largest scale over fit. Default 16.
  public var maximumScale = ZoomLevels.defaultMaximum
  /// Double-click scale over fit; nil chooses 100 % or 2.5. Default nil.
  public var doubleTapScale: Double?
  /// The laws of pulling down. Default those of JXPhotoBrowser 3.
  public var dismissProfile = DismissProfile.jxPhotoBrowser3
  /// False switches pulling down and pinching closed off. Default true.
  public var isDismissGestureEnabled = true
  /// False keeps the zoom of a page that was left. Default true.
  public var resetsZoomOnLeave = true
  /// True replaces every animation by its end. Default false.
  public var reducesMotion = false

  /// Makes the defaults.
  public init() {}
}
