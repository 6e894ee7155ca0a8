import Motion

/// The delay before a progress ring appears; a load that ends sooner shows no ring.
struct ProgressRingDelay {
  /// The time in seconds from the first frame after ``start()`` until the ring appears.
  private static let duration = 0.15

  /// Whether the delay is running, so that the ring will appear.
  private(set) var isRunning = false
  /// The time at which the ring appears; nil while the delay is not running, and before the first
  /// frame after its start.
  private(set) var deadline: Timestamp?

  /// Starts the delay; its time is measured from the next frame on.
  mutating func start() {
    isRunning = true
    deadline = nil
  }

  /// Cancels the delay, so that the ring does not appear.
  mutating func stop() {
    isRunning = false
    deadline = nil
  }

  /// Advances the delay to the time of a frame.
  ///
  /// - Returns: true once, when the ring has to appear.
  mutating func endIfExpired(at t: Timestamp) -> Bool {
    guard isRunning else { return false }
    let end = deadline ?? t + Self.duration
    guard t >= end else {
      deadline = end
      return false
    }
    stop()
    return true
  }
}
