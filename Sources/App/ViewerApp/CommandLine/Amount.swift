import ArgumentParser

/// A positive number of the command line with an optional suffix: `2G`, `500k`, `1.5M`. A suffix
/// multiplies a count by a power of 1000, a number of bytes by a power of 1024.
nonisolated struct Amount: ExpressibleByArgument, Hashable, Sendable {
  private static let suffixLetters: [Character] = ["k", "M", "G", "T"]

  /// The argument as it was given, with its suffix as `k`, `M`, `G` or `T`.
  let text: String
  private let number: Double
  private let exponent: Int

  /// Parses a number with an optional suffix in either case; nil unless the number is finite and
  /// above 0.
  init?(argument: String) {
    var digits = Substring(argument)
    var exponent = 0
    if let last = digits.last, !last.isNumber {
      let index = Self.suffixLetters.firstIndex { $0.lowercased() == last.lowercased() }
      guard let index else { return nil }
      exponent = index + 1
      digits.removeLast()
    }
    guard let number = Double(digits), number.isFinite, number > 0 else { return nil }
    self.number = number
    self.exponent = exponent
    text = digits + (exponent == 0 ? "" : String(Self.suffixLetters[exponent - 1]))
  }

  /// The number as a rounded count, at least 1; a suffix stands for a power of 1000.
  var count: Int { value(suffixBase: 1000) }
  /// The number as rounded bytes, at least 1; a suffix stands for a power of 1024.
  var bytes: Int { value(suffixBase: 1024) }

  private func value(suffixBase step: Double) -> Int {
    let value = (0..<exponent).reduce(number) { result, _ in result * step }
    return max(1, Int(exactly: value.rounded()) ?? .max)
  }
}
