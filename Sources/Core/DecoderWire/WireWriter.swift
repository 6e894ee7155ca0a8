import Geometry
import Pixels

/// The encoder of messages. Values that do not fit are truncated or clamped, so that writing never
/// fails.
public enum WireWriter {
  /// The bytes of a request.
  public static func encode(_ request: DecodeRequest) -> [UInt8] {
    var out = Output(.request)
    out.write(request.id)
    out.write(request.purpose.rawValue)
    out.write(request.target)
    out.write(count: request.limits.pixels)
    out.write(count: request.limits.fileBytes)
    out.write(count: request.limits.seconds)
    out.write(count: request.limits.frames)
    out.write(count: request.memoryCapacity)
    out.write(Output.tail(of: request.nameHint, atMost: WireFormat.maxNameBytes))
    out.write(count: request.minExtent)
    out.write(request.stored != nil)
    if let stored = request.stored {
      out.write(stored.uri.low)
      out.write(stored.uri.high)
      out.write(stored.modified)
      out.write(count: stored.side)
    }
    out.write(request.frames != nil)
    if let frames = request.frames {
      out.write(frames.animation)
      out.write(count: frames.first)
      out.write(count: frames.count)
    }
    out.write(request.region != nil)
    if let region = request.region {
      out.write(region.picture)
      out.write(region.whole)
      out.write(count: region.x)
      out.write(count: region.y)
    }
    out.write(request.color)
    out.write(request.wantsPartials)
    return out.bytes
  }

  /// The bytes of a reply.
  ///
  /// - Parameter maxFrames: the maximum number of frames of an animation, from the request; a
  ///   larger number is clamped. Default no limit.
  public static func encode(_ reply: DecodeReply, maxFrames: Int = .max) -> [UInt8] {
    var out = Output(.reply)
    out.maxFrames = max(1, maxFrames)
    out.write(reply.id)
    switch reply.result {
    case .info(let info):
      out.write(WireFormat.ResultTag.info.rawValue)
      out.write(info)
    case .pixels(let info, let layout):
      out.write(WireFormat.ResultTag.pixels.rawValue)
      out.write(info)
      out.write(layout)
    case .partial(let info, let layout):
      out.write(WireFormat.ResultTag.partial.rawValue)
      out.write(info)
      out.write(layout)
    case .thumbnail(let info, let layout):
      out.write(WireFormat.ResultTag.thumbnail.rawValue)
      out.write(info.naturalSize)
      out.write(info.source.rawValue)
      out.write(Output.head(of: info.format, atMost: WireFormat.maxTextBytes))
      out.write(count: min(info.frames, out.maxFrames))
      out.write(layout)
    case .frames(let info, let batch):
      out.write(WireFormat.ResultTag.frames.rawValue)
      out.write(info)
      out.write(batch)
    case .failed(let failure):
      out.write(WireFormat.ResultTag.failed.rawValue)
      out.write(failure.kind.rawValue)
      out.write(Output.head(of: failure.format, atMost: WireFormat.maxTextBytes))
      out.write(Output.head(of: failure.detail, atMost: WireFormat.maxTextBytes))
    case .declined: out.write(WireFormat.ResultTag.declined.rawValue)
    }
    return out.bytes
  }

  private struct Output {
    var bytes: [UInt8] = []
    var maxFrames = Int.max

    init(_ kind: WireFormat.Kind) {
      bytes.reserveCapacity(512)
      write(WireFormat.magic)
      write(WireFormat.version)
      write(kind.rawValue)
    }

    mutating func write<T: FixedWidthInteger>(_ value: T) {
      for shift in stride(from: 0, to: T.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
      }
    }
    mutating func write(_ flag: Bool) { write(flag ? UInt8(1) : 0) }
    mutating func write(count: Int) { write(UInt64(max(0, count))) }
    mutating func write(_ size: PixelSize) {
      write(UInt32(min(size.width, WireFormat.maxExtent)))
      write(UInt32(min(size.height, WireFormat.maxExtent)))
    }
    mutating func write(_ color: ColorTarget) {
      switch color {
      case .untouched: write(WireFormat.ColorTag.untouched.rawValue)
      case .standard: write(WireFormat.ColorTag.standard.rawValue)
      case .display(let digest):
        write(WireFormat.ColorTag.display.rawValue)
        write(digest)
      }
    }
    mutating func write(_ utf8: ArraySlice<UInt8>) {
      write(UInt16(utf8.count))
      bytes += utf8
    }
    mutating func write(_ info: DecodeReply.Info) {
      write(info.naturalSize)
      write(Output.head(of: info.format, atMost: WireFormat.maxTextBytes))
      write(UInt8(info.orientation.rawValue))
      write(count: min(info.frames, maxFrames))
      write(info.isTruncated)
      write(info.isScalable)
      write(info.supportsRegions)
      write(Output.head(of: info.profile, atMost: WireFormat.maxTextBytes))
    }

    mutating func write(_ layout: DecodeReply.PixelLayout) {
      write(layout.size)
      write(count: layout.stride)
      write(layout.isOpaque)
      write(layout.usesRequestMemory)
    }

    mutating func write(_ batch: FrameBatch) {
      write(count: batch.first)
      write(count: batch.plays)
      write(batch.layout)
      let durations = batch.durations.prefix(WireFormat.maxFramesPerReply)
      write(UInt16(durations.count))
      for time in durations { write(UInt32(min(max(0, time), WireFormat.maxFrameTime))) }
    }

    // Text is cut between Unicode scalars: a UTF-8 continuation byte is 0b10xxxxxx.
    static func head(of text: String, atMost limit: Int) -> ArraySlice<UInt8> {
      let all = Array(text.utf8)
      guard all.count > limit else { return all[...] }
      var end = limit
      while end > 0, all[end] & 0xC0 == 0x80 { end -= 1 }
      return all[..<end]
    }
    static func tail(of text: String, atMost limit: Int) -> ArraySlice<UInt8> {
      let all = Array(text.utf8)
      var start = max(0, all.count - limit)
      while start > 0, start < all.count, all[start] & 0xC0 == 0x80 { start += 1 }
      return all[start...]
    }
  }
}
