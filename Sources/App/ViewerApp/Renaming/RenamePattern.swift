import Glibc
import Localization
import TextSearch

/// A pattern for the new names of several photos, such as `{taken:%Y-%m-%d} {n:001}`, without the
/// extensions.
nonisolated struct RenamePattern: Hashable, Sendable {
  /// The facts about one photo that can be parts of its new name.
  struct Facts: Hashable, Sendable {
    /// The old file name without its extension.
    var oldStem = ""
    /// The index of the photo among those that are renamed, from 0.
    var index = 0
    /// The date taken in seconds since 1970-01-01 00:00 on the clock of the camera; nil when it is
    /// not known.
    var takenSeconds: Double?
    /// The modification time in seconds since 1970-01-01 00:00 on the local clock of this machine;
    /// nil when it is not known.
    var modificationSeconds: Double?
    var camera = ""
    var lens = ""
    /// The number of stars, or −1 for a rejected photo; nil without a rating.
    var rating: Int?

    init(name: String, index: Int = 0) {
      self.oldStem = name
      self.index = index
    }
  }

  /// The letter case to which the old name is converted.
  private enum LetterCase: String, Hashable { case lower, upper }

  /// A part of a pattern: literal text, or a placeholder.
  private enum Part: Hashable {
    case text(String)
    case name(LetterCase?)
    /// A number that grows by 1 from photo to photo, with leading zeros up to a number of digits.
    case number(first: Int, digits: Int)
    case taken(format: String)
    case modified(format: String)
    case camera, lens, rating
  }

  private let parts: [Part]
  /// The text that is replaced wherever the old name contains it; empty to replace nothing.
  /// Default: empty.
  var textToReplace = ""
  /// The text that takes the place of ``textToReplace``. Default: empty.
  var replacement = ""

  /// The placeholders that a pattern can have, as a help for the user. Word joiners keep each one
  /// on one line.
  static let placeholderHelp = placeholders.replacingParts(":", with: ":\u{2060}")
    .replacingParts("-", with: "-\u{2060}")
  private static let placeholders =
    "{name} {name:lower} {name:upper} {n} {n:001} {taken:%Y-%m-%d} {mtime:%H-%M} {camera} {lens} {rating}"
  /// The `strftime` format of a date for which the pattern states none.
  private static let dateFormat = "%Y-%m-%d"
  /// The maximum number of digits in the first number of `{n:…}`.
  private static let maxDigits = 9

  /// The reason why a text is not a valid pattern.
  enum Failure: Error, Hashable {
    /// The text in braces is not the name of a placeholder.
    case unknown(placeholder: String)
    /// An opening brace has no closing brace.
    case unbalanced

    /// The reason in the user's language, as the end of a sentence.
    var reason: String {
      switch self {
      case .unknown(let name): tr("there is no {part}", ["part": "{\(name)}"])
      case .unbalanced: tr("a { has no }")
      }
    }
  }

  /// Parses a pattern; throws when a placeholder is unknown or a brace is not closed.
  init(_ text: String) throws(Failure) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else { throw .unbalanced }
      parts.append(try Self.part(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  private static func part(_ text: String) throws(Failure) -> Part {
    let cut = text.firstIndex(of: ":")
    let name = String(text[..<(cut ?? text.endIndex)])
    let option = cut.map { String(text[text.index(after: $0)...]) }
    switch (name, option) {
    case ("name", nil): return .name(nil)
    case ("name", let option?):
      guard let kind = LetterCase(rawValue: option) else { throw .unknown(placeholder: text) }
      return .name(kind)
    case ("n", nil): return .number(first: 1, digits: 1)
    case ("n", let option?):
      guard option.utf8.count <= maxDigits, option.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let first = Int(option)
      else { throw .unknown(placeholder: text) }
      return .number(first: first, digits: option.utf8.count)
    case ("taken", let option): return .taken(format: option ?? dateFormat)
    case ("mtime", let option): return .modified(format: option ?? dateFormat)
    case ("camera", nil): return .camera
    case ("lens", nil): return .lens
    case ("rating", nil): return .rating
    default: throw .unknown(placeholder: text)
    }
  }

  /// Whether the pattern uses facts that only the files contain, such as the date taken.
  var needsRecords: Bool {
    parts.contains { part in
      switch part {
      case .taken, .camera, .lens, .rating: true
      case .text, .name, .number, .modified: false
      }
    }
  }

  /// The new name of a photo without its extension. Slashes and control characters in facts become
  /// hyphens.
  func stem(for facts: Facts) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .name(let letters):
        let name =
          textToReplace.isEmpty
          ? facts.oldStem : Self.replaced(textToReplace, by: replacement, in: facts.oldStem)
        return switch letters {
        case .lower: name.lowercased()
        case .upper: name.uppercased()
        case nil: name
        }
      case .number(let first, let digits):
        let number = String(first + facts.index)
        return String(repeating: "0", count: max(0, digits - number.utf8.count)) + number
      // The modification time replaces an unknown date taken, as it does in sorting.
      case .taken(let format):
        return Self.dateText(facts.takenSeconds ?? facts.modificationSeconds, format)
      case .modified(let format): return Self.dateText(facts.modificationSeconds, format)
      case .camera: return Self.sanitized(facts.camera)
      case .lens: return Self.sanitized(facts.lens)
      case .rating: return String(max(0, facts.rating ?? 0))
      }
    }.joined()
  }

  private static func dateText(_ seconds: Double?, _ format: String) -> String {
    guard let seconds, var moment = time_t(exactly: seconds.rounded(.down)) else { return "" }
    var fields = tm()
    guard gmtime_r(&moment, &fields) != nil else { return "" }
    var text = [CChar](repeating: 0, count: 256)
    let count = strftime(&text, text.count, format, &fields)
    return sanitized(
      String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// The text with hyphens in place of slashes and control characters.
  private static func sanitized(_ text: String) -> String {
    String(text.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 32 } ? "-" : $0 })
  }

  /// `text` with `other` in place of each occurrence of `find`, which is not empty.
  private static func replaced(_ find: String, by other: String, in text: String) -> String {
    var result = ""
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(find) {
        result += other
        rest = rest.dropFirst(find.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
