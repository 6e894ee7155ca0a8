/// The time of one frame, at which all motion in it is evaluated.
public struct FrameTime: Hashable, Sendable {
  /// The instant at which the frame is presented on the monitor; animations are evaluated at this
  /// time.
  public var presentation: Timestamp
  /// The refresh interval of the monitor, in seconds.
  public var interval: Double

  /// Creates a frame time; the default interval is that of a 60 Hz monitor.
  public init(presentation: Timestamp, interval: Double = 1.0 / 60) {
    self.presentation = presentation
    self.interval = interval
  }
}
