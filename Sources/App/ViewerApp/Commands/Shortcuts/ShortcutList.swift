import AccessibilityTree
import Drawing
import Geometry
import Input
import Localization
import Motion
import Views

/// A scrolling list of keyboard shortcuts and gestures, in sections that are arranged in columns.
final class ShortcutList: View {
  /// The rows in the list that have a command, column by column from the top.
  private(set) var commandRows: [ShortcutRow] = []
  /// Called with the shortcut of a row that the user has activated.
  var onRun: (ShortcutItem) -> Void = { _ in }

  private var sections: [ShortcutSection] = []
  private var blocks: [Block] = []
  /// All rows made so far, by the shortcut they show, so that a changed search reuses them.
  private var rowsByItem: [ShortcutItem: [ShortcutRow]] = [:]
  private let area = ScrollArea()
  private let emptyNote = EmptyNote(tr("No matching shortcuts"))
  private var columns = Columns(count: 1, width: 1, gap: 0, inset: 0)
  /// One section of the list: its heading and its rows.
  private struct Block {
    let heading: SectionHeading
    let rows: [ShortcutRow]

    func height(for width: Double, scale: Double) -> Double {
      SectionHeading.height(at: scale)
        + rows.reduce(0) { $0 + $1.height(for: width, scale: scale) }
    }
  }

  /// The arrangement of the list in columns; lengths in device pixels.
  struct Columns: Hashable {
    var count: Int
    /// The width of each column, in device pixels.
    var width: Double
    /// The distance between two columns, in device pixels.
    var gap: Double
    /// The distance between the outer columns and the edges of the list, in device pixels.
    var inset: Double

    /// The width of the list, with all columns, gaps and insets, in device pixels.
    var totalWidth: Double { 2 * inset + Double(count) * width + Double(count - 1) * gap }
  }

  /// The sizes of the list, in points.
  private enum Style {
    /// The distance between two sections in one column, in points.
    static let sectionGap = 18.0
    static let bottomPadding = 8.0
  }

  init() {
    super.init(frame: .zero)
    add(area)
    add(emptyNote)
    emptyNote.isHidden = true
  }

  // MARK: Contents

  /// Replaces the sections in the list and scrolls it to the top.
  func show(_ sections: [ShortcutSection]) {
    guard sections != self.sections else { return }
    self.sections = sections
    for block in blocks {
      block.heading.removeFromParent()
      for row in block.rows { row.removeFromParent() }
    }
    var unused = rowsByItem
    blocks = sections.map { section in
      Block(
        heading: SectionHeading(section.title),
        rows: section.items.map { item in
          if let row = unused[item]?.popLast() { return row }
          let row = makeRow(item)
          rowsByItem[item, default: []].append(row)
          return row
        })
    }
    for block in blocks {
      area.content.add(block.heading)
      for row in block.rows { area.content.add(row) }
    }
    commandRows = blocks.flatMap(\.rows).filter { $0.item.isRunnable }
    emptyNote.isHidden = !sections.isEmpty
    area.scrollToTop()
    setNeedsLayout()
    setNeedsDisplay()
  }

  private func makeRow(_ item: ShortcutItem) -> ShortcutRow {
    let row = ShortcutRow(item)
    row.action = { [weak self] in self?.onRun(item) }
    row.onFocus = { [weak self, weak row] in
      if let row { self?.area.reveal(row) }
    }
    return row
  }

  /// Arranges the sections in columns.
  ///
  /// - Parameter scale: the UI scale, in device pixels per point.
  /// - Returns: the height of the tallest column with its bottom padding, in device pixels.
  func arrange(in columns: Columns, scale: Double) -> Double {
    self.columns = columns
    let heights = blocks.map { $0.height(for: columns.width, scale: scale) }
    let gap = (Style.sectionGap * scale).rounded()
    var tallest = 0.0
    for (column, range) in Self.columns(of: heights, gap: gap, count: columns.count).enumerated() {
      let x = (columns.inset + Double(column) * (columns.width + columns.gap)).rounded()
      var y = 0.0
      for index in range {
        let block = blocks[index]
        let heading = SectionHeading.height(at: scale)
        block.heading.frame = Rect(x: x, y: y, width: columns.width, height: heading)
        y += heading
        for row in block.rows {
          let height = row.height(for: columns.width, scale: scale)
          row.frame = Rect(x: x, y: y, width: columns.width, height: height)
          y += height
        }
        tallest = max(tallest, y)
        y += gap
      }
    }
    area.contentHeight = tallest + (Style.bottomPadding * scale).rounded()
    return area.contentHeight
  }

