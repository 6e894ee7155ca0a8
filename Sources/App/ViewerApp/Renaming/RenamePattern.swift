import Glibc
import Localization

/// A pattern for the names of several photos, such as `{taken:%Y-%m-%d} {n:001}`. The extension is
/// not part of it.
nonisolated struct RenamePattern: Hashable, Sendable {
  /// The facts about one photo that patterns use.
  struct Facts: Hashable, Sendable {
    /// The file name before the extension.
    var name = ""
    /// The index of the photo among those that are renamed, beginning with 0.
    var index = 0
    /// The date taken in seconds since 1970 on the camera's clock; nil when it is not known.
    var taken: Double?
    /// The modification time in seconds since 1970 on the local clock; nil when it is not known.
    var modified: Double?
    var camera = ""
    var lens = ""
    /// The number of stars, −1 for a rejected photo; nil without rating.
    var rating: Int?

    init(name: String, index: Int = 0) {
      self.name = name
      self.index = index
    }
  }

  /// The letter case of a name.
  private enum Case: String, Hashable { case lower, upper }

  /// A part of a pattern.
  private enum Part: Hashable {
    case text(String)
    case name(Case?)
    /// A number that counts up from a first one, with a minimum number of digits.
    case number(first: Int, digits: Int)
    case taken(format: String)
    case modified(format: String)
    case camera, lens, rating
  }

  private let parts: [Part]
  /// The text in the old name that is replaced; empty for none. Default: empty.
  var find = ""
  /// The text that replaces ``find``. Default: empty.
  var replacement = ""

  /// The names of the parts of a pattern, for the user.
  static let help =
    "{name} {name:lower} {name:upper} {n} {n:001} {taken:%Y-%m-%d} {mtime:%H-%M} {camera} {lens} {rating}"
  /// The format of a date for which the pattern states none.
  private static let dateFormat = "%Y-%m-%d"
  /// The maximum number of digits that a number of the pattern can have.
  private static let maxDigits = 9

  /// The reason why a text is no pattern.
  enum Failure: Error, Hashable {
    /// No part has this name.
    case unknown(String)
    /// A brace is unmatched.
    case unbalanced

    /// The reason as the end of a sentence for the user.
    var reason: String {
      switch self {
      case .unknown(let name): tr("there is no {part}", ["part": "{\(name)}"])
      case .unbalanced: tr("a { has no }")
      }
    }
  }

  /// Parses a pattern.
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
      guard let kind = Case(rawValue: option) else { throw .unknown(text) }
      return .name(kind)
    case ("n", nil): return .number(first: 1, digits: 1)
    case ("n", let option?):
      guard option.utf8.count <= maxDigits, option.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let first = Int(option)
      else { throw .unknown(text) }
      return .number(first: first, digits: option.utf8.count)
    case ("taken", let option): return .taken(format: option ?? dateFormat)
    case ("mtime", let option): return .modified(format: option ?? dateFormat)
    case ("camera", nil): return .camera
    case ("lens", nil): return .lens
    case ("rating", nil): return .rating
    default: throw .unknown(text)
    }
  }

  /// Whether the pattern needs the facts that only the files contain.
  var needsRecords: Bool {
    parts.contains { part in
      switch part {
      case .taken, .camera, .lens, .rating: true
      case .text, .name, .number, .modified: false
      }
    }
  }

  /// The new name of a photo without the extension. Slashes in facts become hyphens.
  func name(for facts: Facts) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .name(let letters):
        let name = find.isEmpty ? facts.name : Self.replaced(find, by: replacement, in: facts.name)
        return switch letters {
        case .lower: name.lowercased()
        case .upper: name.uppercased()
        case nil: name
        }
      case .number(let first, let digits):
        let number = String(first + facts.index)
        return String(repeating: "0", count: max(0, digits - number.utf8.count)) + number
      // Photos without a date taken are sorted by their modification time, too.
      case .taken(let format): return Self.date(facts.taken ?? facts.modified, format)
      case .modified(let format): return Self.date(facts.modified, format)
      case .camera: return Self.safe(facts.camera)
      case .lens: return Self.safe(facts.lens)
      case .rating: return String(max(0, facts.rating ?? 0))
      }
    }.joined()
  }

  private static func date(_ seconds: Double?, _ format: String) -> String {
    guard let seconds, var moment = time_t(exactly: seconds.rounded(.down)) else { return "" }
    var fields = tm()
    guard gmtime_r(&moment, &fields) != nil else { return "" }
    var text = [CChar](repeating: 0, count: 256)
    let count = strftime(&text, text.count, format, &fields)
    return safe(String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// The text in which the characters that a file name cannot contain are replaced.
  private static func safe(_ text: String) -> String {
    String(text.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 32 } ? "-" : $0 })
  }

  /// Replaces every occurrence of a text that is not empty.
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
