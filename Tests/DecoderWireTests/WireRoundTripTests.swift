import DecoderWire
import Geometry
import Pixels
import Testing
import Wire

struct WireRoundTripTests {
  static let info = DecodeReply.Info(
    naturalSize: PixelSize(width: 6000, height: 4000), format: "JPEG", orientation: .leftMirrored,
    frames: 12, isTruncated: true, isScalable: true, leaves: 7)

  static let frames = FrameBatch(
    firstIndex: 7, durationsMilliseconds: [0, 40, DecoderWireFormat.maxFrameTime],
    iterationCount: 3,
    layout: .init(size: PixelSize(width: 600, height: 400), stride: 2432, isOpaque: true))

  static let metadata: PhotoMetadata = {
    var metadata = PhotoMetadata()
    metadata.completeness = .basic
    metadata.taken = PhotoMetadata.CaptureTime(
      year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 58, nanoseconds: 999_999_999,
      zoneMinutes: -570)
    metadata.make = "Canon"
    metadata.pixelSize = PixelSize(width: 6000, height: 4000)
    metadata.orientation = 6
    metadata.model = "EOS 5D"
    metadata.lens = "35 mm"
    metadata.exposureTime = PhotoMetadata.Ratio(1, 250)
    metadata.aperture = PhotoMetadata.Ratio(28, 10)
    metadata.focalLength = PhotoMetadata.Ratio(35, 1)
    metadata.exposureBias = PhotoMetadata.Ratio(-2, 3)
    metadata.equivalentFocalLength = 52
    metadata.iso = 400
    metadata.flash = 16
    metadata.exposureProgram = 3
    metadata.meteringMode = 5
    metadata.whiteBalance = 0
    metadata.rating = -1
    metadata.pickLabel = 1
    metadata.colorLabel = 9
    metadata.sequence = 61335
    metadata.label = "Rot"
    metadata.title = "Würfel"
    metadata.caption = "first line\nsecond line"
    metadata.keywords = ["one", "two, three"]
    metadata.people = ["Anna"]
    metadata.position = PhotoMetadata.GeographicPosition(
      latitude: -48.2, longitude: 179.999, altitude: -3)
    metadata.place = ["Oslo", "Norway"]
    metadata.creator = "Jörg"
    metadata.copyright = "© Jörg"
    metadata.software = "pbview"
    return metadata
  }()

  static let replies: [DecodeReply.Result] =
    [
      .info(info), .progress(0), .progress(100), .declined,
      .pixels(
        info,
        .init(size: PixelSize(width: 1620, height: 1080), stride: 6528, isOpaque: true)),
      .pixels(
        info,
        .init(
          size: PixelSize(width: 1, height: 1), stride: 4, isOpaque: false, usesRequestMemory: true)
      ),
    ]
    + [DecodeReply.ThumbnailInfo.Source.stored, .embedded, .decoded].map {
      .thumbnail(
        .init(naturalSize: info.naturalSize, source: $0, format: "JPEG", frames: 3),
        .init(size: PixelSize(width: 256, height: 171), stride: 1024, isOpaque: true))
    }
    + [
      .thumbnail(
        .init(source: .stored),
        .init(size: PixelSize(width: 1, height: 1), stride: 64, isOpaque: false)),
      .frames(info, frames),
      .partial(
        info, .init(size: PixelSize(width: 400, height: 267), stride: 1600, isOpaque: false)),
      .metadata(PhotoMetadata()), .metadata(metadata),
      .edits([]), .edits(edits),
      .encoded(EncodedPicture(size: PixelSize(width: 6000, height: 4000), byteCount: 1 << 30)),
    ]
    + DecodeFailure.Kind.allCases.map {
      .failed(DecodeFailure($0, format: "AVIF", detail: "the würfel fell – once"))
    }

  static let kinds: [DecodeRequest.Kind] = [
    .probe, .preview, .exact, .embedded, .thumbnail, .stored, .frames, .region,
    .recolor, .metadata, .sidecarEdits, .orientationEdits, .encode,
  ]

  static let encoding: EncodeRequest = {
    var request = EncodeRequest(.webP)
    request.quality = 1
    request.metadata = .withoutPlace
    request.keepsProfile = false
    request.crop = .init(
      whole: PixelSize(width: 6000, height: 4000), x: -70, y: 12,
      size: PixelSize(width: 40, height: 30), angleMillidegrees: -44_999)
    request.turn = .left
    request.isLossless = true
    return request
  }()

