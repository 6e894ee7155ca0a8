/// The place of a partial response's bytes in the whole representation.
///
/// - Source: RFC 9110, section 14.4.
nonisolated package struct ContentRange: Hashable, Sendable {
  /// The position of the first byte.
  package let first: Int
  /// The position of the last byte; never before the first one.
  package let last: Int
  /// The length of the whole representation; nil when the server does not know it.
  package let total: Int?

  /// The position behind the last byte, clamped to the largest `Int`.
  var end: Int { last == .max ? last : last + 1 }

  /// Reads `bytes 100-199/200` or `bytes 100-199/*`; nil for anything else and for positions that
  /// contradict each other.
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

/// Numbers in header fields.
nonisolated enum HeaderNumber {
  /// A number written with decimal digits alone, `Int.max` when it is larger; nil for anything else.
  static func read(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(text) ?? .max
  }
}
