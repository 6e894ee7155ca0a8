import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

/// The result of one decode, with a copy of its pixels.
struct DecodedPicture {
  let reply: DecodeReply
  let pixels: Bitmap?

  var info: DecodeReply.Info? {
    switch reply.result {
    case .info(let info), .pixels(let info, _), .partial(let info, _): info
    case .frames(let info, _): info
    case .failed, .thumbnail, .metadata, .edits, .encoded, .progress, .declined: nil
    }
  }
  var thumbnail: DecodeReply.ThumbnailInfo? {
    if case .thumbnail(let info, _) = reply.result { info } else { nil }
  }
  var failure: DecodeFailure? {
    if case .failed(let failure) = reply.result { failure } else { nil }
  }

  /// Takes over `descriptor`.
  init(_ reply: DecodeReply, descriptor: Int32?) {
    self.reply = reply
    let replyLayout: DecodeReply.PixelLayout? =
      switch reply.result {
      case .pixels(_, let layout), .partial(_, let layout), .thumbnail(_, let layout): layout
      case .info, .frames, .metadata, .edits, .encoded, .progress, .failed, .declined: nil
      }
    guard let descriptor, let layout = replyLayout else {
      pixels = nil
      return
    }
    defer { close(descriptor) }
    guard let map = helper_map(layout.byteCount, PROT_READ, MAP_SHARED, descriptor) else {
      pixels = nil
      return
    }
    defer { munmap(map, layout.byteCount) }
    pixels = Bitmap(size: layout.size, isOpaque: layout.isOpaque) { memory, stride in
      for y in 0..<layout.size.height {
        for x in 0..<layout.size.width {
          memory.storeBytes(
            of: (map + y * layout.stride + x * 4).load(as: UInt32.self),
            toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
  }

  /// A reply of another kind than the requested one.
  private struct OtherReply: Error { let result: DecodeReply.Result }

  /// Reads the metadata of bytes in this process.
  static func metadata(_ bytes: [UInt8]) throws -> PhotoMetadata {
    let result = decode(bytes, .metadata).reply.result
    guard case .metadata(let metadata) = result else { throw OtherReply(result: result) }
    return metadata
  }

  /// Decodes bytes in this process by any request for a still picture.
  static func decode(_ bytes: [UInt8], _ request: DecodeRequest) -> DecodedPicture {
    let file = memory(holding: bytes)
    defer { close(file) }
    let (reply, descriptor) = PictureDecoder.decode(request, file: file)
    return DecodedPicture(reply, descriptor: descriptor)
  }

  /// The pixel at a position; nil without pixels.
  func pixel(_ x: Int, _ y: Int) -> UInt32? { pixels?.pixel(x: x, y: y) }

  /// Decodes bytes in this process.
  static func decode(
    _ bytes: [UInt8], _ kind: DecodeRequest.Kind = .exact, target: PixelSize = .zero,
    limits: DecodeLimits = DecodeLimits(), name: String = "", least: Int = 0,
    stored: StoredThumbnail? = nil, region: RegionRequest? = nil, developsRaw: Bool = false
  ) -> DecodedPicture {
    let file = memory(holding: bytes)
    defer { close(file) }
    var request = DecodeRequest(
      id: 5, kind: kind, target: target, limits: limits, nameHint: name,
      minEmbeddedPreviewSide: least, stored: stored, region: region)
    request.developsRaw = developsRaw
    let (reply, descriptor) = PictureDecoder.decode(request, file: file)
    return DecodedPicture(reply, descriptor: descriptor)
  }

  /// A regular file without a name.
  static func memory(holding bytes: [UInt8]) -> Int32 {
    let file = memfd_create("sample", UInt32(MFD_CLOEXEC))
    bytes.withUnsafeBytes { all in
      var done = 0
      while done < all.count {
        let step = write(file, all.baseAddress.map { $0 + done }, all.count - done)
        if step <= 0 { break }
        done += step
      }
    }
    return file
  }

  /// Whether the four colours of ``Samples`` are where a picture stored with `orientation` shows
  /// them upright.
  func showsCorners(_ orientation: Orientation) -> Bool {
    guard let pixels else { return false }
    let size = pixels.size
    let stored = orientation.swapsAxes ? size.transposed : size
    for (x, y) in [
      (size.width / 8, size.height / 8), (size.width * 7 / 8, size.height / 8),
      (size.width / 8, size.height * 7 / 8), (size.width * 7 / 8, size.height * 7 / 8),
    ] {
      let from = orientation.storedPixel(x: x, y: y, width: stored.width, height: stored.height)
      let want = Samples.color(from.x, from.y, stored.width, stored.height)
      let got = pixels.pixel(x: x, y: y)
      for (shift, value) in [(16, want.0), (8, want.1), (0, want.2)] as [(UInt32, UInt8)]
      where abs(Int(got >> shift & 0xFF) - Int(value)) > 12 { return false }
    }
    return true
  }
}
