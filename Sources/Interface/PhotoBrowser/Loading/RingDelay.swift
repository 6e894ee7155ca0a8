import Motion

/// The delay before a progress ring appears: loads that finish sooner show no ring.
struct RingDelay {
  /// The delay in seconds.
  private static let length = 0.15

  /// True while the ring is still to appear.
  private(set) var isRunning = false
  /// The time at which the ring appears; nil before the first frame of the wait, and while not
  /// running.
  private(set) var deadline: Timestamp?

  /// Starts the delay; it is measured from the next frame on.
  mutating func start() {
    isRunning = true
    deadline = nil
  }

  /// Cancels the delay.
  mutating func stop() {
    isRunning = false
    deadline = nil
  }

  /// Advances to the time of a frame.
  ///
  /// - Returns: true once, when the ring has to appear.
  mutating func isOver(at t: Timestamp) -> Bool {
    guard isRunning else { return false }
    let end = deadline ?? t + Self.length
    guard t >= end else {
      deadline = end
      return false
    }
    stop()
    return true
  }
}