  @Test func `a crop without pixels and an angle beyond its limit are refused`() {
    for (size, angle) in [(PixelSize.zero, 0), (PixelSize(width: 1, height: 1), 45_001)] {
      var sent = DecodeRequest(id: 1, kind: .encode, target: .zero)
      sent.encoding = Self.encoding
      sent.encoding?.crop?.size = size
      sent.encoding?.crop?.angleMillidegrees = angle
      let bytes = DecoderWireWriter.encode(sent)
      #expect(throws: WireError.self) { try DecoderWireReader.request(from: bytes) }
    }
  }

  static let edits = [
    FileEdit(offset: 0, removedCount: 0, text: "<ü>"),
    FileEdit(offset: 7, removedCount: 1 << 20, text: ""),
    FileEdit(offset: 7 + 1 << 20, removedCount: 0, text: "\n\t"),
  ]

  @Test(arguments: kinds)
  func `a decoded request equals the encoded one`(kind: DecodeRequest.Kind) throws {
    var sent = DecodeRequest(
      id: .max, kind: kind, target: PixelSize(width: 1920, height: 1080),
      limits: DecodeLimits(pixels: 1 << 40, fileBytes: 3, seconds: 7, frames: 9),
      nameHint: "Übung.jpeg",
      memoryCapacity: 9_000_000, minEmbeddedPreviewSide: 300,
      stored: kind == .stored
        ? StoredThumbnail(
          uriDigest: MessageDigest(low: 1, high: .max), modifiedSeconds: -7, maxSide: 256)
        : nil,
      frames: kind == .frames ? FrameRequest(animationID: .max, firstIndex: 1999, count: 32) : nil,
      region: kind == .region
        ? RegionRequest(
          pictureID: 1 << 40, whole: PixelSize(width: 60_000, height: 40_000), x: 7, y: 38_920)
        : nil)
    if kind == .orientationEdits { sent.turn = .rightMirrored }
    if kind == .metadata { sent.languages = ["de-DE", "zh-Hant"] }
    if kind == .encode { sent.encoding = Self.encoding }
    if kind == .sidecarEdits {
      sent.sidecarChanges = SidecarChange.Property.allCases.map {
        SidecarChange($0, $0 == .label ? nil : "−1 ü")
      }
    }
    #expect(try DecoderWireReader.request(from: DecoderWireWriter.encode(sent)) == sent)
  }

  @Test func `languages are limited in number, and refused beside other kinds`() throws {
    var sent = DecodeRequest(id: 1, kind: .metadata, target: .zero)
    sent.languages = (0..<300).map { "x\($0)" }
    let got = try DecoderWireReader.request(from: DecoderWireWriter.encode(sent)).languages
    #expect(got == (0..<DecoderWireFormat.maxLanguages).map { "x\($0)" })
    sent.kind = .probe
    let bytes = DecoderWireWriter.encode(sent)
    #expect(throws: WireError.self) { try DecoderWireReader.request(from: bytes) }
  }

  @Test(arguments: [ColorTarget.untouched, .standard, .display(digest: .max)], [true, false])
  func `a decoded request keeps the colour target and its flags`(
    color: ColorTarget, partials: Bool
  ) throws {
    var sent = DecodeRequest(id: 1, kind: .exact, target: .zero)
    sent.color = color
    sent.wantsPartials = partials
    sent.developsRaw = !partials
    sent.leaf = partials ? 0 : DecoderWireFormat.maxLeaves - 1
    sent.exposure = partials ? -12 : 3
    #expect(try DecoderWireReader.request(from: DecoderWireWriter.encode(sent)) == sent)
  }

