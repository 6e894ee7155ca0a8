import BrowserCore
public import Geometry
public import Input
public import Motion
public import Views

/// A carousel: a row of pictures with rounded corners that advances automatically and can lie in a
/// scrolling page.
///
/// Drags and scrolling along the row belong to the banner, even where a sideways swipe otherwise
/// changes the scene; those across the row, and those past an end, belong to the surrounding page.
/// There is no pull-down. ``BannerView/Cell`` is the cell made for banners; any other cell can be
/// used.
///
/// - Source: JXPhotoBrowser 4.1: the same browser in a table row.
public final class BannerView: View {
  /// The default height of a banner, in points.
  public static let defaultHeight = 100.0
  /// The default corner radius of a banner, in points.
  public static let defaultCornerRadius = 12.0

  /// The browser inside the banner.
  public let browser: Browser
  /// The corner radius of the banner, in points. Default: 12.
  public var cornerRadius = BannerView.defaultCornerRadius {
    didSet { setNeedsLayout() }
  }
  /// Whether the first page follows the last one. Default: true.
  public var isLooping: Bool {
    get { browser.options.tuning.isLooping }
    set { browser.options.tuning.isLooping = newValue }
  }
  /// The time for which each page is shown, in seconds; nil turns automatic advancing off. Default:
  /// 3.
  public var interval: Double? = Slideshow.defaultInterval {
    didSet { if interval != oldValue { intervalDidChange() } }
  }

  /// Whether a touchpad scroll that began along the row has not ended.
  private var isTouchpadScrolling = false

  /// Makes a banner that has no pages yet; its pages will lie side by side without a gap.
  ///
  /// - Parameter options: the options of the browser. Looping, the gap between pages, the
  ///   pull-down, double clicks and the click action are overridden.
  public init(options: BrowserOptions = BrowserOptions()) {
    var options = options
    options.tuning.isLooping = true
    options.tuning.spacing = 0
    options.tuning.isDismissGestureEnabled = false
    // Without double clicks, the browser reports a click at once.
    options.isDoubleClickEnabled = false
    options.clickAction = .report
    browser = Browser(options: options)
    super.init()
    browser.fillsParent = true
    // The browser gets no events from the stage; the banner forwards those that belong to it.
    browser.isInteractive = false
    clipsChildren = true
    add(browser)
  }

  private func intervalDidChange() {
    browser.stopSlideshow()
    requestFrame()
  }

  // MARK: View

  public override func layout() { clipRadius = cornerRadius * uiScale }

  /// Starts the automatic advance, as soon as the banner has at least two pages.
  public override func update(at frame: FrameTime) {
    guard let interval, browser.slideshowPhase == nil, browser.pageCount > 1 else { return }
    browser.startSlideshow(every: interval)
  }

  /// Whether a point in the view's coordinates is inside the rounded corners.
  public override func contains(_ point: Point) -> Bool {
    guard super.contains(point) else { return false }
    let radius = min(clipRadius, min(bounds.width, bounds.height) / 2)
    let inner = bounds.inset(by: .all(radius))
    let nearest = Point(
      x: min(max(point.x, inner.minX), inner.maxX), y: min(max(point.y, inner.minY), inner.maxY))
    return (point - nearest).length <= radius
  }

  /// Whether a drag from `point`, in the view's coordinates, in `direction` turns to another page
  /// of the banner.
  public override func followsDrag(from point: Point, towards direction: Vector) -> Bool {
    browser.followsDrag(from: point, towards: direction)
  }

  /// Forwards presses, drags and scrolling along the row to the browser; all other events are left
  /// to the surrounding page.
  public override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .scroll(let scroll):
      guard handlesScroll(scroll) else { return false }
      return browser.receive(event)
    case .key, .pinch, .swipe: return false
    case .pointer, .touch, .cancelled: return browser.receive(event)
    }
  }

  private func handlesScroll(_ scroll: InputEvent.Scroll) -> Bool {
    let axis = browser.state.layout.axis
    let isAlong = abs(scroll.delta[axis]) > abs(scroll.delta[axis.cross])
    guard scroll.source == .touchpad else { return isAlong }
    let takes = isTouchpadScrolling || isAlong
    isTouchpadScrolling = takes && !scroll.isEnd
    return takes
  }
}
