public import Geometry

/// One monitor, as RandR 1.5 describes it.
public nonisolated struct Monitor: Hashable, Sendable {
  /// The frame on the X screen, in device pixels.
  public var frame: Rect
  /// Whether the user has chosen the monitor as the primary one.
  public var isPrimary: Bool
  /// The refresh rate in frames per second; 60 when the server does not report it.
  public var refreshRate: Double
  /// The device pixels per point that the environment sets for the monitor; nil where those of the
  /// display apply.
  package var scale: Double?

  public init(frame: Rect, isPrimary: Bool = false, refreshRate: Double = 60) {
    self.frame = frame
    self.isPrimary = isPrimary
    self.refreshRate = refreshRate
  }
}

nonisolated extension [Monitor] {
  /// The primary monitor, or the first one where the user has not chosen any.
  package var primary: Monitor? { first(where: \.isPrimary) ?? first }

  /// The index of the monitor with the largest part of a frame on the X screen; nil where there is
  /// no monitor.
  package func indexOfMonitor(under frame: Rect) -> Int? {
    indices.max { overlap(self[$0].frame, frame) < overlap(self[$1].frame, frame) }
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Double {
    a.intersection(b).map { $0.width * $0.height } ?? 0
  }
}
