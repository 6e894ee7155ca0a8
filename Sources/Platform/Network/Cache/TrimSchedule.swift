/// The schedule of trimming the cache: after the first download of a session, and then after as
/// many bytes as trimming leaves free.
nonisolated struct TrimSchedule {
  private let limit: Int
  private var arrived = 0
  private var hasTrimmed = false

  /// Makes the schedule of a new session.
  init(budget: Int) { limit = budget / WebCache.slackShare }

  /// Counts bytes that were written to the cache.
  mutating func count(_ bytes: Int) {
    let (sum, isOver) = arrived.addingReportingOverflow(max(0, bytes))
    arrived = isOver ? .max : sum
  }

  /// Whether the cache has to be trimmed now; if so, the count starts again.
  ///
  /// - Parameter hasEnded: whether a download has just ended.
  mutating func isDue(hasEnded: Bool) -> Bool {
    guard arrived > limit || hasEnded && !hasTrimmed else { return false }
    arrived = 0
    hasTrimmed = true
    return true
  }

  /// Whether the session has not trimmed the cache yet.
  var isFirst: Bool { !hasTrimmed }
}
