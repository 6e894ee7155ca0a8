import BrowserCore
import Drawing
package import Geometry
package import Input
import Motion
package import Views

/// A pane of a comparison: a browser with a caption below the photo, and a ring while the pane has
/// the focus.
package final class ComparePane: View {
  /// The number of the pane in ``ComparisonPanes``.
  package let number: Int
  package let browser: Browser
  /// The caption view below the photo.
  package let caption: View
  /// The opacity of the ring and the caption, 0…1.
  var decorationOpacity = 0.0 {
    didSet {
      caption.alpha = decorationOpacity
      focusRing.alpha = decorationOpacity
    }
  }
  /// Whether the ring of the focus is shown.
  var showsFocusRing = false {
    didSet { focusRing.isHidden = !showsFocusRing }
  }

  private let focusRing = PaneFocusRing()
  private var animatedX = AnimatedValue(0)
  private var animatedY = AnimatedValue(0)

  /// The constants of appearance; lengths in points.
  package enum Style {
    /// The distance from the edges of the pane to the photo, in points, which leaves room for the
    /// ring.
    package static let photoInset = 4.0
    package static let captionHeight = 30.0
    package static let paneGap = 6.0
    static let focusRingRadius = 8.0
  }

  /// The spring of a pane that moves to another frame, as fast as a page that is turned by a key.
  private static let motionSpring = Spring.settling(in: 0.3, damping: 1)
  /// The distance below which the motion of a pane has settled, in device pixels.
  private static let motionTolerance = 0.25

  /// Makes the pane with a number in ``ComparisonPanes``.
  package init(_ number: Int, browser: Browser, caption: View) {
    self.number = number
    self.browser = browser
    self.caption = caption
    super.init()
    browser.isComparisonPane = true
    caption.isInteractive = false
    focusRing.isHidden = true
    // The caption lies below the browser in the order of views, so that a photo in flight covers
    // it.
    add(caption)
    add(browser)
    add(focusRing)
  }

  /// The width and height of a pane that the ring and the caption take from the photo, in device
  /// pixels.
  package static func decorationSize(at scale: Double) -> Size {
    let inset = (Style.photoInset * scale).rounded()
    return Size(width: 2 * inset, height: 2 * inset + (Style.captionHeight * scale).rounded())
  }

  package override func layout() {
    let inset = (Style.photoInset * uiScale).rounded()
    let height = (Style.captionHeight * uiScale).rounded()
    let inner = bounds.inset(by: .all(inset))
    browser.frame = Rect(
      x: inner.minX, y: inner.minY, width: inner.width, height: max(0, inner.height - height))
    caption.frame = Rect(
      x: inner.minX, y: browser.frame.maxY, width: inner.width, height: height)
    focusRing.frame = bounds
  }

  // MARK: Events

  /// Passes a turn of the wheel with Ctrl beside the browser, as over the caption, on to the
  /// browser: every place in the pane zooms the photo. The photo is zoomed about its point that is
  /// nearest to the pointer.
  package override func receive(_ event: InputEvent) -> Bool {
    guard case .scroll(var scroll) = event, scroll.source == .wheel,
      scroll.modifiers.contains(.control)
    else { return false }
    let area = visiblePicture
    let point = scroll.location - (browser.frame.origin - Point.zero)
    scroll.location = Point(
      x: min(max(point.x, area.minX), area.maxX), y: min(max(point.y, area.minY), area.maxY))
    return browser.receive(.scroll(scroll))
  }

  /// The visible part of the photo, in the browser's coordinates; all of the browser while its page
  /// has no picture.
  private var visiblePicture: Rect {
    let page = browser.shownFrame?.pages.first { $0.index == browser.pageIndex }
    guard let part = page.flatMap({ browser.bounds.intersection($0.content) }), !part.isEmpty
    else { return browser.bounds }
    return part
  }

  // MARK: Moving

  func layout(at frame: Rect) {
    animatedX.set(frame.minX)
    animatedY.set(frame.minY)
    self.frame = frame
  }

  /// Begins a motion of the pane to the rectangle `frame`, in the parent's coordinates, which has
  /// the size of the pane.
  func glide(to frame: Rect, at t: Timestamp) {
    guard animatedX.target != frame.minX || animatedY.target != frame.minY else { return }
    animatedX.animate(
      to: frame.minX, with: Self.motionSpring, at: t, tolerance: Self.motionTolerance)
    animatedY.animate(
      to: frame.minY, with: Self.motionSpring, at: t, tolerance: Self.motionTolerance)
  }

  func isGliding(at t: Timestamp) -> Bool {
    !animatedX.isSettled(at: t) || !animatedY.isSettled(at: t)
  }

  func advance(to t: Timestamp) {
    frame.origin = Point(x: animatedX.value(at: t).rounded(), y: animatedY.value(at: t).rounded())
  }
}

/// The ring around the pane with the focus.
private final class PaneFocusRing: View {
  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let (radius, width) = (
      ComparePane.Style.focusRingRadius * uiScale, Chrome.focusRingWidth * uiScale
    )
    // The dark inner line makes the ring visible on a light background.
    let line = Chrome.lineWidth(at: uiScale)
    canvas.strokeRounded(
      bounds.inset(by: .all(width)), radius: radius - width, width: line, Chrome.OverPhoto.veil(0.6)
    )
    canvas.strokeRounded(bounds, radius: radius, width: width, Chrome.focus)
  }
}
