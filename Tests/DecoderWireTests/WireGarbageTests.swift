import DecoderWire
import Geometry
import Pixels
import Testing
import Wire

struct WireGarbageTests {
  private let request = DecoderWireWriter.encode(
    DecodeRequest(
      id: 7, kind: .exact, target: PixelSize(width: 3, height: 4), nameHint: "a.png"))
  private let reply = DecoderWireWriter.encode(
    DecodeReply(
      id: 7,
      result: .pixels(
        WireRoundTripTests.info,
        .init(size: PixelSize(width: 3, height: 4), stride: 64, isOpaque: true))))

  private let smallRequest = DecoderWireWriter.encode(
    DecodeRequest(
      id: 7, kind: .stored, target: PixelSize(width: 128, height: 128),
      stored: StoredThumbnail(uriDigest: MessageDigest(of: []), modifiedSeconds: 5, maxSide: 128)))
  private let partRequest = DecoderWireWriter.encode(
    DecodeRequest(
      id: 7, kind: .region, target: PixelSize(width: 3, height: 4),
      region: RegionRequest(whole: PixelSize(width: 90, height: 80), x: 5, y: 6)))
  private let smallReply = DecoderWireWriter.encode(
    DecodeReply(
      id: 7,
      result: .thumbnail(
        .init(naturalSize: PixelSize(width: 3, height: 4), source: .embedded, format: "JPEG"),
        .init(size: PixelSize(width: 3, height: 4), stride: 64, isOpaque: true))))
  private let frameRequest = DecoderWireWriter.encode(
    DecodeRequest(
      id: 7, kind: .frames, target: PixelSize(width: 3, height: 4),
      frames: FrameRequest(animationID: 2, firstIndex: 5, count: 6)))
  private let frameReply = DecoderWireWriter.encode(
    DecodeReply(id: 7, result: .frames(WireRoundTripTests.info, WireRoundTripTests.frames)))

  private let metadataReply = DecoderWireWriter.encode(
    DecodeReply(id: 7, result: .metadata(WireRoundTripTests.metadata)))
  private let editsReply = DecoderWireWriter.encode(
    DecodeReply(id: 7, result: .edits(WireRoundTripTests.edits)))

