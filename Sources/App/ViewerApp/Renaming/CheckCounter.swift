/// The counter of the checks of a name on worker threads, by which the result of any check but
/// the latest is dropped.
struct CheckCounter {
  private var latest = 0

  /// Begins a check, which makes results of earlier checks obsolete, and returns its number.
  mutating func begin() -> Int {
    latest += 1
    return latest
  }

  /// Whether no check has begun after the one with this number.
  func isLatest(_ number: Int) -> Bool { number == latest }
}
