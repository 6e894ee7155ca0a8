import Drawing
import Geometry
import Views

/// The message in the middle of an empty grid: an icon, a sentence, advice and buttons.
final class EmptyGalleryView: View {
  /// The sentence of the message; when it is empty, nothing is shown. Default: empty.
  var message = "" {
    didSet { if message != oldValue { contentDidChange() } }
  }
  /// The advice under the sentence; empty for none. Default: empty.
  var hint = "" {
    didSet { if hint != oldValue { contentDidChange() } }
  }
  /// The buttons below the texts; the first one is highlighted. Default: none.
  var choices: [(title: String, action: () -> Void)] = [] {
    didSet { makeButtons() }
  }
  /// Whether texts and buttons are drawn. Default: true.
  var drawsText = true {
    didSet { if drawsText != oldValue { contentDidChange() } }
  }
  private var buttons: [PillButton] = []
  private var messageText: CachedText?
  private var hintText: CachedText?

  /// The measures and colours of the message. Lengths are in points unless stated otherwise.
  private enum EmptyGalleryViewStyle {
    static let iconSide = 72.0
    static var iconColor: Color { Chrome.fill(0.20) }
    static let messageFontSize = 17.0
    static let hintFontSize = 13.5
    static let iconGap = 18.0
    static let hintGap = 8.0
    static let maxWidth = 460.0
    static let margin = 24.0
    /// The distance between the texts and the buttons, in points.
    static let buttonsGap = 22.0
    /// The distance between two buttons of the message, in points.
    static let buttonGap = 10.0
    /// The minimum width in which the texts are laid out, in device pixels; a narrower window clips
    /// them.
    static let minTextWidthInPixels = 40.0
    static let maxLines = 4
    /// The vertical centre of the message as a share of the view's height: slightly above the
    /// middle, which looks centred.
    static let centerHeightFraction = 0.46
  }

  init() {
    super.init(frame: .zero)
    fillsParent = true
    isHidden = true
  }

  // MARK: Buttons

  private func makeButtons() {
    for button in buttons { button.removeFromParent() }
    buttons = choices.enumerated().map { index, choice in
      let button = PillButton(choice.title, action: choice.action)
      button.isSecondary = index > 0
      add(button)
      return button
    }
    contentDidChange()
  }

  /// Whether the buttons are one below the other, because a row of them is too wide.
  private var areButtonsStacked: Bool {
    let widths = buttons.map(\.naturalSize.width).reduce(0, +)
    let gaps = EmptyGalleryViewStyle.buttonGap * uiScale * Double(max(0, buttons.count - 1))
    return widths + gaps > bounds.width - 2 * EmptyGalleryViewStyle.margin * uiScale
  }

  private var buttonsHeight: Double {
    guard let height = buttons.first?.naturalSize.height else { return 0 }
    let rows = areButtonsStacked ? Double(buttons.count) : 1
    return rows * height + (rows - 1) * EmptyGalleryViewStyle.buttonGap * uiScale
  }

  override func layout() {
    let showsButtons = drawsText && !message.isEmpty
    for button in buttons { button.isHidden = !showsButtons }
    guard showsButtons, !buttons.isEmpty else { return }
    let gap = EmptyGalleryViewStyle.buttonGap * uiScale
    var y = iconTop + iconAndTextHeight + EmptyGalleryViewStyle.buttonsGap * uiScale
    let sizes = buttons.map { button in
      Size(
        width: min(button.naturalSize.width, max(1, bounds.width - 2 * gap)),
        height: button.naturalSize.height)
    }
    guard !areButtonsStacked else {
      for (button, size) in zip(buttons, sizes) {
        button.frame =
          Rect(
            x: bounds.midX - size.width / 2, y: y, width: size.width, height: size.height
          ).snapped
        y += size.height + gap
      }
      return
    }
    let width = sizes.map(\.width).reduce(0, +) + gap * Double(buttons.count - 1)
    var x = bounds.midX - width / 2
    for (button, size) in zip(buttons, sizes) {
      button.frame = Rect(x: x, y: y, width: size.width, height: size.height).snapped
      x += size.width + gap
    }
  }

  // MARK: Texts

  /// The height of the icon and the texts, in device pixels.
  private var iconAndTextHeight: Double {
    var height = EmptyGalleryViewStyle.iconSide * uiScale
    guard drawsText else { return height }
    let texts = texts()
    height += EmptyGalleryViewStyle.iconGap * uiScale + texts.message.size.height
    if let hint = texts.hint {
      height += EmptyGalleryViewStyle.hintGap * uiScale + hint.size.height
    }
    return height
  }

  /// The position of the icon's upper edge in the view, in device pixels.
  private var iconTop: Double {
    var height = iconAndTextHeight
    if drawsText, !buttons.isEmpty {
      height += EmptyGalleryViewStyle.buttonsGap * uiScale + buttonsHeight
    }
    return max(0, bounds.height * EmptyGalleryViewStyle.centerHeightFraction - height / 2).rounded()
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard !message.isEmpty else { return }
    let icon = EmptyGalleryViewStyle.iconSide * uiScale
    let texts = drawsText ? texts() : nil
    var y = iconTop
    GalleryIcon.picture.draw(
      in: canvas, center: Point(x: bounds.midX, y: y + icon / 2), side: icon,
      EmptyGalleryViewStyle.iconColor)
    guard let texts else { return }
    y += icon + EmptyGalleryViewStyle.iconGap * uiScale
    canvas.draw(
      texts.message, at: Point(x: bounds.midX - texts.message.size.width / 2, y: y), Chrome.text)
    guard let hint = texts.hint else { return }
    y += texts.message.size.height + EmptyGalleryViewStyle.hintGap * uiScale
    canvas.draw(hint, at: Point(x: bounds.midX - hint.size.width / 2, y: y), Chrome.secondaryText)
  }

  private func texts() -> (message: TextLayout, hint: TextLayout?) {
    let room = min(
      EmptyGalleryViewStyle.maxWidth * uiScale,
      bounds.width - 2 * EmptyGalleryViewStyle.margin * uiScale)
    let width = max(EmptyGalleryViewStyle.minTextWidthInPixels, room)
    func layout(
      _ cache: inout CachedText?, _ text: String, _ size: Double, _ weight: TextStyle.Weight
    ) -> TextLayout {
      CachedText.layout(
        &cache, text, TextStyle(size: size * uiScale, weight: weight), maxWidth: width,
        flow: .wrapped(maxLines: EmptyGalleryViewStyle.maxLines), alignment: .center)
    }
    return (
      layout(&messageText, message, EmptyGalleryViewStyle.messageFontSize, .medium),
      hint.isEmpty ? nil : layout(&hintText, hint, EmptyGalleryViewStyle.hintFontSize, .regular)
    )
  }

  private func contentDidChange() {
    accessibilityLabel = hint.isEmpty ? message : "\(message) \(hint)"
    setNeedsLayout()
    setNeedsDisplay()
  }
}
