package import Drawing
package import Geometry
import Localization

/// A card that a page shows in place of a picture that cannot be shown: the reason, advice and a
/// Retry button.
///
/// Presses beside the button are not handled, so that pages can be turned over the card.
package final class MessageCard: View {
  /// The reason why the picture cannot be shown, in one sentence.
  package var message: String {
    didSet { if message != oldValue { contentDidChange() } }
  }
  /// The advice below the reason; empty for none. Default: empty.
  package var hint: String {
    didSet { if hint != oldValue { contentDidChange() } }
  }
  /// The closure called by the Retry button; nil hides the button. Default: nil.
  package var onRetry: (() -> Void)? {
    didSet { contentDidChange() }
  }
  package let retryButton = PillButton(tr("Retry"))

  private var messageText: CachedText?
  private var hintText: CachedText?

  /// The measures and colours of the card. Lengths are in points unless stated otherwise.
  private enum MessageCardStyle {
    static let maxWidth = 420.0
    /// The minimum width of the texts in device pixels; a narrower window cuts the card off.
    static let minTextWidthInPixels = 40.0
    static let margin = 24.0
    static let padding = 28.0
    static let radius = 16.0
    static let iconSide = 40.0
    static var iconColor: Color { Chrome.fill(0.75) }
    static let messageFontSize = 15.0
    static let hintFontSize = 13.0
    static let gap = 14.0
    static let hintGap = 6.0
    static let buttonGap = 22.0
    static let maxLines = 6
    static var background: Color { Chrome.palette.card }
  }

  /// Makes a card with a reason, advice and, if `onRetry` is not nil, a Retry button.
  package init(_ message: String, hint: String = "", onRetry: (() -> Void)? = nil) {
    self.message = message
    self.hint = hint
    self.onRetry = onRetry
    super.init()
    mirroring = .byLanguage
    add(retryButton)
    contentDidChange()
  }

  package override func layout() {
    guard onRetry != nil else { return }
    let parts = cardLayout()
    let size = retryButton.naturalSize
    retryButton.frame =
      Rect(
        x: parts.card.midX - size.width / 2,
        y: parts.card.maxY - MessageCardStyle.padding * uiScale - size.height, width: size.width,
        height: size.height
      ).snapped
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let parts = cardLayout()
    let radius = MessageCardStyle.radius * uiScale
    canvas.fillRounded(parts.card, radius: radius, MessageCardStyle.background)
    canvas.strokeRounded(
      parts.card, radius: radius, width: Chrome.lineWidth(at: uiScale), Chrome.panelEdge)
    Icon.warning.draw(in: canvas, parts.icon, MessageCardStyle.iconColor)
    canvas.draw(parts.message, at: parts.messageCorner, Chrome.text)
    if let hint = parts.hint { canvas.draw(hint, at: parts.hintCorner, Chrome.secondaryText) }
  }

  /// The texts and rectangles of the card for its present size, in this view's coordinates.
  private struct CardLayout {
    var card: Rect
    var icon: Rect
    var message: TextLayout
    var messageCorner: Point
    var hint: TextLayout?
    var hintCorner: Point
  }

  private func cardLayout() -> CardLayout {
    let scale = uiScale
    let padding = MessageCardStyle.padding * scale
    let width = min(
      MessageCardStyle.maxWidth * scale, bounds.width - 2 * MessageCardStyle.margin * scale)
    let inner = max(MessageCardStyle.minTextWidthInPixels, width - 2 * padding)
    let message = wrapped(
      &messageText, self.message, MessageCardStyle.messageFontSize, .medium, inner)
    let hint =
      self.hint.isEmpty
      ? nil : wrapped(&hintText, self.hint, MessageCardStyle.hintFontSize, .regular, inner)
    let icon = MessageCardStyle.iconSide * scale
    let messageTop = padding + icon + MessageCardStyle.gap * scale
    let hintTop = messageTop + message.size.height + MessageCardStyle.hintGap * scale
    var height = hint.map { hintTop + $0.size.height } ?? messageTop + message.size.height
    if onRetry != nil {
      height += MessageCardStyle.buttonGap * scale + retryButton.naturalSize.height
    }
    height += padding
    let card =
      Rect(center: bounds.center, size: Size(width: inner + 2 * padding, height: height)).snapped
    func corner(_ text: TextLayout, _ y: Double) -> Point {
      Point(x: card.midX - text.size.width / 2, y: card.minY + y)
    }
    return CardLayout(
      card: card,
      icon: Rect(x: card.midX - icon / 2, y: card.minY + padding, width: icon, height: icon),
      message: message, messageCorner: corner(message, messageTop), hint: hint,
      hintCorner: hint.map { corner($0, hintTop) } ?? .zero)
  }

  private func wrapped(
    _ cache: inout CachedText?, _ text: String, _ size: Double, _ weight: TextStyle.Weight,
    _ width: Double
  ) -> TextLayout {
    CachedText.layout(
      &cache, text, TextStyle(size: size * uiScale, weight: weight), maxWidth: width,
      flow: .wrapped(maxLines: MessageCardStyle.maxLines), alignment: .center)
  }

  private func contentDidChange() {
    retryButton.isHidden = onRetry == nil
    retryButton.action = { [weak self] in self?.onRetry?() }
    accessibilityLabel = hint.isEmpty ? message : "\(message) \(hint)"
    setNeedsLayout()
    setNeedsDisplay()
  }
}
