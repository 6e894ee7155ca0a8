import DecoderWire
import TextSearch

/// The parsing of texts in metadata.
enum MetadataText {
  /// The text that the bytes encode in UTF-8, or else in Windows-1252, which older cameras and
  /// programs write; without surrounding white space and zero characters.
  static func trimmed(_ bytes: [UInt8]) -> String {
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(validating: withoutIncompleteEnd(bytes), as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map(windows1252)))
    return trimmed(text)
  }

  /// The bytes without the beginning of a multi-byte character at their end: programs truncate
  /// texts to the lengths that IPTC permits, in the middle of a character. Text in which that would
  /// be the only character outside ASCII is unchanged, because it is no UTF-8.
  ///
  /// - Source: IPTC-IIM 4.2, chapter 6 (maximum lengths in bytes); RFC 3629, 3.
  private static func withoutIncompleteEnd(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    for count in 1...3 where count < bytes.count {
      let lead = bytes[bytes.count - count]
      if lead & 0xC0 == 0x80 { continue }
      let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
      let rest = bytes.dropLast(count)
      return length > count && rest.contains { $0 >= 0x80 } ? rest : bytes[...]
    }
    return bytes[...]
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F. In the place of undefined ones are the
  /// control characters of Latin-1.
  private static let windowsCharacters = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// The character of a byte in Windows-1252, which contains all printable characters of Latin-1.
  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte)
      ? windowsCharacters[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank = { (character: Character) in character.isWhitespace || character == "\0" }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// The text of an EXIF UserComment without the prefix `charset=…` that libgexiv2 0.14 puts before
  /// it.
  static func withoutCharsetPrefix(_ text: String) -> String {
    guard text.hasPrefix("charset=") else { return text }
    guard let blank = text.firstIndex(of: " ") else { return "" }
    return trimmed(String(text[text.index(after: blank)...]))
  }

  /// The text of a language alternative in the first of the wanted languages that it has, else in
  /// its default language, else its first text.
  ///
  /// - Parameters:
  ///   - text: a language alternative as libexiv2 writes it: `lang="x-default" One, lang="de"
  ///     Eins`; a text without languages is returned as it is.
  ///   - languages: the wanted languages as language tags, the preferred one first.
  /// - Source: RFC 4647, 3.4 (lookup); XMP specification, part 1, 8.2.2.4 (language alternatives).
  static func text(of text: String, in languages: [String]) -> String {
    guard text.hasPrefix("lang=") else { return text }
    // The comma between two alternatives belongs to neither.
    let alternatives = (", " + text).parts(between: ", lang=").compactMap {
      languageAlternative($0)
    }
    for language in languages {
      var range = language.lowercased()
      while !range.isEmpty {
        if let found = alternatives.first(where: { $0.tag == range }) { return found.text }
        range = withoutLastSubtag(range)
      }
    }
    return alternatives.first { $0.tag == "x-default" }?.text ?? alternatives.first?.text ?? ""
  }

  /// The language tag, in lower case, and the text of one alternative, such as `"de" Eins`; nil for
  /// another form, or without a text.
  private static func languageAlternative(_ part: Substring) -> (tag: String, text: String)? {
    let pieces = part.split(separator: "\"", maxSplits: 1)
    guard part.first == "\"", pieces.count == 2 else { return nil }
    let text = trimmed(String(pieces[1]))
    return text.isEmpty ? nil : (tag: pieces[0].lowercased(), text: text)
  }

  /// A language range without its last subtag, and without a single-letter subtag before that;
  /// empty for a range of one subtag.
  private static func withoutLastSubtag(_ range: String) -> String {
    var subtags = range.split(separator: "-").dropLast()
    if subtags.last?.count == 1 { subtags.removeLast() }
    return subtags.joined(separator: "-")
  }

  /// The integer at the beginning of a text; nil when the text does not begin with one, or it
  /// exceeds 32 bits. `3`, `+3` and `3.0` are equal.
  static func number(_ text: String) -> Int? {
    var rest = text.utf8[...]
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    var value = 0
    var digits = 0
    while let digit = rest.first, (0x30...0x39).contains(digit), digits < 10 {
      value = value * 10 + Int(digit - 0x30)
      digits += 1
      rest.removeFirst()
    }
    guard digits > 0, value <= Int(UInt32.max) else { return nil }
    let result = sign == UInt8(ascii: "-") ? -value : value
    return result >= Int(Int32.min) ? result : nil
  }

  /// The degrees of a coordinate in the form of XMP, such as `48,30.5N` or `11,30,15W`, positive to
  /// the north and east; nil for another text.
  ///
  /// - Source: XMP specification, part 2, 1.2.7.4 (GPSCoordinate).
  static func coordinate(_ text: String) -> Double? {
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard let direction = text.last, "NSEW".contains(direction), (2...3).contains(parts.count)
    else { return nil }
    var degrees = 0.0
    var unit = 1.0
    for part in parts {
      guard let part, part >= 0, part.isFinite else { return nil }
      degrees += part / unit
      unit *= 60
    }
    return "SW".contains(direction) ? -degrees : degrees
  }

  /// The integers of a fraction such as `1/250`, or of an integer; nil for another text, and for a
  /// denominator that is not positive.
  static func ratio(_ text: String) -> (numerator: Int, denominator: Int)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts.first, let numerator = first, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return (numerator, 1) }
    guard let denominator = parts[1], denominator > 0 else { return nil }
    return (numerator, denominator)
  }

  /// A time of capture in the form of EXIF (`2024:05:01 12:30:00`) or ISO 8601
  /// (`2024-05-01T12:30:00.5+02:00`); nil for another text. A date without a time means midnight.
  ///
  /// - Parameters:
  ///   - fraction: the digits of the fraction of the second, from a tag of their own.
  ///   - zone: the offset from UTC, such as `+02:00`, from a tag of its own.
  static func captureTime(
    _ text: String, fraction: String = "", zone: String = ""
  ) -> PhotoMetadata.CaptureTime? {
    var scanner = DateScanner(text)
    guard let year = scanner.readDigits(4), scanner.skipIfPresent(":-"),
      let month = scanner.readDigits(2),
      scanner.skipIfPresent(":-"), let day = scanner.readDigits(2)
    else { return nil }
    var (hour, minute, second) = (0, 0, 0)
    var nanoseconds = nanoseconds(of: fraction)
    var offset = Self.utcOffsetMinutes(zone)
    if scanner.skipIfPresent(" T") {
      guard let h = scanner.readDigits(2), scanner.skipIfPresent(":"), let m = scanner.readDigits(2)
      else {
        return nil
      }
      (hour, minute) = (h, m)
      if scanner.skipIfPresent(":") { second = scanner.readDigits(2) ?? 0 }
      if scanner.skipIfPresent(".,") { nanoseconds = Self.nanoseconds(of: scanner.readDigits()) }
      offset = Self.utcOffsetMinutes(scanner.rest) ?? offset
    }
    return PhotoMetadata.CaptureTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nanoseconds: nanoseconds, zoneMinutes: offset)
  }

  /// The nanoseconds of a fraction of a second, of which `digits` are the decimal places: "5" and
  /// "50" mean half a second.
  private static func nanoseconds(of digits: String) -> Int {
    var value = 0
    var unit = 100_000_000
    for digit in digits.utf8 {
      guard (0x30...0x39).contains(digit), unit > 0 else { break }
      value += Int(digit - 0x30) * unit
      unit /= 10
    }
    return value
  }

  /// The minutes of an offset from UTC in the form `Z`, `+02:00` or `-0530`; nil for another text.
  private static func utcOffsetMinutes(_ text: String) -> Int? {
    if text == "Z" { return 0 }
    var scanner = DateScanner(text)
    guard let sign = scanner.readSign(), let hours = scanner.readDigits(2) else { return nil }
    _ = scanner.skipIfPresent(":")
    let minutes = scanner.readDigits(2) ?? 0
    guard hours <= 15, minutes < 60, hours * 60 + minutes <= 15 * 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}

/// A scanner of the parts of a date and time.
private struct DateScanner {
  private var bytes: Substring.UTF8View

  init(_ text: String) { bytes = Substring(text).utf8 }

  /// The text behind the current position.
  var rest: String { String(Substring(bytes)) }

  /// Reads a number of exactly `count` digits; nil when fewer digits follow.
  mutating func readDigits(_ count: Int) -> Int? {
    let part = bytes.prefix(count)
    guard part.count == count, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    bytes = bytes.dropFirst(count)
    return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Reads all digits up to another character; empty when no digit follows.
  mutating func readDigits() -> String {
    let part = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(part.count)
    return String(Substring(part))
  }

  /// Skips the next character if it is one of `characters`, and tells whether it was.
  mutating func skipIfPresent(_ characters: String) -> Bool {
    guard let first = bytes.first, characters.utf8.contains(first) else { return false }
    bytes.removeFirst()
    return true
  }

  /// Reads a sign as 1 or −1; nil when no sign follows.
  mutating func readSign() -> Int? {
    if skipIfPresent("+") { return 1 }
    return skipIfPresent("-") ? -1 : nil
  }
}
