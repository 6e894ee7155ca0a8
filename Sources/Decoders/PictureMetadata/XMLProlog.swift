package import DecodingSupport

/// The beginning of an XML text up to the root element: white space, an XML declaration, comments
/// and a document type declaration.
///
/// - Source: XML 1.0, fifth edition, 2.8 and appendix F.
package struct XMLProlog {
  /// Maximum number of characters before the root element.
  private static let maxLength = 1 << 20

  private let bytes: PictureBytes
  /// Number of bytes of a character: 2 in UTF-16, else 1.
  private let bytesPerCharacter: Int
  /// The index of the low byte among the bytes of a character.
  private let lowByteIndex: Int
  private var position: Int

  package init(_ bytes: PictureBytes) {
    self.bytes = bytes
    switch bytes.big16(0) {
    case 0xFEFF: (bytesPerCharacter, lowByteIndex, position) = (2, 1, 1)
    case 0xFFFE: (bytesPerCharacter, lowByteIndex, position) = (2, 0, 1)
    default:
      (bytesPerCharacter, lowByteIndex, position) = (1, 0, bytes.hasBytes("\u{FEFF}") ? 3 : 0)
    }
    skipSpace()
  }

  /// Whether the text is UTF-16 with a byte order mark.
  package var isUTF16: Bool { bytesPerCharacter == 2 }

  /// Whether the first character after white space is that of a tag.
  var beginsWithTag: Bool { hasBytes("<") }

  /// Whether the root element, or the one named by the document type declaration, is `svg`.
  var isSVG: Bool {
    var text = self
    return text.readRootReturningIsSVG()
  }

  private mutating func readRootReturningIsSVG() -> Bool {
    while position < Self.maxLength {
      if hasBytes("<?") {
        guard skipIfFound(past: "?>") else { return false }
      } else if hasBytes("<!--") {
        guard skipIfFound(past: "-->") else { return false }
      } else if hasBytes("<!DOCTYPE") {
        position += 9
        skipSpace()
        return readNameReturningIsSVG()
      } else if hasBytes("<") {
        position += 1
        return readNameReturningIsSVG()
      } else {
        return false
      }
      skipSpace()
    }
    return false
  }

  /// Whether the name at the current position is `svg`, with or without a prefix.
  private mutating func readNameReturningIsSVG() -> Bool {
    var name: [UInt8] = []
    while let letter = character(position), letter > 0x20, !"></[".utf8.contains(letter),
      name.count < 100
    {
      if letter == UInt8(ascii: ":") { name = [] } else { name.append(letter) }
      position += 1
    }
    return name == Array("svg".utf8)
  }

  private mutating func skipSpace() {
    while position < Self.maxLength, let letter = character(position),
      letter == 0x20 || (0x09...0x0D).contains(letter)
    {
      position += 1
    }
  }

  /// Moves the current position behind the next occurrence of `end`.
  ///
  /// - Returns: false when `end` is not found.
  private mutating func skipIfFound(past end: StaticString) -> Bool {
    while position < Self.maxLength, character(position) != nil {
      if hasBytes(end) {
        position += end.utf8CodeUnitCount
        return true
      }
      position += 1
    }
    return false
  }

  private func hasBytes(_ text: StaticString) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy { character(position + $0) == text.utf8Start[$0] }
  }

  /// The character at `index`; 0xFF for one beyond ASCII in UTF-16; nil behind the end.
  private func character(_ index: Int) -> UInt8? {
    guard bytesPerCharacter == 2 else { return bytes.byte(index) }
    guard let low = bytes.byte(index * 2 + lowByteIndex),
      let high = bytes.byte(index * 2 + 1 - lowByteIndex)
    else { return nil }
    return high == 0 ? low : 0xFF
  }
}
