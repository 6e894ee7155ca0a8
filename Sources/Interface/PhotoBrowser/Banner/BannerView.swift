import BrowserCore
public import Geometry
public import Input
public import Motion
public import Views

/// A browser as a part of a page: a strip of pictures with round corners that goes round by itself,
/// while the page around it scrolls.
///
/// What a hand does along its pages is its own; what it does across them belongs to the page around.
/// It cannot be pulled away. ``BannerCell`` is the cell made for it; any other will do.
///
/// - Source: JXPhotoBrowser 4.1; the same engine in a table's row.
public final class BannerView: View {
  /// How high one usually is, in points at scale 1.
  public static let usualHeight = 100.0
  /// How round its corners usually are, in points at scale 1.
  public static let usualCornerRadius = 12.0

  /// The browser in it.
  public let browser: Browser
  /// How round its corners are, in points at scale 1. Default: 12.
  public var radius = BannerView.usualCornerRadius {
    didSet { setNeedsLayout() }
  }
  /// True when the first page follows the last one. Default: true.
  public var isLooping: Bool {
    get { browser.options.tuning.isLooping }
    set { browser.options.tuning.isLooping = newValue }
  }
  /// How long each page is shown, in seconds; nil when none is turned by itself. Default: 3.
  public var interval: Double? = Slideshow.defaultInterval {
    didSet { if interval != oldValue { intervalDidChange() } }
  }

  /// True while fingers on a touchpad that began along the pages are down.
  private var hasFingers = false

  /// Makes a banner without pages.
  ///
  /// - Parameter options: the browser's, but for what makes it a banner.
  public init(options: BrowserOptions = BrowserOptions()) {
    var options = options
    options.tuning.isLooping = true
    options.tuning.isDismissGestureEnabled = false
    // A click acts at once: nothing is zoomed.
    options.isDoubleClickEnabled = false
    options.clickAction = .controls
    browser = Browser(options: options)
    super.init()
    browser.fillsParent = true
    // It gets from here what is meant for it.
    browser.isInteractive = false
    clipsChildren = true
    add(browser)
  }

  private func intervalDidChange() {
    browser.stopSlideshow()
    requestFrame()
  }

  // MARK: As a view

  /// Rounds the corners.
  public override func layout() { clipRadius = radius * uiScale }

  /// Begins to go round once there is something to go to.
  public override func update(at frame: FrameTime) {
    guard let interval, browser.slideshowPhase == nil, browser.pageCount > 1 else { return }
    browser.startSlideshow(every: interval)
  }

  /// Nothing outside of the round corners is on it.
  public override func contains(_ point: Point) -> Bool {
    guard super.contains(point) else { return false }
    let radius = min(clipRadius, min(bounds.width, bounds.height) / 2)
    let inner = bounds.inset(by: .all(radius))
    let nearest = Point(
      x: min(max(point.x, inner.minX), inner.maxX), y: min(max(point.y, inner.minY), inner.maxY))
    return (point - nearest).length <= radius
  }

  /// Hands the browser what goes along its pages, and leaves the rest to the page around.
  public override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .scroll(let scroll):
      guard takes(scroll) else { return false }
      return browser.receive(event)
    case .key, .pinch, .swipe: return false
    case .pointer, .touch, .cancelled: return browser.receive(event)
    }
  }

  private func takes(_ scroll: ScrollEvent) -> Bool {
    let axis = browser.state.layout.axis
    let isAlong = abs(scroll.delta[axis]) > abs(scroll.delta[axis.cross])
    guard scroll.source == .touchpad else { return isAlong }
    let takes = hasFingers || isAlong
    hasFingers = takes && !scroll.isEnd
    return takes
  }
}
