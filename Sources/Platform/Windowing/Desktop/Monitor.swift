public import Geometry

/// A monitor that is connected to the X server, as RandR 1.5 describes it.
public nonisolated struct Monitor: Hashable, Sendable {
  /// The rectangle that the monitor shows of the X screen, in device pixels.
  public var frame: Rect
  /// Whether the user has chosen the monitor as the primary one.
  public var isPrimary: Bool
  /// The refresh rate in frames per second; 60 when the server does not report it.
  public var refreshRate: Double
  /// The device pixels per point that the environment sets for the monitor; nil when the display's
  /// scale applies to it.
  package var environmentScale: Double?

  public init(frame: Rect, isPrimary: Bool = false, refreshRate: Double = 60) {
    self.frame = frame
    self.isPrimary = isPrimary
    self.refreshRate = refreshRate
  }
}

nonisolated extension [Monitor] {
  /// The primary monitor, or the first one when the user has not chosen any; nil for an empty list.
  package var primary: Monitor? { first(where: \.isPrimary) ?? first }

  /// The index of the monitor that shows the largest part of `frame`, a rectangle on the X screen
  /// in device pixels; nil for an empty list.
  package func indexOfMonitor(under frame: Rect) -> Int? {
    indices.max { overlap(self[$0].frame, frame) < overlap(self[$1].frame, frame) }
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Double {
    a.intersection(b).map { $0.width * $0.height } ?? 0
  }
}
