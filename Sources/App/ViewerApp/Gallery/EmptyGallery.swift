import Drawing
import Geometry
import Views

/// What the grid shows when there is nothing to show: what is missing and what would help.
final class EmptyGallery: View {
  /// One sentence.
  var message = "" {
    didSet { if message != oldValue { changed() } }
  }
  /// What would help; empty for nothing.
  var hint = "" {
    didSet { if hint != oldValue { changed() } }
  }
  /// False leaves out the words.
  var drawsText = true {
    didSet { if drawsText != oldValue { setNeedsDisplay() } }
  }
  private var messageText: CachedText?
  private var hintText: CachedText?

  private enum Look {
    static let icon = 72.0
    static let iconColor = Color(white: 1, alpha: 0.20)
    static let messageSize = 17.0
    static let hintSize = 13.5
    static let iconGap = 18.0
    static let hintGap = 8.0
    static let maxWidth = 460.0
    static let margin = 24.0
    /// In pixels: a narrower window cuts the text off.
    static let minWidth = 40.0
    static let maxLines = 4
    /// Where its middle lies, as a share of the height: the eye takes the middle for too low.
    static let middle = 0.46
  }

  /// Makes one that says nothing.
  init() {
    super.init(frame: .zero)
    fillsParent = true
    isInteractive = false
    isHidden = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let icon = Look.icon * uiScale
    let texts = drawsText ? texts() : nil
    var height = icon
    if let texts {
      height += Look.iconGap * uiScale + texts.message.size.height
      if let hint = texts.hint { height += Look.hintGap * uiScale + hint.size.height }
    }
    var y = max(0, bounds.height * Look.middle - height / 2)
    GalleryMark.picture.draw(
      in: canvas, center: Point(x: bounds.midX, y: y + icon / 2), side: icon, Look.iconColor)
    guard let texts else { return }
    y += icon + Look.iconGap * uiScale
    canvas.draw(
      texts.message, at: Point(x: bounds.midX - texts.message.size.width / 2, y: y), Chrome.text)
    guard let hint = texts.hint else { return }
    y += texts.message.size.height + Look.hintGap * uiScale
    canvas.draw(hint, at: Point(x: bounds.midX - hint.size.width / 2, y: y), Chrome.dimText)
  }

  private func texts() -> (message: TextLayout, hint: TextLayout?) {
    let room = min(Look.maxWidth * uiScale, bounds.width - 2 * Look.margin * uiScale)
    let width = max(Look.minWidth, room)
    func layout(
      _ cache: inout CachedText?, _ text: String, _ size: Double, _ weight: TextStyle.Weight
    ) -> TextLayout {
      CachedText.layout(
        &cache, text, TextStyle(size: size * uiScale, weight: weight), maxWidth: width,
        flow: .wrapped(maxLines: Look.maxLines), alignment: .center)
    }
    return (
      layout(&messageText, message, Look.messageSize, .medium),
      hint.isEmpty ? nil : layout(&hintText, hint, Look.hintSize, .regular)
    )
  }

  private func changed() {
    accessibilityLabel = hint.isEmpty ? message : "\(message) \(hint)"
    setNeedsDisplay()
  }
}
