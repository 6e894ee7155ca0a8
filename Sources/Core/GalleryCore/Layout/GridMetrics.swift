/// The lengths of a grid, in whole device pixels, so that cells at rest are sharp.
public struct GridMetrics: Hashable, Sendable {
  /// The gap between two cells, in points, as are the other constants of this type.
  ///
  /// - Source: 10 points in all grids that the design follows.
  static let gapLength = 10.0
  /// The margin between the window edges and the cells, in points: between Jun's 10 and
  /// JXPhotoBrowser's 30, which leaves room for the focus ring of a cell at the side.
  static let marginLength = 20.0
  /// The height of a section header, in points: a line of text with padding.
  static let headerLength = 40.0
  /// The distance between the last row of a section and the next header, in points: more than a
  /// gap.
  static let sectionLength = 16.0
  /// The minimum side of a cell, in points: a face can still be distinguished from a landscape.
  static let minCellLength = 64.0
  /// The maximum side of a cell, in points: up to it the shared thumbnails are sharp at scale 1.
  static let maxCellLength = 512.0
  /// The default side of a cell, in points.
  static let defaultCellLength = 200.0
  /// The height of a line of small text below a picture, with padding, in points.
  static let captionLength = 26.0
  /// The width of the scroll bar, in points.
  static let scrollBarLength = 14.0
  /// The minimum length, in points, of a scroll bar thumb that a finger or pointer can catch.
  static let thumbLength = 36.0
  /// The height, in points, of the edge zone in which a selection rectangle scrolls the grid.
  static let edgeLength = 48.0

  /// The number of device pixels per point.
  public let scale: Double
  /// The gap between two cells.
  public var gap: Double
  /// The margin around the cells.
  public var margin: Double
  /// The height of a section header.
  public var headerHeight: Double
  /// The distance below the last row of a section.
  public var sectionGap: Double
  /// The minimum cell side.
  public var minCellSide: Double
  /// The maximum cell side.
  public var largestSide: Double
  /// The default cell side.
  public var defaultSide: Double
  /// The width of the scroll bar.
  public var scrollBarWidth: Double
  /// The minimum length of the thumb of the scroll bar.
  public var minThumbLength: Double
  /// The height of the edge zone in which a selection rectangle scrolls the grid.
  public var edgeZone: Double
  /// The height of a cell divided by its width; 1 is square. Jun's grid has 740 / 510.
  public var cellAspect: Double

  /// The height below a cell's picture for its name; 0 without names.
  public var captionHeight: Double

  /// The height below the last row that a bar over the grid covers; 0 without one.
  package var bottomRoom = 0.0
  /// Whether rows begin at the right edge, as lines of Arabic and Hebrew do, and the scroll bar is
  /// at the left edge.
  package var isMirrored = false

  /// Makes the lengths at a UI scale, which is clamped to 0.25…16; 1 for a scale that is not
  /// positive and finite.
  public init(uiScale: Double = 1, cellAspect: Double = 1, showsNames: Bool = false) {
    let k = uiScale.isFinite && uiScale > 0 ? min(max(uiScale, 0.25), 16) : 1
    scale = k
    func pixels(_ points: Double) -> Double { (points * k).rounded() }
    gap = pixels(Self.gapLength)
    margin = pixels(Self.marginLength)
    headerHeight = pixels(Self.headerLength)
    sectionGap = pixels(Self.sectionLength)
    minCellSide = pixels(Self.minCellLength)
    largestSide = pixels(Self.maxCellLength)
    defaultSide = pixels(Self.defaultCellLength)
    scrollBarWidth = pixels(Self.scrollBarLength)
    minThumbLength = pixels(Self.thumbLength)
    edgeZone = pixels(Self.edgeLength)
    captionHeight = showsNames ? pixels(Self.captionLength) : 0
    self.cellAspect = cellAspect.isFinite ? min(max(cellAspect, 0.1), 10) : 1
  }

  /// `side` clamped to the permitted range; the default side when it is not finite.
  public func clamped(side: Double) -> Double {
    side.isFinite ? min(max(side, minCellSide), largestSide) : defaultSide
  }
}