  @Test func `every truncated message is refused`() {
    for request in [request, smallRequest, frameRequest, partRequest] {
      for length in 0..<request.count {
        #expect(throws: WireError.self) {
          try DecoderWireReader.request(from: Array(request[..<length]))
        }
      }
    }
    for reply in [reply, smallReply, frameReply, metadataReply, editsReply] {
      for length in 0..<reply.count {
        #expect(throws: WireError.self) {
          try DecoderWireReader.reply(from: Array(reply[..<length]), maxFrames: .max)
        }
      }
    }
  }

  @Test func `the stored-thumbnail field is accepted only and always for its kind`() {
    var request = DecodeRequest(id: 1, kind: .stored, target: .zero)
    #expect(throws: WireError.badField("stored")) {
      try DecoderWireReader.request(from: DecoderWireWriter.encode(request))
    }
    request.kind = .thumbnail
    request.stored = StoredThumbnail(
      uriDigest: MessageDigest(of: []), modifiedSeconds: 5, maxSide: 128)
    #expect(throws: WireError.badField("stored")) {
      try DecoderWireReader.request(from: DecoderWireWriter.encode(request))
    }
  }

  @Test func `the region field is accepted only for its kind and inside the whole`() {
    let size = PixelSize(width: 30, height: 20)
    let whole = PixelSize(width: 100, height: 90)
    func read(_ kind: DecodeRequest.Kind, _ region: RegionRequest?, _ target: PixelSize)
      throws(WireError)
    {
      _ = try DecoderWireReader.request(
        from: DecoderWireWriter.encode(
          DecodeRequest(id: 1, kind: kind, target: target, region: region)))
    }
    let part = RegionRequest(whole: whole, x: 70, y: 70)
    #expect(throws: Never.self) { try read(.region, part, size) }
    #expect(throws: WireError.badField("region")) { try read(.exact, part, size) }
    #expect(throws: WireError.badField("region")) { try read(.region, nil, size) }
    #expect(throws: WireError.badField("region")) { try read(.region, part, .zero) }
    for (x, y) in [(71, 0), (0, 71), (Int.max, 0), (0, Int.max)] {
      let outside = RegionRequest(whole: whole, x: x, y: y)
      #expect(throws: WireError.badField("region")) { try read(.region, outside, size) }
    }
  }

  @Test func `a thumbnail with an impossible natural size is refused`() {
    let layout = DecodeReply.PixelLayout(
      size: PixelSize(width: 1, height: 1), stride: 64, isOpaque: true)
    let flat = DecodeReply.ThumbnailInfo(
      naturalSize: PixelSize(width: 0, height: 9), source: .stored)
    let bytes = DecoderWireWriter.encode(DecodeReply(id: 1, result: .thumbnail(flat, layout)))
    #expect(throws: WireError.self) { try DecoderWireReader.reply(from: bytes, maxFrames: .max) }
  }

  @Test func `numbers of metadata outside their range are refused`() throws {
    func isRead(_ change: (inout PhotoMetadata) -> Void) -> Bool {
      var metadata = WireRoundTripTests.metadata
      change(&metadata)
      let bytes = DecoderWireWriter.encode(DecodeReply(id: 7, result: .metadata(metadata)))
      return (try? DecoderWireReader.reply(from: bytes, maxFrames: .max)) != nil
    }
    for rating in -1...5 { #expect(isRead { $0.rating = rating }) }
    for rating in [-2, 6, 127, Int(Int32.min), Int(UInt32.max)] {
      #expect(!isRead { $0.rating = rating }, "\(rating)")
    }
    #expect(!isRead { $0.pickLabel = 4 } && !isRead { $0.colorLabel = 10 })
    #expect(!isRead { $0.sequence = 0 } && !isRead { $0.sequence = Int(UInt32.max) })
    #expect(!isRead { $0.orientation = 9 } && !isRead { $0.orientation = 0 })
  }

  @Test func `a message with an extra byte is refused`() {
    #expect(throws: WireError.wrongLength) { try DecoderWireReader.request(from: request + [0]) }
    #expect(throws: WireError.wrongLength) {
      try DecoderWireReader.reply(from: reply + [0], maxFrames: .max)
    }
  }

  @Test func `a wrong magic number, version or kind is refused`() {
    var other = request
    other[0] ^= 1
    #expect(throws: WireError.wrongMagic) { try DecoderWireReader.request(from: other) }
    other = request
    other[4] = 99
    #expect(throws: WireError.wrongVersion(99)) { try DecoderWireReader.request(from: other) }
    #expect(throws: WireError.badField("kind")) {
      try DecoderWireReader.reply(from: request, maxFrames: .max)
    }
  }

  @Test func `an impossible pixel layout is refused`() {
    let bad: [DecodeReply.PixelLayout] = [
      .init(size: .zero, stride: 64, isOpaque: true),
      .init(size: PixelSize(width: 17, height: 1), stride: 64, isOpaque: true),
      .init(size: PixelSize(width: 1, height: 1), stride: 6, isOpaque: true),
      .init(size: PixelSize(width: 1, height: 1 << 30), stride: 1 << 40, isOpaque: true),
      .init(size: PixelSize(width: 1, height: 1 << 30), stride: .max & ~3, isOpaque: true),
    ]
    for layout in bad {
      let bytes = DecoderWireWriter.encode(
        DecodeReply(id: 1, result: .pixels(WireRoundTripTests.info, layout)))
      #expect(throws: WireError.self) { try DecoderWireReader.reply(from: bytes, maxFrames: .max) }
    }
  }

  @Test func `an impossible frame batch is refused`() {
    let layout = WireRoundTripTests.frames.layout
    let huge = DecodeReply.PixelLayout(
      size: PixelSize(width: 1 << 16, height: 1 << 17), stride: 1 << 18, isOpaque: true)
    let bad = [
      FrameBatch(firstIndex: 0, durationsMilliseconds: [], iterationCount: 0, layout: layout),
      FrameBatch(
        firstIndex: 10, durationsMilliseconds: [1, 2, 3], iterationCount: 0, layout: layout),
      FrameBatch(firstIndex: .max, durationsMilliseconds: [1], iterationCount: 0, layout: layout),
      FrameBatch(firstIndex: 0, durationsMilliseconds: [1, 2, 3], iterationCount: 0, layout: huge),
    ]
    for batch in bad {
      let bytes = DecoderWireWriter.encode(
        DecodeReply(id: 1, result: .frames(WireRoundTripTests.info, batch)))
      #expect(throws: WireError.self) { try DecoderWireReader.reply(from: bytes, maxFrames: .max) }
    }
  }

  @Test func `the frames field is accepted only for its kind and with a valid count`() {
    let one = FrameRequest(animationID: 1, firstIndex: 0, count: 1)
    let bad: [DecodeRequest] = [
      DecodeRequest(id: 1, kind: .frames, target: .zero),
      DecodeRequest(id: 1, kind: .exact, target: .zero, frames: one),
      DecodeRequest(
        id: 1, kind: .frames, target: .zero,
        frames: FrameRequest(animationID: 1, firstIndex: 0, count: 0)),
      DecodeRequest(
        id: 1, kind: .frames, target: .zero,
        frames: FrameRequest(
          animationID: 1, firstIndex: 0, count: DecoderWireFormat.maxFramesPerReply + 1)),
    ]
    for request in bad {
      #expect(throws: WireError.badField("frames")) {
        try DecoderWireReader.request(from: DecoderWireWriter.encode(request))
      }
    }
  }

  @Test func `corrupted messages are refused or read within the limits`() {
    var random = SeededBytes(state: 0x5EED)
    for _ in 0..<20_000 {
      let all = [
        request, reply, smallRequest, smallReply, frameRequest, frameReply,
        partRequest,
      ]
      var bytes = all[Int(random.next() % UInt64(all.count))]
      for _ in 0...Int(random.next() % 6) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try? DecoderWireReader.request(from: bytes)
      guard let got = try? DecoderWireReader.reply(from: bytes, maxFrames: .max) else { continue }
      if case .pixels(_, let layout) = got.result {
        #expect(layout.byteCount <= DecoderWireFormat.maxPixelBytes)
        #expect(layout.stride >= layout.size.width * 4)
      }
      if case .frames(let info, let batch) = got.result {
        #expect(batch.firstIndex + batch.durationsMilliseconds.count <= info.frames)
        #expect(
          batch.layout.byteCount * batch.durationsMilliseconds.count
            <= DecoderWireFormat.maxPixelBytes)
      }
    }
  }

  @Test(arguments: [41, 100_000, Int.max])
  func `more frames than the request's limit are refused`(frames: Int) {
    var info = WireRoundTripTests.info
    info.frames = frames
    let size = PixelSize(width: 3, height: 4)
    let layout = DecodeReply.PixelLayout(size: size, stride: 64, isOpaque: true)
    let results: [DecodeReply.Result] = [
      .info(info), .pixels(info, layout), .partial(info, layout),
      .frames(
        info,
        FrameBatch(
          firstIndex: frames - 1, durationsMilliseconds: [9], iterationCount: 0, layout: layout)),
      .thumbnail(.init(naturalSize: size, source: .decoded, frames: frames), layout),
    ]
    for result in results {
      let bytes = DecoderWireWriter.encode(DecodeReply(id: 1, result: result))
      #expect(throws: WireError.badField("frames")) {
        try DecoderWireReader.reply(from: bytes, maxFrames: 40)
      }
      #expect(throws: Never.self) { try DecoderWireReader.reply(from: bytes, maxFrames: frames) }
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
