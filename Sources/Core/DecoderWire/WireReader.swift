import Geometry
import Pixels
import Wire

/// The decoder of messages. The bytes are not trusted: every length, range and flag is checked.
public enum WireReader {
  /// The request in `bytes`, which must contain one message exactly.
  public static func request(from bytes: [UInt8]) throws(WireError) -> DecodeRequest {
    var input = try Input(bytes, .request)
    let id = try input.integer(UInt64.self)
    guard let purpose = DecodeRequest.Purpose(rawValue: try input.integer(UInt8.self)) else {
      throw .badField("purpose")
    }
    let target = try input.size("target")
    let limits = DecodeLimits(
      pixels: try input.count("limits"), fileBytes: try input.count("limits"),
      seconds: try input.count("limits"), frames: try input.count("limits"))
    let capacity = try input.count("memory")
    let name = try input.text(atMost: WireFormat.maxNameBytes, "name")
    let least = try input.count("extent")
    let stored = try input.flag("stored") ? try input.stored() : nil
    guard (purpose == .stored) == (stored != nil) else { throw .badField("stored") }
    let frames = try input.flag("frames") ? try input.frameRequest() : nil
    guard (purpose == .frames) == (frames != nil) else { throw .badField("frames") }
    let region = try input.flag("region") ? try input.region() : nil
    guard (purpose == .region) == (region != nil), region?.holds(target) ?? true else {
      throw .badField("region")
    }
    let color = try input.color()
    let wantsPartials = try input.flag("partials")
    try input.finish()
    var request = DecodeRequest(
      id: id, purpose: purpose, target: target, limits: limits, nameHint: name,
      memoryCapacity: capacity, minExtent: least, stored: stored, frames: frames,
      region: region)
    request.color = color
    request.wantsPartials = wantsPartials
    return request
  }

  /// The reply in `bytes`, which must contain one message exactly.
  ///
  /// - Parameter maxFrames: the maximum number of frames of an animation, from the request; 0
  ///   counts as 1, because a still picture has one.
  public static func reply(
    from bytes: [UInt8], maxFrames: Int
  ) throws(WireError) -> DecodeReply {
    var input = try Input(bytes, .reply)
    input.maxFrames = max(1, maxFrames)
    let id = try input.integer(UInt64.self)
    guard let tag = WireFormat.ResultTag(rawValue: try input.integer(UInt8.self)) else {
      throw .badField("result")
    }
    let result: DecodeReply.Result =
      switch tag {
      case .info: .info(try input.info())
      case .pixels: .pixels(try input.info(), try input.layout())
      case .partial: .partial(try input.info(), try input.layout())
      case .failed: .failed(try input.failure())
      case .declined: .declined
      case .thumbnail: .thumbnail(try input.thumbnail(), try input.layout())
      case .frames: try input.frames()
      }
    try input.finish()
    return DecodeReply(id: id, result: result)
  }

  private struct Input {
    let bytes: [UInt8]
    var position = 0
    var maxFrames = Int.max

    init(_ bytes: [UInt8], _ kind: WireFormat.Kind) throws(WireError) {
      guard bytes.count <= WireFormat.maxMessageBytes else { throw .wrongLength }
      self.bytes = bytes
      guard try integer(UInt32.self) == WireFormat.magic else { throw .wrongMagic }
      let version = try integer(UInt16.self)
      guard version == WireFormat.version else { throw .wrongVersion(version) }
      guard try integer(UInt16.self) == kind.rawValue else { throw .badField("kind") }
    }

    mutating func integer<T: FixedWidthInteger>(_: T.Type) throws(WireError) -> T {
      let size = T.bitWidth / 8
      guard bytes.count - position >= size else { throw .wrongLength }
      var value: T = 0
      for i in 0..<size { value |= T(truncatingIfNeeded: bytes[position + i]) << T(8 * i) }
      position += size
      return value
    }
    mutating func flag(_ field: String) throws(WireError) -> Bool {
      switch try integer(UInt8.self) {
      case 0: return false
      case 1: return true
      default: throw .badField(field)
      }
    }
    mutating func count(_ field: String) throws(WireError) -> Int {
      guard let value = Int(exactly: try integer(UInt64.self)) else { throw .badField(field) }
      return value
    }
    mutating func size(_ field: String) throws(WireError) -> PixelSize {
      let width = Int(try integer(UInt32.self))
      let height = Int(try integer(UInt32.self))
      guard max(width, height) <= WireFormat.maxExtent else { throw .badField(field) }
      return PixelSize(width: width, height: height)
    }
    mutating func text(atMost limit: Int, _ field: String) throws(WireError) -> String {
      let length = Int(try integer(UInt16.self))
      guard length <= limit else { throw .badField(field) }
      guard bytes.count - position >= length else { throw .wrongLength }
      defer { position += length }
      return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }

