import Motion

/// The conversion of the X server's millisecond counter, which wraps every 49.7 days, to instants
/// of the local clock.
///
/// A server on this machine counts the local monotonic clock, so only the upper bits are missing. A
/// remote server counts from another time: the smallest difference seen between the local clock and
/// its counter is the offset plus the shortest latency of an event.
nonisolated struct ServerTimeConverter {
  /// The maximum age, in seconds, that an event may seem to have for its server to count as local.
  private static let plausibleAge = 30.0
  /// The maximum lead of a local server's time over the local clock in seconds, caused by rounding
  /// to milliseconds.
  private static let plausibleLead = 0.05
  private static let counterPeriod = 4_294_967.296

  private var offset: Double?

  /// The instant of a server time in milliseconds, given the present instant; never later than
  /// `now`, never NaN.
  mutating func instant(of milliseconds: UInt32, now: Timestamp) -> Timestamp {
    let seconds = Double(milliseconds) / 1000
    let phase = now.seconds - seconds
    let turns = (phase / Self.counterPeriod).rounded()
    let difference = phase - turns * Self.counterPeriod
    if offset == nil {
      let isLocal = difference > -Self.plausibleLead && difference < Self.plausibleAge
      offset = isLocal ? 0 : difference
    }
    guard let known = offset, known != 0 else {
      return min(now, Timestamp(seconds: seconds + turns * Self.counterPeriod))
    }
    let shortest = min(known, difference)
    offset = shortest
    return min(now, Timestamp(seconds: now.seconds - difference + shortest))
  }
}
