/// The schedule of trimming the cache to its budget: after the first download of a session, and
/// again whenever as many bytes were written as a trimming leaves free.
nonisolated struct TrimSchedule {
  private let bytesBetweenTrims: Int
  private var writtenBytes = 0
  private var hasTrimmed = false

  /// Makes the trimming schedule of a session that begins; `budget` is the cache's budget in bytes.
  init(budget: Int) { bytesBetweenTrims = budget / WebCache.slackDivisor }

  /// Counts bytes that were written to the cache.
  mutating func recordWritten(_ bytes: Int) {
    let (sum, isOver) = writtenBytes.addingReportingOverflow(max(0, bytes))
    writtenBytes = isOver ? .max : sum
  }

  /// Whether the cache has to be trimmed now; if so, counting starts again from 0.
  ///
  /// - Parameter hasEndedDownload: whether a download of the session has ended.
  mutating func beginTrimIfDue(hasEndedDownload: Bool) -> Bool {
    guard writtenBytes > bytesBetweenTrims || hasEndedDownload && !hasTrimmed else { return false }
    writtenBytes = 0
    hasTrimmed = true
    return true
  }

  /// Whether the cache has not been trimmed in this session yet.
  var isFirstTrim: Bool { !hasTrimmed }
}
