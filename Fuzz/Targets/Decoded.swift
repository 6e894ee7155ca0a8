import CLinux
import DecoderWire
import Decoding
import Pixels

/// The helper's work without a helper.
enum Decoded {
  /// Large enough for every path through the code, small enough for many a second.
  private static let limits = DecodeLimits(pixels: 1 << 16, fileBytes: 1 << 20, frames: 64)
  private static let target = PixelSize(width: 24, height: 24)

  /// Asks for a picture in some ways.
  static func look(at bytes: [UInt8], _ purposes: [DecodeRequest.Purpose], name: String = "") {
    for purpose in purposes {
      var request = DecodeRequest(
        id: 1, purpose: purpose, target: target, limits: limits, nameHint: name,
        stored: purpose == .stored
          ? StoredThumbnail(uri: MessageDigest(of: []), modified: 5, side: 128) : nil)
      request.wantsPartials = purpose == .exact
      ask(request, about: bytes)
    }
  }

  /// Asks for the frames of an animation.
  static func play(_ bytes: [UInt8]) {
    ask(
      DecodeRequest(
        id: 1, purpose: .frames, target: target, limits: limits,
        frames: FrameRequest(animation: 1, first: 0, count: 8)), about: bytes)
  }

  /// Asks for a place in the picture, at its own size and at half of it.
  static func lookCloser(at bytes: [UInt8]) {
    let probe = DecodeRequest(id: 1, purpose: .probe, target: .zero, limits: limits)
    guard case .info(let info) = ask(probe, about: bytes), info.hasParts else { return }
    for level in 0...1 {
      let whole = PixelSize(
        width: (info.naturalSize.width + level) >> level,
        height: (info.naturalSize.height + level) >> level)
      let (x, y) = (whole.width / 3, whole.height / 3)
      let part = PixelSize(width: min(24, whole.width - x), height: min(24, whole.height - y))
      let region = RegionRequest(picture: 0, whole: whole, x: x, y: y)
      ask(
        DecodeRequest(id: 1, purpose: .region, target: part, limits: limits, region: region),
        about: bytes)
    }
  }

  @discardableResult
  private static func ask(_ request: DecodeRequest, about bytes: [UInt8]) -> DecodeReply.Result? {
    let file = memfd_create("fuzz", UInt32(MFD_CLOEXEC))
    defer { close(file) }
    guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { return nil }
    let (reply, pixels) = PictureDecoder.decode(request, file: file) { check($0, $1) }
    check(reply, pixels)
    return reply.result
  }

  /// A helper in its right mind says nothing that its viewer would take for a lie.
  private static func check(_ reply: DecodeReply, _ pixels: Int32?) {
    let heard = try? WireReader.reply(from: WireWriter.encode(reply))
    precondition(heard == reply, "\(reply) was heard as \(String(describing: heard))")
    guard let pixels else { return }
    defer { close(pixels) }
    var status = stat()
    fstat(pixels, &status)
    let needed =
      switch reply.result {
      case .pixels(_, let layout), .partial(_, let layout), .thumbnail(_, let layout):
        layout.byteCount
      case .frames(_, let batch): batch.layout.byteCount * batch.durations.count
      case .info, .encoded, .failed: 0
      }
    precondition(status.st_size >= needed, "\(status.st_size) bytes for \(reply)")
  }
}

/// Chunks of a PNG carry checksums, which chance never meets.
enum Checksum {
  /// The same file with the right checksum on its header.
  static func mended(_ bytes: [UInt8]) -> [UInt8] {
    let header = 12..<29
    guard bytes.count >= header.upperBound + 4 else { return bytes }
    var remainder: UInt32 = .max
    for byte in bytes[header] {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    var result = bytes
    for place in 0..<4 {
      result[header.upperBound + place] = UInt8(truncatingIfNeeded: ~remainder >> (24 - 8 * place))
    }
    return result
  }
}
