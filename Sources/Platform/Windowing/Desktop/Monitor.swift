public import Geometry

/// One monitor, as RandR 1.5 describes it.
public nonisolated struct Monitor: Hashable, Sendable {
  /// The frame on the X screen, in device pixels.
  public var frame: Rect
  /// Whether the user has chosen the monitor as the primary one.
  public var isPrimary: Bool
  /// The refresh rate in frames per second; 60 when the server does not report it.
  public var refreshRate: Double

  public init(frame: Rect, isPrimary: Bool = false, refreshRate: Double = 60) {
    self.frame = frame
    self.isPrimary = isPrimary
    self.refreshRate = refreshRate
  }
}

nonisolated extension [Monitor] {
  /// The index of the monitor with the largest part of a frame on the X screen; nil where there is
  /// no monitor.
  package func indexOfMonitor(under frame: Rect) -> Int? {
    indices.max { overlap(self[$0].frame, frame) < overlap(self[$1].frame, frame) }
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Double {
    a.intersection(b).map { $0.width * $0.height } ?? 0
  }
}
