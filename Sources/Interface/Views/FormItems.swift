package import Drawing
package import Geometry
import Localization

/// A paragraph of text in a form.
package final class FormText: View, FormItem {
  /// The text; the item is hidden while it is empty.
  package var text: String {
    didSet {
      guard text != oldValue else { return }
      isHidden = text.isEmpty
      accessibilityLabel = text
      setNeedsDisplay()
    }
  }
  /// Whether the text is shown in the warning colour. Default: false.
  package var isWarning = false {
    didSet { if isWarning != oldValue { setNeedsDisplay() } }
  }
  private var cached: CachedText?

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let fontSize = 13.0
    static let maxLines = 4
    static let above = 4.0
    static let below = 8.0
    static var warning: Color { Chrome.warning }
  }

  /// Makes a paragraph; hidden while `text` is empty.
  package init(_ text: String = "") {
    self.text = text
    super.init(frame: .zero)
    isHidden = text.isEmpty
    accessibilityLabel = text
  }

  /// The height of the wrapped text, at most four lines, and its padding, in pixels.
  package func height(for width: Double, scale: Double) -> Double {
    (layoutText(width, scale).size.height + (Style.above + Style.below) * scale).rounded()
  }

  private func layoutText(_ width: Double, _ scale: Double) -> TextLayout {
    CachedText.layout(
      &cached, text, TextStyle(size: Style.fontSize * scale), maxWidth: width,
      flow: .wrapped(maxLines: Style.maxLines))
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let text = layoutText(bounds.width, uiScale)
    // A mirrored form begins at the right by itself.
    let isOpposite = text.isRightToLeft && !LayoutDirection.isRightToLeft
    canvas.draw(
      text,
      at: Point(x: isOpposite ? bounds.width - text.size.width : 0, y: Style.above * uiScale),
      isWarning ? Style.warning : Chrome.secondaryText)
  }
}

/// A row of buttons at the end of a form, aligned right, with the default action last. A narrow
/// form has several rows.
package final class FormButtons: View, FormItem {
  private let buttons: [PillButton]

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let gap = 10.0
    static let above = 10.0
    static let below = 10.0
  }

  package init(_ buttons: [PillButton]) {
    self.buttons = buttons
    super.init(frame: .zero)
    for button in buttons { add(button) }
  }

  /// The height of all rows of buttons, and the padding, in pixels.
  package func height(for width: Double, scale: Double) -> Double {
    let tallest = buttons.map(\.naturalSize.height).max() ?? 0
    let count = Double(rows(for: width, gap: Style.gap * scale).count)
    let gaps = max(0, count - 1) * Style.gap * scale
    return (count * tallest + gaps + (Style.above + Style.below) * scale).rounded()
  }

  /// The buttons in rows that fit a width: from the last button on, as many as fit into a row.
  private func rows(for width: Double, gap: Double) -> [[PillButton]] {
    var rows: [[PillButton]] = []
    var room = 0.0
    for button in buttons.reversed() {
      let wanted = button.naturalSize.width + gap
      if rows.isEmpty || room < wanted {
        rows.insert([button], at: 0)
        room = width + gap - wanted
      } else {
        rows[0].insert(button, at: 0)
        room -= wanted
      }
    }
    return rows
  }

  /// Lays the row out again after a button's title has changed.
  package func titlesDidChange() { setNeedsLayout() }

  package override func layout() {
    let gap = Style.gap * uiScale
    var y = Style.above * uiScale
    for row in rows(for: bounds.width, gap: gap) {
      var right = bounds.width
      for button in row.reversed() {
        let size = button.naturalSize
        let width = min(size.width, bounds.width)
        button.frame = Rect(x: right - width, y: y, width: width, height: size.height).snapped
        right = button.frame.minX - gap
      }
      y += (row.map(\.frame.height).max() ?? 0) + gap
    }
  }
}

/// A text field with a button behind it, in one row of a form.
package final class FormFieldRow: View, FormItem {
  private let field: TextField
  private let button: PillButton

  /// The distance between the field and the button, in points.
  private static let gap = 8.0

  package init(_ field: TextField, _ button: PillButton) {
    self.field = field
    self.button = button
    super.init(frame: .zero)
    add(field)
    add(button)
  }

  /// The height of the taller one of both, in pixels.
  package func height(for width: Double, scale: Double) -> Double {
    max(TextField.height(at: scale), button.naturalSize.height).rounded()
  }

  /// Lays the row out again after the button's title has changed.
  package func titleDidChange() { setNeedsLayout() }

  package override func layout() {
    let size = button.naturalSize
    let width = min(size.width, bounds.width)
    button.frame =
      Rect(
        x: bounds.width - width, y: (bounds.height - size.height) / 2, width: width,
        height: size.height
      ).snapped
    let height = TextField.height(at: uiScale)
    field.frame =
      Rect(
        x: 0, y: (bounds.height - height) / 2,
        width: max(0, button.frame.minX - Self.gap * uiScale), height: height
      ).snapped
  }
}

/// A progress bar in a form; hidden until there is a progress to show.
package final class FormProgress: View, FormItem {
  /// The progress from 0 to 1; nil hides the bar. Default: nil.
  package var share: Double? {
    didSet {
      guard share != oldValue else { return }
      isHidden = share == nil
      setNeedsDisplay()
    }
  }

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let height = 6.0
    static let air = 10.0
    static var track: Color { Chrome.fill(0.14) }
  }

  /// Makes a hidden bar.
  package init() {
    super.init(frame: .zero)
    isHidden = true
    accessibilityLabel = tr("Progress")
  }

  /// The height of the bar and its padding, in pixels.
  package func height(for width: Double, scale: Double) -> Double {
    ((Style.height + 2 * Style.air) * scale).rounded()
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let height = (Style.height * uiScale).rounded()
    let track = Rect(
      x: 0, y: ((bounds.height - height) / 2).rounded(), width: bounds.width, height: height)
    canvas.fillRounded(track, radius: height / 2, Style.track)
    let width = max(height, (bounds.width * min(max(share ?? 0, 0), 1)).rounded())
    canvas.fillRounded(
      Rect(origin: track.origin, size: Size(width: width, height: height)), radius: height / 2,
      Chrome.focus)
  }
}
