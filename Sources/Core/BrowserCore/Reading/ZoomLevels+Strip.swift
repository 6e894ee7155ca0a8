import Geometry

extension ZoomLevels {
  /// The minimum width of the column of pages in a strip, as a share of the viewport's shorter
  /// side: pages are still recognisable, and about twenty are visible.
  static let minColumnWidthShare = 0.25
  /// The minimum ratio of the viewport's width to the width of a strip's column of pages at which a
  /// double click widens the column to the viewport.
  static let minWideningRatio = 1.3

  /// The width of the column of pages in a strip at fit, in device pixels: that of the viewport,
  /// but no wider than the viewport is high unless `mode` asks for more, because otherwise only a
  /// narrow band of a page would be visible.
  static func columnWidth(in viewport: Size, mode: BrowserTuning.ZoomMode) -> Double {
    switch mode {
    case .automatic, .whole, .height: max(1, min(viewport.width, viewport.height))
    case .width, .fill: max(1, viewport.width)
    }
  }

  /// Computes the zoom levels of a strip of pages that is `width` units wide.
  ///
  /// - Parameter maximumFactor: the maximum scale divided by fit; a value below 1 counts as 1. With
  ///   nil it is ``defaultMaxRatioToFit``.
  init(
    stripOfWidth width: Double, viewport: Size, mode: BrowserTuning.ZoomMode,
    maximumFactor: Double?
  ) {
    let column = Self.columnWidth(in: viewport, mode: mode)
    let least = min(viewport.width, viewport.height) * Self.minColumnWidthShare
    fit = column / width
    minimum = min(fit, max(1, least) / width)
    maximum = fit * max(1, maximumFactor ?? Self.defaultMaxRatioToFit)
    let isNarrow = viewport.width >= Self.minWideningRatio * column
    doubleTapScale = isNarrow ? viewport.width / width : fit * Self.doubleTapRatioToFit
    doubleTapScale = min(max(doubleTapScale, minimum), maximum)
    readingAxis = .vertical
    isStrip = true
  }
}
