/// A rate limiter that counts packets in intervals of one second.
package struct PacketRateLimiter {
  private let maxPacketsPerSecond: Int
  private var intervalStart = -Double.infinity
  private var packetCount = 0

  /// Makes a limiter for `maxPacketsPerSecond` packets per second.
  package init(maximum: Int) { self.maxPacketsPerSecond = maximum }

  /// Counts a packet received at the time `seconds` of a monotonic clock.
  ///
  /// - Returns: false for a packet beyond the limit of its interval.
  package mutating func admitPacket(at seconds: Double) -> Bool {
    if seconds - intervalStart >= 1 { (intervalStart, packetCount) = (seconds, 0) }
    packetCount += 1
    return packetCount <= maxPacketsPerSecond
  }
}