  /// Divides blocks of the given heights among at most `count` columns, in order, so that the
  /// height of the tallest column is minimal, and among these divisions the sum of the squared
  /// heights. There are fewer columns only if there are fewer blocks.
  ///
  /// - Parameter gap: the distance between two blocks in a column, in the unit of the heights.
  /// - Returns: for each column the range of its blocks; none without blocks.
  ///
  /// - Complexity: O(columns · blocks²).
  static func columns(of heights: [Double], gap: Double, count: Int) -> [Range<Int>] {
    let total = heights.count
    guard total > 0 else { return [] }
    func height(_ range: Range<Int>) -> Double {
      heights[range].reduce(0, +) + gap * Double(range.count - 1)
    }
    /// The best division of the blocks from a certain index to the last one: the height of its
    /// tallest column, the sum of the squared heights of all columns, and the range of blocks in
    /// each column.
    struct Division {
      var tallest = 0.0
      var squares = 0.0
      var columns: [Range<Int>] = []
    }
    // In the beginning, each division has a single column; each pass of the following loop allows
    // one more column.
    var best = (0..<total).map { start -> Division? in
      let height = height(start..<total)
      return Division(tallest: height, squares: height * height, columns: [start..<total])
    }
    for _ in 1..<max(1, min(count, total)) {
      best = (0..<total).map { start in
        var found: Division?
        for end in start + 1..<max(start + 1, total) {
          guard let rest = best[end] else { continue }
          let height = height(start..<end)
          let division = Division(
            tallest: max(height, rest.tallest), squares: height * height + rest.squares,
            columns: [start..<end] + rest.columns)
          if let old = found,
            (old.tallest, old.squares) <= (division.tallest, division.squares)
          {
            continue
          }
          found = division
        }
        return found
      }
    }
    return best[0]?.columns ?? []
  }

  override func layout() {
    area.frame = bounds
    emptyNote.frame = bounds
  }

  /// Scrolls the list by a multiple of its visible height; positive values scroll down.
  func scroll(byPages pages: Double) { area.scroll(byPages: pages) }
}

/// The heading of one section in the list of keyboard shortcuts.
final class SectionHeading: View {
  /// The distance between the left edge of the heading and its text, in points.
  static let inset = 8.0
  private let title: String
  private var text: CachedText?

  /// The sizes of the heading, in points.
  private enum Style {
    static let height = 30.0
    static let fontSize = 12.5
    /// The distance between the text and the bottom edge of the heading, in points.
    static let bottomMargin = 6.0
  }

  init(_ title: String) {
    self.title = title
    super.init(frame: .zero)
    accessibilityLabel = title
    isInteractive = false
  }

  static func height(at scale: Double) -> Double { (Style.height * scale).rounded() }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = CachedText.layout(
      &text, title, TextStyle(size: Style.fontSize * uiScale, weight: .semibold),
      maxWidth: max(1, bounds.width - 2 * Self.inset * uiScale), flow: .ellipsisAtEnd)
    canvas.draw(
      text,
      at: Point(
        x: (Self.inset * uiScale).rounded(),
        y: (bounds.height - Style.bottomMargin * uiScale - text.size.height).rounded()),
      Chrome.secondaryText)
  }
}

/// The message in the middle of an empty list, such as “No matching shortcuts”.
private final class EmptyNote: View {
  private let sentence: String
  private var text: CachedText?

  /// The sizes of the message, in points.
  private enum Style {
    static let fontSize = 14.0
    /// The maximum distance between the top of the list and the message, in points.
    static let maxTopMargin = 40.0
  }

  init(_ sentence: String) {
    self.sentence = sentence
    super.init(frame: .zero)
    accessibilityLabel = sentence
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let text = CachedText.layout(
      &text, sentence, TextStyle(size: Style.fontSize * uiScale), maxWidth: max(1, bounds.width),
      flow: .ellipsisAtEnd)
    canvas.draw(
      text,
      at: Point(
        x: ((bounds.width - text.size.width) / 2).rounded(),
        y: min(Style.maxTopMargin * uiScale, max(0, bounds.height - text.size.height)).rounded()),
      Chrome.secondaryText)
  }
}

extension SectionHeading: AccessibleView {
  func describe(_ element: inout AccessibleElement) { element.role = .heading }
}
