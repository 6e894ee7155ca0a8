/// A rate limiter that counts packets in intervals of one second.
package struct PacketRateLimiter {
  private let maximum: Int
  private var start = -Double.infinity
  private var count = 0

  /// Makes a limiter for `maximum` packets per second.
  package init(maximum: Int) { self.maximum = maximum }

  /// Counts a packet received at the time `seconds` of a monotonic clock.
  ///
  /// - Returns: false for a packet beyond the limit of its interval.
  package mutating func admitPacket(at seconds: Double) -> Bool {
    if seconds - start >= 1 { (start, count) = (seconds, 0) }
    count += 1
    return count <= maximum
  }
}
