/// A file name or title prepared for a search: in lower case, without accents and other combining
/// marks.
///
/// Accents are removed with the help of the Unicode character name: everything from `WITH` on, in
/// the names of Latin letters. Combining marks are dropped. Characters other than letters are kept.
public struct FoldedName: Hashable, Sendable {
  /// The folded name in UTF-8.
  let bytes: [UInt8]

  public init(_ name: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(scalar.value)
        bytes.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
      } else {
        Self.append(scalar, to: &bytes)
      }
    }
    self.bytes = bytes
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return
    default: break
    }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      switch lower {
      case "ß": bytes += "ss".utf8
      case "æ": bytes += "ae".utf8
      case "œ": bytes += "oe".utf8
      default:
        if let letter = baseLetter(lower) {
          bytes.append(letter)
        } else if !lower.properties.isGraphemeExtend {
          bytes += String(lower).utf8
        }
      }
    }
  }

  /// The base letter of a small accented or dotless Latin letter, from its Unicode name: “e” for
  /// `LATIN SMALL LETTER E WITH ACUTE`; nil for any other character.
  private static func baseLetter(_ scalar: Unicode.Scalar) -> UInt8? {
    let kind = "LATIN SMALL LETTER "
    guard let name = scalar.properties.name, name.hasPrefix(kind) else { return nil }
    let words = name.dropFirst(kind.count).split(separator: " ")
    guard words.count > 1 else { return nil }
    let letter = words[0] == "DOTLESS" ? words[1] : words[1] == "WITH" ? words[0] : ""
    guard letter.utf8.count == 1, let byte = letter.utf8.first else { return nil }
    return byte | 0x20
  }

  /// Whether this name contains the folded text anywhere; false for an empty text.
  ///
  /// - Complexity: O(length · length of the text), nearly always O(length).
  public func contains(_ text: FoldedName) -> Bool { matchRank(of: text) != nil }

  /// Whether the ASCII bytes `name`, in any case, contain this folded text; nil when `name` has
  /// other bytes than ASCII.
  ///
  /// - Complexity: O(length · length of the text), nearly always O(length). Allocates nothing.
  public func isContained(inASCII name: UnsafeRawBufferPointer) -> Bool? {
    guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard let first = bytes.first else { return true }
    func lower(_ byte: UInt8) -> UInt8 {
      byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    guard name.count >= bytes.count else { return false }
    for start in 0...(name.count - bytes.count) where lower(name[start]) == first {
      if bytes.indices.allSatisfy({ lower(name[start + $0]) == bytes[$0] }) { return true }
    }
    return false
  }

  /// The rank of a match of a search text in a name; smaller values are better matches.
  enum MatchRank: Int, Comparable {
    /// The match of a search text at the beginning of a name.
    case beginning
    /// The match of a search text at the beginning of a later word of a name.
    case laterWord
    /// The match of a search text within a word of a name.
    case inside

    static func < (a: MatchRank, b: MatchRank) -> Bool { a.rawValue < b.rawValue }
  }

  /// The rank of this name for a folded search text; nil when the name does not contain the text,
  /// or the text is empty.
  ///
  /// - Complexity: O(length · length of the query), nearly always O(length).
  func matchRank(of query: FoldedName) -> MatchRank? {
    let want = query.bytes
    guard let first = want.first, want.count <= bytes.count else { return nil }
    if bytes.starts(with: want) { return .beginning }
    var isInside = false
    for start in bytes.indices.dropFirst() where bytes[start] == first {
      guard bytes[start...].starts(with: want) else { continue }
      if Self.beginsWord(bytes[start], after: bytes[start - 1]) { return .laterWord }
      isInside = true
    }
    return isInside ? .inside : nil
  }

  /// Whether a word begins at `byte` of a folded name: it is of another kind than `previous`. The
  /// kinds are letters, with all bytes of non-ASCII characters, digits, and all other characters.
  private static func beginsWord(_ byte: UInt8, after previous: UInt8) -> Bool {
    func kind(_ byte: UInt8) -> Int {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: 2
      default: 0
      }
    }
    return kind(byte) != kind(previous)
  }
}
