import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import Pixels
import TestSupport
import Testing

@testable import Decoding
@testable import MetadataReading

/// Whether libgexiv2 is installed.
private let hasLibrary = GExiv2Library.shared != nil

/// The metadata of photos, read as the helper reads it.
@Suite(.tags(.seeded)) struct MetadataTests {
  private func metadata(_ bytes: [UInt8]) throws -> PhotoMetadata {
    try DecodedPicture.metadata(bytes)
  }

  private static let camera = MetadataSample(
    image: [
      0x010F: .text("Canon  "), 0x0110: .text("Canon EOS 5D"), 0x0131: .text("Firmware 1.1"),
      0x013B: .text("Jörg"), 0x0132: .text("2025:01:01 00:00:00"),
    ],
    photo: [
      0x829A: .ratio(10, 2500), 0x829D: .ratio(28, 10), 0x8827: .short(400),
      0x8822: .short(3), 0x9003: .text("2024:05:01 12:30:01"), 0x9011: .text("+02:00"),
      0x9204: .signedRatio(-2, 3), 0x9207: .short(5), 0x9209: .short(16),
      0x920A: .ratio(35, 1), 0x9291: .text("05"), 0xA403: .short(0), 0xA405: .short(52),
      0xA434: .text("EF35mm f/2"),
    ],
    gps: [
      1: .text("N"), 2: .ratios([(48, 1), (12, 1), (30, 1)]), 3: .text("W"),
      4: .ratios([(11, 1), (30, 1), (0, 1)]), 5: .bytes([1]), 6: .ratio(100, 1),
    ])

  @Test func `the main tags are read with and without libgexiv2`() throws {
    let jpeg = Self.camera.jpeg
    let basic = jpeg.withUnsafeBytes { BasicMetadata.read(.init(raw: $0)) }
    #expect(basic.completeness == .basic)
    for metadata in hasLibrary ? [basic, try metadata(jpeg)] : [basic] {
      #expect(metadata.make == "Canon" && metadata.model == "Canon EOS 5D")
      #expect(
        metadata.taken
          == PhotoMetadata.CaptureTime(
            year: 2024, month: 5, day: 1, hour: 12, minute: 30, second: 1,
            nanoseconds: 50_000_000, zoneMinutes: 120))
      #expect(metadata.exposureTime == PhotoMetadata.Ratio(10, 2500))
      #expect(metadata.aperture?.value == 2.8)
      #expect(metadata.focalLength?.value == 35 && metadata.equivalentFocalLength == 52)
      #expect(metadata.iso == 400 && metadata.flash == 16)
      #expect(metadata.lens == "EF35mm f/2")
      #expect(metadata.creator == "Jörg" && metadata.software == "Firmware 1.1")
    }
  }

  @Test func `numbers of a BigTIFF beyond 32 bits are left out without libgexiv2`() {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func directory(_ tags: [(Int, Int)]) -> [UInt8] {
      var bytes = little(tags.count, 8)
      for (tag, value) in tags {
        for (field, size) in [(tag, 2), (16, 2), (1, 8), (value, 8)] {
          bytes += little(field, size)
        }
      }
      return bytes + little(0, 8)
    }
    func metadata(_ number: Int) -> PhotoMetadata {
      let exif = 16 + 8 + 3 * 20 + 8
      let head: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0] + little(16, 8)
      let first = directory([(0x0100, number), (0x0101, 3), (0x8769, exif)])
      let bytes = head + first + directory([(0x8827, number), (0x9209, number), (0xA405, number)])
      return bytes.withUnsafeBytes { BasicMetadata.read(.init(raw: $0)) }
    }
    let usual = metadata(400)
    #expect(usual.pixelSize?.width == 400 && usual.iso == 400 && usual.flash == 400)
    #expect(usual.equivalentFocalLength == 400)
    let huge = metadata(1 << 40)
    #expect(huge.pixelSize == nil && huge.iso == nil && huge.flash == nil)
    #expect(huge.equivalentFocalLength == nil)
  }

  @Test func `the date of digitizing stands for a missing original date`() throws {
    var sample = Self.camera
    sample.photo[0x9003] = nil
    sample.photo[0x9004] = .text("2023:04:05 06:07:08")
    sample.photo[0x9012] = .text("+01:00")
    sample.photo[0x9292] = .text("25")
    let jpeg = sample.jpeg
    let basic = jpeg.withUnsafeBytes { BasicMetadata.read(.init(raw: $0)) }
    for metadata in hasLibrary ? [basic, try metadata(jpeg)] : [basic] {
      #expect(
        metadata.taken
          == PhotoMetadata.CaptureTime(
            year: 2023, month: 4, day: 5, hour: 6, minute: 7, second: 8,
            nanoseconds: 250_000_000, zoneMinutes: 60))
    }
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"))
  func `bias, program, metering, white balance and position are read`() throws {
    let metadata = try metadata(Self.camera.jpeg)
    #expect(metadata.completeness == .complete)
    #expect(metadata.exposureBias == PhotoMetadata.Ratio(-2, 3))
    #expect(
      metadata.exposureProgram == 3 && metadata.meteringMode == 5 && metadata.whiteBalance == 0)
    let position = try #require(metadata.position)
    #expect(abs(position.latitude - 48.208_333) < 1e-5)
    #expect(abs(position.longitude + 11.5) < 1e-5)
    #expect(position.altitude.map { abs($0) } == 100)
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"))
  func `an altitude without a reference is above sea level`() throws {
    var sample = Self.camera
    sample.gps[5] = nil
    #expect(try metadata(sample.jpeg).position?.altitude == 100)
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"))
  func `title, caption, keywords, rating, label and place come from XMP`() throws {
    let metadata = try metadata(
      MetadataSample(
        xmp: """
          <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title>\
          <dc:description><rdf:Alt><rdf:li xml:lang="x-default">First line\nsecond</rdf:li>\
          </rdf:Alt></dc:description><dc:subject><rdf:Bag><rdf:li>one</rdf:li>\
          <rdf:li>two, three</rdf:li><rdf:li>one</rdf:li></rdf:Bag></dc:subject>\
          <xmp:Rating>4</xmp:Rating><xmp:Label>Red</xmp:Label>\
          <photoshop:City>Oslo</photoshop:City><photoshop:Country>Norway</photoshop:Country>
          """
      ).jpeg)
    #expect(metadata.title == "A title")
    #expect(metadata.caption == "First line\nsecond")
    #expect(metadata.keywords == ["one", "two, three"])
    #expect(metadata.rating == 4 && metadata.label == "Red")
    #expect(metadata.place == ["Oslo", "Norway"])
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"))
  func `texts with commas are read whole, in the default language`() throws {
    func text(_ name: String, _ languages: [(String, String)]) -> String {
      let items = languages.map { "<rdf:li xml:lang=\"\($0.0)\">\($0.1)</rdf:li>" }.joined()
      return "<dc:\(name)><rdf:Alt>\(items)</rdf:Alt></dc:\(name)>"
    }
    let xmp =
      text("title", [("x-default", "One, two, three"), ("de", "Eins, zwei")])
      + text("description", [("fr", "Un, deux"), ("x-default", "It waited, then it flew.")])
      + text("rights", [("x-default", "A, B, and C")])
    let metadata = try metadata(MetadataSample(xmp: xmp).jpeg)
    #expect(metadata.title == "One, two, three")
    #expect(metadata.caption == "It waited, then it flew.")
    #expect(metadata.copyright == "A, B, and C")
  }

  @Test(
    .enabled(if: hasLibrary, "libgexiv2 is not installed"),
    arguments: [
      ([], "Cube"), (["de-AT"], "Würfel"), (["DE"], "Würfel"), (["pt-BR", "de"], "Cubo"),
      (["pt"], "Cube"), (["ja", "de"], "Würfel"), (["ja"], "Cube"),
    ] as [([String], String)])
  func `title, caption and copyright are in the wanted language`(
    languages: [String], text: String
  ) throws {
    let items = [("x-default", "Cube"), ("de", "Würfel"), ("pt-BR", "Cubo")]
      .map { "<rdf:li xml:lang=\"\($0.0)\">\($0.1)</rdf:li>" }.joined()
    let xmp = ["title", "description", "rights"]
      .map { "<dc:\($0)><rdf:Alt>\(items)</rdf:Alt></dc:\($0)>" }.joined()
    var request = DecodeRequest(id: 1, kind: .metadata, target: .zero)
    request.languages = languages
    let result = DecodedPicture.decode(MetadataSample(xmp: xmp).jpeg, request).reply.result
    guard case .metadata(let metadata) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(metadata.title == text && metadata.caption == text && metadata.copyright == text)
  }

  @Test(
    arguments: [
      (["de-DE"], "One", "lang=\"x-default\" One, lang=\"de-CH\" Eins"),
      (["zh-Hant-HK"], "二", "lang=\"en\" Two, lang=\"zh-Hant\" 二"),
      (["de-x-old"], "Zwei, drei", "lang=\"en\" Two, lang=\"de\" Zwei, drei"),
      (["ja"], "Two", "lang=\"en\" Two, lang=\"de\" Zwei"),
      (["de"], "Two", "lang=\"en\" Two, lang=\"de\" "),
      (["de"], "", "lang=\"de"), (["de"], "no languages, here", "no languages, here"),
    ] as [([String], String, String)])
  func `a language is looked up with fewer and fewer subtags`(
    languages: [String], text: String, alternatives: String
  ) {
    #expect(MetadataText.text(of: alternatives, in: languages) == text)
  }

  @Test(
    .enabled(if: hasLibrary, "libgexiv2 is not installed"),
    arguments: [
      "", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "\u{FEFF}",
      "<?xml version=\"1.0\"?>\n<!-- <x:xmpmeta> -->\n", "\u{FEFF}<!-- a -->",
    ])
  func `an XMP sidecar is read`(beginning: String) throws {
    let sample = MetadataSample(xmp: "<xmp:Rating>3</xmp:Rating>")
    let metadata = try metadata(Array(beginning.utf8) + sample.sidecar)
    #expect(metadata.rating == 3 && metadata.pixelSize == nil)
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"), arguments: ["3", "7"])
  func `the labels of digiKam are read`(value: String) throws {
    let sample = MetadataSample(
      xmp: "<digiKam:PickLabel xmlns:digiKam=\"http://www.digikam.org/ns/1.0/\">\(value)"
        + "</digiKam:PickLabel><digiKam:ColorLabel xmlns:digiKam=\"http://www.digikam.org/ns/1.0/\">"
        + "\(value)</digiKam:ColorLabel>")
    let metadata = try metadata(sample.sidecar)
    #expect(metadata.pickLabel == (value == "3" ? 3 : nil) && metadata.colorLabel == Int(value))
  }

  @Test(
    .enabled(if: hasLibrary, "libgexiv2 is not installed"),
    arguments: [("0", 1), ("1", 3), ("4", 6), ("5", nil), ("x", nil)])
  func `the color labels of darktable are read`(value: String, label: Int?) throws {
    let sample = MetadataSample(
      xmp: "<darktable:colorlabels xmlns:darktable=\"http://darktable.sf.net/\"><rdf:Seq>"
        + "<rdf:li>\(value)</rdf:li></rdf:Seq></darktable:colorlabels>")
    #expect(try metadata(sample.sidecar).colorLabel == label)
  }

  @Test func `the EXIF block of an AVIF is found`() throws {
    let block = Self.camera.tiff
    var sample = HEIFSample(.av1)
    sample.items.append(
      .init(
        kind: "Exif", content: Samples.big32(6) + Array("Exif\0\0".utf8) + block,
        reference: ("cdsc", 1)))
    sample.bytes.withUnsafeBytes { raw in
      let found = HEIFItems(PictureBytes(raw: raw))?.exif.map { Array($0.raw) }
      #expect(found == block)
    }
    HEIFSample(.av1).bytes.withUnsafeBytes { raw in
      #expect(HEIFItems(PictureBytes(raw: raw))?.exif == nil)
    }
  }

  @Test(
    .enabled(if: hasLibrary, "libgexiv2 is not installed"), arguments: HEIFSample.Coding.allCases,
    [false, true])
  func `EXIF and XMP of HEIC and AVIF are read`(coding: HEIFSample.Coding, hasBaseOffsets: Bool)
    throws
  {
    var packet = MetadataSample()
    packet.xmp = "<xmp:Rating>4</xmp:Rating>"
    var sample = HEIFSample(coding)
    sample.hasBaseOffsets = hasBaseOffsets
    let exif = Samples.big32(0) + Self.camera.tiff
    sample.items.append(.init(kind: "Exif", content: exif, reference: ("cdsc", 1)))
    let picture = sample
    sample.items.append(
      .init(
        kind: "mime", content: packet.sidecar, reference: ("cdsc", 1),
        contentType: "application/rdf+xml"))
    let both = try metadata(sample.bytes)
    #expect(both.model == "Canon EOS 5D" && both.iso == 400 && both.rating == 4)
    #expect(both.pixelSize == HEIFSample.size)
    #expect(try metadata(picture.bytes).model == "Canon EOS 5D")
    sample.items.remove(at: 1)
    #expect(try metadata(sample.bytes).rating == 4)
  }

  @Test func `an EXIF block at any place of a damaged AVIF is no trap`() {
    var sample = HEIFSample(.av1)
    sample.items.append(HEIFSample.exif(.up))
    let bytes = sample.bytes
    let start = bytes.count - 400
    for offset in max(0, start)..<bytes.count {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var damaged = bytes
        damaged[offset] = value
        damaged.withUnsafeBytes { _ = HEIFItems(PictureBytes(raw: $0))?.exif }
      }
    }
  }

  @Test func `the size and orientation of the picture are read`() throws {
    var sample = Self.camera
    sample.image[0x0112] = .short(6)
    let metadata = try metadata(sample.jpeg)
    #expect(metadata.pixelSize == PixelSize(width: 8, height: 8) && metadata.orientation == 6)
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"))
  func `values that mean unknown are absent`() throws {
    var sample = Self.camera
    sample.image[0x0132] = nil
    sample.photo[0x9003] = .text("0000:00:00 00:00:00")
    sample.photo[0x829A] = .ratio(0, 0)
    sample.photo[0x829D] = .ratio(0, 10)
    sample.photo[0x8827] = .short(0)
    sample.photo[0xA405] = .short(0)
    sample.gps[9] = .text("V")
    let metadata = try metadata(sample.jpeg)
    #expect(metadata.taken == nil && metadata.exposureTime == nil && metadata.aperture == nil)
    #expect(metadata.iso == nil && metadata.equivalentFocalLength == nil)
    #expect(metadata.position == nil)
  }

  @Test(arguments: [Array("no picture".utf8), Samples.jpeg(8, 8), Samples.png(4, 4)])
  func `a file without metadata gives empty metadata`(bytes: [UInt8]) throws {
    #expect(try metadata(bytes).isEmpty)
  }

  @Test func `a truncated or altered file gives metadata, which may be empty`() throws {
    let whole = Self.camera.jpeg
    for length in stride(from: 1, to: whole.count, by: 7) {
      _ = try metadata(Array(whole[..<length]))
    }
    var numbers = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      var altered = whole
      for _ in 0..<4 {
        altered[Int.random(in: 20..<400, using: &numbers)] = .random(in: 0...255, using: &numbers)
      }
      _ = try metadata(altered)
    }
  }

  @Test(arguments: [
    ("2024:05:01 12:30:01", "2024-05-01 12:30:1"), ("2024-02-29T23:59:59", "2024-02-29 23:59:59"),
    ("2024-05-01", "2024-05-01 0:0:0"), ("2024:05:01 12:30", "2024-05-01 12:30:0"),
    ("2023-02-29T00:00:00", ""), ("0000:00:00 00:00:00", ""), ("    :  :     :  :  ", ""),
    ("2020:13:45 00:00:00", ""), ("2020:01:01 24:00:00", ""), ("2020:01", ""), ("", ""),
  ])
  func `a date of EXIF or ISO 8601 is parsed, anything else is none`(text: String, day: String) {
    let time = MetadataText.captureTime(text)
    let found = time.map {
      let date = "\($0.year)-\(Self.two($0.month))-\(Self.two($0.day))"
      return "\(date) \($0.hour):\($0.minute):\($0.second)"
    }
    #expect(found ?? "" == day)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test(arguments: [
    ("Z", 0), ("+02:00", 120), ("-0530", -330), ("+14:00", 840), ("+19:00", nil), ("", nil),
    ("2:00", nil),
  ])
  func `an offset from UTC is in minutes`(zone: String, minutes: Int?) {
    #expect(MetadataText.captureTime("2024-05-01T12:00:00\(zone)")?.zoneMinutes == minutes)
    #expect(MetadataText.captureTime("2024:05:01 12:00:00", zone: zone)?.zoneMinutes == minutes)
  }

  @Test func `a character of UTF-8 that is truncated at the end is left out`() {
    let title = Array("日本の夏".utf8)
    for count in 1...2 {
      #expect(MetadataText.trimmed(Array(title.dropLast(count))) == "日本の")
    }
    #expect(MetadataText.trimmed(Array("caf".utf8) + [0xE9]) == "café")
    #expect(MetadataText.trimmed([0xE9, 0x74, 0xE9]) == "été")
  }

  @Test func `bytes that are not UTF-8 are Windows-1252`() {
    #expect(MetadataText.trimmed([0x93, 0x4A, 0x94, 0x20, 0x85, 0x80, 0x9F]) == "“J” …€Ÿ")
    #expect(MetadataText.trimmed([0x20, 0x4A, 0xF6, 0x72, 0x67, 0x00, 0x20]) == "Jörg")
    #expect(MetadataText.trimmed(Array("Jörg".utf8)) == "Jörg")
    #expect(MetadataText.withoutCharsetPrefix("charset=Ascii hello you") == "hello you")
  }

  @Test(arguments: [
    ("3", 3), ("+3", 3), ("3.0", 3), ("-1", -1), ("400 800", 400), ("x", nil), ("", nil),
    ("99999999999", nil), ("4294967295", 4_294_967_295), ("-4294967295", nil),
  ])
  func `the number at the beginning of a text is parsed`(text: String, number: Int?) {
    #expect(MetadataText.number(text) == number)
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"))
  func `the XMP packets of GIF and SVG files are read`() throws {
    let sample = MetadataSample(xmp: "<xmp:Rating>4</xmp:Rating><xmp:Label>Red</xmp:Label>")
    let gif = Samples.gif(4, 3)
    let trailer = [0x01] + (0...255).reversed().map(UInt8.init) + [0x00]
    let extended =
      gif.dropLast() + [0x21, 0xFF, 0x0B] + Array("XMP DataXMP".utf8) + sample.sidecar + trailer
      + [0x3B]
    let found = try metadata(Array(extended))
    #expect(found.rating == 4 && found.label == "Red")
    #expect(found.pixelSize == PixelSize(width: 4, height: 3))
    #expect(try metadata(Array(extended.prefix(extended.count - 200))).rating == nil)
    let svg =
      Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"3\"><metadata>".utf8)
      + sample.sidecar + Array("</metadata></svg>".utf8)
    #expect(try metadata(svg).rating == 4)
    #expect(try metadata(Array(svg.dropLast(40))).rating == nil)
  }

  @Test(.enabled(if: hasLibrary, "libgexiv2 is not installed"))
  func `the number of a photo in its burst is read`() throws {
    #expect(try metadata(MetadataSample(image: [0x9211: .short(23)]).jpeg).sequence == 23)
    #expect(try metadata(MetadataSample(image: [0x9211: .short(0)]).jpeg).sequence == nil)
  }
}
