/// The way in which numbers are written for people: the separator between groups of digits, and the
/// decimal separator.
public struct NumberStyle: Hashable, Sendable {
  /// The separator between groups of digits; empty for no groups.
  public var separator: String
  /// The numbers of digits in the groups, from the right; the last one is repeated. Empty for no
  /// groups.
  public var groups: [Int]
  /// The minimum number of digits with which a number is divided into groups.
  public var minDigits: Int
  /// The separator before the decimals, such as `.`.
  public var decimal: String

  /// Makes a way of writing numbers.
  ///
  /// - Parameters:
  ///   - separator: the separator between groups of digits; empty for no groups.
  ///   - groups: the numbers of digits in the groups, from the right; the last one is repeated.
  ///   - minDigits: the minimum number of digits with which a number is divided into groups.
  ///   - decimal: the separator before the decimals.
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

  /// The text of a whole number in this style, with groups of digits.
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
