import BrowserHost
import DecoderWire
import Geometry
import Imaging
import Localization
import PhotoGrid
import Pixels
import Testing

@testable import ViewerApp

/// The facts of a photo in words and as JSON.
struct MetadataLinesTests {
  private func value(_ name: String, _ change: (inout PhotoMetadata) -> Void) -> String? {
    var metadata = PhotoMetadata()
    change(&metadata)
    return MetadataLines(metadata).lines.first { $0.name == name }?.value
  }

  @Test(arguments: [(0, "☆☆☆☆☆"), (3, "★★★☆☆"), (5, "★★★★★"), (99, "★★★★★")])
  func `a rating is five stars, also one of a damaged database`(rating: Int, text: String) {
    #expect(MetadataLines.text(rating: rating) == text)
  }

  @Test func `stars begin at the right in a language that is written from right to left`() {
    func rating() -> String? { value("Rating") { $0.rating = 4 } }
    #expect(rating() == "★★★★☆")
    let mirrored = TextCatalogue { $0.text == "default:LTR" ? "default:RTL" : nil }
    TextCatalogue.$testOverride.withValue(mirrored) {
      #expect(rating() == "\u{2067}★★★★☆\u{2069}")
      var metadata = PhotoMetadata()
      metadata.rating = 4
      let printed = MetadataLines(metadata, dates: .iso).lines
      #expect(printed.map(\.value) == ["★★★★☆"], "a terminal has an order of its own")
    }
    #expect(
      MetadataLines.withoutIsolates("\u{2067}★☆ 2\u{2069}\n\u{2067}☆ 1\u{2069}") == "★☆ 2\n☆ 1")
    #expect(MetadataLines.withoutIsolates("a \u{2067}b\u{2069}") == "a \u{2067}b\u{2069}")
  }

  @Test func `a photo without metadata has no lines`() {
    #expect(MetadataLines(PhotoMetadata()).lines.isEmpty)
  }

  @Test(arguments: [
    ("Canon", "Canon EOS 5D", "Canon EOS 5D"), ("NIKON CORPORATION", "NIKON D90", "NIKON D90"),
    ("Google", "Pixel 4a", "Google Pixel 4a"), ("Leica", "", "Leica"), ("", "X100", "X100"),
  ])
  func `the camera model does not repeat the maker`(make: String, model: String, camera: String) {
    let words = value("Camera") {
      $0.make = make
      $0.model = model
    }
    #expect(words == camera)
  }

  @Test(arguments: [
    (1, 250, "1/250 s"), (10, 2500, "1/250 s"), (1, 3, "0.3 s"), (3, 10, "0.3 s"), (5, 2, "2.5 s"),
    (30, 1, "30 s"), (1, 1_000_000, "1/1000000 s"), (0, 1, nil),
  ])
  func `short exposure times are fractions, long ones decimals`(n: Int, d: Int, words: String?) {
    #expect(value("Exposure time") { $0.exposureTime = .init(n, d) } == words)
  }

  @Test(arguments: [
    (0, 1, "0 EV"), (1, 3, "+⅓ EV"), (-2, 3, "−⅔ EV"), (4, 3, "+1 ⅓ EV"), (-3, 2, "−1.5 EV"),
    (10, 10, "+1 EV"), (33, 100, "+⅓ EV"),
  ])
  func `exposure compensation is in thirds or decimals`(n: Int, d: Int, words: String) {
    #expect(value("Exposure compensation") { $0.exposureBias = .init(n, d) } == words)
  }

  @Test(arguments: [
    (28, 10, "f/2.8"), (4, 1, "f/4"), (95, 100, "f/0.95"), (9, 10, "f/0.9"), (178, 100, "f/1.8"),
    (996, 1000, "f/1"),
  ])
  func `an f-number below 1 has two decimals`(n: Int, d: Int, words: String) {
    #expect(value("Aperture") { $0.aperture = .init(n, d) } == words)
    var metadata = PhotoMetadata()
    metadata.aperture = .init(n, d)
    #expect(MetadataLines(metadata).exposureValues == [words])
  }

  @Test func `an equivalent focal length equal to the real one is left out`() {
    func words(_ equivalent: Int?) -> String? {
      value("Focal length") {
        $0.focalLength = .init(35, 1)
        $0.equivalentFocalLength = equivalent
      }
    }
    #expect(words(52) == "35 mm (52 mm equivalent)")
    #expect(words(35) == "35 mm" && words(nil) == "35 mm")
  }

  @Test(
    arguments: [(nil, ""), (120, " UTC+2"), (-570, " UTC−9:30")] as [(Int?, String)])
  func `the date taken has the zone if it is known, and is ISO 8601 for programs alone`(
    zone: Int?, suffix: String
  ) {
    var metadata = PhotoMetadata()
    metadata.taken = .init(
      year: 2024, month: 5, day: 1, hour: 7, minute: 8, second: 9, zoneMinutes: zone)
    func words(_ lines: MetadataLines) -> String? {
      lines.lines.first { $0.name == "Date taken" }?.value
    }
    #expect(words(MetadataLines(metadata, dates: .iso)) == "2024-05-01 07:08:09" + suffix)
    #expect(words(MetadataLines(metadata)) == "1 May 2024, 07:08:09" + suffix)
    let information = PhotoInformation(PhotoFileFacts(path: FilePath("/p/a.jpg")), metadata)
    #expect(information.subtitle == "1 May 2024, 07:08:09" + suffix)
  }

  @Test func `the information panel states the rating that only the other file of a pair has`() {
    let facts = PhotoFileFacts(path: FilePath("/p/a.jpg"))
    func rating(_ metadata: PhotoMetadata?, _ marks: PhotoMarks?) -> String? {
      PhotoInformation(facts, metadata, marks: marks).sections.flatMap(\.lines)
        .first { $0.name == "Rating" }.map { MetadataLines.withoutIsolates($0.value) }
    }
    #expect(rating(PhotoMetadata(), PhotoMarks(stars: 4)) == "★★★★☆")
    #expect(rating(PhotoMetadata(), nil) == nil && rating(nil, PhotoMarks(stars: 4)) == nil)
  }

  @Test(arguments: [
    (0, "Did not fire"), (1, "Fired"), (24, "Did not fire, automatic"),
    (25, "Fired, automatic"), (32, nil),
  ])
  func `the flash is described by its bits`(bits: Int, words: String?) {
    #expect(value("Flash") { $0.flash = bits } == words)
  }

  @Test func `coordinates have five decimals`() {
    func words(_ latitude: Double, _ longitude: Double, _ altitude: Double? = nil) -> String? {
      value("Position") {
        $0.position = .init(latitude: latitude, longitude: longitude, altitude: altitude)
      }
    }
    #expect(words(48.208_333, -11.5, 83.4) == "48.20833, −11.50000, 83 m")
    #expect(words(-0.000_001, 0.000_019) == "0.00000, 0.00002")
  }

  @Test func `JSON escapes texts and omits unknown values`() {
    var photo = PhotoDescription()
    photo.metadata.title = "a \"quoted\" \\ title\n"
    photo.metadata.keywords = ["x", "ü"]
    photo.metadata.exposureTime = .init(1, 250)
    photo.metadata.taken = .init(
      year: 2024, month: 5, day: 1, nanoseconds: 50_000_000, zoneMinutes: -90)
    let text = InfoJSON.object(photo, path: FilePath("/p/a.jpg"))
    #expect(
      text == """
        {"path":"/p/a.jpg","taken":"2024-05-01T00:00:00.05-01:30","exposureTime":0.004,\
        "title":"a \\"quoted\\" \\\\ title\\n","keywords":["x","ü"]}
        """)
  }
}
