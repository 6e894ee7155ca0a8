import BrowserCore
import Drawing
import Geometry
import Localization
import Motion
package import Views

/// An overlay with the zoom of the picture as a percentage, in a pill at the top, while the zoom
/// changes and a moment longer.
///
/// Zooming by wheel, key, touch and double click shows the pill; a change of the page or the window
/// size, a pull-down and a flight do not.
package final class ZoomPill: View, BrowserOverlay {
  /// A text that is shown in place of percentages, such as a page number being typed; nil for none.
  package var replacementText: String? {
    didSet { if replacementText != oldValue { replacementTextDidChange() } }
  }
  /// Whether the pill is visible.
  package var isShown: Bool { label.alpha > 0 }
  /// The text in the pill, which stays after the pill has disappeared.
  package var text: String { label.text }

  /// The constants of appearance; lengths in points, times in seconds.
  private enum Style {
    /// The distance to the top edge of the area for overlays when no other overlay is there, in
    /// points.
    static let topPadding = 20.0
    static let overlayGap = 8.0
    /// The time in seconds for which the pill stays after the last change, long enough to read a
    /// number.
    static let visibleDuration = 0.9
    /// The duration of a fade, in seconds.
    static let fadeDuration = 0.12
  }

  /// The size of a picture in a viewport in one frame.
  private struct ShownSize {
    let page: Int
    let viewport: Size
    let pictureWidth: Double
    /// Whether the picture rests at fit. Its width may then change without a zoom, because a
    /// better version of the picture has another natural size.
    let restsAtFit: Bool
  }

  private let label = PillLabel()
  private weak var browser: Browser?
  private var lastSize: ShownSize?
  private var hideTime: Timestamp?
  private var fade = Fade(0, duration: Style.fadeDuration)

  /// Makes a pill, which is hidden at first.
  package init() {
    super.init(frame: .zero)
    isInteractive = false
    label.alpha = 0
    add(label)
  }

  package func attached(to browser: Browser) { self.browser = browser }

  /// False: the overlay reports a state, and is no control.
  package var hidesWithControls: Bool { false }

  /// Lays the pill out at the top centre of the area beside the panels at the sides, below earlier
  /// overlays there.
  package func layout(in room: BrowserOverlays.Room) {
    let gap = room.taken.top > 0 ? Style.overlayGap : Style.topPadding
    let top = (gap * room.scale).rounded()
    let area = room.areaBetweenSides
    let height = min(label.height, max(0, area.height - top))
    frame = Rect(x: area.minX, y: area.minY + top, width: area.width, height: height)
  }

  /// Empty: only the pill is drawn, and the overlay is as wide as the window.
  package override var drawingBounds: Rect { .zero }

  package override func layout() {
    let width = min(label.width, bounds.width)
    label.frame = Rect(
      x: ((bounds.width - width) / 2).rounded(), y: 0, width: width, height: bounds.height)
  }

  /// Whether the pill is fading in or out.
  package override var wantsFrame: Bool { !fade.isSettled }

  /// The time at which the pill begins to fade out; nil when it is hidden or shows a replacement
  /// text.
  package override var nextDeadline: Timestamp? { hideTime }

  /// Compares the size of the picture with that in the previous frame, and advances the fade.
  package override func update(at frame: FrameTime) {
    let now = frame.presentation
    if let scale = changedScale(), replacementText == nil {
      showText(Self.text(of: scale))
      // Assistive programs are told only the scale at the end of the zoom, at once, and not every
      // scale on the way.
      if let page = lastSize?.page, let zoom = browser?.state.zoom(of: page) {
        accessibilityLabel = Self.text(of: zoom.targetScale)
      }
      hideTime = now + Style.visibleDuration
      fade.go(to: 1)
    }
    if let hideTime, now >= hideTime {
      self.hideTime = nil
      fade.go(to: 0)
    }
    if fade.update(at: now) { label.alpha = fade.value }
  }

  private static func text(of scale: Double) -> String {
    tr("{percent} %", ["percent": Int((scale * 100).rounded())])
  }

  private func replacementTextDidChange() {
    hideTime = nil
    if let replacementText { showText(replacementText) }
    fade.go(to: replacementText == nil ? 0 : 1)
    requestFrame()
  }

  private func showText(_ text: String) {
    guard label.text != text else { return }
    label.text = text
    accessibilityLabel = text
    setNeedsLayout()
    // Before its first text the pill has no height, so that it has to be laid out now.
    if frame.isEmpty { browser?.layoutOverlays() }
  }

  /// The scale of the picture if it has changed by zooming since the previous frame; nil otherwise.
  private func changedScale() -> Double? {
    let before = lastSize
    lastSize = nil
    guard let browser, let shown = browser.shownFrame, let page = shown.pages.last,
      page.index == shown.index, !page.content.isEmpty, shown.flying.isEmpty,
      page.placement == .still || page.placement == .moving, shown.pullScale == 1
    else { return nil }
    let zoom = browser.state.zoom(of: page.index)
    let isAtFit = abs(zoom.targetScale / zoom.levels.fit - 1) < 1e-3
    let shownSize = ShownSize(
      page: page.index, viewport: zoom.viewport, pictureWidth: page.content.width,
      restsAtFit: isAtFit && page.placement == .still)
    lastSize = shownSize
    guard let before, before.page == shownSize.page, before.viewport == shownSize.viewport,
      !(before.restsAtFit && shownSize.restsAtFit),
      abs(shownSize.pictureWidth / before.pictureWidth - 1) > 1e-4
    else { return nil }
    return page.scale
  }
}

/// A view with a short text on a dark pill.
private final class PillLabel: View {
  var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }
  private var cachedText: CachedText?

  private enum Style {
    static let fontSize = 15.0
    /// The padding to the left and right of the text, and above and below it, in points.
    static let textPadding = Size(width: 14, height: 6)
    /// The colour of the pill, as dark as the background of other labels over photos.
    static var pillColor: Color { Chrome.OverPhoto.veil(0.65) }
  }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isRasterized = true
  }

  var width: Double { (textLayout.size.width + 2 * Style.textPadding.width * uiScale).rounded() }
  var height: Double { (textLayout.size.height + 2 * Style.textPadding.height * uiScale).rounded() }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fillRounded(bounds, radius: bounds.height / 2, Style.pillColor)
    let textLayout = textLayout
    canvas.draw(
      textLayout,
      at: Point(
        x: ((bounds.width - textLayout.size.width) / 2).rounded(),
        y: ((bounds.height - textLayout.size.height) / 2).rounded()), .white)
  }

  private var textLayout: TextLayout {
    CachedText.layout(
      &cachedText, text.isEmpty ? "0" : text,
      TextStyle(size: Style.fontSize * uiScale, weight: .medium), maxWidth: nil, flow: .line)
  }
}
