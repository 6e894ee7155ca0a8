import CLinux
import Glibc
import TextSearch

/// The charsets of languages, for names in archives that do not state their charset.
extension NameDecoder {
  /// The letters, beside ASCII, of a charset.
  struct CharsetScript {
    /// The ranges of the Unicode scalars of the letters.
    let letters: [ClosedRange<UInt32>]
    /// Whether a letter of this charset next to a letter of ASCII shows that the guess is wrong.
    /// Default: false.
    var excludesLatinLetters = false
    /// Whether a letter takes two bytes, of which the second may be an ASCII byte. Default: false.
    var isTwoByte = false

    static let cyrillic = CharsetScript(letters: [0x400...0x4FF], excludesLatinLetters: true)
    static let greek = CharsetScript(letters: [0x370...0x3FF], excludesLatinLetters: true)
    static let hebrew = CharsetScript(letters: [0x590...0x5FF], excludesLatinLetters: true)
    static let arabic = CharsetScript(letters: [0x600...0x6FF], excludesLatinLetters: true)
    static let latin = CharsetScript(letters: [0xC0...0x24F])
    static let thai = CharsetScript(letters: [0xE00...0xE7F], excludesLatinLetters: true)
    static let eastAsian = CharsetScript(
      letters: [0x3041...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3], isTwoByte: true)

    /// The characters beside letters that every charset may have: typographical signs, and those of
    /// full width.
    private static let signs: [ClosedRange<UInt32>] = [
      0xA0...0xBF, 0x2010...0x203E, 0x2116...0x2122, 0x3000...0x303F, 0xFF01...0xFF60,
    ]

    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      letters.contains { $0.contains(scalar.value) }
    }

    static func isSign(_ scalar: Unicode.Scalar) -> Bool {
      signs.contains { $0.contains(scalar.value) }
    }
  }

  /// The languages of the user's locale, such as `zh_TW`: first the language of the locale for
  /// characters, then those of the locale for messages.
  static var userLanguages: [String] {
    func value(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG")
    let messages = value("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
    return ([locale].compactMap(\.self) + messages).prefix(4).map { text in
      String(text.prefix { $0 != "." && $0 != "@" })
    }
  }

  /// The charsets, with their letters, in which programs for a language write file names: that of
  /// MS-DOS, which zip programs use, before that of Windows.
  static func charsets(of language: String) -> [(name: String, script: CharsetScript)] {
    func charsets(_ names: [String], _ script: CharsetScript) -> [(
      name: String, script: CharsetScript
    )] {
      names.map { ($0, script) }
    }
    switch language.prefix(while: \.isLetter) {
    case "zh":
      let isTraditional = ["TW", "HK", "MO"].contains { language.containsText($0) }
      return charsets([isTraditional ? "BIG5-HKSCS" : "GB18030"], .eastAsian)
    case "ja": return charsets(["CP932"], .eastAsian)
    case "ko": return charsets(["CP949"], .eastAsian)
    case "ru", "uk", "be", "bg", "mk", "sr": return charsets(["CP866", "CP1251"], .cyrillic)
    case "el": return charsets(["CP737", "CP1253"], .greek)
    case "he": return charsets(["CP862", "CP1255"], .hebrew)
    case "ar", "fa": return charsets(["CP1256"], .arabic)
    case "th": return charsets(["CP874"], .thai)
    case "pl", "cs", "sk", "hu", "hr", "sl", "ro": return charsets(["CP852", "CP1250"], .latin)
    case "tr": return charsets(["CP857", "CP1254"], .latin)
    default: return []
    }
  }

  /// Whether all names, when converted from the charset of `converter`, consist of ASCII, signs and
  /// letters of `script`, with at least one such letter.
  func isPlausible(_ names: [[UInt8]], _ converter: iconv_t?, _ script: CharsetScript) -> Bool {
    // A charset with two bytes per letter is not accepted for names in which bytes beyond ASCII
    // only occur singly, such as the accented letters of western names.
    if script.isTwoByte, !names.contains(where: Self.hasMultibyteRun) { return false }
    var count = 0
    for name in names {
      guard let bytes = Self.convert(name, with: converter) else { return false }
      var wasLatin = false
      var wasLetter = false
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        let isLetter = script.isLetter(scalar)
        guard isLetter || scalar.isASCII || CharsetScript.isSign(scalar) else { return false }
        let isLatin = scalar.isASCII && scalar.properties.isAlphabetic
        if script.excludesLatinLetters, isLetter && wasLatin || isLatin && wasLetter {
          return false
        }
        (wasLatin, wasLetter) = (isLatin, isLetter)
        if isLetter { count += 1 }
      }
    }
    return count > 0
  }

  /// Whether two successive bytes of a name are beyond ASCII.
  private static func hasMultibyteRun(_ name: [UInt8]) -> Bool {
    zip(name, name.dropFirst()).contains { $0 >= 0x80 && $1 >= 0x80 }
  }

  /// A family of charsets in which a character has two bytes from 0xA1 on.
  enum EastAsian {
    case chinese
    case korean
  }

  /// The minimum number of different characters from which the guess of Chinese, or of Korean, is
  /// certain: two of three frequent Chinese characters have the same bytes as Korean syllables.
  private static let minCertainCount = (chinese: 4, korean: 8)

  /// The family of charsets of names whose bytes from 0x80 on form only pairs, most of them those
  /// of frequent characters; nil for other names.
  static func eastAsian(_ names: [[UInt8]]) -> EastAsian? {
    var pairs: Set<UInt16> = []
    for name in names {
      var index = 0
      while index < name.count {
        let first = name[index]
        index += 1
        guard first >= 0x80 else { continue }
        guard first >= 0xA1, index < name.count, name[index] >= 0xA1 else { return nil }
        // Pairs whose first byte is below 0xB0 are signs, and do not count as letters.
        if first >= 0xB0 { pairs.insert(UInt16(first) << 8 | UInt16(name[index])) }
        index += 1
      }
    }
    let frequent = pairs.count { $0 < 0xD800 }
    let syllables = pairs.count { $0 < 0xC900 }
    guard pairs.count >= minCertainCount.chinese, frequent * 5 >= pairs.count * 4 else {
      return nil
    }
    return syllables == pairs.count && pairs.count >= minCertainCount.korean ? .korean : .chinese
  }
}
