/// The lengths of a grid, in device pixels; all of them whole, so that cells at rest are sharp.
public struct GridMetrics: Hashable, Sendable {
  /// The gap between two cells.
  ///
  /// - Source: 10 points in all of the seeds' grids.
  static let gapLength = 10.0
  /// From the window's sides, the top and the bottom to the cells: between Jun's 10 and
  /// JXPhotoBrowser's 30, so that the ring around a cell at the side has room.
  static let marginLength = 20.0
  /// A line of text with air around it.
  static let headerLength = 40.0
  /// Between the last row of a section and the next header: more than a gap, to part them.
  static let sectionLength = 16.0
  /// The smallest cell: a face can still be told from a landscape.
  static let smallestLength = 64.0
  /// The largest cell: the sharp limit of the shared thumbnails at scale 1.
  static let largestLength = 512.0
  /// The cell unless another is asked for.
  static let usualLength = 200.0
  /// A line of small text below a picture, with air around it.
  static let captionLength = 26.0
  /// The lane of the scroll bar at the right side.
  static let scrollBarLength = 14.0
  /// The shortest thumb that can be caught with a finger or a pointer.
  static let thumbLength = 36.0
  /// How near to an edge a selection rectangle begins to scroll.
  static let edgeLength = 48.0

  /// Device pixels per point.
  public let scale: Double
  /// Between two cells.
  public var gap: Double
  /// Around the cells.
  public var margin: Double
  /// A section's header.
  public var headerHeight: Double
  /// Below a section's last row.
  public var sectionGap: Double
  /// The smallest side of a cell that can be asked for.
  public var smallestSide: Double
  /// The largest side of a cell that can be asked for.
  public var largestSide: Double
  /// The side unless another is asked for.
  public var defaultSide: Double
  /// The scroll bar's lane.
  public var scrollBarWidth: Double
  /// The shortest thumb.
  public var shortestThumb: Double
  /// How near to an edge a selection rectangle begins to scroll.
  public var edgeZone: Double
  /// A cell's height over its width; 1 is square. Jun's grid has 740 / 510.
  public var cellAspect: Double

  /// The height below a cell's picture for its name; 0 without names.
  public var captionHeight: Double

  /// The lengths at a UI scale; one that makes no sense counts as 1.
  public init(uiScale: Double = 1, cellAspect: Double = 1, showsNames: Bool = false) {
    let k = uiScale.isFinite && uiScale > 0 ? min(max(uiScale, 0.25), 16) : 1
    scale = k
    func pixels(_ points: Double) -> Double { (points * k).rounded() }
    gap = pixels(Self.gapLength)
    margin = pixels(Self.marginLength)
    headerHeight = pixels(Self.headerLength)
    sectionGap = pixels(Self.sectionLength)
    smallestSide = pixels(Self.smallestLength)
    largestSide = pixels(Self.largestLength)
    defaultSide = pixels(Self.usualLength)
    scrollBarWidth = pixels(Self.scrollBarLength)
    shortestThumb = pixels(Self.thumbLength)
    edgeZone = pixels(Self.edgeLength)
    captionHeight = showsNames ? pixels(Self.captionLength) : 0
    self.cellAspect = cellAspect.isFinite ? min(max(cellAspect, 0.1), 10) : 1
  }

  /// `side` moved into what can be asked for; the default when it is not finite.
  public func clamped(side: Double) -> Double {
    side.isFinite ? min(max(side, smallestSide), largestSide) : defaultSide
  }
}
