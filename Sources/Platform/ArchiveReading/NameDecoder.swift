import ArchiveWire
import CLinux
import Glibc

/// The decoder of those names in an archive that are not UTF-8, which guesses their charset: zip
/// archives do not state it.
///
/// The converters are made before the process is confined, because they are shared libraries.
struct NameDecoder: @unchecked Sendable {
  // Sendable because the process has a single thread.
  private let japanese: iconv_t?
  private let western: iconv_t?
  private let chinese: iconv_t?
  private let korean: iconv_t?
  /// The converters from the charsets of the user's languages, with the letters of each charset;
  /// names are most probably in one of these.
  private let userConverters: [(converter: iconv_t?, script: CharsetScript)]

  /// Opens the converters to UTF-8: from the charsets of Japan, China and Korea, from IBM code page
  /// 437, and from the charsets of the user's languages.
  ///
  /// - Parameter languages: the user's languages, the preferred one first, such as `zh_TW`.
  init(languages: [String] = NameDecoder.userLanguages) {
    japanese = Self.converter(from: "CP932")
    western = Self.converter(from: "CP437")
    chinese = Self.converter(from: "GB18030")
    korean = Self.converter(from: "CP949")
    userConverters = languages.flatMap(Self.charsets).map {
      (Self.converter(from: $0.name), $0.script)
    }
  }

  private static func converter(from charset: String) -> iconv_t? {
    let made = iconv_open("UTF-8", charset)
    return made == iconv_t(bitPattern: -1) ? nil : made
  }

  /// The names converted to UTF-8. Names that are valid UTF-8 are kept. The others are taken for
  /// Shift-JIS when all of them are, with kana or at least two ideographs; otherwise for a charset
  /// of the user's languages, when its letters make sense; otherwise for one of China or Korea,
  /// when that is certain; otherwise for IBM code page 437, of which every byte is a character, so
  /// that different names stay different.
  func decoded(_ names: [[UInt8]]) -> [[UInt8]] {
    var guess: CharsetGuess?
    return decoded(names, by: &guess)
  }

  /// The charset that was guessed for the names of an archive.
  struct CharsetGuess {
    fileprivate let converter: iconv_t?
  }

  /// The names of some entries of an archive converted to UTF-8, as by `decoded(_:)`. The first
  /// call with a name that is not valid UTF-8 makes the guess for all later calls, so that a folder
  /// has the same name in all of them.
  ///
  /// - Parameter guess: the guess of earlier calls; nil without one.
  func decoded(_ names: [[UInt8]], by guess: inout CharsetGuess?) -> [[UInt8]] {
    let foreign = names.filter { String(validating: $0, as: UTF8.self) == nil }
    guard !foreign.isEmpty else { return names }
    let made = guess ?? CharsetGuess(converter: converter(of: foreign))
    guess = made
    return names.map { name in
      if String(validating: name, as: UTF8.self) != nil { return name }
      return Self.convert(name, with: made.converter) ?? Self.convert(name, with: western) ?? name
    }
  }

  private func converter(of names: [[UInt8]]) -> iconv_t? {
    if isJapanese(names) { return japanese }
    if let known = userConverters.first(where: { isPlausible(names, $0.converter, $0.script) }) {
      return known.converter
    }
    switch Self.eastAsian(names) {
    case .chinese: return chinese
    case .korean: return korean
    case nil: return western
    }
  }

  private func isJapanese(_ names: [[UInt8]]) -> Bool {
    var kana = 0
    var ideographs = 0
    for name in names {
      guard let text = Self.convert(name, with: japanese) else { return false }
      let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
      for (index, scalar) in scalars.enumerated() {
        let count = Self.isInLatinWord(index, of: scalars) ? -1 : 1
        switch scalar.value {
        case 0x3041...0x30FF: kana += count
        case 0x4E00...0x9FFF: ideographs += count
        // Half-width kana and private-use characters lower the count, because they are the usual
        // result of a wrong guess.
        case 0xFF61...0xFF9F, 0xE000...0xF8FF: ideographs -= 1
        default: break
        }
      }
    }
    return kana > 0 || ideographs >= 2
  }

  /// Whether a Japanese character stands alone beside a small letter of ASCII. Such a character is
  /// the usual result of accented letters in a western name: “Größe” in code page 437 becomes
  /// “Gr批e”, and “Château” becomes “Chフeau”.
  private static func isInLatinWord(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    let beside = [before, after].compactMap(\.self)
    return beside.contains { (0x61...0x7A).contains($0.value) } && beside.allSatisfy(\.isASCII)
  }

  /// The name converted to UTF-8; nil when the name is not in the charset of the converter.
  static func convert(_ name: [UInt8], with converter: iconv_t?) -> [UInt8]? {
    guard let converter else { return nil }
    _ = iconv(converter, nil, nil, nil, nil)
    var input = name.map(CChar.init(bitPattern:))
    var output = [CChar](repeating: 0, count: name.count * 3 + 8)
    var left = input.count
    var room = output.count
    let failed = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var from = input.baseAddress
        var to = output.baseAddress
        return iconv(converter, &from, &left, &to, &room) == -1
      }
    }
    guard !failed, left == 0 else { return nil }
    return output.dropLast(room).map(UInt8.init(bitPattern:))
  }
}
