package import Drawing
package import Geometry
import Views

/// The cell of a ``PageList/EndCard``: a button in the middle of the page, and a message above the
/// button.
///
/// Return presses the button while it has the keyboard focus. Beside the button the page can be
/// turned and pulled down like any other.
package final class EndCardCell: View, BrowserCell {
  /// The reuse identifier of this kind of cell.
  nonisolated package static let kind = "end card"
  /// The message and the button in the cell; nil for none.
  package var card: PageList.EndCard? {
    didSet { cardDidChange() }
  }
  private let button = PillButton("")
  private var text: CachedText?

  /// The constants of appearance; lengths in points, except ``minMessageWidth``, which is in device
  /// pixels.
  private enum Style {
    static let messageFontSize = 17.0
    static let messageGap = 20.0
    static let sideMargin = 24.0
    static let maxMessageWidth = 420.0
    static let minMessageWidth = 40.0
    static let maxMessageLines = 4
    static let backgroundPadding = 12.0
    static let backgroundRadius = 12.0
    /// The colour behind the message, which is noticeable on light backdrops only.
    static var background: Color { Chrome.OverPhoto.veil(0.60) }
  }

  package init() {
    super.init(frame: .zero)
    add(button)
    cardDidChange()
  }

  private func cardDidChange() {
    button.title = card?.title ?? ""
    button.isHidden = card == nil
    button.action = { [weak self] in self?.card?.action() }
    accessibilityLabel = card.map { $0.message.isEmpty ? $0.title : $0.message } ?? ""
    setNeedsLayout()
    setNeedsDisplay()
  }

  package func prepareForReuse() { card = nil }

  /// Lays out the button: in the middle of the page, or below the message.
  package override func layout() {
    guard card != nil else { return }
    let size = button.naturalSize
    let top = bounds.midY - blockHeight / 2
    button.frame =
      Rect(
        x: bounds.midX - size.width / 2, y: top + blockHeight - size.height, width: size.width,
        height: size.height
      ).snapped
  }

  private var blockHeight: Double {
    let text = layoutText().map { $0.size.height + Style.messageGap * uiScale } ?? 0
    return text + button.naturalSize.height
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    guard let text = layoutText() else { return }
    let textFrame = Rect(
      origin: Point(x: bounds.midX - text.size.width / 2, y: bounds.midY - blockHeight / 2),
      size: text.size)
    canvas.fillRounded(
      textFrame.inset(by: .all(-Style.backgroundPadding * uiScale)),
      radius: Style.backgroundRadius * uiScale, Style.background)
    canvas.draw(text, at: textFrame.origin, Chrome.OverPhoto.text)
  }

  private func layoutText() -> TextLayout? {
    guard let card, !card.message.isEmpty else { return nil }
    let room = min(Style.maxMessageWidth * uiScale, bounds.width - 2 * Style.sideMargin * uiScale)
    return CachedText.layout(
      &text, card.message, TextStyle(size: Style.messageFontSize * uiScale),
      maxWidth: max(Style.minMessageWidth, room), flow: .wrapped(maxLines: Style.maxMessageLines),
      alignment: .center)
  }
}
