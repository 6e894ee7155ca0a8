public import Geometry

/// The frames of the sections, headers and cells of a grid, in device pixels from the top left
/// corner of the content.
///
/// Cells fill the width exactly: their edges are whole pixels, their widths differ by 1 at most,
/// their heights are equal. Every query is arithmetic within a section after a binary search for
/// the section; nothing is stored per item.
public struct GridLayout: Hashable, Sendable {
  /// The maximum width of a layout in device pixels; larger values are clamped.
  static let maxWidth = 1_000_000.0
  /// The maximum part of the width of a layout that each side margin takes in a narrow window.
  static let maxMarginShare = 0.1

  /// The width of the viewport of the grid, in whole device pixels.
  public let width: Double
  public let metrics: GridMetrics
  /// The sections of the grid, each with its number of items.
  public let sections: GridSections
  /// The number of columns of cells.
  public let columns: Int
  /// The height of a cell in device pixels, including the caption below its picture.
  public let cellHeight: Double
  /// The height of a section header in device pixels; 0 when the layout shows no headers.
  public let headerHeight: Double
  /// The height of all content in device pixels, including margins and the room for a bar at the
  /// bottom.
  public let contentHeight: Double
  /// The margin on the left and right sides of the cells, in device pixels.
  package let margin: Double
  /// The y coordinate of the top of every section, in device pixels from the top of the content.
  let sectionTops: [Double]

  /// Makes the layout whose cells, which together fill the width, are as near to `side` wide as the
  /// number of columns permits.
  ///
  /// - Parameters:
  ///   - width: the width of the viewport, in device pixels.
  ///   - side: the wanted width of a cell, in device pixels.
  ///   - omitsOnlyHeader: whether a single section has no header. Default: true.
  /// - Complexity: O(sections).
  public init(
    width: Double, sections: GridSections, side: Double, metrics: GridMetrics = GridMetrics(),
    omitsOnlyHeader: Bool = true
  ) {
    let columns = Self.fractionalColumns(width: width, side: side, metrics: metrics).rounded()
    self.init(
      width: width, sections: sections, columns: Int(columns), metrics: metrics,
      omitsOnlyHeader: omitsOnlyHeader)
  }

  /// Makes the layout with `columns` columns, or with fewer when cells would be narrower than one
  /// device pixel.
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
    var sectionTops: [Double] = []
    sectionTops.reserveCapacity(sections.count)
    var y = 0.0
    let above = headerHeight > 0 ? headerHeight : metrics.margin
    for section in 0..<sections.count {
      sectionTops.append(y)
      let rows = Self.rowCount(items: sections.items(in: section).count, columns: self.columns)
      let cells = rows > 0 ? Double(rows) * (cellHeight + metrics.gap) - metrics.gap : 0
      let isLast = section == sections.count - 1
      y += above + cells + (isLast ? metrics.margin : metrics.sectionGap)
    }
    self.sectionTops = sectionTops
    contentHeight = y + metrics.bottomInset
  }

  private static func clamped(width: Double) -> Double {
    width.isFinite ? min(max(1, width.rounded()), maxWidth) : 1
  }

  private static func margin(width: Double, metrics: GridMetrics) -> Double {
    min(metrics.margin, (width * maxMarginShare).rounded(.down))
  }

  /// The number of columns of cells of width `side` that fit into `width`, both in device pixels;
  /// with fractions, and at least 0.5. A `side` that is not finite counts as the default one.
  static func fractionalColumns(width: Double, side: Double, metrics: GridMetrics) -> Double {
    let width = clamped(width: width)
    let inner = width - 2 * margin(width: width, metrics: metrics)
    let side = side.isFinite ? max(1, side) : metrics.defaultCellSide
    return max(0.5, (inner + metrics.gap) / (side + metrics.gap))
  }

  /// The mean width of a cell in `columns` columns, in device pixels, with fractions; at least 1.
  func meanCellWidth(columns: Int) -> Double {
    max(1, (width - 2 * margin + metrics.gap) / Double(max(1, columns)) - metrics.gap)
  }

  static func rowCount(items count: Int, columns: Int) -> Int {
    count / columns + (count % columns == 0 ? 0 : 1)
  }

  // MARK: Lengths

  /// The mean width of a cell, in device pixels, with fractions; the widths of cells are whole and
  /// differ by at most 1.
  public var meanCellWidth: Double { meanCellWidth(columns: columns) }
  /// The distance between the tops of two successive rows of cells, in device pixels.
  public var rowPitch: Double { cellHeight + metrics.gap }
  /// The mean distance between the starts of two successive columns, in device pixels, with
  /// fractions.
  var columnPitch: Double { (width - 2 * margin + metrics.gap) / Double(columns) }
  /// The number of items in all sections.
  public var itemCount: Int { sections.itemCount }

  /// The distance of a column from the edge at which rows begin, in device pixels. For the index
  /// after the last column, the distance of a point one gap beyond the last cell.
  func distanceToStart(ofColumn column: Int) -> Double {
    margin + (Double(column) * columnPitch).rounded()
  }

  /// The distance of an x coordinate from the edge at which rows begin: the left edge, or the right
  /// one in a mirrored layout. In device pixels.
  func distanceFromRowStart(ofX x: Double) -> Double {
    // The left edge of a cell is a part of the cell, the right edge is not.
    metrics.isMirrored ? (width - x).nextDown : x
  }

  /// The y coordinate of the top of the first row of a section, in content coordinates.
  func cellsTop(ofSection section: Int) -> Double {
    sectionTops[section] + (headerHeight > 0 ? headerHeight : metrics.margin)
  }

  // MARK: Frames

  /// The section of an item, its row within that section, and its column; all from 0.
  ///
  /// - Complexity: O(log sections).
  public func position(ofItem item: Int) -> (section: Int, row: Int, column: Int) {
    let section = sections.section(of: item)
    let number = item - sections.items(in: section).lowerBound
    return (section, number / columns, number % columns)
  }

  /// The frame of the cell of an item, in content coordinates.
  ///
  /// - Complexity: O(log sections).
  public func frame(ofItem item: Int) -> Rect {
    let (section, row, column) = position(ofItem: item)
    let start = distanceToStart(ofColumn: column)
    let width = max(1, self.distanceToStart(ofColumn: column + 1) - metrics.gap - start)
    return Rect(
      x: metrics.isMirrored ? self.width - start - width : start,
      y: cellsTop(ofSection: section) + Double(row) * rowPitch, width: width, height: cellHeight)
  }

  /// The frame of the header of a section while the header is not kept at the top of the viewport,
  /// in content coordinates; of height 0 in a layout without headers.
  public func frame(ofHeader section: Int) -> Rect {
    Rect(x: 0, y: sectionTops[section], width: width, height: headerHeight)
  }
}
