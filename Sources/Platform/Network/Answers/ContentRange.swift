/// The range of bytes that a partial HTTP response contains, within the whole representation.
///
/// - Source: RFC 9110, section 14.4.
nonisolated package struct ContentRange: Hashable, Sendable {
  /// The offset of the first byte of the range.
  package let first: Int
  /// The offset of the last byte of the range, at least ``first``.
  package let last: Int
  /// The length of the whole representation in bytes; nil when the server does not know the length.
  package let total: Int?

  /// The offset after the last byte of the range, clamped to `Int.max`.
  var end: Int { last == .max ? last : last + 1 }

  /// Parses the value of a Content-Range field, `bytes 100-199/200` or `bytes 100-199/*`; nil for
  /// anything else, and for contradictory offsets.
  package init?(_ value: String) {
    let words = value.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let positions = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard positions.count == 2, let first = HeaderNumber.read(positions[0]),
      let last = HeaderNumber.read(positions[1]), first <= last
    else { return nil }
    let total = halves[1] == "*" ? nil : HeaderNumber.read(halves[1])
    guard halves[1] == "*" || total != nil else { return nil }
    if let total, last >= total { return nil }
    self.init(first: first, last: last, total: total)
  }

  init(first: Int, last: Int, total: Int?) {
    self.first = first
    self.last = last
    self.total = total
  }
}

/// The parser of numbers in HTTP header fields.
nonisolated enum HeaderNumber {
  /// The value of a text of decimal digits, `Int.max` on overflow; nil for any other text.
  static func read(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text) ?? .max
  }
}
