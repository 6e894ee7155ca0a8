import Drawing
import Geometry
import Input
import Views

/// A scrolling list of choices in a sheet. A click or Enter on a row takes the choice.
final class ChoiceList: View, FormItem {
  /// A choice: its title, and a remark at the right end of the row.
  struct Choice: Hashable {
    var title: String
    var detail = ""
  }
  /// The rows from top to bottom.
  private(set) var rows: [ChoiceRow] = []
  /// Called with the index of the choice that the user has taken.
  var onChoose: (Int) -> Void = { _ in }

  private let area = ScrollArea()

  /// The measures of the list in points.
  private enum Style {
    static let maxRows = 8.5
    static let above = 8.0
    /// The width in points at the right of the rows that is left free for the scroll bar.
    static let lane = 10.0
  }

  init(label: String) {
    super.init(frame: .zero)
    accessibilityLabel = label
    add(area)
  }

  /// Replaces the choices, and scrolls to the first.
  func show(_ choices: [Choice]) {
    for row in rows { row.removeFromParent() }
    rows = choices.enumerated().map { index, choice in
      let row = ChoiceRow(choice)
      row.action = { [weak self] in self?.onChoose(index) }
      row.onFocus = { [weak self, weak row] in
        if let row { self?.area.reveal(row) }
      }
      area.content.add(row)
      return row
    }
    area.scrollToTop()
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// The height of the list in device pixels: that of all rows, but at most of 8.5 rows; the half
  /// row shows that the list continues.
  func height(for width: Double, scale: Double) -> Double {
    let rows = min(max(1, Double(rows.count)), Style.maxRows)
    return (rows * ChoiceRow.height(at: scale) + Style.above * scale).rounded()
  }

  /// Whether the list has margins of its own: true, because the highlight of a row is wider than
  /// the row's text.
  var hasOwnInset: Bool { true }
  var shrinksFirst: Bool { true }

  override func layout() {
    let above = (Style.above * uiScale).rounded()
    area.frame = bounds.inset(by: Insets(top: above))
    let height = ChoiceRow.height(at: uiScale)
    let scrolls = height * Double(rows.count) > area.frame.height + 1
    let width = bounds.width - (scrolls ? (Style.lane * uiScale).rounded() : 0)
    for (index, row) in rows.enumerated() {
      row.frame = Rect(x: 0, y: height * Double(index), width: width, height: height)
    }
    area.contentHeight = height * Double(rows.count)
  }

  /// Scrolls the list by a multiple of its visible height, for Page Up and Page Down.
  func scroll(byPages pages: Double) { area.scroll(byPages: pages) }
}

/// A row of a ``ChoiceList``.
final class ChoiceRow: Control {
  /// Called when the row gets the keyboard focus.
  var onFocus: () -> Void = {}

  private let choice: ChoiceList.Choice
  private var title: CachedText?
  private var detail: CachedText?

  /// The measures of the row in points.
  private enum Style {
    static let height = 38.0
    static let fontSize = 14.0
    static let detailSize = 12.5
    static let inset = 12.0
    static let gap = 12.0
    static let radius = 9.0
    /// The maximum width of the remark, as a share of the row's width.
    static let detailShare = 0.5
  }

  init(_ choice: ChoiceList.Choice) {
    self.choice = choice
    super.init(label: [choice.title, choice.detail].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  static func height(at scale: Double) -> Double { (Style.height * scale).rounded() }

  override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    if isFocused { onFocus() }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Style.radius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let inset = (Style.inset * uiScale).rounded()
    var right = bounds.width - inset
    if !choice.detail.isEmpty {
      let text = CachedText.layout(
        &detail, choice.detail, TextStyle(size: Style.detailSize * uiScale),
        maxWidth: max(1, bounds.width * Style.detailShare), flow: .ellipsisInMiddle)
      right -= text.size.width
      canvas.draw(
        text, at: Point(x: right, y: ((bounds.height - text.size.height) / 2).rounded()),
        Chrome.secondaryText)
      right -= Style.gap * uiScale
    }
    let text = CachedText.layout(
      &title, choice.title, TextStyle(size: Style.fontSize * uiScale),
      maxWidth: max(1, right - inset), flow: .ellipsisAtEnd)
    canvas.draw(
      text, at: Point(x: inset, y: ((bounds.height - text.size.height) / 2).rounded()),
      Chrome.text)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusWidth * uiScale, Chrome.focus)
    }
  }
}
