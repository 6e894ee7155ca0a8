public import Geometry

/// Where sections, headers and cells lie, in device pixels from the top left of all there is.
///
/// Cells fill the width exactly: their edges are whole pixels, their widths differ by one at most,
/// their heights not at all. Every question is answered by arithmetic within a section and a
/// search for the section; nothing is stored for an item.
public struct GridLayout: Hashable, Sendable {
  /// No window is wider, in pixels; what comes from outside is cut down to it.
  static let widest = 1_000_000.0
  /// The margin takes at most this share of a narrow window, on each side.
  static let marginShare = 0.1

  /// The width that is filled.
  public let width: Double
  /// The lengths in force.
  public let metrics: GridMetrics
  /// How many items each section has.
  public let sections: GridSections
  /// How many cells lie side by side.
  public let columns: Int
  /// A cell's height, with the line for its name.
  public let cellHeight: Double
  /// A header's height; 0 when there are none.
  public let headerHeight: Double
  /// From the top to the end of all sections.
  public let contentHeight: Double
  /// The margin at both sides.
  let margin: Double
  /// The top of every section.
  let tops: [Double]

  /// Makes the layout whose cells are as near to `side` as filling the width allows.
  ///
  /// - Complexity: O(sections).
  public init(
    width: Double, sections: GridSections, side: Double, metrics: GridMetrics = GridMetrics(),
    omitsOnlyHeader: Bool = true
  ) {
    let columns = Self.exactColumns(width: width, side: side, metrics: metrics).rounded()
    self.init(
      width: width, sections: sections, columns: Int(columns), metrics: metrics,
      omitsOnlyHeader: omitsOnlyHeader)
  }

  /// Makes the layout of `columns` cells side by side, or as many as have a pixel each.
  ///
  /// - Complexity: O(sections).
  public init(
    width: Double, sections: GridSections, columns: Int, metrics: GridMetrics = GridMetrics(),
    omitsOnlyHeader: Bool = true
  ) {
    self.width = Self.clamped(width: width)
    self.metrics = metrics
    self.sections = sections
    margin = Self.margin(width: self.width, metrics: metrics)
    let inner = self.width - 2 * margin
    let most = max(1, ((inner + metrics.gap) / (metrics.gap + 1)).rounded(.down))
    self.columns = min(max(1, columns), Int(most))
    let side = max(1, (inner + metrics.gap) / Double(self.columns) - metrics.gap)
    cellHeight = max(1, (side * metrics.cellAspect).rounded()) + metrics.captionHeight
    headerHeight = sections.count > 1 || !omitsOnlyHeader ? metrics.headerHeight : 0
    var tops: [Double] = []
    tops.reserveCapacity(sections.count)
    var y = 0.0
    let above = headerHeight > 0 ? headerHeight : metrics.margin
    for section in 0..<sections.count {
      tops.append(y)
      let rows = Self.rows(sections.items(in: section).count, columns: self.columns)
      let cells = rows > 0 ? Double(rows) * (cellHeight + metrics.gap) - metrics.gap : 0
      let isLast = section == sections.count - 1
      y += above + cells + (isLast ? metrics.margin : metrics.sectionGap)
    }
    self.tops = tops
    contentHeight = y
  }

  private static func clamped(width: Double) -> Double {
    width.isFinite ? min(max(1, width.rounded()), widest) : 1
  }

  private static func margin(width: Double, metrics: GridMetrics) -> Double {
    min(metrics.margin, (width * marginShare).rounded(.down))
  }

  /// How many cells of `side` fit into the width, with fractions; at least one half.
  static func exactColumns(width: Double, side: Double, metrics: GridMetrics) -> Double {
    let width = clamped(width: width)
    let inner = width - 2 * margin(width: width, metrics: metrics)
    let side = side.isFinite ? max(1, side) : metrics.defaultSide
    return max(0.5, (inner + metrics.gap) / (side + metrics.gap))
  }

  /// The side of a cell when `columns` fill the width, with fractions.
  func side(columns: Int) -> Double {
    max(1, (width - 2 * margin + metrics.gap) / Double(max(1, columns)) - metrics.gap)
  }

  static func rows(_ count: Int, columns: Int) -> Int {
    count / columns + (count % columns == 0 ? 0 : 1)
  }

  // MARK: Lengths

  /// A cell's mean width.
  public var cellWidth: Double { side(columns: columns) }
  /// From one row to the next.
  public var rowPitch: Double { cellHeight + metrics.gap }
  /// From one column to the next, with fractions.
  var columnPitch: Double { (width - 2 * margin + metrics.gap) / Double(columns) }
  /// How many items there are.
  public var itemCount: Int { sections.itemCount }

  /// The left edge of a column; that of the column after the last is one gap beyond the cells.
  func left(ofColumn column: Int) -> Double {
    margin + (Double(column) * columnPitch).rounded()
  }

  /// The top of a section's first row.
  func cellsTop(ofSection section: Int) -> Double {
    tops[section] + (headerHeight > 0 ? headerHeight : metrics.margin)
  }

  // MARK: Frames

  /// An item's row in its section, and its column.
  ///
  /// - Complexity: O(log sections).
  public func place(ofItem item: Int) -> (section: Int, row: Int, column: Int) {
    let section = sections.section(of: item)
    let number = item - sections.items(in: section).lowerBound
    return (section, number / columns, number % columns)
  }

  /// An item's cell.
  ///
  /// - Complexity: O(log sections).
  public func frame(ofItem item: Int) -> Rect {
    let (section, row, column) = place(ofItem: item)
    let x = left(ofColumn: column)
    return Rect(
      x: x, y: cellsTop(ofSection: section) + Double(row) * rowPitch,
      width: max(1, left(ofColumn: column + 1) - metrics.gap - x), height: cellHeight)
  }

  /// A section's header, where it lies when nothing keeps it at the top; empty when there are none.
  public func frame(ofHeader section: Int) -> Rect {
    Rect(x: 0, y: tops[section], width: width, height: headerHeight)
  }
}
