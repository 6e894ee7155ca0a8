public import Drawing
public import Geometry
public import Input

/// The bar over a photo: Back, the file's name, the position, fullscreen and menu.
public final class TitleBar: View {
  /// The file's name, in any script; made safe when shown.
  public var title = "" {
    didSet { if title != oldValue { setNeedsDisplay(textArea) } }
  }
  /// Where this is among the others, as "3 / 20"; empty for a single picture.
  public var position = "" {
    didSet { if position != oldValue { setNeedsDisplay(textArea) } }
  }
  /// True when the button leads back to a window.
  public var isFullscreen = false {
    didSet {
      fullscreenButton.icon = isFullscreen ? .restore : .fullscreen
      fullscreenButton.accessibilityLabel = isFullscreen ? "Leave Fullscreen" : "Fullscreen"
    }
  }
  /// True to leave out the text, because fonts take tens of milliseconds to load and the first
  /// picture must not wait for them.
  public var defersText = false {
    didSet { if defersText != oldValue { setNeedsDisplay(textArea) } }
  }

  /// True to lie over a bar that is there already: no ground of its own, the title at the left, and
  /// only its buttons feel.
  public var isOverBar = false {
    didSet { if isOverBar != oldValue { setNeedsDisplay() } }
  }

  /// The right end of the title over another bar, in the view's points; a share of the width when
  /// nil.
  package var titleEnd: Double? {
    didSet { if titleEnd != oldValue { setNeedsDisplay() } }
  }

  /// Leads back to where one came from.
  public let backButton = IconButton(.back, label: "Back")
  /// Leads into fullscreen and out.
  public let fullscreenButton = IconButton(.fullscreen, label: "Fullscreen")
  /// Opens the menu.
  public let menuButton = IconButton(.menu, label: "Open Menu")

  private var titleText: CachedText?
  private var positionText: CachedText?

  private enum Look {
    static let margin = 6.0
    static let gap = 2.0
    static let titleSize = 14.0
    static let positionSize = 11.5
    /// Between the two lines: they belong together.
    static let leading = 0.0
    /// The share of the width that is the title's where something else is in the middle.
    static let overBarShare = 0.36
    /// Between buttons and text.
    static let clearance = 12.0
    /// From the left edge to the title over another bar: the margin of a grid below.
    static let overBarInset = 20.0
    /// A narrower title says nothing and is left out, in points.
    static let minTitleWidth = 36.0
  }

  /// Makes a bar with what its buttons do.
  public init(
    onBack: @escaping () -> Void = {}, onFullscreen: @escaping () -> Void = {},
    onMenu: @escaping () -> Void = {}
  ) {
    super.init()
    isRasterized = true
    backButton.action = onBack
    fullscreenButton.action = onFullscreen
    menuButton.action = onMenu
    for button in [backButton, fullscreenButton, menuButton] { add(button) }
  }

  /// The height of a bar at a scale of chrome.
  public static func height(at scale: Double) -> Double { (Chrome.barHeight * scale).rounded() }

  /// The left edge of the buttons at the right, in the view's points.
  package var buttonsStart: Double {
    [fullscreenButton, menuButton].filter { !$0.isHidden }.map(\.frame.minX).min() ?? bounds.width
  }

  public override func layout() {
    let side = (Chrome.buttonSize * uiScale).rounded()
    let margin = (Look.margin * uiScale).rounded()
    let gap = (Look.gap * uiScale).rounded()
    let y = ((bounds.height - side) / 2).rounded()
    func place(_ button: View, _ x: Double) {
      button.frame = Rect(x: x, y: y, width: side, height: side)
    }
    place(backButton, margin)
    place(menuButton, bounds.width - margin - side)
    place(
      fullscreenButton,
      menuButton.isHidden ? menuButton.frame.minX : menuButton.frame.minX - gap - side)
  }

  /// Presses between the buttons stay here: the photo behind must not turn.
  public override func receive(_ event: InputEvent) -> Bool {
    guard !isOverBar else { return false }
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed, .released: return true
      default: return false
      }
    case .touch: return true
    default: return false
    }
  }

  public override func draw(in canvas: Canvas, damage: Rect) {
    if !isOverBar { drawGround(in: canvas) }
    guard !defersText, damage.intersection(textArea) != nil else { return }
    drawText(in: canvas)
  }

  private func drawGround(in canvas: Canvas) {
    canvas.fill(bounds, Chrome.bar)
    let line = Chrome.lineWidth(at: uiScale)
    canvas.fill(
      Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line), Chrome.hairline)
  }

  private func drawText(in canvas: Canvas) {
    let area = textArea
    let least = isOverBar ? Look.minTitleWidth * uiScale : 0
    guard area.width > least, !title.isEmpty else { return }
    let name = CachedText.layout(
      &titleText, DisplayText.name(title),
      TextStyle(size: Look.titleSize * uiScale, weight: .medium), maxWidth: area.width,
      flow: .ellipsisInMiddle)
    guard !position.isEmpty else {
      return canvas.draw(
        name, at: corner(of: name, y: area.midY - name.size.height / 2), Chrome.text)
    }
    let place = CachedText.layout(
      &positionText, position, TextStyle(size: Look.positionSize * uiScale),
      maxWidth: area.width, flow: .ellipsisAtEnd)
    let leading = Look.leading * uiScale
    let top = (area.midY - (name.size.height + leading + place.size.height) / 2).rounded()
    canvas.draw(name, at: corner(of: name, y: top), Chrome.text)
    canvas.draw(
      place, at: corner(of: place, y: top + name.size.height + leading), Chrome.dimText)
  }

  /// In the middle of the bar while it fits there, otherwise in the middle of the free room.
  private func corner(of text: TextLayout, y: Double) -> Point {
    let area = textArea
    guard !isOverBar else { return Point(x: area.minX, y: y) }
    let centred = bounds.midX - text.size.width / 2
    return Point(x: min(max(centred, area.minX), area.maxX - text.size.width), y: y)
  }

  private var textArea: Rect {
    let clearance = Look.clearance * uiScale
    let margin = isOverBar ? Look.overBarInset * uiScale : clearance
    let left = backButton.isHidden ? margin : backButton.frame.maxX + clearance
    // A bar below has its own things in the middle.
    let right =
      isOverBar
      ? titleEnd ?? bounds.width * Look.overBarShare : fullscreenButton.frame.minX - clearance
    return Rect(x: left, y: 0, width: max(0, right - left), height: bounds.height)
  }
}
