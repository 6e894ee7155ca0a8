import Localization

/// Functions that make sort keys of file names: the order of the keys, compared as numbers, is the
/// natural order of the names.
///
/// A key is a string of bytes other than 0, packed into 64-bit words with the first byte in the
/// highest bits. The last word is padded with 0, so that a name comes before the names that it
/// begins.
enum NaturalKey {
  /// The code of a slash in a key, the smallest one, so that the contents of a folder stay
  /// together.
  private static let slashCode: UInt8 = 1
  /// The code of a dot in a key, the second smallest, so that `a.jpg` comes before `a (1).jpg`.
  private static let dotCode: UInt8 = 2
  /// The codes in a key of the ASCII characters after the letters, `{`, `|`, `}` and `~`, which
  /// come before the letters as all other ASCII characters do: those of capital letters, which no
  /// key has.
  private static let symbolsAfterLetters = UInt8(ascii: "{")...UInt8(ascii: "~")
  private static let symbolShift = UInt8(ascii: "{") - UInt8(ascii: "A")
  /// The code before a number in a key: that of “0”, so that numbers have the rank of digits among
  /// other characters.
  private static let numberMarker = UInt8(ascii: "0")
  /// The maximum number of digits counted by the last byte of the digit count in a key; each byte
  /// 255 before that byte counts as many.
  private static let digitsPerByte = 254

