import Geometry
import RealModule

/// The options, the size of the visible area and the sections of a grid, with the layout that
/// results from them.
struct GridArrangement: Hashable, Sendable {
  private(set) var options: GalleryOptions
  /// The size of the visible area of the grid, in device pixels.
  private(set) var viewport: Size
  private(set) var layout: GridLayout

  init(viewport: Size, sections: GridSections, options: GalleryOptions) {
    self.options = options
    self.viewport = Self.wholePixels(viewport)
    layout = options.makeLayout(width: self.viewport.width, sections: sections)
  }

  /// `size` rounded to whole device pixels and clamped to 0…``GridLayout/maxWidth``; a length that
  /// is not finite becomes 0.
  static func wholePixels(_ size: Size) -> Size {
    func whole(_ length: Double) -> Double {
      length.isFinite ? min(max(0, length.rounded()), GridLayout.maxWidth) : 0
    }
    return Size(width: whole(size.width), height: whole(size.height))
  }

  // MARK: Reading

  var extent: GridExtent {
    GridExtent(contentHeight: layout.contentHeight, viewportHeight: viewport.height)
  }

  /// `item` if the grid has an item of that index, else nil.
  func validItem(_ item: Int?) -> Int? {
    item.flatMap { (0..<layout.itemCount).contains($0) ? $0 : nil }
  }

  /// The part of the viewport that neither a sticky header nor a bar at the bottom covers, in
  /// viewport coordinates.
  var uncoveredArea: Rect {
    let top = min(layout.headerHeight, viewport.height)
    let height = max(0, viewport.height - top - layout.metrics.bottomInset)
    return Rect(x: 0, y: top, width: viewport.width, height: height)
  }

  /// The indices of the items in the rows that lie wholly or partly in ``uncoveredArea`` at a
  /// vertical scroll offset in device pixels.
  func uncoveredItems(atOffset offset: Double) -> Range<Int> {
    layout.items(in: uncoveredArea.offset(by: Vector(dx: 0, dy: offset)))
  }

  /// The first item whose top edge is in ``uncoveredArea`` at a vertical scroll offset. If no top
  /// edge is, the first item that is partly visible; 0 when no item is visible.
  func firstVisibleItem(atOffset offset: Double) -> Int {
    let rows = uncoveredItems(atOffset: offset)
    let first = rows.first { layout.frame(ofItem: $0).minY >= uncoveredArea.minY + offset }
    return first ?? validItem(rows.lowerBound) ?? 0
  }

  /// The track of the scroll bar of the grid, in viewport coordinates.
  var scrollBarTrack: Rect {
    let width = min(options.metrics.scrollBarWidth, viewport.width)
    return Rect(
      x: layout.metrics.isMirrored ? 0 : viewport.width - width, y: 0, width: width,
      height: viewport.height)
  }

  /// The thumb of the scroll bar of the grid; nil when all content fits into the viewport.
  func scrollBarThumb(of extent: GridExtent) -> ScrollThumb? {
    ScrollThumb(
      extent: extent, track: scrollBarTrack.height, shortest: options.metrics.minThumbLength)
  }

  // MARK: Layouts

  /// The layout of `sections`, or of the current sections, for the current width and preferred cell
  /// size.
  func makeLayout(sections: GridSections? = nil) -> GridLayout {
    options.makeLayout(width: viewport.width, sections: sections ?? layout.sections)
  }

  /// The layout of the current sections in `columns` columns.
  func makeLayout(columns: Int) -> GridLayout {
    GridLayout(
      width: viewport.width, sections: layout.sections, columns: columns,
      metrics: options.metrics, omitsOnlyHeader: options.omitsOnlyHeader)
  }

  mutating func adopt(_ layout: GridLayout) { self.layout = layout }
  /// Replaces the options of the grid; the layout is not changed before the next `adopt(_:
  /// GridLayout)`.
  mutating func adopt(_ options: GalleryOptions) { self.options = options }
  /// Replaces the size of the visible area; the layout is not changed before the next `adopt(_:
  /// GridLayout)`.
  mutating func adopt(viewport: Size) { self.viewport = viewport }
  /// Makes `side`, in device pixels, the preferred cell width of the options.
  mutating func setPreferredSide(_ side: Double) { options.preferredSide = side }
  mutating func resetPreferredSide() { options.cellSide = GridMetrics.defaultCellSidePoints }

  // MARK: Cell sizes

  /// The permitted numbers of columns, from that of the largest to that of the smallest cells; only
  /// the current number when the options fix the columns.
  var columnRange: ClosedRange<Int> {
    guard options.minColumns == nil else { return layout.columns...layout.columns }
    func columns(_ side: Double) -> Int { Int(fractionalColumns(side: side).rounded()) }
    let fewest = max(1, columns(layout.metrics.maxCellSide))
    return fewest...max(fewest, columns(layout.metrics.minCellSide))
  }

  /// The number of columns of cells of width `side`, in device pixels, that fill the width of the
  /// grid; with a fraction.
  func fractionalColumns(side: Double) -> Double {
    GridLayout.fractionalColumns(width: layout.width, side: side, metrics: layout.metrics)
  }

  /// The permitted number of columns whose cell width is nearest to `side`, with hysteresis in
  /// favour of the current number.
  func nearestColumns(to side: Double) -> Int {
    let range = columnRange
    let limited = min(
      max(fractionalColumns(side: side), Double(range.lowerBound)), Double(range.upperBound))
    guard abs(limited - Double(layout.columns)) > 0.5 + GridZoom.columnHysteresis else {
      return min(max(layout.columns, range.lowerBound), range.upperBound)
    }
    return Int(limited.rounded())
  }

  /// The shown cell width for the width `side` to which a pinch scales a cell: beyond the permitted
  /// cell sizes, the excess is damped.
  func resisted(side: Double) -> Double {
    let limited = clampedToColumnRange(side: side)
    return limited * Double.pow(side / limited, GridZoom.elasticExponent)
  }

  /// The cell width of a pinch for the shown width `side`: the inverse of `resisted(side:)`, for a
  /// pinch that begins while cells are beyond the permitted sizes.
  func unresisted(side: Double) -> Double {
    let limited = clampedToColumnRange(side: side)
    return limited * Double.pow(side / limited, 1 / GridZoom.elasticExponent)
  }

  private func clampedToColumnRange(side: Double) -> Double {
    let range = columnRange
    return min(
      max(side, layout.meanCellWidth(columns: range.upperBound)),
      layout.meanCellWidth(columns: range.lowerBound))
  }
}
