/// The seeds of the random scripts of property tests.
///
/// The default number keeps the suite fast. The environment variable `PBVIEW_SEEDS=20` multiplies
/// the number by twenty.
public enum Seeds {
  private static let factor = max(
    1, TemporaryFolder.environment("PBVIEW_SEEDS").flatMap(Int.init) ?? 1)

  /// The seeds of one block. The blocks of a test run in parallel.
  ///
  /// - Parameters:
  ///   - count: The default number of seeds per block.
  ///   - first: The first seed of block 0.
  public static func block(_ number: Int, of count: Int, from first: Int = 0) -> Range<Int> {
    let count = count * factor
    return (first + number * count)..<(first + (number + 1) * count)
  }
}
