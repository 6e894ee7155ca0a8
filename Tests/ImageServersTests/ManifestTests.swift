import ImageServers
import Testing

/// Lists of pictures on image servers.
struct ManifestTests {
  private static func list(_ text: String, languages: [String] = ["de_AT.UTF-8"]) throws
    -> ServedCollection
  {
    let document = try ServedDocument.read(
      Array(text.utf8), from: "https://h/manifest.json", languages: languages)
    guard case .collection(let collection) = document else {
      throw DescriptionFailure.notADescription
    }
    return collection
  }

  private static func canvas(_ body: String, _ more: String = "") -> String {
    """
    {"type": "Canvas", "width": 300, "height": 400, "items": [{"type": "AnnotationPage", "items": [
      {"type": "Annotation", "motivation": "painting", "body": \(body)}]}]\(more)}
    """
  }

  private static func three(_ canvases: [String], _ more: String = "") -> String {
    """
    {"@context": "http://iiif.io/api/presentation/3/context.json", "id": "https://h/m", "type": "Manifest",
     "label": {"en": ["Book"], "de": ["Buch  der\\nBücher"], "none": ["x"]}, "items": [\(canvases.joined(separator: ","))]\(more)}
    """
  }

  private static let service =
    "{\"id\": \"https://i/1.jpg\", \"type\": \"Image\", \"service\": [{\"id\": \"https://i/iiif/1/\", \"type\": \"ImageService3\", \"profile\": \"level2\"}]}"

  @Test
  func `canvases of version 3 are pages of their image services, with labels in the language`()
    throws
  {
    let list = try Self.list(
      Self.three(
        [
          Self.canvas(Self.service, ", \"label\": {\"de\": [\"Seite 1\"]}"),
          Self.canvas(
            "{\"type\": \"Choice\", \"items\": [{\"id\": \"https://i/2.jpg\", \"type\": \"Image\"}]}"
          ),
          Self.canvas("{\"type\": \"Image\"}"),
        ], ", \"viewingDirection\": \"right-to-left\""))
    #expect(list.label == "Buch der Bücher" && list.isRightToLeft)
    #expect(list.entries.map(\.address) == ["https://i/iiif/1/info.json", "https://i/2.jpg"])
    #expect(list.entries.map(\.label) == ["Seite 1", ""])
    #expect(list.entries[0].thumbnail == "https://i/iiif/1/full/!400,400/0/default.jpg")
    #expect(list.entries[1].thumbnail == "https://i/2.jpg")
    #expect(list.entries[0].width == 300 && list.entries[0].height == 400)
  }

  @Test(arguments: [
    (["fr"], "x"), (["en_GB", "de"], "Book"), ([], "x"), (["de"], "Buch der Bücher"),
  ])
  func `a label without the language is that of no language`(languages: [String], label: String)
    throws
  {
    #expect(
      try Self.list(Self.three([Self.canvas(Self.service)]), languages: languages).label == label)
  }

  @Test(arguments: [
    "{\"de\": [\"Buch\"], \"en-GB\": [\"Book\"], \"fr\": [\"Livre\"]}",
    """
    [{"@value": "Buch", "@language": "de"}, {"@value": "Book", "@language": "en"}]
    """,
  ])
  func `a label only in other languages is the English one`(label: String) throws {
    let text = """
      {"type": "Manifest", "label": \(label), "items": [\(Self.canvas(Self.service))]}
      """
    for languages in [[], ["it"]] {
      #expect(try Self.list(text, languages: languages).label == "Book")
    }
    #expect(try Self.list(text, languages: ["de"]).label == "Buch")
  }

  @Test func `canvases of version 2 are pages, with the sizes of their thumbnails`() throws {
    let text = """
      {"@context": "http://iiif.io/api/presentation/2/context.json", "@type": "sc:Manifest",
       "label": [{"@value": "Book", "@language": "en"}, {"@value": "Buch", "@language": "de"}],
       "sequences": [{"viewingDirection": "left-to-right", "canvases": [
        {"@type": "sc:Canvas", "label": "f. 1r", "height": 4, "width": 3,
         "thumbnail": {"@id": "https://t/1.jpg", "service": {"@id": "https://t/1",
          "profile": "http://iiif.io/api/image/2/level0.json",
          "sizes": [{"width": 90, "height": 120}, {"width": 450, "height": 600}, {"width": 900, "height": 1200}]}},
         "images": [{"resource": {"@id": "https://i/1.jpg", "service": {
          "@context": "http://iiif.io/api/image/2/context.json", "@id": "https://i/iiif/1",
          "profile": "http://iiif.io/api/image/2/level1.json"}}}]},
        {"images": [{"resource": {"service": {"profile": ["http://iiif.io/api/image/2/level1.json"],
          "@id": "http://i/2"}}}]}]}]}
      """
    let list = try Self.list(text)
    #expect(list.label == "Buch" && !list.isRightToLeft)
    #expect(list.entries.map(\.address) == ["https://i/iiif/1/info.json", "http://i/2/info.json"])
    #expect(list.entries[0].label == "f. 1r")
    #expect(list.entries[0].thumbnail == "https://t/1/full/450,/0/default.jpg")
    #expect(list.entries[1].thumbnail == "http://i/2/full/400,/0/default.jpg")
  }

  @Test func `a collection lists its manifests`() throws {
    let text = """
      {"type": "Collection", "label": {"none": ["All"]}, "items": [
        {"id": "https://h/1/manifest", "type": "Manifest", "label": {"en": ["One"]},
         "thumbnail": [{"id": "https://h/1.jpg", "type": "Image"}]}, {"type": "Manifest"}]}
      """
    let list = try Self.list(text)
    #expect(list.entries.map(\.address) == ["https://h/1/manifest"])
    #expect(list.entries[0].thumbnail == "https://h/1.jpg" && list.entries[0].label == "One")
  }

  @Test func `addresses that are not on the web are left out, and an empty list is an error`() {
    for address in ["file:///etc/passwd", "javascript:1", "ftp://h/a.jpg", "//h/a", "", "http://"] {
      let body =
        "{\"id\": \"\(address)\", \"type\": \"Image\", \"service\": [{\"id\": \"\(address)\", \"type\": \"ImageService2\"}]}"
      #expect(throws: DescriptionFailure.empty) { try Self.list(Self.three([Self.canvas(body)])) }
    }
    #expect(throws: DescriptionFailure.empty) { try Self.list("{\"type\": \"Manifest\"}") }
  }

  @Test func `too many canvases are an error, and long labels are cut`() throws {
    let canvas = "{\"items\":[{\"items\":[{\"body\":{\"id\":\"http://h/a\"}}]}]}"
    let many = Array(repeating: canvas, count: ServedCollection.maxEntries + 1)
    #expect(throws: DescriptionFailure.tooLarge) { try Self.list(Self.three(many)) }
    let long = String(repeating: "a", count: 100_000)
    let list = try Self.list(
      Self.three([Self.canvas(Self.service, ", \"label\": {\"none\": [\"\(long)\"]}")]))
    #expect(list.entries[0].label.count == ServedCollection.maxLabelLength)
    let tall = "a" + String(repeating: "\u{301}", count: 5000)
    let marks = try Self.list(
      Self.three([Self.canvas(Self.service, ", \"label\": {\"none\": [\"\(tall)\"]}")]))
    #expect(marks.entries[0].label.unicodeScalars.count == ServedCollection.maxLabelScalars)
  }
}
