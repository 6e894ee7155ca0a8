import ArgumentParser

/// A number as people write it: `2G`, `500k`, `1.5M`. What a letter means depends on what is
/// counted: thousands of things, 1024s of bytes.
nonisolated struct Amount: ExpressibleByArgument, Hashable, Sendable {
  private static let letters: [Character] = ["k", "M", "G", "T"]

  /// As it was written, the letter as it should be.
  let text: String
  private let number: Double
  private let power: Int

  /// Reads it; nil for anything but a finite number above 0, with or without a letter.
  init?(argument: String) {
    var digits = Substring(argument)
    var power = 0
    if let last = digits.last, !last.isNumber {
      let place = Self.letters.firstIndex { $0.lowercased() == last.lowercased() }
      guard let place else { return nil }
      power = place + 1
      digits.removeLast()
    }
    guard let number = Double(digits), number.isFinite, number > 0 else { return nil }
    self.number = number
    self.power = power
    text = digits + (power == 0 ? "" : String(Self.letters[power - 1]))
  }

  /// So many things, at least one.
  var things: Int { value(of: 1000) }
  /// So many bytes, at least one.
  var bytes: Int { value(of: 1024) }

  private func value(of step: Double) -> Int {
    let value = (0..<power).reduce(number) { result, _ in result * step }
    return max(1, Int(exactly: value.rounded()) ?? .max)
  }
}
