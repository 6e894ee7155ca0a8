/// What a host or a user may change about how the grid looks and behaves.
public struct GalleryTuning: Hashable, Sendable {
  /// Device pixels per point of the interface. Default 1.
  public var uiScale = 1.0
  /// The wanted side of a cell, in points. Default 200.
  public var cellSide = GridMetrics.usualLength
  /// A cell's height over its width. Default 1.
  public var cellAspect = 1.0
  /// True leaves room for a name below each picture. Default false.
  public var showsNames = false
  /// True shows no header when there is only one section. Default true.
  public var omitsOnlyHeader = true
  /// True replaces every animation by its end. Default false.
  public var reducesMotion = false

  /// Makes the defaults.
  public init() {}

  /// The lengths that follow.
  public var metrics: GridMetrics {
    GridMetrics(uiScale: uiScale, cellAspect: cellAspect, showsNames: showsNames)
  }

  /// The wanted side of a cell in device pixels, within its limits.
  var wantedSide: Double {
    get { metrics.clamped(side: cellSide * metrics.scale) }
    set { cellSide = metrics.clamped(side: newValue) / metrics.scale }
  }
}
