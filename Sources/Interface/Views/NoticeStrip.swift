package import Drawing
package import Geometry
import Localization

/// A notice over a picture: a sentence about the picture, a button that dismisses the notice, and,
/// where another attempt may succeed, a button that tries again.
///
/// Presses beside its buttons are not handled, so that they reach the picture.
package final class NoticeStrip: View {
  package let message: String
  /// The button that tries again; nil if another attempt would fail as well.
  package let retryButton: IconButton?
  /// The button that dismisses the notice.
  package let closeButton = IconButton(.close, label: tr("Dismiss"))
  private let hint: String
  private var messageText: CachedText?
  private var hintText: CachedText?

  /// The measures and colours of the notice. Lengths are in points unless stated otherwise.
  private enum NoticeStripStyle {
    static let maxTextWidth = 460.0
    /// The minimum width of the text in device pixels; a narrower window cuts the text off.
    static let minTextWidthInPixels = 40.0
    static let padding = 14.0
    static let verticalPadding = 9.0
    static let radius = 12.0
    static let iconSide = 20.0
    static let gap = 10.0
    static let buttonSide = 30.0
    /// The distance between the last button and the edge of the notice, in points.
    static let buttonMargin = 5.0
    static let textFontSize = 13.0
    static let hintFontSize = 12.0
    static let maxLines = 3
    static var background: Color { Chrome.palette.card.opacity(0.90 / 0.92) }
    static var buttonTint: Color { Chrome.fill(0.72) }
  }

  /// The colour of the warning sign beside the sentence.
  package static var warningSignColor: Color { Chrome.warning }

  /// Makes a notice.
  ///
  /// - Parameters:
  ///   - message: The sentence about the picture.
  ///   - hint: The advice below it; empty, the default, for none.
  ///   - onRetry: Called by the Retry button; nil, the default, for no such button.
  ///   - onDismiss: Called by the button that dismisses the notice; the caller removes the view.
  package init(
    _ message: String, hint: String = "", onRetry: (() -> Void)? = nil,
    onDismiss: @escaping () -> Void
  ) {
    self.message = message
    self.hint = hint
    retryButton = onRetry.map { IconButton(.retry, label: tr("Retry"), action: $0) }
    super.init()
    mirroring = .byLanguage
    accessibilityLabel = hint.isEmpty ? message : "\(message). \(hint)"
    closeButton.action = onDismiss
    for button in buttons {
      button.tint = { NoticeStripStyle.buttonTint }
      add(button)
    }
  }

  private var buttons: [IconButton] { [retryButton, closeButton].compactMap(\.self) }

  /// The size in device pixels at which the notice shows its texts, when at most `width` pixels are
  /// free.
  package func size(fitting width: Double) -> Size {
    let texts = texts(fitting: width)
    let textWidth = max(texts.message.size.width, texts.hint?.size.width ?? 0)
    let textHeight = texts.message.size.height + (texts.hint?.size.height ?? 0)
    let content = max(
      textHeight,
      (NoticeStripStyle.buttonSide - 2 * NoticeStripStyle.verticalPadding + 10) * uiScale)
    return Size(
      width: (textWidth + widthBesideTexts).rounded(.up),
      height: (content + 2 * NoticeStripStyle.verticalPadding * uiScale).rounded(.up))
  }

  package override func layout() {
    let side = (NoticeStripStyle.buttonSide * uiScale).rounded()
    var right = bounds.maxX - NoticeStripStyle.buttonMargin * uiScale
    for button in buttons.reversed() {
      button.frame =
        Rect(x: right - side, y: bounds.midY - side / 2, width: side, height: side).snapped
      right -= side
    }
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let radius = min(NoticeStripStyle.radius * uiScale, bounds.height / 2)
    canvas.fillRounded(bounds, radius: radius, NoticeStripStyle.background)
    canvas.strokeRounded(
      bounds, radius: radius, width: Chrome.lineWidth(at: uiScale), Chrome.panelEdge)
    let icon = NoticeStripStyle.iconSide * uiScale
    let left = NoticeStripStyle.padding * uiScale
    Icon.warning.draw(
      in: canvas, Rect(x: left, y: bounds.midY - icon / 2, width: icon, height: icon).snapped,
      Self.warningSignColor)
    let texts = texts(fitting: bounds.width)
    let x = left + icon + NoticeStripStyle.gap * uiScale
    let height = texts.message.size.height + (texts.hint?.size.height ?? 0)
    let top = (bounds.midY - height / 2).rounded()
    canvas.draw(texts.message, at: Point(x: x, y: top), Chrome.text)
    if let hint = texts.hint {
      canvas.draw(hint, at: Point(x: x, y: top + texts.message.size.height), Chrome.secondaryText)
    }
  }

  /// The width in device pixels of everything beside the texts: icon, buttons and spaces.
  private var widthBesideTexts: Double {
    let points =
      NoticeStripStyle.padding + NoticeStripStyle.iconSide + 2 * NoticeStripStyle.gap
      + NoticeStripStyle.buttonSide * Double(buttons.count)
      + NoticeStripStyle.buttonMargin
    return points * uiScale
  }

  private func texts(fitting width: Double) -> (message: TextLayout, hint: TextLayout?) {
    let room = max(
      NoticeStripStyle.minTextWidthInPixels,
      min(NoticeStripStyle.maxTextWidth * uiScale, width - widthBesideTexts).rounded(.down))
    let message = CachedText.layout(
      &messageText, message, TextStyle(size: NoticeStripStyle.textFontSize * uiScale),
      maxWidth: room,
      flow: .wrapped(maxLines: NoticeStripStyle.maxLines))
    guard !hint.isEmpty else { return (message, nil) }
    let hint = CachedText.layout(
      &hintText, hint, TextStyle(size: NoticeStripStyle.hintFontSize * uiScale), maxWidth: room,
      flow: .wrapped(maxLines: NoticeStripStyle.maxLines))
    return (message, hint)
  }
}
