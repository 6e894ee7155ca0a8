/// The lines of one group of a preferences file, with their numbers. Comments, empty lines and
/// headings of groups are left out.
nonisolated struct PreferenceLines: Sequence {
  /// A line of a preferences file without white space at its ends.
  struct Line {
    /// The number of the line in the file, from 1.
    var number: Int
    var text: Substring
  }
  private var lines: [Line] = []

  /// Finds the lines of a group in the bytes of a preferences file.
  init(_ bytes: [UInt8], group: String) {
    var isInside = false
    let all = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let text = line.trimmingBlanks
      if text.isEmpty || text.hasPrefix("#") { continue }
      if text.hasPrefix("["), text.hasSuffix("]") {
        isInside = text.dropFirst().dropLast() == group
      } else if isInside {
        lines.append(Line(number: index + 1, text: text))
      }
    }
  }

  func makeIterator() -> IndexingIterator<[Line]> { lines.makeIterator() }
}

nonisolated extension Substring {
  /// The text without white space at its ends.
  var trimmingBlanks: Substring {
    var text = self.drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
