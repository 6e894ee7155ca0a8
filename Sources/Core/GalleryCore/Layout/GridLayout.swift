public import Geometry

/// The frames of sections, headers and cells, in device pixels from the top left corner of the
/// content.
///
/// Cells fill the width exactly: their edges are whole pixels, their widths differ by 1 at most,
/// their heights are equal. Every query is arithmetic within a section after a binary search for
/// the section; nothing is stored per item.
public struct GridLayout: Hashable, Sendable {
  /// The maximum width in pixels; larger values are clamped.
  static let maxWidth = 1_000_000.0
  /// The maximum share of the width that each side margin takes in a narrow window.
  static let marginShare = 0.1

  /// The width of the viewport.
  public let width: Double
  public let metrics: GridMetrics
  /// The number of items in each section.
  public let sections: GridSections
  /// The number of columns.
  public let columns: Int
  /// The height of a cell, including the line for its name.
  public let cellHeight: Double
  /// The height of a header; 0 without headers.
  public let headerHeight: Double
  /// The height of the content.
  public let contentHeight: Double
  /// The margin on the left and right sides.
  package let margin: Double
  /// The y coordinate of the top of every section.
  let tops: [Double]

  /// Makes the layout whose cell width is as near to `side` as filling the width allows.
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

  /// Makes the layout with `columns` columns, limited to those that are at least one pixel wide.
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
    let maxColumns = max(1, ((inner + metrics.gap) / (metrics.gap + 1)).rounded(.down))
    self.columns = min(max(1, columns), Int(maxColumns))
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
    contentHeight = y + metrics.bottomRoom
  }

  private static func clamped(width: Double) -> Double {
    width.isFinite ? min(max(1, width.rounded()), maxWidth) : 1
  }

  private static func margin(width: Double, metrics: GridMetrics) -> Double {
    min(metrics.margin, (width * marginShare).rounded(.down))
  }

  /// The number of cells of width `side` that fit into `width`, with fractions; at least 0.5.
  static func exactColumns(width: Double, side: Double, metrics: GridMetrics) -> Double {
    let width = clamped(width: width)
    let inner = width - 2 * margin(width: width, metrics: metrics)
    let side = side.isFinite ? max(1, side) : metrics.defaultSide
    return max(0.5, (inner + metrics.gap) / (side + metrics.gap))
  }

  /// The width of a cell in a layout of `columns` columns, with fractions.
  func side(columns: Int) -> Double {
    max(1, (width - 2 * margin + metrics.gap) / Double(max(1, columns)) - metrics.gap)
  }

  static func rows(_ count: Int, columns: Int) -> Int {
    count / columns + (count % columns == 0 ? 0 : 1)
  }

  // MARK: Lengths

  /// The mean width of a cell.
  public var cellWidth: Double { side(columns: columns) }
  /// The distance between the tops of two successive rows.
  public var rowPitch: Double { cellHeight + metrics.gap }
  /// The distance between the starts of two successive columns, with fractions.
  var columnPitch: Double { (width - 2 * margin + metrics.gap) / Double(columns) }
  /// The number of items.
  public var itemCount: Int { sections.itemCount }

  /// The distance of a column from the edge at which rows begin. For the column after the last one,
  /// the point one gap beyond the end of the cells.
  func start(ofColumn column: Int) -> Double {
    margin + (Double(column) * columnPitch).rounded()
  }

  /// The distance of an x coordinate from the edge at which rows begin.
  func distance(ofX x: Double) -> Double {
    // The left edge of a cell belongs to it, the right edge does not.
    metrics.isMirrored ? (width - x).nextDown : x
  }

  /// The y coordinate of the top of a section's first row.
  func cellsTop(ofSection section: Int) -> Double {
    tops[section] + (headerHeight > 0 ? headerHeight : metrics.margin)
  }

  // MARK: Frames

  /// The section of an item, its row in the section and its column.
  ///
  /// - Complexity: O(log sections).
  public func position(ofItem item: Int) -> (section: Int, row: Int, column: Int) {
    let section = sections.section(of: item)
    let number = item - sections.items(in: section).lowerBound
    return (section, number / columns, number % columns)
  }

  /// The frame of the cell of an item.
  ///
  /// - Complexity: O(log sections).
  public func frame(ofItem item: Int) -> Rect {
    let (section, row, column) = position(ofItem: item)
    let start = start(ofColumn: column)
    let width = max(1, self.start(ofColumn: column + 1) - metrics.gap - start)
    return Rect(
      x: metrics.isMirrored ? self.width - start - width : start,
      y: cellsTop(ofSection: section) + Double(row) * rowPitch, width: width, height: cellHeight)
  }

  /// The frame of the header of a section while it does not stick to the top; of height 0 without
  /// headers.
  public func frame(ofHeader section: Int) -> Rect {
    Rect(x: 0, y: tops[section], width: width, height: headerHeight)
  }
}
