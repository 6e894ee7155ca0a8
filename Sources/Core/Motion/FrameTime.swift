/// The frozen time of one frame: everything drawn in it is drawn as of this instant.
public struct FrameTime: Hashable, Sendable {
  /// When the frame will be seen; animations are evaluated here.
  public var presentation: Timestamp
  /// Seconds from this frame to the next one, at the monitor's rate.
  public var interval: Double

  /// Makes a frame time; the interval defaults to that of a 60 Hz monitor.
  public init(presentation: Timestamp, interval: Double = 1.0 / 60) {
    self.presentation = presentation
    self.interval = interval
  }
}
