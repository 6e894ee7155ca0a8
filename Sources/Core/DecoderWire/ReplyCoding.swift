import Geometry
import Pixels
public import Wire

extension DecoderWireWriter {
  /// The bytes of the message that carries `reply`.
  ///
  /// - Parameter maxFrames: the maximum number of frames of an animation, from the request; a
  ///   larger number is clamped. Default: no limit.
  public static func encode(_ reply: DecodeReply, maxFrames: Int = .max) -> [UInt8] {
    let maxFrames = max(1, maxFrames)
    var out = FieldWriter(DecoderWireFormat.message)
    out.write(DecoderWireFormat.Kind.reply)
    out.write(reply.id)
    switch reply.result {
    case .info(let info):
      out.write(DecoderWireFormat.ResultTag.info)
      out.write(info, maxFrames)
    case .pixels(let info, let layout):
      out.write(DecoderWireFormat.ResultTag.pixels)
      out.write(info, maxFrames)
      out.write(layout)
    case .partial(let info, let layout):
      out.write(DecoderWireFormat.ResultTag.partial)
      out.write(info, maxFrames)
      out.write(layout)
    case .thumbnail(let info, let layout):
      out.write(DecoderWireFormat.ResultTag.thumbnail)
      out.write(info.naturalSize)
      out.write(info.source)
      out.write(text: info.format)
      out.write(count: min(info.frames, maxFrames))
      out.write(layout)
    case .frames(let info, let batch):
      out.write(DecoderWireFormat.ResultTag.frames)
      out.write(info, maxFrames)
      out.write(batch)
    case .metadata(let metadata):
      out.write(DecoderWireFormat.ResultTag.metadata)
      out.write(metadata)
    case .edits(let edits):
      out.write(DecoderWireFormat.ResultTag.edits)
      out.write(edits)
    case .encoded(let picture):
      out.write(DecoderWireFormat.ResultTag.encoded)
      out.write(picture.size)
      out.write(count: picture.byteCount)
    case .failed(let failure):
      out.write(DecoderWireFormat.ResultTag.failed)
      out.write(failure.kind)
      out.write(text: failure.format)
      out.write(text: failure.detail)
    case .progress(let percent):
      out.write(DecoderWireFormat.ResultTag.progress)
      out.write(min(percent, 100))
    case .declined: out.write(DecoderWireFormat.ResultTag.declined)
    }
    return out.bytes
  }
}

extension DecoderWireReader {
  /// The reply in `bytes`, which must contain exactly one message.
  ///
  /// - Parameter maxFrames: the maximum number of frames of an animation, from the request; 0
  ///   counts as 1, because a still picture has one.
  /// - Throws: ``WireError`` when the bytes are no valid reply.
  public static func reply(
    from bytes: [UInt8], maxFrames: Int
  ) throws(WireError) -> DecodeReply {
    let maxFrames = max(1, maxFrames)
    var input = try FieldReader(bytes, DecoderWireFormat.message)
    try input.expect(.reply)
    let id = try input.integer(UInt64.self)
    let result: DecodeReply.Result =
      switch try input.value(DecoderWireFormat.ResultTag.self, "result") {
      case .info: .info(try input.info(maxFrames))
      case .pixels: .pixels(try input.info(maxFrames), try input.layout())
      case .partial: .partial(try input.info(maxFrames), try input.layout())
      case .failed: .failed(try input.failure())
      case .declined: .declined
      case .progress: .progress(try input.percent())
      case .metadata: .metadata(try input.metadata())
      case .edits: .edits(try input.fileEdits())
      case .encoded: .encoded(try input.encoded())
      case .thumbnail: .thumbnail(try input.thumbnail(maxFrames), try input.layout())
      case .frames: try input.frames(maxFrames)
      }
    try input.finish()
    return DecodeReply(id: id, result: result)
  }
}

extension FieldWriter {
  fileprivate mutating func write(_ info: DecodeReply.Info, _ maxFrames: Int) {
    write(info.naturalSize)
    write(text: info.format)
    write(UInt8(info.orientation.rawValue))
    write(count: min(info.frames, maxFrames))
    write(info.isTruncated)
    write(info.isScalable)
    write(info.supportsRegions)
    write(text: info.profile)
    write(count: min(max(1, info.leaves), DecoderWireFormat.maxLeaves))
    write(info.isHighDynamicRange)
  }

  fileprivate mutating func write(_ layout: DecodeReply.PixelLayout) {
    write(layout.size)
    write(count: layout.stride)
    write(layout.isOpaque)
    write(layout.usesRequestMemory)
  }

