import Motion

/// Turns the server's millisecond counter, which wraps every 49.7 days, into instants.
///
/// A server on this machine counts the same monotonic clock we read: then only the upper bits are
/// missing. One elsewhere counts from its own origin: the smallest difference seen between our
/// clock and its counter is the offset plus the shortest way an event ever took.
nonisolated struct ServerClock {
  /// Seconds a local server's stamp may lie behind our clock: events wait that long at most.
  private static let plausibleAge = 30.0
  /// Seconds a local server's stamp may lie ahead: rounding of its millisecond counter.
  private static let plausibleLead = 0.05
  private static let wrap = 4_294_967.296

  private var offset: Double?

  /// The instant of a server time; never later than `now`, never NaN.
  mutating func instant(of milliseconds: UInt32, now: Timestamp) -> Timestamp {
    let seconds = Double(milliseconds) / 1000
    let phase = now.seconds - seconds
    let turns = (phase / Self.wrap).rounded()
    let difference = phase - turns * Self.wrap
    if offset == nil {
      let isLocal = difference > -Self.plausibleLead && difference < Self.plausibleAge
      offset = isLocal ? 0 : difference
    }
    guard let known = offset, known != 0 else {
      return min(now, Timestamp(seconds: seconds + turns * Self.wrap))
    }
    let shortest = min(known, difference)
    offset = shortest
    return min(now, Timestamp(seconds: now.seconds - difference + shortest))
  }
}
