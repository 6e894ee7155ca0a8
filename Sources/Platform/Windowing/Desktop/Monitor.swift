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
