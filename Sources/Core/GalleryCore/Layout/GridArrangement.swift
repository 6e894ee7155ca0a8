import Geometry
import RealModule

/// The options, the visible area and the list of a grid, with the layout that results from them.
struct GridArrangement: Hashable, Sendable {
  private(set) var options: GalleryOptions
  /// The size of the visible area, in device pixels.
  private(set) var viewport: Size
  private(set) var layout: GridLayout

  init(viewport: Size, sections: GridSections, options: GalleryOptions) {
    self.options = options
    self.viewport = Self.whole(viewport)
    layout = options.makeLayout(width: self.viewport.width, sections: sections)
  }

  /// `size` in whole pixels, clamped to 0…``GridLayout/maxWidth``; a length that is not finite
  /// becomes 0.
  static func whole(_ size: Size) -> Size {
    func whole(_ length: Double) -> Double {
      length.isFinite ? min(max(0, length.rounded()), GridLayout.maxWidth) : 0
    }
    return Size(width: whole(size.width), height: whole(size.height))
  }

  // MARK: Reading

  var extent: GridExtent {
    GridExtent(content: layout.contentHeight, viewport: viewport.height)
  }

  /// `item` if the list contains it, else nil.
  func existing(_ item: Int?) -> Int? {
    item.flatMap { (0..<layout.itemCount).contains($0) ? $0 : nil }
  }

  /// The part of the viewport that neither a sticky header nor a bar at the bottom covers.
  var clearArea: Rect {
    let top = min(layout.headerHeight, viewport.height)
    let height = max(0, viewport.height - top - layout.metrics.bottomRoom)
    return Rect(x: 0, y: top, width: viewport.width, height: height)
  }

  /// The items of the rows that the clear area shows, wholly or partly, at a scroll offset in
  /// device pixels.
  func clearItems(atOffset offset: Double) -> Range<Int> {
    layout.items(in: clearArea.offset(by: Vector(dx: 0, dy: offset)))
  }

  /// The first item whose top edge is visible at a scroll offset; 0 when there is none.
  func firstVisible(atOffset offset: Double) -> Int {
    let rows = clearItems(atOffset: offset)
    let first = rows.first { layout.frame(ofItem: $0).minY >= clearArea.minY + offset }
    return first ?? existing(rows.lowerBound) ?? 0
  }

  /// The track of the scroll bar, in viewport coordinates.
  var track: Rect {
    let width = min(options.metrics.scrollBarWidth, viewport.width)
    return Rect(
      x: layout.metrics.isMirrored ? 0 : viewport.width - width, y: 0, width: width,
      height: viewport.height)
  }

  /// The thumb of the scroll bar; nil when all content fits.
  func thumb(of extent: GridExtent) -> ScrollThumb? {
    ScrollThumb(extent: extent, track: track.height, shortest: options.metrics.minThumbLength)
  }

  // MARK: Layouts

  /// The layout of a list, or of the current one, for the current width and preferred cell size.
  func makeLayout(sections: GridSections? = nil) -> GridLayout {
    options.makeLayout(width: viewport.width, sections: sections ?? layout.sections)
  }

  /// The layout of the current list in `columns` columns.
  func makeLayout(columns: Int) -> GridLayout {
    GridLayout(
      width: viewport.width, sections: layout.sections, columns: columns,
      metrics: options.metrics, omitsOnlyHeader: options.omitsOnlyHeader)
  }

  mutating func adopt(_ layout: GridLayout) { self.layout = layout }
  /// Replaces the options; the layout stays until another is adopted.
  mutating func adopt(_ options: GalleryOptions) { self.options = options }
  /// Replaces the viewport; the layout stays until another is adopted.
  mutating func adopt(viewport: Size) { self.viewport = viewport }
  /// Makes the cell size of the current layout the preferred one.
  mutating func preferSide(_ side: Double) { options.preferredSide = side }
  mutating func preferDefaultSide() { options.cellSide = GridMetrics.defaultCellLength }

  // MARK: Cell sizes

  /// The numbers of columns from the largest to the smallest permitted cells.
  var columnRange: ClosedRange<Int> {
    guard options.minColumns == nil else { return layout.columns...layout.columns }
    func columns(_ side: Double) -> Int { Int(exactColumns(side: side).rounded()) }
    let fewest = max(1, columns(layout.metrics.largestSide))
    return fewest...max(fewest, columns(layout.metrics.minCellSide))
  }

  /// The number of columns, with a fraction, of cells of width `side`.
  func exactColumns(side: Double) -> Double {
    GridLayout.exactColumns(width: layout.width, side: side, metrics: layout.metrics)
  }

  /// The number of columns whose cells are nearest to `side`, with hysteresis in favour of the
  /// current number.
  func nearestColumns(to side: Double) -> Int {
    let range = columnRange
    let limited = min(
      max(exactColumns(side: side), Double(range.lowerBound)), Double(range.upperBound))
    guard abs(limited - Double(layout.columns)) > 0.5 + GridZoom.hysteresis else {
      return min(max(layout.columns, range.lowerBound), range.upperBound)
    }
    return Int(limited.rounded())
  }

  /// The displayed cell side for a pinched side: beyond the limits the change is damped.
  func elastic(side: Double) -> Double {
    let limited = limited(side)
    return limited * Double.pow(side / limited, GridZoom.elasticExponent)
  }

  /// The pinched cell side for a displayed side: the inverse of `elastic`, for a pinch that catches
  /// cells beyond the limits.
  func unelastic(side: Double) -> Double {
    let limited = limited(side)
    return limited * Double.pow(side / limited, 1 / GridZoom.elasticExponent)
  }

  private func limited(_ side: Double) -> Double {
    let range = columnRange
    return min(
      max(side, layout.side(columns: range.upperBound)), layout.side(columns: range.lowerBound))
  }
}
