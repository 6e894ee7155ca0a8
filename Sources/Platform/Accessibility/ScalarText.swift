/// A line of text whose offsets count Unicode scalars, as AT-SPI counts.
nonisolated struct ScalarText {
  enum Unit {
    case character
    case word
    case line
  }

  private let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var count: Int { scalars.count }

  subscript(range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range.clamped(to: 0..<count)])
    return String(view)
  }

  /// The range between two offsets, which may be in any order, clamped to the text.
  func range(_ start: Int, _ end: Int) -> Range<Int> {
    let ends = [start, end].map { min(max(0, $0), count) }
    return min(ends[0], ends[1])..<max(ends[0], ends[1])
  }

  /// The code point of the scalar at an offset; 0 outside the text.
  func codePoint(at offset: Int) -> Int {
    scalars.indices.contains(offset) ? Int(scalars[offset].value) : 0
  }

  /// The unit for a text granularity of AT-SPI: character for 0, word for 1, the line for all
  /// larger granularities.
  func unit(granularity: Int) -> Unit {
    granularity == 0 ? .character : granularity == 1 ? .word : .line
  }

  /// The unit for a text boundary type of AT-SPI: character for 0, word for the start or end of a
  /// word (1, 2), the line for all larger units.
  func unit(boundary type: Int) -> Unit {
    type == 0 ? .character : type == 1 || type == 2 ? .word : .line
  }

  /// The range of the character, word or line that contains an offset; empty outside the text.
  /// Characters between two words form a unit like a word.
  func range(of unit: Unit, at offset: Int) -> Range<Int> {
    guard offset >= 0, offset < count else {
      let end = min(max(0, offset), count)
      return end..<end
    }
    switch unit {
    case .character: return offset..<offset + 1
    case .line: return 0..<count
    case .word:
      func isWord(_ index: Int) -> Bool {
        scalars[index].properties.isAlphabetic || scalars[index].properties.numericType != nil
      }
      let kind = isWord(offset)
      var (start, end) = (offset, offset + 1)
      while start > 0, isWord(start - 1) == kind { start -= 1 }
      while end < count, isWord(end) == kind { end += 1 }
      return start..<end
    }
  }
}
