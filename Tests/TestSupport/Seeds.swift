/// How many random scripts a property test plays.
///
/// What is committed keeps the suite quick. Whoever works on the laws themselves asks for more:
/// `PBVIEW_SEEDS=20` plays twenty times as many.
public enum Seeds {
  private static let factor = max(
    1, TemporaryFolder.environment("PBVIEW_SEEDS").flatMap(Int.init) ?? 1)

  /// The seeds of one of a test's blocks, which run side by side.
  ///
  /// - Parameters:
  ///   - count: how many seeds a block has as committed.
  ///   - first: the first seed of all.
  public static func block(_ number: Int, of count: Int, from first: Int = 0) -> Range<Int> {
    let count = count * factor
    return (first + number * count)..<(first + (number + 1) * count)
  }
}
