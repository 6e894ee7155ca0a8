/// The options of a grid that a host or a user may change.
public struct GalleryOptions: Hashable, Sendable {
  /// The number of device pixels per point of the interface. Default 1.
  public var uiScale = 1.0
  /// The preferred side of a cell, in points. Default 200.
  public var cellSide = GridMetrics.defaultCellLength
  /// The minimum number of columns of a grid whose cells fill the width and are not resized by the
  /// user; there are more columns where cells would be wider than ``cellSide``. Default nil: as
  /// many columns as bring the cells nearest to ``cellSide``.
  public var minColumns: Int?
  /// The gap between two cells, in points. Default 10.
  public var gap = GridMetrics.gapLength
  /// The margin around the cells, in points; at most a tenth of the width at the sides. Default 20.
  public var margin = GridMetrics.marginLength
  /// The height of a cell divided by its width. Default 1.
  public var cellAspect = 1.0
  /// Whether there is room for a name below each picture. Default false.
  public var showsNames = false
  /// Whether the header is omitted when there is only one section. Default true.
  public var omitsOnlyHeader = true
  /// Whether every animation is replaced by its final state. Default false.
  public var reducesMotion = false

  /// The height below the last row that a bar over the grid covers, in points. Default 0.
  package var bottomRoom = 0.0
  /// Whether rows begin at the right edge. Default false.
  package var isMirrored = false

  public init() {}

  /// The lengths in device pixels that result from these options.
  public var metrics: GridMetrics {
    var metrics = GridMetrics(uiScale: uiScale, cellAspect: cellAspect, showsNames: showsNames)
    metrics.gap = pixels(gap, at: metrics.scale)
    metrics.margin = pixels(margin, at: metrics.scale)
    metrics.bottomRoom = pixels(bottomRoom, at: metrics.scale)
    metrics.isMirrored = isMirrored
    return metrics
  }

  /// A length in whole device pixels; 0 for one that is negative or not finite.
  private func pixels(_ length: Double, at scale: Double) -> Double {
    length.isFinite ? max(0, (length * scale).rounded()) : 0
  }

  /// The preferred side of a cell in device pixels, clamped to the permitted range.
  var preferredSide: Double {
    get { metrics.clamped(side: cellSide * metrics.scale) }
    set { cellSide = metrics.clamped(side: newValue) / metrics.scale }
  }

  /// The layout of a list in a viewport of `width` device pixels.
  func makeLayout(width: Double, sections: GridSections) -> GridLayout {
    let metrics = metrics
    guard let minColumns else {
      return GridLayout(
        width: width, sections: sections, side: preferredSide, metrics: metrics,
        omitsOnlyHeader: omitsOnlyHeader)
    }
    let side = cellSide * metrics.scale
    let columns = GridLayout.exactColumns(width: width, side: side, metrics: metrics).rounded(.up)
    return GridLayout(
      width: width, sections: sections, columns: max(minColumns, Int(columns)), metrics: metrics,
      omitsOnlyHeader: omitsOnlyHeader)
  }
}