    mutating func sentence(_ field: String) throws(WireError) -> String {
      SentenceText.neutralised(try text(atMost: WireFormat.maxTextBytes, field))
    }

    mutating func frameCount(atLeast minimum: Int) throws(WireError) -> Int {
      let frames = try count("frames")
      guard frames >= minimum, frames <= maxFrames else { throw .badField("frames") }
      return frames
    }

    mutating func info() throws(WireError) -> DecodeReply.Info {
      let natural = try size("natural size")
      guard !natural.isEmpty else { throw .badField("natural size") }
      let format = try sentence("format")
      guard let orientation = Orientation(rawValue: Int(try integer(UInt8.self))) else {
        throw .badField("orientation")
      }
      let frames = try frameCount(atLeast: 1)
      return DecodeReply.Info(
        naturalSize: natural, format: format, orientation: orientation, frames: frames,
        isTruncated: try flag("truncated"), isScalable: try flag("scalable"),
        supportsRegions: try flag("parts"), profile: try sentence("profile"))
    }

    mutating func color() throws(WireError) -> ColorTarget {
      switch WireFormat.ColorTag(rawValue: try integer(UInt8.self)) {
      case .untouched: return .untouched
      case .standard: return .standard
      case .display: return .display(digest: try integer(UInt64.self))
      case nil: throw .badField("color")
      }
    }

    mutating func layout() throws(WireError) -> DecodeReply.PixelLayout {
      let size = try size("size")
      let stride = try count("stride")
      let (row, tooWide) = size.width.multipliedReportingOverflow(by: 4)
      guard !tooWide, !size.isEmpty, stride >= row, stride % 4 == 0 else {
        throw .badField("stride")
      }
      let (total, tooHigh) = stride.multipliedReportingOverflow(by: size.height)
      guard !tooHigh, total <= WireFormat.maxPixelBytes else { throw .badField("size") }
      return DecodeReply.PixelLayout(
        size: size, stride: stride, isOpaque: try flag("opaque"),
        usesRequestMemory: try flag("given memory"))
    }

    mutating func stored() throws(WireError) -> StoredThumbnail {
      let digest = MessageDigest(
        low: try integer(UInt64.self), high: try integer(UInt64.self))
      return StoredThumbnail(
        uri: digest, modified: try integer(Int64.self), side: try count("side"))
    }

    mutating func frameRequest() throws(WireError) -> FrameRequest {
      let animation = try integer(UInt64.self)
      let first = try count("first")
      let count = try count("frames")
      guard count >= 1, count <= WireFormat.maxFramesPerReply else { throw .badField("frames") }
      return FrameRequest(animation: animation, first: first, count: count)
    }

    /// Reads frames whose indices lie within the animation and whose total size does not overflow.
    mutating func frames() throws(WireError) -> DecodeReply.Result {
      let info = try info()
      let first = try count("first")
      let plays = try count("plays")
      let layout = try layout()
      let number = Int(try integer(UInt16.self))
      guard number >= 1, number <= WireFormat.maxFramesPerReply, number <= info.frames,
        first <= info.frames - number
      else { throw .badField("frames") }
      guard layout.byteCount <= WireFormat.maxPixelBytes / number else { throw .badField("size") }
      var durations: [Int] = []
      for _ in 0..<number {
        let time = Int(try integer(UInt32.self))
        guard time <= WireFormat.maxFrameTime else { throw .badField("duration") }
        durations.append(time)
      }
      return .frames(
        info, FrameBatch(first: first, durations: durations, plays: plays, layout: layout))
    }

    mutating func region() throws(WireError) -> RegionRequest {
      RegionRequest(
        picture: try integer(UInt64.self), whole: try size("region"), x: try count("region"),
        y: try count("region"))
    }

    mutating func thumbnail() throws(WireError) -> DecodeReply.ThumbnailInfo {
      let natural = try size("natural size")
      guard natural == .zero || !natural.isEmpty else { throw .badField("natural size") }
      guard let source = DecodeReply.ThumbnailInfo.Source(rawValue: try integer(UInt8.self)) else {
        throw .badField("source")
      }
      return DecodeReply.ThumbnailInfo(
        naturalSize: natural, source: source, format: try sentence("format"),
        frames: try frameCount(atLeast: 0))
    }

    mutating func failure() throws(WireError) -> DecodeFailure {
      guard let kind = DecodeFailure.Kind(rawValue: try integer(UInt8.self)) else {
        throw .badField("failure")
      }
      return DecodeFailure(
        kind, format: try sentence("format"), detail: try sentence("detail"))
    }

    func finish() throws(WireError) {
      guard position == bytes.count else { throw .wrongLength }
    }
  }
}
