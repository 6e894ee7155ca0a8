/// The values that replace the placeholders of a text, by the names of the placeholders.
package struct TextValues: ExpressibleByDictionaryLiteral {
  private(set) var texts: [String: String] = [:]

  package init(dictionaryLiteral values: (String, any CustomStringConvertible)...) {
    for (name, value) in values { texts[name] = value.description }
  }

  /// These values with an additional value for the placeholder `name`.
  package func adding(_ name: String, _ value: any CustomStringConvertible) -> TextValues {
    var result = self
    result.texts[name] = value.description
    return result
  }
}

/// Translates a text for the user; returns the English text when there is no translation.
///
/// `scripts/translations` collects the texts from the calls of this function, so the text is a
/// literal without interpolation. A text is translated when it is shown and not kept in a constant,
/// because the catalogue is opened after the first frame.
///
/// - Parameter context: the use of the text, where one English text has several translations.
package func tr(_ text: String, context: String? = nil) -> String {
  guard let catalogue = TextCatalogue.current, !text.isEmpty else { return text }
  return catalogue.lookUp(.init(text, context: context)) ?? text
}

/// Translates a text with placeholders, such as `Saved “{name}”`, and replaces them by `values`.
///
/// The placeholders of a translation may have any order. A translation that lacks a placeholder, or
/// has an additional one, is not used.
package func tr(_ text: String, _ values: TextValues, context: String? = nil) -> String {
  translate(.init(text, context: context), values)
}

/// Translates a text with a number, in the plural form for `count`, which replaces the placeholder
/// `{count}`; `one` and `many` are the English texts for 1 and for other numbers.
package func trPlural(
  _ one: String, _ many: String, count: Int, _ values: TextValues = [:], context: String? = nil
) -> String {
  translate(.init(one, plural: many, count: count, context: context), values)
}

/// Marks a text in a constant for translation, and returns it unchanged; the code that shows the
/// text translates it by ``tr(_:context:)``.
package func msgid(_ text: String, context: String? = nil) -> String { text }

/// Whether the language of the texts is written from right to left.
package var isRightToLeft: Bool {
  // TRANSLATORS: default:RTL for a language that is written from right to left, else default:LTR.
  tr("default:LTR") == "default:RTL"
}

/// The text of a whole number for people, with groups of digits in the style of their language.
package func grouped(_ number: Int) -> String {
  (TextCatalogue.current?.numbers ?? .standard).text(number)
}

/// The text of a number of tenths, at least 0, for people, with one decimal: “1.2” for 12.
package func decimal(tenths: Int) -> String {
  let separator = (TextCatalogue.current?.numbers ?? .standard).decimal
  return "\(tenths / 10)\(separator)\(abs(tenths % 10))"
}

/// The text of a number of hundredths, at least 0, for people, with two decimals: “0.95” for 95.
package func decimal(hundredths: Int) -> String {
  let separator = (TextCatalogue.current?.numbers ?? .standard).decimal
  let digits = abs(hundredths % 100)
  return "\(hundredths / 100)\(separator)\(digits < 10 ? "0" : "")\(digits)"
}

private func translate(_ message: TextCatalogue.Message, _ values: TextValues) -> String {
  var texts = values.texts
  if message.plural != nil { texts["count"] = grouped(message.count) }
  let original = Placeholders.parse(message.original)
  if let text = TextCatalogue.current?.lookUp(message) {
    let translation = Placeholders.parse(text)
    // A plural form may leave out the number, such as “one photo”.
    let optional: Set<String> = message.plural == nil ? [] : ["count"]
    let known = original.names.union(optional)
    if translation.names.isSubset(of: known),
      translation.names.union(optional) == original.names.union(optional)
    {
      return translation.filled(with: isRightToLeft ? texts.mapValues(bidiIsolated) : texts)
    }
  }
  return original.filled(with: texts)
}

/// A value inside a text of a right-to-left language, marked so that the order of its characters is
/// kept: a date in digits would be shown backwards otherwise. A value of digits only needs no mark.
///
/// - Source: Unicode Standard Annex 9, section 2.4: first strong isolate, pop directional isolate.
private func bidiIsolated(_ value: String) -> String {
  value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    ? value : "\u{2068}\(value)\u{2069}"
}

/// A text divided into its placeholders and the text between them.
private struct Placeholders {
  private enum Part {
    case text(Substring)
    case placeholder(name: String)
  }

  private var parts: [Part] = []
  private(set) var names: Set<String> = []

  /// Divides a text at its placeholders. A placeholder is `{`, ASCII letters, `}`; all other braces
  /// are text.
  static func parse(_ text: String) -> Placeholders {
    var result = Placeholders()
    var rest = Substring(text)
    var plain = rest.startIndex
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      let inner = rest.utf8[rest.utf8.index(after: open)...]
      let name = inner.prefix {
        ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
      }
      rest = Substring(inner)
      guard !name.isEmpty, name.endIndex < inner.endIndex,
        inner[name.endIndex] == UInt8(ascii: "}")
      else { continue }
      if plain < open { result.parts.append(.text(text[plain..<open])) }
      let found = String(Substring(name))
      result.parts.append(.placeholder(name: found))
      result.names.insert(found)
      plain = inner.index(after: name.endIndex)
      rest = text[plain...]
    }
    if plain < text.endIndex { result.parts.append(.text(text[plain...])) }
    return result
  }

  func filled(with values: [String: String]) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let words): text += words
      case .placeholder(let name): text += values[name] ?? "{\(name)}"
      }
    }
  }
}
