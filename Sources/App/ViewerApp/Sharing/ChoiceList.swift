import Drawing
import Geometry
import Input
import Views

/// A scrolling list of choices in a sheet. A click or Enter on a row takes the choice.
final class ChoiceList: View, FormItem {
  /// A choice: its title, and a remark at the right end of the row, or below the title.
  struct Choice: Hashable {
    var title: String
    var detail = ""
    /// Whether the remark has lines of its own below the title, so that a sentence is shown whole.
    /// Default: false.
    var isDetailBelow = false
  }
  /// The rows from top to bottom.
  private(set) var rows: [ChoiceRow] = []
  /// Called with the index of the choice that the user has taken.
  var onChoose: (Int) -> Void = { _ in }

  private let area = ScrollArea()
  /// The heights of rows in device pixels by the remarks of their choices, because many rows have
  /// the same remark. They are valid for one width in device pixels and one scale.
  private var measuredHeights: (width: Double, scale: Double, heights: [String: Double]) = (
    0, 0, [:]
  )

  /// The measures of the list in points.
  private enum Style {
    static let maxRows = 8.5
    static let topMargin = 8.0
    /// The width in points at the right of the rows that is left free for the scroll bar.
    static let scrollBarWidth = 10.0
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

  /// The height of the list in device pixels: the height of all rows, but at most the height of 8.5
  /// rows of one line; the half row shows that the list continues.
  func height(for width: Double, scale: Double) -> Double {
    let line = ChoiceRow.height(at: scale)
    let all = rows.reduce(0) { $0 + height(of: $1, in: width, scale: scale) }
    return (min(max(line, all), Style.maxRows * line) + Style.topMargin * scale).rounded()
  }

  /// The height of a row in device pixels in a list that is `width` device pixels wide. The lane of
  /// the scroll bar is left free whether or not the bar is shown.
  private func height(of row: ChoiceRow, in width: Double, scale: Double) -> Double {
    if measuredHeights.width != width || measuredHeights.scale != scale {
      measuredHeights = (width, scale, [:])
    }
    let remark = row.detailBelow
    if let known = measuredHeights.heights[remark] { return known }
    let scrollBarWidth = (Style.scrollBarWidth * scale).rounded()
    let height = row.height(for: max(1, width - scrollBarWidth), scale: scale)
    measuredHeights.heights[remark] = height
    return height
  }

  /// Whether the list has margins of its own: true, because the highlight of a row is wider than
  /// the row's text.
  var hasOwnInset: Bool { true }
  var shrinksFirst: Bool { true }

  override func layout() {
    let topMargin = (Style.topMargin * uiScale).rounded()
    area.frame = bounds.inset(by: Insets(top: topMargin))
    let heights = rows.map { height(of: $0, in: bounds.width, scale: uiScale) }
    let all = heights.reduce(0, +)
    let scrolls = all > area.frame.height + 1
    let width = bounds.width - (scrolls ? (Style.scrollBarWidth * uiScale).rounded() : 0)
    var top = 0.0
    for (row, height) in zip(rows, heights) {
      row.frame = Rect(x: 0, y: top, width: width, height: height)
      top += height
    }
    area.contentHeight = all
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
    static let detailFontSize = 12.5
    static let inset = 12.0
    static let gap = 12.0
    static let radius = 9.0
    /// The maximum width of a remark at the right, as a share of the row's width.
    static let maxDetailShare = 0.5
    /// The maximum number of lines of a remark below the title.
    static let maxDetailLines = 4
    /// The distance in points from the lower edge of the row to a remark below the title.
    static let bottomMargin = 9.0
  }

  init(_ choice: ChoiceList.Choice) {
    self.choice = choice
    super.init(label: [choice.title, choice.detail].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// The height of a row of one line in device pixels.
  static func height(at scale: Double) -> Double { (Style.height * scale).rounded() }

  /// The remark that has lines of its own below the title; empty without one.
  var detailBelow: String { choice.isDetailBelow ? choice.detail : "" }

  /// The height in device pixels of the row when it is `width` device pixels wide.
  func height(for width: Double, scale: Double) -> Double {
    let line = Self.height(at: scale)
    guard !detailBelow.isEmpty else { return line }
    return line + layoutDetail(in: width, scale: scale).size.height.rounded(.up)
  }

  /// The remark in lines below the title, in a row that is `width` device pixels wide.
  private func layoutDetail(in width: Double, scale: Double) -> TextLayout {
    CachedText.layout(
      &detail, choice.detail, TextStyle(size: Style.detailFontSize * scale),
      maxWidth: max(1, width - 2 * (Style.inset * scale).rounded()),
      flow: .wrapped(maxLines: Style.maxDetailLines))
  }

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
    var height = bounds.height
    if !detailBelow.isEmpty {
      height = Self.height(at: uiScale)
      canvas.draw(
        layoutDetail(in: bounds.width, scale: uiScale),
        at: Point(x: inset, y: height - (Style.bottomMargin * uiScale).rounded()),
        Chrome.secondaryText)
    } else if !choice.detail.isEmpty {
      let text = CachedText.layout(
        &detail, choice.detail, TextStyle(size: Style.detailFontSize * uiScale),
        maxWidth: max(1, bounds.width * Style.maxDetailShare), flow: .ellipsisInMiddle)
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
      text, at: Point(x: inset, y: ((height - text.size.height) / 2).rounded()), Chrome.text)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}
