/// The options of a grid that a host or a user may change.
public struct GalleryOptions: Hashable, Sendable {
  /// Device pixels per point of the interface. Default 1.
  public var uiScale = 1.0
  /// The preferred side of a cell, in points. Default 200.
  public var cellSide = GridMetrics.defaultCellLength
  /// The height of a cell divided by its width. Default 1.
  public var cellAspect = 1.0
  /// Whether there is room for a name below each picture. Default false.
  public var showsNames = false
  /// Whether the header is omitted when there is only one section. Default true.
  public var omitsOnlyHeader = true
  /// Whether every animation is replaced by its final state. Default false.
  public var reducesMotion = false

  public init() {}

  /// The lengths in device pixels that result from these options.
  public var metrics: GridMetrics {
    GridMetrics(uiScale: uiScale, cellAspect: cellAspect, showsNames: showsNames)
  }

  /// The preferred side of a cell in device pixels, clamped to the permitted range.
  var preferredSide: Double {
    get { metrics.clamped(side: cellSide * metrics.scale) }
    set { cellSide = metrics.clamped(side: newValue) / metrics.scale }
  }
}
