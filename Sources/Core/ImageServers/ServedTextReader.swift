/// A reader of the texts in a description, which may be given in several languages.
///
/// - Source: IIIF Presentation API 3.0, section 4 (language maps, HTML markup); 2.1.1, section 3.3
///   (`@language`).
struct ServedTextReader {
  /// The user's languages as locale names such as `de_AT`, the preferred one first.
  let languages: [String]

  /// The maximum number of values that are read of one text.
  static let maxValues = 20
  /// The maximum number of values with a language that are searched for the user's languages.
  private static let maxSearchedValues = 1000
  /// The language that is chosen before others when there is no text in one of the user's.
  private static let fallbackLanguage = "en"

  /// The first text of a value in the user's language, or else one without a language, or else the
  /// English one, or else the first one; on one line, and empty without a text.
  func label(_ value: JSONValue?) -> String {
    Self.singleLine(texts(of: value).first.map(Self.plainText) ?? "")
  }

  /// All texts of a value in one language, chosen as in ``label(_:)``, one on each line.
  func value(_ value: JSONValue?) -> String {
    let texts = texts(of: value).prefix(Self.maxValues).map { Self.truncated(Self.plainText($0)) }
    return Self.truncated(texts.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  // MARK: Languages

  /// All texts of a value in the one language that suits the user best.
  private func texts(of value: JSONValue?) -> [String] {
    switch value {
    case .string(let own)?: return [own]
    case .array(let all)?: return textsInBestLanguage(all)
    case .object(let members)?:
      if let single = value, members["@value"] != nil { return textsInBestLanguage([single]) }
      let keys = members.keys.sorted()
      let own = languages.lazy.compactMap { wanted in
        keys.first { Self.language($0, matches: wanted) }
      }
      let other =
        members["none"] == nil
        ? keys.first { Self.language($0, matches: Self.fallbackLanguage) } ?? keys.first : "none"
      let key = own.first ?? other
      return key.flatMap { members[$0]?.elements.compactMap(\.text) } ?? []
    case .null?, .boolean?, .number?, nil: return []
    }
  }

  /// The texts in the one language that suits the user best, among the first
  /// ``maxSearchedValues`` texts with or without an `@language`, as in version 2 of the API; empty
  /// if there are none.
  private func textsInBestLanguage(_ all: [JSONValue]) -> [String] {
    let searched = all.prefix(Self.maxSearchedValues)
    let pairs = searched.compactMap { item -> (language: String, text: String)? in
      (item.text ?? item["@value"]?.text).map { (item["@language"]?.text ?? "", $0) }
    }
    let own = languages.lazy.compactMap { wanted in
      pairs.first { Self.language($0.language, matches: wanted) }
    }
    let other =
      pairs.first { $0.language.isEmpty }
      ?? pairs.first { Self.language($0.language, matches: Self.fallbackLanguage) } ?? pairs.first
    guard let language = (own.first ?? other)?.language else { return [] }
    return pairs.filter { $0.language == language }.map(\.text)
  }

  /// Whether a language tag and a locale such as `de_AT.UTF-8` have the same primary language.
  private static func language(_ tag: String, matches wanted: String) -> Bool {
    func head(_ text: String) -> String {
      text.prefix { $0.isLetter }.lowercased()
    }
    return !tag.isEmpty && tag != "none" && head(tag) == head(wanted)
  }

  // MARK: Lengths

  /// `text` on one line, cut to the maximum length of a title.
  static func singleLine(_ text: String) -> String {
    // One character may consist of any number of Unicode scalars.
    let start = String(text.unicodeScalars.prefix(ServedCollection.maxLabelScalars))
    let words = start.prefix(ServedCollection.maxLabelLength * 2).split {
      $0.isWhitespace || $0.isNewline
    }
    return String(words.joined(separator: " ").prefix(ServedCollection.maxLabelLength))
  }

  /// `text` without white space around its lines and without empty lines, cut to the maximum length
  /// of a property's value.
  private static func truncated(_ text: String) -> String {
    let start = String(text.unicodeScalars.prefix(ServedFacts.maxValueScalars))
    let lines = start.split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let whole = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    return String(whole.prefix(ServedFacts.maxValueLength))
  }

  // MARK: Markup

  /// The HTML elements after which another line begins.
  private static let blockElements: Set<String> = ["br", "p", "div", "li"]
  /// The maximum length of text with HTML markup, in Unicode scalars; the rest of a longer text is
  /// left out.
  private static let maxMarkupScalars = 4 * ServedFacts.maxValueScalars
  private static let entities: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "nbsp": "\u{A0}",
  ]
  /// The maximum length of the name of an HTML entity, in Unicode scalars.
  private static let maxEntityLength = 6

  /// `text` without HTML tags, and with HTML entities replaced by their characters. A text that
  /// does not begin with `<` and end with `>` is no HTML, and is unchanged.
  static func plainText(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "<"), text.utf8.last == UInt8(ascii: ">") else {
      return text
    }
    var result = ""
    var rest = text.unicodeScalars.prefix(maxMarkupScalars)
    while let scalar = rest.popFirst() {
      switch scalar {
      case "<":
        let tag = rest.prefix { $0 != ">" }
        rest = rest.dropFirst(tag.count + 1)
        let name = String(String.UnicodeScalarView(tag.drop { $0 == "/" }.prefix { isLetter($0) }))
        if blockElements.contains(name.lowercased()) { result.append("\n") }
      case "&":
        let name = String(
          String.UnicodeScalarView(rest.prefix(maxEntityLength).prefix { $0 != ";" }))
        let end = rest.dropFirst(name.unicodeScalars.count)
        guard end.first == ";", let character = entities[name] else {
          result.unicodeScalars.append(scalar)
          continue
        }
        rest = end.dropFirst()
        result.append(character)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }
}
