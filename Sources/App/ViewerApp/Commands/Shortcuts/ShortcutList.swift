import AccessibilityTree
import Drawing
import Geometry
import Input
import Localization
import Motion
import Views

/// A scrolling list of shortcut sections in columns.
final class ShortcutList: View {
  /// The rows that can be run, column by column.
  private(set) var commandRows: [ShortcutRow] = []
  /// Called with the content of an activated row.
  var onRun: (ShortcutItem) -> Void = { _ in }

  private var sections: [ShortcutSection] = []
  private var blocks: [Block] = []
  /// The cache of rows by item, so that a changed search reuses them.
  private var rows: [ShortcutItem: [ShortcutRow]] = [:]
  private let area = ScrollArea()
  private let empty = EmptyNote(tr("No matching shortcuts"))
  private var columns = Columns(count: 1, width: 1, gap: 0, inset: 0)
  /// A heading and its rows.
  private struct Block {
    let heading: SectionHeading
    let rows: [ShortcutRow]

    func height(for width: Double, scale: Double) -> Double {
      SectionHeading.height(at: scale)
        + rows.reduce(0) { $0 + $1.height(for: width, scale: scale) }
    }
  }

  /// The columns of the list, in pixels.
  struct Columns: Hashable {
    var count: Int
    /// The width of each column, in pixels.
    var width: Double
    /// The distance between two columns, in pixels.
    var gap: Double
    /// The distance between the outer columns and the edges of the list, in pixels.
    var inset: Double

    /// The width of all columns, gaps and insets, in pixels.
    var total: Double { 2 * inset + Double(count) * width + Double(count - 1) * gap }
  }

  /// The constants of appearance; lengths in points.
  private enum Style {
    /// The distance between two sections of a column, in points.
    static let sectionGap = 18.0
    static let bottomPadding = 8.0
  }

  init() {
    super.init(frame: .zero)
    add(area)
    add(empty)
    empty.isHidden = true
  }

  // MARK: Contents

  /// Shows other sections, scrolled to the top.
  func show(_ sections: [ShortcutSection]) {
    guard sections != self.sections else { return }
    self.sections = sections
    for block in blocks {
      block.heading.removeFromParent()
      for row in block.rows { row.removeFromParent() }
    }
    var unused = rows
    blocks = sections.map { section in
      Block(
        heading: SectionHeading(section.title),
        rows: section.items.map { item in
          if let row = unused[item]?.popLast() { return row }
          let row = makeRow(item)
          rows[item, default: []].append(row)
          return row
        })
    }
    for block in blocks {
      area.content.add(block.heading)
      for row in block.rows { area.content.add(row) }
    }
    commandRows = blocks.flatMap(\.rows).filter { $0.item.isRunnable }
    empty.isHidden = !sections.isEmpty
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

  /// Arranges the sections in columns and returns the height of the tallest column with its
  /// padding, in pixels.
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

  /// Divides blocks of the given heights among `count` columns, in order, so that the tallest
  /// column is as low as possible, and the columns are as equal as that permits. There are fewer
  /// columns only where there are fewer blocks.
  ///
  /// - Complexity: O(columns · blocks²).
  static func columns(of heights: [Double], gap: Double, count: Int) -> [Range<Int>] {
    let total = heights.count
    guard total > 0 else { return [] }
    func height(_ range: Range<Int>) -> Double {
      heights[range].reduce(0, +) + gap * Double(range.count - 1)
    }
    /// The best division of the blocks from a given block on: the height of its tallest column, the
    /// sum of the squares of all columns' heights, and the ranges of blocks in its columns.
    struct Division {
      var tallest = 0.0
      var squares = 0.0
      var columns: [Range<Int>] = []
    }
    // Divisions into one column, then into one more in each step.
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
    empty.frame = bounds
  }

  /// Scrolls by a multiple of the visible height, for Page Up and Page Down.
  func scroll(byPages pages: Double) { area.scroll(byPages: pages) }
}

/// The heading of a section in a list.
final class SectionHeading: View {
  /// The distance between the left edge and the text, in points.
  static let inset = 8.0
  private let title: String
  private var text: CachedText?

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let height = 30.0
    static let fontSize = 12.5
    /// The distance between the heading's text and the first row, in points.
    static let below = 6.0
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
        y: (bounds.height - Style.below * uiScale - text.size.height).rounded()),
      Chrome.secondaryText)
  }
}

/// The message in the middle of an empty list.
private final class EmptyNote: View {
  private let sentence: String
  private var text: CachedText?

  /// The constants of appearance; lengths in points.
  private enum Style {
    static let fontSize = 14.0
    /// The distance of the message from the top of the list, in points.
    static let top = 40.0
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
        y: min(Style.top * uiScale, max(0, bounds.height - text.size.height)).rounded()),
      Chrome.secondaryText)
  }
}

extension SectionHeading: AccessibleView {
  func describe(_ element: inout Accessible) { element.role = .heading }
}
