import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels

/// Requests to the decoder, which runs in this process instead of in a helper.
enum Decoded {
  /// The limits of a request: large enough to reach every path of the code, small enough for many
  /// inputs a second.
  private static let limits = DecodeLimits(pixels: 1 << 16, fileBytes: 1 << 20, frames: 64)
  private static let target = PixelSize(width: 24, height: 24)

  /// Requests a picture by each of some kinds of request.
  static func look(at bytes: [UInt8], _ kinds: [DecodeRequest.Kind], name: String = "") {
    for kind in kinds {
      var request = DecodeRequest(
        id: 1, kind: kind, target: target, limits: limits, nameHint: name,
        stored: kind == .stored
          ? StoredThumbnail(
            uriDigest: MessageDigest(of: []), modifiedSeconds: 5, maxSide: 128) : nil)
      request.wantsPartials = kind == .exact
      ask(request, about: bytes)
    }
  }

  /// Requests one of several pictures of a file.
  ///
  /// - Parameter leaf: the index of the picture, from 0.
  static func look(at bytes: [UInt8], leaf: Int) {
    var request = DecodeRequest(id: 1, kind: .exact, target: target, limits: limits)
    request.leaf = leaf
    ask(request, about: bytes)
  }

  /// Requests the first frames of an animation.
  static func play(_ bytes: [UInt8]) {
    ask(
      DecodeRequest(
        id: 1, kind: .frames, target: target, limits: limits,
        frames: FrameRequest(animationID: 1, firstIndex: 0, count: 8)), about: bytes)
  }

  /// Requests a region of a picture, unreduced and reduced by powers of two. The unreduced region
  /// must be equal to the same area of the whole picture.
  ///
  /// - Parameter comparing: false for formats in which a damaged picture has other pixels when only
  ///   a region is decoded.
  static func lookCloser(at bytes: [UInt8], comparing: Bool = true) {
    let probe = DecodeRequest(id: 1, kind: .probe, target: .zero, limits: limits)
    guard case .info(let info) = ask(probe, about: bytes), info.supportsRegions else { return }
    let choice = bytes.reduce(UInt64(17)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    for level in 0...4 {
      let rest = 1 << level - 1
      let whole = PixelSize(
        width: (info.naturalSize.width + rest) >> level,
        height: (info.naturalSize.height + rest) >> level)
      let x = Int(choice >> 8 & 0xFF) % whole.width
      let y = Int(choice >> 16 & 0xFF) % whole.height
      let size = PixelSize(
        width: min(1 + Int(choice >> 24 & 0x1F), whole.width - x),
        height: min(1 + Int(choice >> 32 & 0x1F), whole.height - y))
      let region = RegionRequest(pictureID: 0, whole: whole, x: x, y: y)
      let request = DecodeRequest(
        id: 1, kind: .region, target: size, limits: limits, region: region)
      guard let part = pixels(request, of: bytes), level == 0, comparing, !part.isCut else {
        continue
      }
      let all = DecodeRequest(id: 1, kind: .exact, target: .zero, limits: limits)
      guard let picture = pixels(all, of: bytes), !picture.isCut else { continue }
      precondition(
        part.isPart(of: picture, x: x, y: y), "\(size) at \(x),\(y) of \(info.naturalSize)")
    }
  }

  /// Requests edits of a sidecar, whose ranges must lie within the file.
  ///
  /// - Parameter choice: a bit for each property: 1 sets a value, 0 removes the property.
  static func edit(_ bytes: [UInt8], choice: UInt8) {
    var request = DecodeRequest(id: 1, kind: .sidecarEdits, target: .zero, limits: limits)
    request.sidecarChanges = SidecarChange.Property.allCases.map {
      SidecarChange($0, choice >> $0.rawValue & 1 == 1 ? "3" : nil)
    }
    guard case .edits(let edits) = ask(request, about: bytes) else { return }
    precondition(FileEdit.apply(edits, to: bytes) != nil, "\(edits) do not fit")
  }

  /// Requests edits that rotate or flip a picture, whose ranges must lie within the file.
  static func turn(_ bytes: [UInt8], by choice: UInt8) {
    var request = DecodeRequest(id: 1, kind: .orientationEdits, target: .zero, limits: limits)
    request.turn = Orientation(rawValue: Int(choice % 8) + 1)
    guard case .edits(let edits) = ask(request, about: bytes) else { return }
    precondition(FileEdit.apply(edits, to: bytes) != nil, "\(edits) do not fit")
  }

  /// Requests a picture in the colours of a display with the given ICC profile.
  static func look(at bytes: [UInt8], onDisplay profile: [UInt8]) {
    var request = DecodeRequest(id: 1, kind: .exact, target: target, limits: limits)
    request.color = .display(digest: 1)
    ask(request, about: bytes, profile: profile)
  }

  @discardableResult
  private static func ask(
    _ request: DecodeRequest, about bytes: [UInt8], profile: [UInt8] = []
  ) -> DecodeReply.Result? {
    guard let (reply, pixels) = answer(request, about: bytes, profile: profile) else { return nil }
    check(reply, pixels)
    if let pixels { close(pixels) }
    return reply.result
  }

  private static func pixels(_ request: DecodeRequest, of bytes: [UInt8]) -> SeenPixels? {
    guard let (reply, memory) = answer(request, about: bytes) else { return nil }
    check(reply, memory)
    guard let memory else { return nil }
    defer { close(memory) }
    return SeenPixels(reply, memory)
  }

  private static func answer(
    _ request: DecodeRequest, about bytes: [UInt8], profile: [UInt8] = []
  ) -> (DecodeReply, Int32?)? {
    guard let file = memory(of: bytes), let display = memory(of: profile) else { return nil }
    defer {
      close(file)
      close(display)
    }
    return PictureDecoder.decode(request, file: file, profile: display) {
      check($0, $1)
      if let pixels = $1 { close(pixels) }
    }
  }

  private static func memory(of bytes: [UInt8]) -> Int32? {
    let file = memfd_create("fuzz", UInt32(MFD_CLOEXEC))
    if file >= 0, write(file, bytes, bytes.count) == bytes.count { return file }
    close(file)
    return nil
  }

  /// Checks that the viewer decodes a reply to the same value, and that the memory of its pixels is
  /// as large as the reply states.
  private static func check(_ reply: DecodeReply, _ pixels: Int32?) {
    var heard = try? DecoderWireReader.reply(from: DecoderWireWriter.encode(reply), maxFrames: .max)
    var reply = reply
    // The reader of the viewer replaces control characters in the texts of metadata. The second
    // reading must find none.
    if case .metadata = reply.result, let first = heard {
      reply = first
      heard = try? DecoderWireReader.reply(from: DecoderWireWriter.encode(first), maxFrames: .max)
    }
    precondition(heard == reply, "\(reply) was heard as \(String(describing: heard))")
    guard let pixels else { return }
    var status = stat()
    fstat(pixels, &status)
    let needed =
      switch reply.result {
      case .pixels(_, let layout), .partial(_, let layout), .thumbnail(_, let layout):
        layout.byteCount
      case .frames(_, let batch): batch.layout.byteCount * batch.durationsMilliseconds.count
      case .info, .metadata, .edits, .encoded, .progress, .failed, .declined: 0
      }
    precondition(status.st_size >= needed, "\(status.st_size) bytes for \(reply)")
  }
}

/// The checksums of PNG chunks, which mutations practically never make valid.
enum Checksum {
  /// The same file with the valid checksum of its header chunk, IHDR.
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