  fileprivate mutating func write(_ batch: FrameBatch) {
    write(count: batch.firstIndex)
    write(count: batch.iterationCount)
    write(batch.layout)
    let durations = batch.durationsMilliseconds.prefix(DecoderWireFormat.maxFramesPerReply)
    write(UInt16(durations.count))
    for time in durations { write(UInt32(min(max(0, time), DecoderWireFormat.maxFrameTime))) }
  }
}

extension FieldReader {
  fileprivate mutating func percent() throws(WireError) -> UInt8 {
    let percent = try integer(UInt8.self)
    guard percent <= 100 else { throw .badField("percent") }
    return percent
  }

  private mutating func frameCount(_ range: ClosedRange<Int>) throws(WireError) -> Int {
    let frames = try count("frames")
    guard range.contains(frames) else { throw .badField("frames") }
    return frames
  }

  fileprivate mutating func info(_ maxFrames: Int) throws(WireError) -> DecodeReply.Info {
    let natural = try size("natural size")
    guard !natural.isEmpty else { throw .badField("natural size") }
    let format = try sentence("format")
    guard let orientation = Orientation(rawValue: Int(try integer(UInt8.self))) else {
      throw .badField("orientation")
    }
    var info = DecodeReply.Info(
      naturalSize: natural, format: format, orientation: orientation,
      frames: try frameCount(1...maxFrames), isTruncated: try flag("truncated"),
      isScalable: try flag("scalable"), supportsRegions: try flag("parts"),
      profile: try sentence("profile"), leaves: try leafCount())
    info.isHighDynamicRange = try flag("high dynamic range")
    return info
  }

  private mutating func leafCount() throws(WireError) -> Int {
    let leaves = try count("leaves")
    guard (1...DecoderWireFormat.maxLeaves).contains(leaves) else { throw .badField("leaves") }
    return leaves
  }

  fileprivate mutating func layout() throws(WireError) -> DecodeReply.PixelLayout {
    let size = try size("size")
    let stride = try count("stride")
    let (row, tooWide) = size.width.multipliedReportingOverflow(by: 4)
    guard !tooWide, !size.isEmpty, stride >= row, stride % 4 == 0 else {
      throw .badField("stride")
    }
    let (total, tooHigh) = stride.multipliedReportingOverflow(by: size.height)
    guard !tooHigh, total <= DecoderWireFormat.maxPixelBytes else { throw .badField("size") }
    return DecodeReply.PixelLayout(
      size: size, stride: stride, isOpaque: try flag("opaque"),
      usesRequestMemory: try flag("given memory"))
  }

  /// The frames in the following fields. Their indices must lie within the animation, and their
  /// total size within ``DecoderWireFormat/maxPixelBytes``.
  fileprivate mutating func frames(_ maxFrames: Int) throws(WireError) -> DecodeReply.Result {
    let info = try info(maxFrames)
    let first = try count("first")
    let iterationCount = try count("iteration count")
    let layout = try layout()
    let number = Int(try integer(UInt16.self))
    guard number >= 1, number <= DecoderWireFormat.maxFramesPerReply, number <= info.frames,
      first <= info.frames - number
    else { throw .badField("frames") }
    guard layout.byteCount <= DecoderWireFormat.maxPixelBytes / number else {
      throw .badField("size")
    }
    var durations: [Int] = []
    for _ in 0..<number {
      let time = Int(try integer(UInt32.self))
      guard time <= DecoderWireFormat.maxFrameTime else { throw .badField("duration") }
      durations.append(time)
    }
    return .frames(
      info,
      FrameBatch(
        firstIndex: first, durationsMilliseconds: durations, iterationCount: iterationCount,
        layout: layout))
  }

  fileprivate mutating func thumbnail(
    _ maxFrames: Int
  ) throws(WireError) -> DecodeReply.ThumbnailInfo {
    let natural = try size("natural size")
    guard natural == .zero || !natural.isEmpty else { throw .badField("natural size") }
    return DecodeReply.ThumbnailInfo(
      naturalSize: natural, source: try value(DecodeReply.ThumbnailInfo.Source.self, "source"),
      format: try sentence("format"), frames: try frameCount(0...maxFrames))
  }

  fileprivate mutating func encoded() throws(WireError) -> EncodedPicture {
    let picture = EncodedPicture(size: try size("size"), byteCount: try count("bytes"))
    guard !picture.size.isEmpty, (1...EncodedPicture.maxBytes).contains(picture.byteCount) else {
      throw .badField("size")
    }
    return picture
  }

  fileprivate mutating func failure() throws(WireError) -> DecodeFailure {
    DecodeFailure(
      try value(DecodeFailure.Kind.self, "failure"), format: try sentence("format"),
      detail: try sentence("detail"))
  }
}
