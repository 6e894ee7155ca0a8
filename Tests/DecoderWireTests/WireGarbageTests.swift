import DecoderWire
import Geometry
import Pixels
import Testing

struct WireGarbageTests {
  private let request = WireWriter.encode(
    DecodeRequest(
      id: 7, purpose: .exact, target: PixelSize(width: 3, height: 4), nameHint: "a.png"))
  private let reply = WireWriter.encode(
    DecodeReply(
      id: 7,
      result: .pixels(
        WireRoundTripTests.info,
        .init(size: PixelSize(width: 3, height: 4), stride: 64, isOpaque: true))))

  private let smallRequest = WireWriter.encode(
    DecodeRequest(
      id: 7, purpose: .stored, target: PixelSize(width: 128, height: 128),
      stored: StoredThumbnail(uri: MessageDigest(of: []), modified: 5, side: 128)))
  private let smallReply = WireWriter.encode(
    DecodeReply(
      id: 7,
      result: .thumbnail(
        .init(naturalSize: PixelSize(width: 3, height: 4), source: .embedded, format: "JPEG"),
        .init(size: PixelSize(width: 3, height: 4), stride: 64, isOpaque: true))))
  private let encodedReply = WireWriter.encode(
    DecodeReply(id: 7, result: .encoded(.init(byteCount: 99, hasAlpha: false))))

  @Test func `every cut of a message is refused`() {
    for request in [request, smallRequest] {
      for length in 0..<request.count {
        #expect(throws: WireError.self) {
          try WireReader.request(from: Array(request[..<length]))
        }
      }
    }
    for reply in [reply, smallReply, encodedReply] {
      for length in 0..<reply.count {
        #expect(throws: WireError.self) { try WireReader.reply(from: Array(reply[..<length])) }
      }
    }
  }

  @Test func `what a stored thumbnail must be is told with that question only`() {
    var request = DecodeRequest(id: 1, purpose: .stored, target: .zero)
    #expect(throws: WireError.badField("stored")) {
      try WireReader.request(from: WireWriter.encode(request))
    }
    request.purpose = .thumbnail
    request.stored = StoredThumbnail(uri: MessageDigest(of: []), modified: 5, side: 128)
    #expect(throws: WireError.badField("stored")) {
      try WireReader.request(from: WireWriter.encode(request))
    }
  }

  @Test func `a thumbnail or a file that cannot be true is refused`() {
    let layout = DecodeReply.PixelLayout(
      size: PixelSize(width: 1, height: 1), stride: 64, isOpaque: true)
    let flat = DecodeReply.ThumbnailInfo(
      naturalSize: PixelSize(width: 0, height: 9), source: .stored)
    let bad: [DecodeReply.Result] = [
      .thumbnail(flat, layout), .encoded(.init(byteCount: 0, hasAlpha: false)),
      .encoded(.init(byteCount: .max, hasAlpha: false)),
    ]
    for result in bad {
      let bytes = WireWriter.encode(DecodeReply(id: 1, result: result))
      #expect(throws: WireError.self) { try WireReader.reply(from: bytes) }
    }
  }

  @Test func `a byte too many is refused`() {
    #expect(throws: WireError.wrongLength) { try WireReader.request(from: request + [0]) }
    #expect(throws: WireError.wrongLength) { try WireReader.reply(from: reply + [0]) }
  }

  @Test func `magic version and kind must be ours`() {
    var other = request
    other[0] ^= 1
    #expect(throws: WireError.wrongMagic) { try WireReader.request(from: other) }
    other = request
    other[4] = 99
    #expect(throws: WireError.wrongVersion(99)) { try WireReader.request(from: other) }
    #expect(throws: WireError.badField("kind")) { try WireReader.reply(from: request) }
  }

  @Test func `a layout that cannot be true is refused`() {
    let bad: [DecodeReply.PixelLayout] = [
      .init(size: .zero, stride: 64, isOpaque: true),
      .init(size: PixelSize(width: 17, height: 1), stride: 64, isOpaque: true),
      .init(size: PixelSize(width: 1, height: 1), stride: 6, isOpaque: true),
      .init(size: PixelSize(width: 1, height: 1 << 30), stride: 1 << 40, isOpaque: true),
      .init(size: PixelSize(width: 1, height: 1 << 30), stride: .max & ~3, isOpaque: true),
    ]
    for layout in bad {
      let bytes = WireWriter.encode(
        DecodeReply(id: 1, result: .pixels(WireRoundTripTests.info, layout)))
      #expect(throws: WireError.self) { try WireReader.reply(from: bytes) }
    }
  }

  @Test func `any garbage is refused or read and never traps`() {
    var random = SeededBytes(state: 0x5EED)
    for _ in 0..<20_000 {
      let all = [request, reply, smallRequest, smallReply, encodedReply]
      var bytes = all[Int(random.next() % UInt64(all.count))]
      for _ in 0...Int(random.next() % 6) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try? WireReader.request(from: bytes)
      if let got = try? WireReader.reply(from: bytes), case .pixels(_, let layout) = got.result {
        #expect(layout.byteCount <= WireFormat.mostPixelBytes)
        #expect(layout.stride >= layout.size.width * 4)
      }
    }
  }
}

private struct SeededBytes {
  var state: UInt64
  /// SplitMix64 (Steele, Lea, Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
