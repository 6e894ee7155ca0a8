/// The numbers of asynchronous checks of a name, so that results of earlier checks are discarded.
struct Checks {
  private var latest = 0

  /// Begins a check, and returns its number.
  mutating func begin() -> Int {
    latest += 1
    return latest
  }

  /// Whether no later check than the one with this number has begun.
  func isLatest(_ number: Int) -> Bool { number == latest }
}
