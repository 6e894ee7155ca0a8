/// The pointer settings of the desktop; a value is nil when the desktop has no such setting.
public struct PointerSettings: Hashable, Sendable {
  /// The maximum time between two clicks of a double click, in seconds.
  public var doubleClickTime: Double?
  /// The distance, in device pixels, that a mouse with a pressed button must move to begin a drag.
  public var dragThreshold: Double?

  public init(doubleClickTime: Double? = nil, dragThreshold: Double? = nil) {
    self.doubleClickTime = doubleClickTime
    self.dragThreshold = dragThreshold
  }
}

/// All slops, delays and thresholds of gesture recognition.
///
/// Lengths are in device pixels, already multiplied by the UI scale; times are in seconds.
package struct GestureTuning: Hashable, Sendable {
  /// The movement from which a mouse drags, in device pixels. Default 6 × UI scale: a mouse moves
  /// by a pixel or two during a click. Source: desktops' drag thresholds lie between 4 and 8.
  package var mouseSlop: Double
  /// The movement from which a finger drags, in device pixels. Default 12 × UI scale: a fingertip
  /// rolls. Source: between iOS's 10 and libadwaita's 16.
  package var touchSlop: Double
  /// The change of the distance of two fingers from which they pinch, in device pixels. Default 8 ×
  /// UI scale: less than the slop of a drag, because two fingers that move against each other have
  /// no other meaning.
  package var pinchSlop: Double
  /// The minimum distance of two fingers, in device pixels; a smaller distance counts as the
  /// minimum. 24 × UI scale: about a fingertip. It keeps the scale finite when two contacts meet.
  package var minSpan: Double
  /// The maximum time from the end of a tap to the beginning of the next tap of a double tap, in
  /// seconds. Default 0.35. Source: iOS.
  package var doubleTapTime: Double
  /// The maximum distance of the two taps of a double tap, in device pixels. Default 45 × UI scale.
  /// Source: iOS.
  package var doubleTapDistance: Double
  /// Whether double taps are recognised; otherwise a tap is sent at once, and two taps are two
  /// taps. Default: true.
  package var doubleTapEnabled: Bool
  /// The time after which a held press opens the context menu, in seconds. Default 0.5. Source:
  /// iOS.
  package var longPressTime: Double
  /// The maximum movement of a held press, in device pixels. Default 10 × UI scale. Source: iOS.
  package var longPressSlop: Double
  /// The scroll distance per detent of a touchpad, in device pixels. Default 40 × UI scale: the
  /// content then moves about as far as the fingers. Source: toolkits take 10…53 for one detent.
  package var scrollPixelsPerDetent: Double
  /// The zoom factor per detent upwards with Ctrl held. Default 1.17, that is 1.004 for each of 40
  /// points at UI scale 1. Source: between Loupe's 1.005 and PhotoSwipe's 1.0014 a point.
  package var scrollZoomPerDetent: Double
  /// The time without events that ends scrolling if the device has not sent an end event before, in
  /// seconds. Default 0.15: longer than any gap between two reports. Source: the timeout of
  /// toolkits.
  package var scrollTimeout: Double
  /// The time without events that ends scrolling if the device does send end events, in seconds.
  /// Default 1: fingers may rest on the pad; only a lost end event (the pointer went to another
  /// window) needs the timeout.
  package var restingFingersTimeout: Double
  /// The maximum time after an end at which further, never growing scroll events count as the
  /// driver's kinetic scrolling, in seconds. Default 0.05: it takes
  /// longer to lift two fingers and to put them down again.
  package var kineticScrollGap: Double
  /// The movement from which three fingers swipe, in device pixels. Default 16 × UI scale. Source:
  /// libadwaita.
  package var swipeSlop: Double
  /// The minimum ratio of horizontal to vertical movement of a horizontal swipe. Default 1.2: a
  /// diagonal movement has no meaning.
  package var swipeAxisRatio: Double
  /// The maximum time between lifting the two fingers of a pinch that counts as lifting both at
  /// once, in seconds. Default 0.1: during it the release velocity is that of the pinch, not of the
  /// finger that stays longer.
  package var pinchReleaseTime: Double

  /// The accepted range of the desktop's double-click time, in seconds.
  private static let doubleTapTimes = 0.1...2.0
  /// The maximum mouse slop, in device pixels: a larger threshold would make dragging impossible.
  private static let maxMouseSlop = 100.0

  /// Creates the defaults for a UI scale (1 is 96 dots per inch); a scale that is not positive and
  /// finite counts as 1.
  ///
  /// - Parameter pointer: the desktop's settings, which replace the defaults of mouse slop and
  ///   double-tap time.
  package init(
    uiScale: Double = 1, doubleTapEnabled: Bool = true,
    pointer: PointerSettings = PointerSettings()
  ) {
    let k = uiScale.isFinite && uiScale > 0 ? uiScale : 1
    mouseSlop = 6 * k
    touchSlop = 12 * k
    pinchSlop = 8 * k
    minSpan = 24 * k
    doubleTapTime = 0.35
    doubleTapDistance = 45 * k
    self.doubleTapEnabled = doubleTapEnabled
    longPressTime = 0.5
    longPressSlop = 10 * k
    scrollPixelsPerDetent = 40 * k
    scrollZoomPerDetent = 1.17
    scrollTimeout = 0.15
    restingFingersTimeout = 1
    kineticScrollGap = 0.05
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

  /// The movement from which a contact of `kind` drags, in device pixels.
  func slop(for kind: PointerKind) -> Double { kind == .mouse ? mouseSlop : touchSlop }
}
