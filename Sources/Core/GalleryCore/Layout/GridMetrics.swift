/// The lengths of a grid, in whole device pixels, so that cells at rest have sharp edges.
public struct GridMetrics: Hashable, Sendable {
  /// The gap between two cells, in points, multiplied by the UI scale before use.
  ///
  /// - Source: 10 points in all grids that the design follows.
  static let gapPoints = 10.0
  /// The margin between the window edges and the cells, in points: between the 10 points of the
  /// grid of JunPhotoBrowseDemo and the 30 points of that of JXPhotoBrowser. Such a margin leaves
  /// room for the focus ring of a cell at the edge.
  static let marginPoints = 20.0
  /// The height of a section header, in points: a line of text with padding.
  static let headerHeightPoints = 40.0
  /// The distance between the last row of a section and the next header, in points: more than the
  /// gap between two rows.
  static let sectionGapPoints = 16.0
  /// The minimum width of a cell, in points: a face can still be distinguished from a landscape.
  static let minCellSidePoints = 64.0
  /// The maximum width of a cell, in points: that of x-large thumbnails in the cache shared by
  /// desktop programs, which are sharp at this width and UI scale 1.
  static let maxCellSidePoints = 512.0
  /// The default width of a cell, in points.
  static let defaultCellSidePoints = 200.0
  /// The height of the caption below the picture of a cell, a line of small text with padding; in
  /// points.
  static let captionHeightPoints = 26.0
  /// The width of the scroll bar of the grid, in points.
  static let scrollBarWidthPoints = 14.0
  /// The minimum length, in points, of a scroll bar thumb that a finger or a pointer can grab.
  static let minThumbLengthPoints = 36.0
  /// The height, in points, of the zone at the top and bottom edge in which the drag of a selection
  /// rectangle scrolls the grid.
  static let edgeZonePoints = 48.0

  /// The number of device pixels per point: the UI scale.
  public let scale: Double
  /// The gap between two cells, in device pixels.
  public var gap: Double
  /// The margin around the cells of the grid, in device pixels.
  public var margin: Double
  /// The height of a section header, in device pixels.
  public var headerHeight: Double
  /// The distance between the last row of a section and the next header, in device pixels.
  public var sectionGap: Double
  /// The minimum width of a cell, in device pixels.
  public var minCellSide: Double
  /// The maximum width of a cell, in device pixels.
  public var maxCellSide: Double
  /// The default width of a cell, in device pixels.
  public var defaultCellSide: Double
  /// The width of the scroll bar of the grid, in device pixels.
  public var scrollBarWidth: Double
  /// The minimum length of the thumb of the scroll bar, in device pixels.
  public var minThumbLength: Double
  /// The height, in device pixels, of the zone at the top and bottom edge in which the drag of a
  /// selection rectangle scrolls the grid.
  public var edgeZone: Double
  /// The height of the picture part of a cell divided by its width; 1 is square. In the grid of
  /// JunPhotoBrowseDemo, the ratio is 740 / 510.
  public var cellAspect: Double

  /// The height of the caption below the picture of a cell, in device pixels; 0 when names are not
  /// shown.
  public var captionHeight: Double

  /// The height of a bar over the bottom of the grid, in device pixels, added below the last row; 0
  /// without a bar.
  package var bottomInset = 0.0
  /// Whether rows of cells begin at the right edge, as lines of Arabic and Hebrew do, and the
  /// scroll bar is at the left edge.
  package var isMirrored = false

  /// Makes the lengths of a grid at a UI scale.
  ///
  /// - Parameters:
  ///   - uiScale: device pixels per point, clamped to 0.25…16; 1 for a value that is not positive
  ///     and finite.
  ///   - cellAspect: the height of a picture part divided by its width, clamped to 0.1…10.
  ///   - showsNames: whether cells have a caption.
  public init(uiScale: Double = 1, cellAspect: Double = 1, showsNames: Bool = false) {
    let k = uiScale.isFinite && uiScale > 0 ? min(max(uiScale, 0.25), 16) : 1
    scale = k
    func pixels(_ points: Double) -> Double { (points * k).rounded() }
    gap = pixels(Self.gapPoints)
    margin = pixels(Self.marginPoints)
    headerHeight = pixels(Self.headerHeightPoints)
    sectionGap = pixels(Self.sectionGapPoints)
    minCellSide = pixels(Self.minCellSidePoints)
    maxCellSide = pixels(Self.maxCellSidePoints)
    defaultCellSide = pixels(Self.defaultCellSidePoints)
    scrollBarWidth = pixels(Self.scrollBarWidthPoints)
    minThumbLength = pixels(Self.minThumbLengthPoints)
    edgeZone = pixels(Self.edgeZonePoints)
    captionHeight = showsNames ? pixels(Self.captionHeightPoints) : 0
    self.cellAspect = cellAspect.isFinite ? min(max(cellAspect, 0.1), 10) : 1
  }

  /// The cell width `side`, in device pixels, clamped to the permitted range; ``defaultCellSide``
  /// when it is not finite.
  public func clamped(side: Double) -> Double {
    side.isFinite ? min(max(side, minCellSide), maxCellSide) : defaultCellSide
  }
}
