/// The desktop's settings for pointers; nil where the desktop has none.
public struct PointerSettings: Hashable, Sendable {
  /// The longest time from one click to the next that makes a double click, in seconds.
  public var doubleClickTime: Double?
  /// The distance that a pressed mouse moves before it drags, in points of the window.
  public var dragThreshold: Double?

  /// Makes settings.
  public init(doubleClickTime: Double? = nil, dragThreshold: Double? = nil) {
    self.doubleClickTime = doubleClickTime
    self.dragThreshold = dragThreshold
  }
}

/// Every slop, delay and threshold of the gestures.
///
/// Lengths are in points of the window, multiplied by the UI scale when made; times in seconds.
public struct GestureTuning: Hashable, Sendable {
  /// How far a mouse moves before it drags, in points. 6 × UI scale: a hand that clicks moves a
  /// pixel or two. Source: desktops' drag thresholds lie between 4 and 8.
  public var mouseSlop: Double
  /// How far a finger moves before it drags, in points. 12 × UI scale: a fingertip rolls.
  /// Source: between the phone's 10 and libadwaita's 16.
  public var touchSlop: Double
  /// How far two fingers spread before they pinch, in points. 8 × UI scale: less than the slop of
  /// each, because two fingers that move against each other mean nothing else.
  public var pinchSlop: Double
  /// Two fingers nearer than this count as this far apart, in points. 24 × UI scale: about a
  /// fingertip; keeps the scale finite when two contacts meet.
  public var smallestSpan: Double
  /// From the end of one tap to the beginning of the next, in seconds. 0.35. Source: the phone's.
  public var doubleTapTime: Double
  /// How far apart the two may lie, in points. 45 × UI scale. Source: the phone's.
  public var doubleTapDistance: Double
  /// False: a tap is told at once, and two of them are two taps. True by default.
  public var doubleTapEnabled: Bool
  /// How long a press is held until it asks for the menu, in seconds. 0.5. Source: the phone's.
  public var longPressTime: Double
  /// How far a held contact may move meanwhile, in points. 10 × UI scale. Source: the phone's.
  public var longPressSlop: Double
  /// How far one detent of touchpad scrolling moves, in points. 40 × UI scale: two fingers then
  /// move content about as far as themselves. Source: toolkits take 10…53 for one detent.
  public var scrollPointsPerDetent: Double
  /// Factor of one detent upwards with Ctrl held. 1.17, that is 1.004 for each of 40 points.
  /// Source: between Loupe's 1.005 and PhotoSwipe's 1.0014 a point.
  public var scrollZoomPerDetent: Double
  /// Silence that ends scrolling when the device has never told an end, in seconds. 0.15: longer
  /// than any gap between two reports. Source: the time-out toolkits use.
  public var scrollTimeout: Double
  /// Silence that ends scrolling when the device does tell ends, in seconds. 1: fingers may rest
  /// on the pad; only a lost end (the pointer went to another window) needs it.
  public var scrollRestTimeout: Double
  /// Scrolling that goes on this soon after its end and never grows is a driver's coasting, in
  /// seconds. 0.05: nobody lifts two fingers and puts them down again as fast.
  public var scrollTailGap: Double
  /// How far three fingers move before they swipe, in points. 16 × UI scale. Source: libadwaita.
  public var swipeSlop: Double
  /// A swipe is horizontal when it is this many times as wide as high. 1.2: a diagonal is nobody's.
  public var swipeAxisRatio: Double
  /// Fingers lifted within this time leave together, in seconds. 0.1: the one that stays longer
  /// says nothing about the speed of the two.
  public var pinchReleaseTime: Double

  /// The range of double-click times that desktops offer, in seconds.
  private static let doubleTapTimes = 0.1...2.0
  /// The largest mouse slop, in points. 100: a larger threshold would make dragging impossible.
  private static let maxMouseSlop = 100.0

  /// Makes the defaults for a UI scale (1 is 96 dots per inch); one that is no positive number is 1.
  ///
  /// - Parameter pointer: The desktop's settings, which replace the defaults of mouse and double tap.
  public init(
    uiScale: Double = 1, doubleTapEnabled: Bool = true,
    pointer: PointerSettings = PointerSettings()
  ) {
    let k = uiScale.isFinite && uiScale > 0 ? uiScale : 1
    mouseSlop = 6 * k
    touchSlop = 12 * k
    pinchSlop = 8 * k
    smallestSpan = 24 * k
    doubleTapTime = 0.35
    doubleTapDistance = 45 * k
    self.doubleTapEnabled = doubleTapEnabled
    longPressTime = 0.5
    longPressSlop = 10 * k
    scrollPointsPerDetent = 40 * k
    scrollZoomPerDetent = 1.17
    scrollTimeout = 0.15
    scrollRestTimeout = 1
    scrollTailGap = 0.05
    swipeSlop = 16 * k
    swipeAxisRatio = 1.2
    pinchReleaseTime = 0.1
    if let time = pointer.doubleClickTime, time.isFinite {
      doubleTapTime = min(max(time, Self.doubleTapTimes.lowerBound), Self.doubleTapTimes.upperBound)
    }
    if let slop = pointer.dragThreshold, slop.isFinite {
      mouseSlop = min(max(slop, 1), Self.maxMouseSlop)
    }
  }

  /// How far a contact of `kind` moves before it drags, in points.
  func slop(for kind: PointerKind) -> Double { kind == .mouse ? mouseSlop : touchSlop }
}
