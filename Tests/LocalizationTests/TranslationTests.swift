import Glibc
import Localization
import Testing

/// Texts with a catalogue that is known to the test only.
@Suite struct TranslationTests {
  /// Runs `body` with translations by message.
  private func with<Result>(
    _ texts: [String: String], numbers: NumberStyle = .standard, _ body: () -> Result
  ) -> Result {
    let catalogue = TextCatalogue(numbers: numbers) { message in
      let form = message.plural == nil ? "" : "#\(message.count)"
      return texts[(message.context.map { $0 + "|" } ?? "") + message.text + form]
    }
    return TextCatalogue.$testOverride.withValue(catalogue, operation: body)
  }

  @Test func `a text without a translation stays English`() {
    with([:]) {
      #expect(tr("Close") == "Close")
      #expect(tr("Saved “{name}”", ["name": "a.jpg"]) == "Saved “a.jpg”")
      #expect(trPlural("{count} photo", "{count} photos", count: 1) == "1 photo")
      #expect(trPlural("{count} photo", "{count} photos", count: 3) == "3 photos")
    }
  }

  @Test func `the messages of the system for translation are those of the C library`() {
    let codes = [
      ENOENT, EACCES, EPERM, ENOSPC, EROFS, ENOTDIR, EISDIR, EEXIST, ENAMETOOLONG, EIO, EDQUOT,
    ]
    #expect(codes.map { String(cString: strerror($0)) } == systemErrorMessages)
  }

  @Test func `a context has its own translation`() {
    with(["None": "Keine", "margins|None": "Ohne"]) {
      #expect(tr("None") == "Keine")
      #expect(tr("None", context: "margins") == "Ohne")
      #expect(tr("None", context: "effect") == "None")
    }
  }

  @Test func `a value keeps its direction in a text from right to left`() {
    with(["default:LTR": "default:RTL", "Taken {date}": "X {date}", "Page {page}": "Y {page}"]) {
      #expect(tr("Taken {date}", ["date": "2024-06-21"]) == "X \u{2068}2024-06-21\u{2069}")
      #expect(tr("Page {page}", ["page": 3]) == "Y 3")
      #expect(tr("Not translated {date}", ["date": "2024"]) == "Not translated 2024")
    }
  }

  @Test func `a translation orders placeholders freely`() {
    with(["{done} of {total}": "von {total} sind {done} fertig"]) {
      #expect(tr("{done} of {total}", ["done": 3, "total": 7]) == "von 7 sind 3 fertig")
    }
  }

  @Test(arguments: [
    "Gesichert", "“{nome}” gesichert", "“{name}” in {place}", "“{name} gesichert", "{}{name",
  ])
  func `a translation with other placeholders is not used`(text: String) {
    with(["Saved “{name}”": text]) {
      let result = tr("Saved “{name}”", ["name": "a.jpg"])
      #expect(result == (text == "“{name} gesichert" ? "“a.jpg gesichert" : "Saved “a.jpg”"))
    }
  }

  @Test func `a plural form may leave out the number, but no other placeholder`() {
    let texts = [
      "{count} photo of {name}#1": "ein Foto von {name}", "{count} photo of {name}#2": "zwei Fotos",
    ]
    with(texts) {
      func text(_ count: Int) -> String {
        trPlural(
          "{count} photo of {name}", "{count} photos of {name}", count: count, ["name": "Ida"])
      }
      #expect(text(1) == "ein Foto von Ida")
      #expect(text(2) == "2 photos of Ida")
    }
  }

  @Test func `values are not searched for placeholders, and braces in texts stay`() {
    #expect(tr("Saved “{name}”", ["name": "{name} {x}"]) == "Saved “{name} {x}”")
    #expect(tr("a { has no }", [:]) == "a { has no }")
    #expect(tr("{ {name} {name", ["name": 1]) == "{ 1 {name")
    #expect(tr("{other}", ["name": 1]) == "{other}")
  }

  @Test func `numbers have the groups and the decimals of the language`() {
    let german = NumberStyle(separator: ".", decimal: ",")
    let indian = NumberStyle(separator: ",", groups: [3, 2])
    let once = NumberStyle(separator: " ", groups: [3, .max])
    with([:], numbers: german) {
      #expect(grouped(1_234_567) == "1.234.567")
      #expect(grouped(999) == "999")
      #expect(decimal(tenths: 12) == "1,2")
      #expect(decimal(hundredths: 95) == "0,95" && decimal(hundredths: 104) == "1,04")
    }
    #expect(indian.text(123_456_789) == "12,34,56,789")
    #expect(once.text(1_234_567) == "1234 567")
    #expect(NumberStyle.standard.text(1234) == "1234")
    #expect(NumberStyle.standard.text(12_345) == "12\u{2009}345")
    #expect(german.text(.min) == "−9.223.372.036.854.775.808")
    #expect(NumberStyle(separator: ",", groups: []).text(12_345) == "12345")
  }
}
