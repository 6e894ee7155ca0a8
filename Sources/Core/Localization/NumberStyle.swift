/// The way of writing numbers for people: the separator of digit groups, and the decimal separator.
public struct NumberStyle: Hashable, Sendable {
  /// The separator of thousands; empty for none.
  public var separator: String
  /// The sizes of the groups from the right; the last one is repeated. Empty for no groups.
  public var groups: [Int]
  /// The number of digits from which a number is divided into groups.
  public var minDigits: Int
  /// The separator of the decimals.
  public var decimal: String

  /// Makes a way of writing.
  ///
  /// - Parameters:
  ///   - separator: the separator of thousands; empty for none.
  ///   - groups: the sizes of the groups from the right; the last one is repeated.
  ///   - minDigits: the number of digits from which a number is divided into groups.
  ///   - decimal: the separator of the decimals.
  public init(separator: String, groups: [Int] = [3], minDigits: Int = 4, decimal: String = ".") {
    self.separator = separator
    self.groups = groups.filter { $0 > 0 }
    self.minDigits = minDigits
    self.decimal = decimal
  }

  /// The style with thin spaces between groups of three digits in numbers of five and more digits,
  /// and a decimal point.
  ///
  /// - Source: ISO 80000-1, 7.3.1.
  public static let standard = NumberStyle(separator: "\u{2009}", minDigits: 5)

  /// The text of a whole number, with groups of digits.
  public func text(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let sign = number < 0 ? "−" : ""
    guard digits.count >= minDigits, !separator.isEmpty, var size = groups.first else {
      return sign + String(digits)
    }
    var parts: [String] = []
    var end = digits.count
    var next = 1
    while end > size {
      parts.insert(String(digits[(end - size)..<end]), at: 0)
      end -= size
      if next < groups.count {
        size = groups[next]
        next += 1
      }
    }
    parts.insert(String(digits[..<end]), at: 0)
    return sign + parts.joined(separator: separator)
  }
}
