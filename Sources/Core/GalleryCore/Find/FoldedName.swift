/// A name as it is compared when one is looked for: without case, accents and other marks.
///
/// Accents are taken off letters by what Unicode calls them: everything from `WITH` on, in the
/// names of the Latin letters; marks that follow a letter are dropped. What is not a letter stays.
struct FoldedName: Hashable, Sendable {
  /// The folded text, in UTF-8.
  let bytes: [UInt8]

  init(_ name: String) {
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
        if let letter = plainLetter(lower) {
          bytes.append(letter)
        } else if !lower.properties.isGraphemeExtend {
          bytes += String(lower).utf8
        }
      }
    }
  }

  /// The Latin letter under an accent, or nil: `LATIN SMALL LETTER E WITH ACUTE` is an e.
  private static func plainLetter(_ scalar: Unicode.Scalar) -> UInt8? {
    let kind = "LATIN SMALL LETTER "
    guard let name = scalar.properties.name, name.hasPrefix(kind) else { return nil }
    let words = name.dropFirst(kind.count).split(separator: " ")
    guard words.count > 1 else { return nil }
    let letter = words[0] == "DOTLESS" ? words[1] : words[1] == "WITH" ? words[0] : ""
    guard letter.utf8.count == 1, let byte = letter.utf8.first else { return nil }
    return byte | 0x20
  }

  /// How well a name fits what was typed; the better one is smaller.
  enum Fit: Int, Comparable {
    /// It begins with it.
    case beginning
    /// One of its words begins with it.
    case word
    /// It holds it somewhere.
    case inside

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  /// How well this name fits a folded `query`; nil when it does not hold it.
  ///
  /// - Complexity: O(length · length of the query), nearly always O(length).
  func fit(_ query: FoldedName) -> Fit? {
    let want = query.bytes
    guard let first = want.first, want.count <= bytes.count else { return nil }
    if bytes.starts(with: want) { return .beginning }
    var isInside = false
    for start in bytes.indices.dropFirst() where bytes[start] == first {
      guard bytes[start...].starts(with: want) else { continue }
      if Self.beginsWord(bytes[start], after: bytes[start - 1]) { return .word }
      isInside = true
    }
    return isInside ? .inside : nil
  }

  /// A word begins after what is no letter or digit, and where letters and digits meet.
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