  /// Appends the sort key of `name` to `words`: one or more 64-bit words.
  ///
  /// - Parameter language: the cache of collation keys for the words in `name`; with nil, letters
  ///   are compared by their code points, ignoring case.
  static func append(
    _ name: [UInt8], to words: inout [UInt64], _ language: inout CollationKeyCache?
  ) {
    if language != nil { return append(name, to: &words, in: &language) }
    var writer = Writer()
    let start = words.count
    name.withUnsafeBufferPointer { bytes in
      var i = 0
      while i < bytes.count {
        let byte = bytes[i]
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          i = appendNumber(bytes, from: i, &writer, &words)
          continue
        case 0xD9...0xF0 where decimalDigit(bytes, at: i) != nil:
          i = appendNumber(bytes, from: i, &writer, &words)
          continue
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): writer.append(byte | 0x20, to: &words)
        case UInt8(ascii: "/"): writer.append(slashCode, to: &words)
        case UInt8(ascii: "."): writer.append(dotCode, to: &words)
        case symbolsAfterLetters: writer.append(byte - symbolShift, to: &words)
        case 0xC2...0xDF where i + 1 < bytes.count && bytes[i + 1] & 0xC0 == 0x80:
          let scalar = Int(byte & 0x1F) << 6 | Int(bytes[i + 1] & 0x3F)
          let lower = lowercase[scalar]
          writer.append(UInt8(0xC0 | lower >> 6), to: &words)
          writer.append(UInt8(0x80 | lower & 0x3F), to: &words)
          i += 2
          continue
        default: writer.append(max(1, byte), to: &words)
        }
        i += 1
      }
    }
    // The key of the empty name has one word, too.
    if writer.isUnfinished || words.count == start { writer.flush(&words) }
  }

  /// The code before a word of letters in a key: that of “a”, so that words have the rank of
  /// letters among other characters.
  private static let wordMarker = UInt8(ascii: "a")
  /// The code after a word of letters in a key, below all collation weights and above the codes of
  /// slash and dot.
  private static let wordEndMarker: UInt8 = 3

  /// Appends the sort key of `name`, in which each word of letters is replaced by its collation key
  /// in the user's language.
  private static func append(
    _ name: [UInt8], to words: inout [UInt64], in language: inout CollationKeyCache?
  ) {
    var writer = Writer()
    let start = words.count
    name.withUnsafeBufferPointer { bytes in
      var i = 0
      while i < bytes.count {
        switch bytes[i] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          i = appendNumber(bytes, from: i, &writer, &words)
          continue
        case 0xD9...0xF0 where decimalDigit(bytes, at: i) != nil:
          i = appendNumber(bytes, from: i, &writer, &words)
          continue
        case UInt8(ascii: "/"): writer.append(slashCode, to: &words)
        case UInt8(ascii: "."): writer.append(dotCode, to: &words)
        case symbolsAfterLetters: writer.append(bytes[i] - symbolShift, to: &words)
        case let byte where isLetter(byte):
          var end = i
          while end < bytes.count, isLetter(bytes[end]), decimalDigit(bytes, at: end) == nil {
            end += 1
          }
          writer.append(wordMarker, to: &words)
          for weight in language?.key(of: name[i..<end]) ?? [] {
            writer.append(max(wordEndMarker + 1, weight), to: &words)
          }
          writer.append(wordEndMarker, to: &words)
          i = end
          continue
        case let byte: writer.append(max(1, byte), to: &words)
        }
        i += 1
      }
    }
    if writer.isUnfinished || words.count == start { writer.flush(&words) }
  }

  /// Whether a byte of UTF-8 is an ASCII letter or belongs to a character beyond ASCII.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }

  /// The decimal digit of any script (Unicode's Nd) that begins at an index of a name, and its
  /// number of bytes; nil when none begins there. In UTF-8, the digits beyond ASCII begin with the
  /// bytes D9 (U+0660) to F0.
  @inline(__always)
  private static func decimalDigit(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (value: UInt8, length: Int)? {
    let first = bytes[index]
    if first < 0x80 {
      let value = first &- UInt8(ascii: "0")
      return value <= 9 ? (value, 1) : nil
    }
    return first >= 0xD9 && first <= 0xF0 ? digitBeyondASCII(bytes, at: index) : nil
  }

  /// The decimal digit beyond ASCII that begins at an index of a name, and its number of bytes; nil
  /// when none begins there.
  private static func digitBeyondASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (value: UInt8, length: Int)? {
    let first = bytes[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard index + length <= bytes.count else { return nil }
    var code = UInt32(first & (0x7F >> UInt8(length)))
    for place in (index + 1)..<(index + length) {
      guard bytes[place] & 0xC0 == 0x80 else { return nil }
      code = code << 6 | UInt32(bytes[place] & 0x3F)
    }
    switch code {
    // No code point in these ranges is a decimal digit. They contain most letters of names beyond
    // ASCII: up to the letters of Arabic; symbols, kana and ideographs; Hangul.
    case ..<0x660, 0x1C5A..<0xA620, 0xAC00..<0xFF10: return nil
    default: break
    }
    guard let properties = Unicode.Scalar(code)?.properties, properties.numericType == .decimal,
      let value = properties.numericValue
    else { return nil }
    return (UInt8(value), length)
  }

  /// Appends a number of a name to a key: its count of digits without leading zeros, then the
  /// digits as those of ASCII, so that a number with more digits is larger.
  ///
  /// - Returns: the index after the last digit.
  private static func appendNumber(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ writer: inout Writer,
    _ words: inout [UInt64]
  ) -> Int {
    let zero = UInt8(ascii: "0")
    var end = start
    // The first digit that is no leading zero, and the count of digits from there.
    var first = start
    var count = 0
    while end < bytes.count, let digit = decimalDigit(bytes, at: end) {
      end += digit.length
      if count == 0, digit.value == 0 { first = end } else { count += 1 }
    }
    writer.append(numberMarker, to: &words)
    guard count > 0 else {
      writer.append(1, to: &words)
      writer.append(zero, to: &words)
      return end
    }
    while count > digitsPerByte {
      writer.append(255, to: &words)
      count -= digitsPerByte
    }
    writer.append(UInt8(count), to: &words)
    while first < end, let digit = decimalDigit(bytes, at: first) {
      writer.append(zero + digit.value, to: &words)
      first += digit.length
    }
    return end
  }

  private struct Writer {
    private var word: UInt64 = 0
    private var freeBits = 64

    mutating func append(_ byte: UInt8, to words: inout [UInt64]) {
      freeBits -= 8
      word |= UInt64(byte) << UInt64(freeBits)
      if freeBits == 0 { flush(&words) }
    }

    var isUnfinished: Bool { freeBits < 64 }

    mutating func flush(_ words: inout [UInt64]) {
      words.append(word)
      word = 0
      freeBits = 64
    }
  }

  /// The lower case, by code point, of the characters that have two bytes in UTF-8; a character
  /// whose lower case has another length stands for itself.
  private static let lowercase: [UInt16] = (0..<0x800).map { value in
    guard let scalar = Unicode.Scalar(UInt16(value)) else { return UInt16(value) }
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    guard mapped.count == 1, let lower = mapped.first, (0x80..<0x800).contains(lower.value) else {
      return UInt16(value)
    }
    return UInt16(lower.value)
  }
}

/// The collation keys of words in the user's language, with a cache.
struct CollationKeyCache {
  private let collation: TextCollation
  /// The cache of collation keys by word: most words occur in many names.
  private var keys: [ArraySlice<UInt8>: [UInt8]] = [:]

  /// The maximum number of words in the cache of collation keys.
  private static let maxCount = 4096

  /// Prepares collation keys for the words in `names`. Nil when the order of the names is that of
  /// the code points: when the user's language has no collation of its own, and when all names are
  /// ASCII and the language does not reorder ASCII letters.
  ///
  /// - Complexity: O(bytes of the names).
  init?(_ names: [[UInt8]]) {
    guard names.count > 1, let collation = TextCollation.current,
      collation.reordersASCII || names.contains(where: { $0.contains { $0 >= 0x80 } })
    else { return nil }
    self.collation = collation
  }

  mutating func key(of word: ArraySlice<UInt8>) -> [UInt8] {
    if let key = keys[word] { return key }
    let key = collation.makeKey(word) ?? Array(word)
    if keys.count < Self.maxCount { keys[word] = key }
    return key
  }
}
