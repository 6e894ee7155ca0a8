package import Drawing
package import Geometry
import Localization

/// A paragraph of text in a form.
package final class FormText: View, FormItem {
  /// The text of the paragraph, which is hidden while it is empty.
  package var text: String {
    didSet {
      guard text != oldValue else { return }
      isHidden = text.isEmpty
      accessibilityLabel = text
      setNeedsDisplay()
    }
  }
  /// Whether the text has the colour of warnings. Default: false.
  package var isWarning = false {
    didSet { if isWarning != oldValue { setNeedsDisplay() } }
  }
  private var cachedText: CachedText?

  /// The measures and colours of a paragraph. Lengths are in points.
  private enum FormTextStyle {
    static let fontSize = 13.0
    static let maxLines = 4
    static let topMargin = 4.0
    static let bottomMargin = 8.0
    static var warning: Color { Chrome.warning }
  }

  /// Makes a paragraph with a text, by default an empty one, which is hidden.
  package init(_ text: String = "") {
    self.text = text
    super.init(frame: .zero)
    isHidden = text.isEmpty
    accessibilityLabel = text
  }

  /// The height in device pixels of the text, wrapped to at most four lines, with the space above
  /// and below it.
  package func height(for width: Double, scale: Double) -> Double {
    (layoutText(width, scale).size.height + (FormTextStyle.topMargin + FormTextStyle.bottomMargin)
      * scale)
      .rounded()
  }

  private func layoutText(_ width: Double, _ scale: Double) -> TextLayout {
    CachedText.layout(
      &cachedText, text, TextStyle(size: FormTextStyle.fontSize * scale), maxWidth: width,
      flow: .wrapped(maxLines: FormTextStyle.maxLines))
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let text = layoutText(bounds.width, uiScale)
    // Only in a left-to-right form is a right-to-left text moved to the right edge: a mirrored form
    // begins there anyway.
    let isOpposite = text.isRightToLeft && !LayoutDirection.isRightToLeft
    canvas.draw(
      text,
      at: Point(
        x: isOpposite ? bounds.width - text.size.width : 0, y: FormTextStyle.topMargin * uiScale),
      isWarning ? FormTextStyle.warning : Chrome.secondaryText)
  }
}

/// The buttons at the end of a form, in a row at the right with the default action last, or in
/// several rows in a narrow form.
package final class FormButtons: View, FormItem {
  private let buttons: [PillButton]

  /// The measures of the row. Lengths are in points.
  private enum FormButtonsStyle {
    static let gap = 10.0
    static let topMargin = 10.0
    static let bottomMargin = 10.0
  }

  package init(_ buttons: [PillButton]) {
    self.buttons = buttons
    super.init(frame: .zero)
    for button in buttons { add(button) }
  }

  /// The height in device pixels of all rows of buttons, with the space around them.
  package func height(for width: Double, scale: Double) -> Double {
    let tallest = buttons.map(\.naturalSize.height).max() ?? 0
    let count = Double(rows(for: width, gap: FormButtonsStyle.gap * scale).count)
    let gaps = max(0, count - 1) * FormButtonsStyle.gap * scale
    return
      (count * tallest + gaps + (FormButtonsStyle.topMargin + FormButtonsStyle.bottomMargin) * scale)
      .rounded()
  }

  /// The buttons in the rows that fit into `width` pixels with `gap` pixels between buttons; the
  /// last row has as many as fit.
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

  /// Lays the buttons out again, because the title of one has changed.
  package func titlesDidChange() { setNeedsLayout() }

  package override func layout() {
    let gap = FormButtonsStyle.gap * uiScale
    var y = FormButtonsStyle.topMargin * uiScale
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

/// A text field with a button after it, in one row of a form.
package final class FormFieldRow: View, FormItem {
  private let field: TextField
  private let button: PillButton

  /// The distance between the text field and the button, in points.
  private static let gap = 8.0

  package init(_ field: TextField, _ button: PillButton) {
    self.field = field
    self.button = button
    super.init(frame: .zero)
    add(field)
    add(button)
  }

  /// The height in device pixels of the field or the button, whichever is taller.
  package func height(for width: Double, scale: Double) -> Double {
    max(TextField.height(at: scale), button.naturalSize.height).rounded()
  }

  /// Lays the row out again, because the button's title has changed.
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

/// A progress bar in a form, hidden until ``completedShare`` is set.
package final class FormProgress: View, FormItem {
  /// The completed share, 0…1; nil hides the bar. Default: nil.
  package var completedShare: Double? {
    didSet {
      guard completedShare != oldValue else { return }
      isHidden = completedShare == nil
      setNeedsDisplay()
    }
  }

  /// The measures and colours of the bar. Lengths are in points.
  private enum FormProgressStyle {
    static let height = 6.0
    static let verticalPadding = 10.0
    static var track: Color { Chrome.fill(0.14) }
  }

  package init() {
    super.init(frame: .zero)
    isHidden = true
    accessibilityLabel = tr("Progress")
  }

  /// The height in device pixels of the bar with the space above and below it.
  package func height(for width: Double, scale: Double) -> Double {
    ((FormProgressStyle.height + 2 * FormProgressStyle.verticalPadding) * scale).rounded()
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let height = (FormProgressStyle.height * uiScale).rounded()
    let track = Rect(
      x: 0, y: ((bounds.height - height) / 2).rounded(), width: bounds.width, height: height)
    canvas.fillRounded(track, radius: height / 2, FormProgressStyle.track)
    let width = max(height, (bounds.width * min(max(completedShare ?? 0, 0), 1)).rounded())
    canvas.fillRounded(
      Rect(origin: track.origin, size: Size(width: width, height: height)), radius: height / 2,
      Chrome.focus)
  }
}
