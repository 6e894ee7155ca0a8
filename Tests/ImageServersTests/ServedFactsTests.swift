import ImageServers
import Testing

/// The facts about lists of pictures on image servers.
struct ServedFactsTests {
  private static func facts(
    _ members: String, type: String = "Manifest", languages: [String] = ["de_AT.UTF-8"]
  ) throws -> ServedFacts {
    let pictures = """
      "items": [{"items": [{"items": [{"body": {"id": "https://h/1.jpg"}}]}]}],
      "sequences": [{"canvases": [{"images": [{"resource": {"@id": "https://h/1.jpg"}}]}]}]
      """
    let text = "{\"type\": \"\(type)\", \(pictures), \(members)}"
    let document = try ServedDocument.read(
      Array(text.utf8), from: "https://h/manifest.json", languages: languages)
    guard case .collection(let collection) = document else {
      throw DescriptionFailure.notADescription
    }
    return collection.facts
  }

  @Test func `the facts of version 3 are in the language of the user`() throws {
    let facts = try Self.facts(
      """
      "label": {"en": ["Book"], "de": ["Buch"]},
      "metadata": [
        {"label": {"en": ["Author"], "de": ["Autor"]}, "value": {"none": ["Anna", "Berta"]}},
        {"label": {"en": ["Date"]}, "value": {"en": ["May"], "de": ["Mai"]}},
        {"label": {"en": ["Nothing"]}, "value": {"en": []}}],
      "rights": "https://h/by/4.0/",
      "requiredStatement": {"label": {"de": ["Dank"]}, "value": {"de": ["An alle"]}},
      "provider": [{"type": "Agent", "label": {"en": ["Library"], "de": ["Bibliothek"]}}]
      """)
    #expect(facts.label == "Buch")
    #expect(
      facts.pairs == [
        .init(name: "Autor", value: "Anna\nBerta"), .init(name: "Date", value: "Mai"),
      ])
    #expect(facts.rights == "https://h/by/4.0/" && facts.rightsAddress == "https://h/by/4.0/")
    #expect(facts.requiredStatement == ServedFacts.Pair(name: "Dank", value: "An alle"))
    #expect(facts.provider == "Bibliothek")
  }

  @Test func `the facts of version 2 are in the language of the user`() throws {
    let members = """
      "label": "Book", "license": ["https://h/license", "https://h/other"],
      "attribution": [{"@value": "Thanks", "@language": "en"},
        {"@value": "Danke", "@language": "de"}],
      "metadata": [{"label": [{"@value": "Author", "@language": "en"}],
        "value": [{"@value": "Anna", "@language": "de"}, {"@value": "Anne", "@language": "fr"},
          {"@value": "Berta", "@language": "de"}]}, {"label": "Date", "value": "1450"}]
      """
    let facts = try Self.facts(members, type: "sc:Manifest")
    #expect(
      facts.pairs == [
        .init(name: "Author", value: "Anna\nBerta"), .init(name: "Date", value: "1450"),
      ])
    #expect(facts.requiredStatement == ServedFacts.Pair(name: "", value: "Danke"))
    #expect(facts.rightsAddress == "https://h/license" && facts.provider.isEmpty)
    let french = try Self.facts(members, type: "sc:Manifest", languages: ["fr"])
    #expect(french.pairs.first?.value == "Anne" && french.requiredStatement?.value == "Thanks")
  }

  @Test(arguments: [
    ("<p>One &amp; <b class='x'>two</b></p><p>three</p>", "One & two\nthree"),
    ("<a href='javascript:alert(1)'>link</a>", "link"), ("<img src='https://h/t.gif'/>", ""),
    ("a < b > c", "a < b > c"), ("<b>&lt;i&gt; &unknown; &</b>", "<i> &unknown; &"), ("<", "<"),
    ("<<<>>>", ">>"),
  ])
  func `HTML in a value becomes plain text`(html: String, text: String) throws {
    let facts = try Self.facts(
      """
      "metadata": [{"label": "x", "value": "\(html)"}, {"label": "y", "value": "z"}]
      """)
    #expect((facts.pairs.first { $0.name == "x" }?.value ?? "") == text)
    #expect(facts.pairs.last?.value == "z")
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "//h/a", "All rights reserved", "http://",
    "https://h/a b",
  ])
  func `rights that are no address on the web cannot be opened`(text: String) throws {
    let facts = try Self.facts("\"rights\": \"\(text)\"")
    #expect(facts.rights == text && facts.rightsAddress == nil)
  }

  @Test func `an address of rights is never cut to another one`() throws {
    let spaced = try Self.facts("\"rights\": \"  https://h/by/4.0/ \\n\"")
    #expect(spaced.rights == "https://h/by/4.0/" && spaced.rightsAddress == spaced.rights)
    let long = String(repeating: "r", count: 250)
    for end in [long + " and more", String(repeating: "r", count: 5000)] {
      let facts = try Self.facts("\"rights\": \"https://h/\(end)\"")
      #expect(facts.rights.isEmpty && facts.rightsAddress == nil)
    }
  }

  @Test func `the number and the length of facts are limited`() throws {
    let long = String(repeating: "a", count: 50_000)
    let tall = "b" + String(repeating: "\u{301}", count: 50_000)
    let pair = "{\"label\": \"\(long)\", \"value\": {\"none\": [\"\(long)\", \"x\"]}}"
    let pairs = Array(repeating: pair, count: 5).joined(separator: ",")
    let few = Array(repeating: "{\"label\": \"n\", \"value\": \"v\"}", count: 500)
      .joined(separator: ",")
    let names = Array(repeating: "{\"label\": \"n\"}", count: 500).joined(separator: ",")
    let thanks = Array(repeating: "\"l\"", count: 500).joined(separator: ",")
    let address = "https://h/" + String(repeating: "r", count: 2000)
    let all = pairs + ",{\"label\": \"t\", \"value\": \"\(tall)\"}," + few
    let facts = try Self.facts(
      """
      "metadata": [\(all)], "rights": "\(address)", "provider": [\(names)],
      "attribution": {"none": [\(thanks)]}
      """)
    #expect(facts.pairs.count == ServedFacts.maxPairs)
    #expect(facts.pairs[0].name.count == ServedCollection.maxLabelLength)
    #expect(facts.pairs[0].value.count == ServedFacts.maxValueLength)
    #expect(facts.pairs[5].value.unicodeScalars.count == ServedFacts.maxValueScalars)
    #expect(facts.rights.isEmpty && facts.provider == "n, n, n, n")
    #expect(facts.requiredStatement?.value.count == 39)
  }

  @Test(arguments: [
    "\"metadata\": 3", "\"metadata\": [null, 1, [], {}]", "\"rights\": {}, \"provider\": 1",
    "\"requiredStatement\": {\"label\": {\"de\": [\"Dank\"]}}", "\"label\": {\"de\": 4}",
  ])
  func `facts of other types are left out`(members: String) throws {
    #expect(try Self.facts(members) == ServedFacts())
  }
}
