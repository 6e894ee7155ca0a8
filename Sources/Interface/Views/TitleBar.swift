package import Drawing
package import Geometry
package import Input
import Localization

/// The bar above a photo, with a Back button, the file name, the position in the album, and the
/// buttons for fullscreen and menu.
package final class TitleBar: View {
  /// The file name, whose unprintable characters are drawn as escapes. Default: empty.
  package var title = "" {
    didSet { if title != oldValue { setNeedsDisplay(textArea) } }
  }
  /// The position in the album as text, such as "3 / 20"; empty for a single picture. Default:
  /// empty.
  package var position = "" {
    didSet { if position != oldValue { setNeedsDisplay(textArea) } }
  }
  /// Whether the window is fullscreen, so that ``fullscreenButton`` leaves it. Default: false.
  package var isFullscreen = false {
    didSet {
      fullscreenButton.icon = isFullscreen ? .restore : .fullscreen
      fullscreenButton.accessibilityLabel = isFullscreen ? tr("Leave Fullscreen") : tr("Fullscreen")
    }
  }
  /// Whether no text is drawn for now: fonts take tens of milliseconds to load, and the first
  /// picture must not wait for them. Default: false.
  package var defersText = false {
    didSet { if defersText != oldValue { setNeedsDisplay(textArea) } }
  }

  /// Whether the bar lies over another bar: it then has no background, the title at the left, and
  /// input on its buttons only. Default: false.
  package var isOverBar = false {
    didSet { if isOverBar != oldValue { setNeedsDisplay() } }
  }

  /// The x coordinate in pixels, in this view's coordinates, up to which the title extends over
  /// another bar; nil for a fixed share of the width. Default: nil.
  package var titleEnd: Double? {
    didSet { if titleEnd != oldValue { setNeedsDisplay() } }
  }

  /// The button that leads back to the previous scene.
  package let backButton = IconButton(.back, label: tr("Back"))
  /// The button that enters or leaves fullscreen.
  package let fullscreenButton = IconButton(.fullscreen, label: tr("Fullscreen"))
  package let menuButton = IconButton(.menu, label: tr("Open Menu"))

  private var titleText: CachedText?
  private var positionText: CachedText?

  /// The measures of the bar. Lengths are in points unless stated otherwise.
  private enum TitleBarStyle {
    static let margin = 6.0
    static let gap = 2.0
    static let titleFontSize = 14.0
    static let positionFontSize = 11.5
    /// The distance between the lines of the title and of the position, in points.
    static let lineGap = 0.0
    /// The share of the width for a title over another bar, which has content in its middle.
    static let overBarTitleWidthFraction = 0.36
    /// The distance between a button and the text, in points.
    static let textClearance = 12.0
    /// The distance of a title over another bar from the left edge, in points: the margin of a grid
    /// below.
    static let overBarTitleInset = 20.0
    /// The width in points below which a title over another bar is left out, because nobody could
    /// read it.
    static let minTitleWidth = 36.0
  }

  /// Makes a bar; the closures are called by its buttons. Default: they do nothing.
  package init(
    onBack: @escaping () -> Void = {}, onFullscreen: @escaping () -> Void = {},
    onMenu: @escaping () -> Void = {}
  ) {
    super.init()
    mirroring = .byLanguage
    isRasterized = true
    backButton.action = onBack
    fullscreenButton.action = onFullscreen
    menuButton.action = onMenu
    for button in [backButton, fullscreenButton, menuButton] { add(button) }
  }

  /// The height of a title bar in device pixels at a UI scale.
  package static func height(at scale: Double) -> Double { (Chrome.barHeight * scale).rounded() }

  /// The x coordinate of the left edge of the buttons at the right, in this view's coordinates.
  package var buttonsStart: Double {
    [fullscreenButton, menuButton].filter { !$0.isHidden }.map(\.frame.minX).min() ?? bounds.width
  }

  package override func layout() {
    let side = (Chrome.buttonSide * uiScale).rounded()
    let margin = (TitleBarStyle.margin * uiScale).rounded()
    let gap = (TitleBarStyle.gap * uiScale).rounded()
    let y = ((bounds.height - side) / 2).rounded()
    func layOut(_ button: View, _ x: Double) {
      button.frame = Rect(x: x, y: y, width: side, height: side)
    }
    layOut(backButton, margin)
    layOut(menuButton, bounds.width - margin - side)
    layOut(
      fullscreenButton,
      menuButton.isHidden ? menuButton.frame.minX : menuButton.frame.minX - gap - side)
  }

  /// Consumes presses between the buttons, so that they do not turn the page behind.
  package override func receive(_ event: InputEvent) -> Bool {
    !isOverBar && event.isPressOrTouch
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    if !isOverBar { drawBackground(in: canvas) }
    guard !defersText, damage.intersection(textArea) != nil else { return }
    drawText(in: canvas)
  }

  private func drawBackground(in canvas: Canvas) {
    canvas.fill(bounds, Chrome.bar)
    let line = Chrome.lineWidth(at: uiScale)
    canvas.fill(
      Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line), Chrome.hairline)
  }

  private func drawText(in canvas: Canvas) {
    let area = textArea
    let minWidth = isOverBar ? TitleBarStyle.minTitleWidth * uiScale : 0
    guard area.width > minWidth, !title.isEmpty else { return }
    let name = CachedText.layout(
      &titleText, DisplayText.name(title),
      TextStyle(size: TitleBarStyle.titleFontSize * uiScale, weight: .medium), maxWidth: area.width,
      flow: .ellipsisInMiddle)
    guard !position.isEmpty else {
      return canvas.draw(
        name, at: corner(of: name, y: area.midY - name.size.height / 2), Chrome.text)
    }
    let positionLayout = CachedText.layout(
      &positionText, position, TextStyle(size: TitleBarStyle.positionFontSize * uiScale),
      maxWidth: area.width, flow: .ellipsisAtEnd)
    let leading = TitleBarStyle.lineGap * uiScale
    let top = (area.midY - (name.size.height + leading + positionLayout.size.height) / 2).rounded()
    canvas.draw(name, at: corner(of: name, y: top), Chrome.text)
    canvas.draw(
      positionLayout, at: corner(of: positionLayout, y: top + name.size.height + leading),
      Chrome.secondaryText)
  }

  /// The top left corner of a line of text whose top is at `y`: in the middle of the bar or, where
  /// it does not fit there, as near to the middle as possible.
  private func corner(of text: TextLayout, y: Double) -> Point {
    let area = textArea
    guard !isOverBar else { return Point(x: area.minX, y: y) }
    let centred = bounds.midX - text.size.width / 2
    return Point(x: min(max(centred, area.minX), area.maxX - text.size.width), y: y)
  }

  private var textArea: Rect {
    let textClearance = TitleBarStyle.textClearance * uiScale
    let margin = isOverBar ? TitleBarStyle.overBarTitleInset * uiScale : textClearance
    let left = backButton.isHidden ? margin : backButton.frame.maxX + textClearance
    // A title over another bar ends before the content in the middle of that bar.
    let right =
      isOverBar
      ? titleEnd ?? bounds.width * TitleBarStyle.overBarTitleWidthFraction
      : fullscreenButton.frame.minX - textClearance
    return Rect(x: left, y: 0, width: max(0, right - left), height: bounds.height)
  }
}
