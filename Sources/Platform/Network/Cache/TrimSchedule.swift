/// The decision when the cache is trimmed: after the first download of a session, and then whenever as
/// many bytes have come in as trimming leaves free.
nonisolated struct TrimSchedule {
  private let limit: Int
  private var arrived = 0
  private var hasTrimmed = false

  /// Makes the schedule of a session that has not loaded anything.
  init(budget: Int) { limit = budget / WebCache.slackShare }

  /// Counts bytes that were written to the cache.
  mutating func count(_ bytes: Int) {
    let (sum, isOver) = arrived.addingReportingOverflow(max(0, bytes))
    arrived = isOver ? .max : sum
  }

  /// True when the cache has to be trimmed now; the count then begins anew.
  ///
  /// - Parameter hasEnded: whether a download has just ended.
  mutating func isDue(hasEnded: Bool) -> Bool {
    guard arrived > limit || hasEnded && !hasTrimmed else { return false }
    arrived = 0
    hasTrimmed = true
    return true
  }

  /// True before the first trimming of the session.
  var isFirst: Bool { !hasTrimmed }
}
