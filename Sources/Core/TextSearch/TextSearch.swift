/// Searches for a text in another one. The searches of the standard library are in
/// `_StringProcessing`, whose parser of regular expressions adds a megabyte to a program.
extension StringProtocol {
  /// The place of the first occurrence of `part`; nil when there is none. An empty text occurs at
  /// the start.
  ///
  /// - Complexity: O(characters of both texts).
  package func firstOccurrence(of part: some StringProtocol) -> Range<Index>? {
    guard !part.isEmpty else { return startIndex..<startIndex }
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) {
        let end = index(start, offsetBy: part.count, limitedBy: endIndex) ?? endIndex
        return start..<end
      }
      start = index(after: start)
    }
    return nil
  }

  /// Whether `part` occurs in the text.
  package func containsText(_ part: some StringProtocol) -> Bool {
    firstOccurrence(of: part) != nil
  }

  /// The parts of the text between the occurrences of `separator`, without empty ones.
  package func parts(between separator: String) -> [SubSequence] {
    var parts: [SubSequence] = []
    var rest = self[...]
    while !rest.isEmpty {
      let place = separator.isEmpty ? nil : rest.firstOccurrence(of: separator)
      let part = rest[..<(place?.lowerBound ?? rest.endIndex)]
      if !part.isEmpty { parts.append(part) }
      rest = rest[(place?.upperBound ?? rest.endIndex)...]
    }
    return parts
  }

  /// The text with `other` in the place of every occurrence of `part`.
  package func replacingParts(_ part: String, with other: String) -> String {
    guard !part.isEmpty else { return String(self) }
    var result = ""
    var rest = self[...]
    while let place = rest.firstOccurrence(of: part) {
      result.append(contentsOf: rest[..<place.lowerBound])
      result.append(contentsOf: other)
      rest = rest[place.upperBound...]
    }
    result.append(contentsOf: rest)
    return result
  }
}
