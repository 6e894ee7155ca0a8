import DecoderWire
import Geometry
import Pixels
import Testing

struct WireRoundTripTests {
  static let info = DecodeReply.Info(
    naturalSize: PixelSize(width: 6000, height: 4000), format: "JPEG", orientation: .leftMirrored,
    frames: 12, isTruncated: true, isScalable: true)

  static let frames = FrameBatch(
    first: 7, durations: [0, 40, WireFormat.maxFrameTime], plays: 3,
    layout: .init(size: PixelSize(width: 600, height: 400), stride: 2432, isOpaque: true))

  static let replies: [DecodeReply.Result] =
    [
      .info(info), .declined,
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
    ]
    + DecodeFailure.Kind.allCases.map {
      .failed(DecodeFailure($0, format: "AVIF", detail: "the würfel fell – once"))
    }

  static let purposes: [DecodeRequest.Purpose] = [
    .probe, .preview, .exact, .embedded, .thumbnail, .stored, .frames, .region,
  ]

  @Test(arguments: purposes)
  func `a decoded request equals the encoded one`(purpose: DecodeRequest.Purpose) throws {
    let sent = DecodeRequest(
      id: .max, purpose: purpose, target: PixelSize(width: 1920, height: 1080),
      limits: DecodeLimits(pixels: 1 << 40, fileBytes: 3, seconds: 7, frames: 9),
      nameHint: "Übung.jpeg",
      memoryCapacity: 9_000_000, minExtent: 300,
      stored: purpose == .stored
        ? StoredThumbnail(uri: MessageDigest(low: 1, high: .max), modified: -7, side: 256) : nil,
      frames: purpose == .frames ? FrameRequest(animation: .max, first: 1999, count: 32) : nil,
      region: purpose == .region
        ? RegionRequest(
          picture: 1 << 40, whole: PixelSize(width: 60_000, height: 40_000), x: 7, y: 38_920) : nil)
    #expect(try WireReader.request(from: WireWriter.encode(sent)) == sent)
  }

  @Test(arguments: [ColorTarget.untouched, .standard, .display(digest: .max)], [true, false])
  func `a decoded request keeps the colour target and wantsPartials`(
    color: ColorTarget, partials: Bool
  ) throws {
    var sent = DecodeRequest(id: 1, purpose: .exact, target: .zero)
    sent.color = color
    sent.wantsPartials = partials
    #expect(try WireReader.request(from: WireWriter.encode(sent)) == sent)
  }

  @Test(arguments: replies)
  func `a decoded reply equals the encoded one`(result: DecodeReply.Result) throws {
    let sent = DecodeReply(id: 42, result: result)
    #expect(try WireReader.reply(from: WireWriter.encode(sent), maxFrames: .max) == sent)
  }

  @Test func `a truncated name keeps its extension and whole Unicode scalars`() throws {
    let sent = DecodeRequest(
      id: 1, purpose: .exact, target: .zero,
      nameHint: String(repeating: "é", count: 300) + ".tga")
    let got = try WireReader.request(from: WireWriter.encode(sent)).nameHint
    #expect(got.hasSuffix("é.tga"))
    #expect(got.utf8.count <= WireFormat.maxNameBytes)
    #expect(!got.contains("\u{FFFD}"))
  }

  @Test func `a long detail is cut between Unicode scalars`() throws {
    let failure = DecodeFailure(.damaged, detail: "x" + String(repeating: "é", count: 2000))
    let bytes = WireWriter.encode(DecodeReply(id: 1, result: .failed(failure)))
    guard case .failed(let got) = try WireReader.reply(from: bytes, maxFrames: .max).result else {
      Issue.record("not a failure")
      return
    }
    #expect(got.detail.utf8.count == WireFormat.maxTextBytes - 1)
    #expect(failure.detail.hasPrefix(got.detail))
  }

  @Test func `control and bidirectional characters in a detail become spaces`() throws {
    let failure = DecodeFailure(
      .damaged,
      detail: "a\u{1B}[31m\nb\u{9B}c\u{202E}d\u{2066}e\u{2069}f\u{200F}g\u{61C}h\u{2028}é日")
    let bytes = WireWriter.encode(DecodeReply(id: 1, result: .failed(failure)))
    #expect(
      try WireReader.reply(from: bytes, maxFrames: .max).result
        == .failed(DecodeFailure(.damaged, detail: "a [31m b c d e f g h é日")))
  }

  @Test func `a writer clamps the number of frames to the request's limit`() throws {
    var info = Self.info
    info.frames = 900
    let bytes = WireWriter.encode(
      DecodeReply(id: 1, result: .info(info)), maxFrames: 40)
    info.frames = 40
    #expect(try WireReader.reply(from: bytes, maxFrames: 40).result == .info(info))
  }
}
