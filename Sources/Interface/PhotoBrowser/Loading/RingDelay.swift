import Motion

/// How long a page waits before it says so: what is there sooner needs no progress ring.
struct RingDelay {
  /// What takes longer than this shows a ring, in seconds.
  private static let length = 0.15

  /// True while the ring is still to come.
  private(set) var isRunning = false
  /// When it comes; nil before the first frame of the wait, and when none is to come.
  private(set) var deadline: Timestamp?

  /// Counts from the next frame on.
  mutating func start() {
    isRunning = true
    deadline = nil
  }

  /// Nothing is waited for any more.
  mutating func stop() {
    isRunning = false
    deadline = nil
  }

  /// Counts up to a frame's time.
  ///
  /// - Returns: true once, when the ring has to be there.
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
