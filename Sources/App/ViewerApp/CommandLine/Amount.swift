import ArgumentParser

/// A positive number with an optional suffix: `2G`, `500k`, `1.5M`. The suffix is a power of 1000
/// for counts and of 1024 for bytes.
nonisolated struct Amount: ExpressibleByArgument, Hashable, Sendable {
  private static let letters: [Character] = ["k", "M", "G", "T"]

  /// The text of the argument, with the suffix in its canonical case.
  let text: String
  private let number: Double
  private let power: Int

  /// Parses a number with an optional suffix; nil unless the number is finite and above 0.
  init?(argument: String) {
    var digits = Substring(argument)
    var power = 0
    if let last = digits.last, !last.isNumber {
      let index = Self.letters.firstIndex { $0.lowercased() == last.lowercased() }
      guard let index else { return nil }
      power = index + 1
      digits.removeLast()
    }
    guard let number = Double(digits), number.isFinite, number > 0 else { return nil }
    self.number = number
    self.power = power
    text = digits + (power == 0 ? "" : String(Self.letters[power - 1]))
  }

  /// The value as a count, at least 1.
  var things: Int { value(of: 1000) }
  /// The value in bytes, at least 1.
  var bytes: Int { value(of: 1024) }

  private func value(of step: Double) -> Int {
    let value = (0..<power).reduce(number) { result, _ in result * step }
    return max(1, Int(exactly: value.rounded()) ?? .max)
  }
}
