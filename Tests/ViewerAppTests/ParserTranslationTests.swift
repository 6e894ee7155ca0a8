import ArgumentParser
import Localization
import Testing

@testable import ViewerApp

/// The errors of the option parser in the user's language.
@MainActor @Suite struct ParserTranslationTests {
  /// The error message of a wrong command line, in German.
  private func sentence(_ words: String...) -> String {
    let texts = [
      "Unknown option '{option}'. Did you mean '{other}'?":
        "Unbekannte Option „{option}“. Meinten Sie „{other}“?",
      "Unknown option '{option}'": "Unbekannte Option „{option}“",
      "Missing value for '{option}'": "Der Wert von „{option}“ fehlt",
      "The option '{option}' does not take any value, but '{value}' was specified.":
        "„{option}“ hat keinen Wert, auch nicht „{value}“.",
      "The value '{value}' is invalid for '{option}'. Please provide one of {values}.":
        "„{value}“ ist kein Wert von „{option}“; möglich: {values}.",
      "The value '{value}' is invalid for '{option}'": "„{value}“ ist kein Wert von „{option}“",
    ]
    let catalogue = TextCatalogue { texts[$0.text] }
    return TextCatalogue.$testOverride.withValue(catalogue) {
      do {
        _ = try ViewerOptions.parse(words)
        return ""
      } catch { return ParserTranslation.translated(ViewerOptions.message(for: error)) }
    }
  }

  @Test func `errors of the parser are translated with their values`() {
    #expect(sentence("--spacin", "1") == "Unbekannte Option „--spacin“. Meinten Sie „--spacing“?")
    #expect(sentence("--zzzzzzzzzz") == "Unbekannte Option „--zzzzzzzzzz“")
    #expect(sentence("--spacing") == "Der Wert von „--spacing <px>“ fehlt")
    #expect(sentence("--json=1") == "„--json“ hat keinen Wert, auch nicht „1“.")
    #expect(sentence("--spacing", "wide") == "„wide“ ist kein Wert von „--spacing <px>“")
  }

  @Test func `the message about a wrong value lists the permitted values`() {
    #expect(
      sentence("--wheel", "turn")
        == "„turn“ ist kein Wert von „--wheel <profile>“; möglich: page, zoom, pan.")
    #expect(sentence("--key-turn", "x").hasSuffix("möglich: cut, slide."))
    #expect(sentence("--log", "x").contains("möglich: "))
  }

  @Test(arguments: [
    ("Werte: {values}", "(Werte: page, zoom)"),
    ("القيم: \u{2066}{values}\u{2069}", "(القيم: page, zoom)"),
    ("values: {values}", "(values: page, zoom)"),
  ])
  func `the values in the help have a translated heading`(translation: String, expected: String) {
    let catalogue = TextCatalogue { $0.text == "values: {values}" ? translation : nil }
    TextCatalogue.$testOverride.withValue(catalogue) {
      #expect(ParserTranslation.translatedHelp("Wheel. (values: page, zoom)").hasSuffix(expected))
    }
  }

  @Test func `a sentence without a translation stays as it is`() {
    #expect(ParserTranslation.translated("Something else") == "Something else")
    let english = "Unknown option '--x'"
    #expect(ParserTranslation.translated(english) == english)
  }

  @Test func `values are found between the words of a message`() {
    #expect(ParserTranslation.values(of: "a {x} b {y}.", in: "a 1 b 2.") == ["x": "1", "y": "2"])
    #expect(ParserTranslation.values(of: "a {x} b", in: "a 1 c") == nil)
    #expect(ParserTranslation.values(of: "a", in: "a") == [:])
    #expect(ParserTranslation.values(of: "a {x", in: "a 1") == nil)
  }
}
