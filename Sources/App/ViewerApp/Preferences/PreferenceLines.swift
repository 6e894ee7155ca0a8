/// The lines of one group of a preferences file, with their numbers. Comments, empty lines and
/// headings of groups are left out.
nonisolated struct PreferenceLines: Sequence {
  /// A line of a preferences file without white space at its ends.
  struct Line {
    /// The number of the line in the file, from 1.
    var number: Int
    var text: Substring

    /// The name of the group of which the line is the heading, such as `[pbview]`; nil for any
    /// other line.
    fileprivate var heading: Substring? {
      text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : nil
    }
  }
  /// A line of a preferences file that has no effect.
  struct BadLine: Error, Hashable, Sendable {
    /// The number of the line in the file, from 1.
    var lineNumber: Int
    /// The reason why the line is invalid, as the end of a sentence for the user.
    var reason: String
  }
  private var lines: [Line] = []

  /// Finds the lines of a group in the bytes of a preferences file.
  init(_ bytes: [UInt8], group: String) {
    var isInside = false
    for line in Self.allLines(bytes) {
      if let name = line.heading {
        isInside = name == group
      } else if isInside {
        lines.append(line)
      }
    }
  }

  /// The headings of groups in the bytes of a preferences file: lines with the names of the groups.
  static func headings(_ bytes: [UInt8]) -> [Line] {
    allLines(bytes).compactMap { line in
      line.heading.map { Line(number: line.number, text: $0) }
    }
  }

  /// The lines of all groups and their headings, without comments and empty lines.
  private static func allLines(_ bytes: [UInt8]) -> [Line] {
    String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().compactMap { index, line in
        let text = line.trimmingWhitespace
        return text.isEmpty || text.hasPrefix("#") ? nil : Line(number: index + 1, text: text)
      }
  }

  func makeIterator() -> IndexingIterator<[Line]> { lines.makeIterator() }
}

nonisolated extension Substring {
  /// The text without white space at its ends.
  var trimmingWhitespace: Substring {
    var text = self.drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
