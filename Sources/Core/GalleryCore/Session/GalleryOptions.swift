/// The options of a grid that a program or its user may change.
public struct GalleryOptions: Hashable, Sendable {
  /// The number of device pixels per point. Default 1.
  public var uiScale = 1.0
  /// The preferred width of a cell, in points. Default 200.
  public var cellSide = GridMetrics.defaultCellSidePoints
  /// The minimum number of columns, for a grid whose cells the user cannot resize; the grid has
  /// more columns where cells would be wider than ``cellSide``. Default nil: as many columns as
  /// bring the width of cells nearest to ``cellSide``.
  public var minColumns: Int?
  /// The gap between two cells, in points. Default 10.
  public var gap = GridMetrics.gapPoints
  /// The margin around the cells, in points; at the sides at most a tenth of the viewport width.
  /// Default 20.
  public var margin = GridMetrics.marginPoints
  /// The height of the picture part of a cell divided by its width. Default 1.
  public var cellAspect = 1.0
  /// Whether each cell has a caption for the name below its picture. Default false.
  public var showsNames = false
  /// Whether a grid with a single section shows no section header. Default true.
  public var omitsOnlyHeader = true
  /// Whether every animation of the grid is replaced by its final state. Default false.
  public var reducesMotion = false

  /// The height of a bar over the bottom of the grid, in points, added below the last row. Default
  /// 0.
  package var bottomInset = 0.0
  /// Whether rows of cells begin at the right edge, as lines of Arabic do. Default false.
  package var isMirrored = false

  public init() {}

  /// The lengths in device pixels that result from these options.
  public var metrics: GridMetrics {
    var metrics = GridMetrics(uiScale: uiScale, cellAspect: cellAspect, showsNames: showsNames)
    metrics.gap = pixels(gap, at: metrics.scale)
    metrics.margin = pixels(margin, at: metrics.scale)
    metrics.bottomInset = pixels(bottomInset, at: metrics.scale)
    metrics.isMirrored = isMirrored
    return metrics
  }

  /// `length` in points as whole device pixels at a UI scale; 0 for a length that is negative or
  /// not finite.
  private func pixels(_ length: Double, at scale: Double) -> Double {
    length.isFinite ? max(0, (length * scale).rounded()) : 0
  }

  /// The preferred width of a cell in device pixels, clamped to the permitted range.
  var preferredSide: Double {
    get { metrics.clamped(side: cellSide * metrics.scale) }
    set { cellSide = metrics.clamped(side: newValue) / metrics.scale }
  }

  /// The layout of sections in a viewport of `width` device pixels, with the columns that these
  /// options lead to.
  func makeLayout(width: Double, sections: GridSections) -> GridLayout {
    let metrics = metrics
    guard let minColumns else {
      return GridLayout(
        width: width, sections: sections, side: preferredSide, metrics: metrics,
        omitsOnlyHeader: omitsOnlyHeader)
    }
    let side = cellSide * metrics.scale
    let columns = GridLayout.fractionalColumns(width: width, side: side, metrics: metrics).rounded(
      .up)
    return GridLayout(
      width: width, sections: sections, columns: max(minColumns, Int(columns)), metrics: metrics,
      omitsOnlyHeader: omitsOnlyHeader)
  }
}
