import Localization
import TextSearch

/// The translation of the error messages and the help of swift-argument-parser, which has none of
/// its own.
enum ParserTranslation {
  /// The error messages of swift-argument-parser, with placeholders such as `{option}`.
  ///
  /// - Source: `ErrorMessageGenerator` of swift-argument-parser 1.5.
  private static var messages: [String] {
    [
      msgid("Unknown option '{option}'. Did you mean '{other}'?"),
      msgid("Unknown option '{option}'"),
      msgid("Missing value for '{option}'"),
      msgid("The option '{option}' does not take any value, but '{value}' was specified."),
      msgid("Unexpected argument '{value}'"),
      msgid("The value '{value}' is invalid for '{option}'. Please provide one of {values}."),
      msgid("The value '{value}' is invalid for '{option}'"),
    ]
  }
  /// The words before a list of permitted values in a parser message that has one value per line.
  private static let listIntroduction = "the following:\n"

  /// A parser's error message in the user's language; `sentence` itself when it has no translation.
  static func translated(_ sentence: String) -> String {
    for message in messages {
      // The catalogue's message ends with a full stop. The parser leaves the full stop out when the
      // message ends with a list that has one value per line.
      guard
        var values = values(of: message, in: sentence) ?? values(of: message, in: sentence + ".")
      else { continue }
      let text = tr(message)
      guard text != message else { return sentence }
      if let names = values["values"] {
        values["values"] =
          names.containsText(listIntroduction) ? linedValues(names) : quotedValues(names)
      }
      return values.reduce(text) { result, value in
        result.replacingParts("{\(value.key)}", with: value.value)
      }
    }
    return sentence
  }

  /// The parser's help with its headings and remarks in the user's language.
  static func translatedHelp(_ help: String) -> String {
    var result = help.replacingParts("\nARGUMENTS:\n", with: "\n" + tr("ARGUMENTS:") + "\n")
    result = result.replacingParts("\nOPTIONS:\n", with: "\n" + tr("OPTIONS:") + "\n")
    result = result.replacingParts("Show help information.", with: tr("Show help information."))
    // The text before the placeholder is taken. In some languages a directional isolate (U+2066)
    // precedes the placeholder; it is left out, too.
    let values = tr("values: {values}").prefix { $0 != "{" && $0 != "\u{2066}" }
    return result.replacingParts("(values:", with: "(\(values.trimmingWhitespace)")
  }

  /// The texts in `sentence` at the placeholders of `message`, by the names of the placeholders;
  /// nil when `sentence` has not the form of `message`.
  ///
  /// - Complexity: O(characters).
  static func values(of message: String, in sentence: String) -> [String: String]? {
    var values: [String: String] = [:]
    var rest = sentence[...]
    var pieces = message.split(separator: "{", omittingEmptySubsequences: false)[...]
    guard let first = pieces.popFirst(), rest.hasPrefix(first) else { return nil }
    rest = rest.dropFirst(first.count)
    while let piece = pieces.popFirst() {
      let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let isLast = pieces.isEmpty
      // The text after the last placeholder has to be at the end of the sentence. The texts after
      // other placeholders are searched for from the left.
      let end: Range<String.Index>?
      if isLast {
        guard rest.hasSuffix(parts[1]) else { return nil }
        let start = rest.index(rest.endIndex, offsetBy: -parts[1].count)
        end = start..<rest.endIndex
      } else {
        end = rest.firstOccurrence(of: parts[1])
      }
      guard let end else { return nil }
      values[String(parts[0])] = String(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
    }
    return rest.isEmpty ? values : nil
  }

  /// The values in a list such as `'a', 'b' or 'c'`, without quotation marks and separated by
  /// commas.
  private static func quotedValues(_ text: String) -> String {
    let pieces = text.split(separator: "'", omittingEmptySubsequences: false)
    return pieces.indices.filter { !$0.isMultiple(of: 2) }.map { String(pieces[$0]) }
      .joined(separator: ", ")
  }

  /// The values in a list with a heading and one value per line, separated by commas.
  private static func linedValues(_ text: String) -> String {
    text.split(separator: "\n").dropFirst().map { String($0.drop { " -".contains($0) }) }
      .joined(separator: ", ")
  }
}
