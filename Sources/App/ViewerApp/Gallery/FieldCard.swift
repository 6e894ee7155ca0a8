import Drawing
import Geometry
import Input
import Localization
import Views

/// A card over the grid with a text field, a text below the field, and a button that closes the
/// card. It grows downwards for a text of several lines.
class FieldCard: View {
  /// Called when the user closes the card.
  var onClose: () -> Void = {}

  /// The text below the text field, and whether it reports an error.
  struct Message: Equatable {
    var text: String
    var isError = false
  }

  let field: TextField
  let closeButton = IconButton(.close, label: tr("Close"))
  private var messageText: CachedText?

  /// The present text below the text field. Subclasses override this property, and call
  /// ``messageDidChange()`` when its value changes.
  var message: Message { Message(text: "") }
  /// The text below the text field as assistive programs are told it while the user types. Default:
  /// that of ``message``.
  var spokenMessage: String { message.text }

  /// The sizes of the card, in points.
  private enum Style {
    static let maxWidth = 600.0
    static let margin = 12.0
    static let padding = 10.0
    static let gap = 6.0
    static let textSize = 12.0
    static let lineHeight = 22.0
    static let maxLines = 4
    static let radius = 12.0
    static let shadowBlur = 16.0
    static let shadowOffset = 4.0
  }

  init(label: String, placeholder: String) {
    field = TextField(label: label)
    super.init(frame: .zero)
    mirroring = .byLanguage
    field.placeholder = placeholder
    field.onChange = { [weak self] in self?.textDidChange() }
    field.onCommit = { [weak self] in self?.returnFocus() }
    closeButton.action = { [weak self] in self?.onClose() }
    add(field)
    add(closeButton)
    isHidden = true
  }

  override func textsDidChange() {
    super.textsDidChange()
    field.placeholder = tr(field.placeholder)
  }

  /// The frame of the card with one line of text, below the bar of a scene, in device pixels.
  ///
  /// - Parameters:
  ///   - barHeight: the height of the bar, in device pixels.
  ///   - bounds: the area of the scene, in device pixels.
  ///   - scale: the UI scale, in device pixels per point.
  static func frame(below barHeight: Double, in bounds: Rect, scale: Double) -> Rect {
    let margin = (Style.margin * scale).rounded()
    let width = min(Style.maxWidth * scale, bounds.width - 2 * margin).rounded()
    let height =
      TextField.height(at: scale) + ((2 * Style.padding + Style.lineHeight) * scale).rounded()
    return Rect(
      x: LayoutDirection.isRightToLeft ? bounds.minX + margin : bounds.maxX - margin - width,
      y: barHeight + margin, width: max(0, width), height: height)
  }

  /// Shows the card with a text in its field, selects the text and gives the field the keyboard
  /// focus.
  func open(_ text: String) {
    if field.text != text {
      field.text = text
      textWasReplaced()
    }
    isHidden = false
    field.select(0..<field.text.count)
    stage?.setFocus(field)
    messageDidChange()
  }

  /// Redraws the text below the field, and makes it the description of the field for assistive
  /// programs.
  func messageDidChange() {
    field.accessibilityNote = field.text.isEmpty ? "" : spokenMessage
    setNeedsDisplay()
  }

  /// Moves the keyboard focus from the text field back to the grid. Called when the user presses
  /// Enter or Down.
  func returnFocus() { stage?.setFocus(nil) }

  /// Called after the user has changed the text.
  func textDidChange() {}

  /// Called after ``open(_:)`` has changed the text.
  func textWasReplaced() {}

  // MARK: As a view

  override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key) where key.isPress && key.name == .escape:
      if !key.isRepeat { onClose() }
      return true
    case .key(let key) where key.isPress && key.name == .down:
      returnFocus()
      return true
    case .key: return false
    // Presses and scrolling do not reach the views below the card.
    case .scroll: return true
    default: return event.isPressOrTouch
    }
  }

  override func layout() {
    let padding = (Style.padding * uiScale).rounded()
    let height = TextField.height(at: uiScale)
    let button = closeButton.naturalSize
    closeButton.frame = Rect(
      x: bounds.width - padding - button.width,
      y: padding + ((height - button.height) / 2).rounded(),
      width: button.width, height: button.height)
    field.frame = Rect(
      x: padding, y: padding,
      width: max(0, closeButton.frame.minX - padding - (Style.gap * uiScale).rounded()),
      height: height)
  }

  /// The area of the card with the maximum number of lines and with its shadow, in the coordinates
  /// of the card.
  override var drawingBounds: Rect {
    grown(by: Double(Style.maxLines - 1) * Style.lineHeight * uiScale)
      .inset(by: .all(-(Style.shadowBlur + Style.shadowOffset) * uiScale))
  }

  /// The area of the card with an additional height at its bottom, in device pixels.
  private func grown(by height: Double) -> Rect {
    Rect(
      x: bounds.minX, y: bounds.minY, width: bounds.width,
      height: bounds.height + height.rounded(.up))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let message = message
    let text = CachedText.layout(
      &messageText, message.text, TextStyle(size: Style.textSize * uiScale),
      maxWidth: max(1, bounds.width - 2 * field.frame.minX),
      flow: .wrapped(maxLines: Style.maxLines))
    let lines = Double(max(1, text.lineCount))
    let panel = grown(by: text.size.height * (lines - 1) / lines)
    canvas.drawPanel(
      panel, radius: Style.radius * uiScale, blur: Style.shadowBlur * uiScale,
      drop: Style.shadowOffset * uiScale, scale: uiScale)
    let room = Rect(
      x: field.frame.minX, y: field.frame.maxY, width: panel.width,
      height: panel.height - field.frame.maxY)
    canvas.draw(
      text, at: Point(x: room.minX, y: (room.midY - text.size.height / 2).rounded()),
      message.isError ? NoticeStrip.warningSignColor : Chrome.secondaryText)
  }
}
