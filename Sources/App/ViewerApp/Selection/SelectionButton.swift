import Drawing
import Geometry
import Localization
import Motion
import PhotoGrid
import Views

/// A button of the selection bar: an icon and, where it fits, a title.
final class SelectionButton: Control {
  /// The title beside the icon.
  private(set) var title: String
  /// Whether the title is drawn beside the icon. Default: true.
  var showsTitle = true {
    didSet {
      showsTooltip = !showsTitle || !keys.isEmpty
      if showsTitle != oldValue { setNeedsDisplay() }
    }
  }
  /// The colour in which the icon and the title are drawn.
  var tint = Chrome.text {
    didSet { if tint != oldValue { setNeedsDisplay() } }
  }
  private let icon: ActionIcon
  private var text: CachedText?

  /// The measures of the button in points.
  private enum Style {
    static let iconSide = 20.0
    static let padding = 8.0
    static let gap = 6.0
    static let fontSize = 13.5
  }

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - label: the text of the tooltip and for a screen reader.
  ///   - keys: the names of the keys that perform the button's command, for the tooltip. Default:
  ///     none.
  init(_ icon: ActionIcon, _ title: String, label: String, keys: [String] = []) {
    self.icon = icon
    self.title = title
    super.init(label: label)
    self.keys = keys
    showsTooltip = true
  }

  override func textsDidChange() {
    super.textsDidChange()
    title = tr(title)
    text = nil
  }

  /// The width of the button in device pixels, with or without its title.
  func width(titled: Bool) -> Double {
    let icon = (Style.iconSide + 2 * Style.padding) * uiScale
    guard titled else { return icon.rounded() }
    return (icon + Style.gap * uiScale + layoutText().size.width).rounded(.up)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Chrome.buttonRadius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let side = (Style.iconSide * uiScale).rounded()
    let left = (Style.padding * uiScale).rounded()
    icon.draw(
      in: canvas,
      Rect(x: left, y: ((bounds.height - side) / 2).rounded(), width: side, height: side), tint)
    if showsTitle {
      let text = layoutText()
      canvas.draw(
        text,
        at: Point(
          x: left + side + (Style.gap * uiScale).rounded(),
          y: ((bounds.height - text.size.height) / 2).rounded()), tint)
    }
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }

  private func layoutText() -> TextLayout {
    CachedText.layout(
      &text, title, TextStyle(size: Style.fontSize * uiScale), maxWidth: nil, flow: .line)
  }
}

/// One of the stars in a row that sets a rating. The row is bright up to the rating of the photos,
/// or up to the star under the pointer.
final class SelectionStar: Control {
  /// Whether the star is bright. Default: false.
  var isSet = false {
    didSet { if isSet != oldValue { setNeedsDisplay() } }
  }
  /// Called with true when the pointer enters the star, with false when it leaves the star.
  var onHover: (Bool) -> Void = { _ in }

  /// The width and height of the drawn star, in points.
  private static let side = 17.0
  /// The width of the star's button, in points.
  private static let buttonWidth = 20.0

  init(number: Int, keys: [String]) {
    super.init(label: trPlural("{count} Star", "{count} Stars", count: number))
    self.keys = keys
    showsTooltip = true
  }

  /// The width of the star's button in device pixels.
  var naturalWidth: Double { (Self.buttonWidth * uiScale).rounded() }

  override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    super.hoverChanged(isInside, at: time)
    onHover(isInside)
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    MarkPainter.drawStar(
      in: canvas, bounds.center, side: Self.side * uiScale,
      isSet ? MarkPainter.starColor(on: .surface) : MarkPainter.emptyStar(on: .surface))
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: Chrome.buttonRadius / 2 * uiScale, width: Chrome.focusRingWidth * uiScale,
        Chrome.focus)
    }
  }
}