  @Test(arguments: replies)
  func `a decoded reply equals the encoded one`(result: DecodeReply.Result) throws {
    let sent = DecodeReply(id: 42, result: result)
    #expect(
      try DecoderWireReader.reply(from: DecoderWireWriter.encode(sent), maxFrames: .max) == sent)
  }

  @Test func `a truncated name keeps its extension and whole Unicode scalars`() throws {
    let sent = DecodeRequest(
      id: 1, kind: .exact, target: .zero,
      nameHint: String(repeating: "é", count: 300) + ".tga")
    let got = try DecoderWireReader.request(from: DecoderWireWriter.encode(sent)).nameHint
    #expect(got.hasSuffix("é.tga"))
    #expect(got.utf8.count <= DecoderWireFormat.maxNameBytes)
    #expect(!got.contains("\u{FFFD}"))
  }

  @Test func `a long detail is cut between Unicode scalars`() throws {
    let failure = DecodeFailure(.damaged, detail: "x" + String(repeating: "é", count: 2000))
    let bytes = DecoderWireWriter.encode(DecodeReply(id: 1, result: .failed(failure)))
    guard case .failed(let got) = try DecoderWireReader.reply(from: bytes, maxFrames: .max).result
    else {
      Issue.record("not a failure")
      return
    }
    #expect(got.detail.utf8.count == DecoderWireFormat.maxTextBytes - 1)
    #expect(failure.detail.hasPrefix(got.detail))
  }

  @Test func `control and bidirectional characters in a detail become spaces`() throws {
    let failure = DecodeFailure(
      .damaged,
      detail: "a\u{1B}[31m\nb\u{9B}c\u{202E}d\u{2066}e\u{2069}f\u{200F}g\u{61C}h\u{2028}é日")
    let bytes = DecoderWireWriter.encode(DecodeReply(id: 1, result: .failed(failure)))
    #expect(
      try DecoderWireReader.reply(from: bytes, maxFrames: .max).result
        == .failed(DecodeFailure(.damaged, detail: "a [31m b c d e f g h é日")))
  }

  @Test func `metadata that is too long is cut and fits a message`() throws {
    let long = String(repeating: "é", count: 20_000)
    var metadata = Self.metadata
    metadata.caption = long
    metadata.title = long
    metadata.make = long
    metadata.model = long
    metadata.lens = long
    metadata.label = long
    metadata.creator = long
    metadata.copyright = long
    metadata.software = long
    metadata.keywords = Array(repeating: long, count: 500)
    metadata.people = Array(repeating: long, count: 500)
    metadata.place = Array(repeating: long, count: 500)
    let bytes = DecoderWireWriter.encode(DecodeReply(id: 1, result: .metadata(metadata)))
    #expect(bytes.count <= DecoderWireFormat.maxMessageBytes)
    guard case .metadata(let got) = try DecoderWireReader.reply(from: bytes, maxFrames: .max).result
    else {
      Issue.record("not metadata")
      return
    }
    #expect(got.caption.utf8.count == 8000 && long.hasPrefix(got.caption))
    #expect(got.keywords.count == 60 && got.people.count == 60 && got.place.count == 8)
    #expect(got.keywords.allSatisfy { $0.utf8.count == 120 })
  }

  @Test func `control characters in metadata become spaces, line feeds of a caption stay`() throws {
    var metadata = PhotoMetadata()
    metadata.title = "a\u{1B}[31m\nb\u{202E}"
    metadata.caption = "a\u{1B}\r\nb\u{2028}c\u{2066}"
    metadata.keywords = ["x\ny"]
    let bytes = DecoderWireWriter.encode(DecodeReply(id: 1, result: .metadata(metadata)))
    guard case .metadata(let got) = try DecoderWireReader.reply(from: bytes, maxFrames: .max).result
    else {
      Issue.record("not metadata")
      return
    }
    #expect(got.title == "a [31m b " && got.caption == "a \nb\nc " && got.keywords == ["x y"])
  }

  @Test func `no date, ratio or position out of range can be made`() {
    typealias Time = PhotoMetadata.CaptureTime
    #expect(Time(year: 2023, month: 2, day: 29) == nil)
    #expect(
      Time(year: 2000, month: 2, day: 29) != nil && Time(year: 1900, month: 2, day: 29) == nil)
    #expect(Time(year: 2024, month: 4, day: 31) == nil && Time(year: 0, month: 1, day: 1) == nil)
    #expect(Time(year: 2024, month: 1, day: 1, hour: 24) == nil)
    #expect(Time(year: 2024, month: 1, day: 1, zoneMinutes: 901) == nil)
    #expect(PhotoMetadata.Ratio(1, 0) == nil && PhotoMetadata.Ratio(1, -1) == nil)
    #expect(PhotoMetadata.Ratio(.max, 1) == nil && PhotoMetadata.Ratio(.min, 1) == nil)
    typealias Position = PhotoMetadata.GeographicPosition
    #expect(Position(latitude: .nan, longitude: 0) == nil)
    #expect(Position(latitude: 91, longitude: 0) == nil)
    #expect(Position(latitude: 0, longitude: -181) == nil)
    #expect(Position(latitude: 1, longitude: 2, altitude: .infinity)?.altitude == nil)
  }

  @Test func `capture times are ordered by the camera's clock`() throws {
    func time(_ hour: Int, _ nanoseconds: Int = 0, zone: Int? = nil) throws
      -> PhotoMetadata.CaptureTime
    {
      try #require(
        PhotoMetadata.CaptureTime(
          year: 2024, month: 5, day: 1, hour: hour, nanoseconds: nanoseconds, zoneMinutes: zone))
    }
    #expect(try time(9, zone: -600) < time(10, zone: 600))
    #expect(try time(9) < time(9, 1))
  }

  @Test func `a writer clamps the number of frames to the request's limit`() throws {
    var info = Self.info
    info.frames = 900
    let bytes = DecoderWireWriter.encode(
      DecodeReply(id: 1, result: .info(info)), maxFrames: 40)
    info.frames = 40
    #expect(try DecoderWireReader.reply(from: bytes, maxFrames: 40).result == .info(info))
  }
}
