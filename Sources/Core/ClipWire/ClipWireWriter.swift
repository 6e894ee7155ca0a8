import Pixels

/// The encoder of messages. Values that do not fit are truncated or clamped, so that writing never
/// fails.
public enum ClipWireWriter {
  /// The bytes of a command.
  public static func encode(_ command: ClipCommand) -> [UInt8] {
    switch command {
    case .open(let manner):
      var out = Output(ClipWireFormat.CommandTag.open.rawValue)
      out.write(manner.isMuted)
      out.write(manner.loops)
      out.write(manner.usesSound)
      return out.bytes
    case .surface(let surface):
      var out = Output(ClipWireFormat.CommandTag.surface.rawValue)
      out.write(surface.id)
      out.write(surface.size)
      out.write(UInt8(clamping: surface.slots))
      return out.bytes
    case .play: return Output(ClipWireFormat.CommandTag.play.rawValue).bytes
    case .pause: return Output(ClipWireFormat.CommandTag.pause.rawValue).bytes
    case .seek(let seconds, let isExact):
      var out = Output(ClipWireFormat.CommandTag.seek.rawValue)
      out.write(seconds: seconds)
      out.write(isExact)
      return out.bytes
    case .mute(let isMuted):
      var out = Output(ClipWireFormat.CommandTag.mute.rawValue)
      out.write(isMuted)
      return out.bytes
    case .loop(let loops):
      var out = Output(ClipWireFormat.CommandTag.loop.rawValue)
      out.write(loops)
      return out.bytes
    case .release(let surface, let slot):
      var out = Output(ClipWireFormat.CommandTag.release.rawValue)
      out.write(surface)
      out.write(UInt8(clamping: slot))
      return out.bytes
    }
  }

  /// The bytes of a report.
  public static func encode(_ report: ClipReport) -> [UInt8] {
    switch report {
    case .ready(let hasBroker):
      var out = Output(ClipWireFormat.ReportTag.ready.rawValue)
      out.write(hasBroker)
      return out.bytes
    case .opened(let info):
      var out = Output(ClipWireFormat.ReportTag.opened.rawValue)
      out.write(info.size)
      out.write(info.duration != nil)
      out.write(seconds: info.duration ?? 0)
      out.write(info.hasSound)
      return out.bytes
    case .frame(let frame):
      var out = Output(ClipWireFormat.ReportTag.frame.rawValue)
      out.write(frame.surface)
      out.write(UInt8(clamping: frame.slot))
      return out.bytes
    case .position(let seconds):
      var out = Output(ClipWireFormat.ReportTag.position.rawValue)
      out.write(seconds: seconds)
      return out.bytes
    case .ended: return Output(ClipWireFormat.ReportTag.ended.rawValue).bytes
    case .failed(let failure):
      var out = Output(ClipWireFormat.ReportTag.failed.rawValue)
      out.write(failure.kind.rawValue)
      out.write(text: failure.detail)
      return out.bytes
    }
  }

  private struct Output {
    var bytes: [UInt8] = []

    init(_ tag: UInt16) {
      bytes.reserveCapacity(32)
      write(ClipWireFormat.magic)
      write(ClipWireFormat.version)
      write(tag)
    }

    mutating func write<T: FixedWidthInteger>(_ value: T) {
      for shift in stride(from: 0, to: T.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
      }
    }
    mutating func write(_ flag: Bool) { write(flag ? UInt8(1) : 0) }
    mutating func write(_ size: PixelSize) {
      write(UInt32(min(size.width, ClipWireFormat.maxExtent)))
      write(UInt32(min(size.height, ClipWireFormat.maxExtent)))
    }
    mutating func write(seconds: Double) {
      let safe = seconds.isFinite ? min(max(0, seconds), ClipWireFormat.maxSeconds) : 0
      write(safe.bitPattern)
    }
    // Text is cut between Unicode scalars: a UTF-8 continuation byte is 0b10xxxxxx.
    mutating func write(text: String) {
      let all = Array(text.utf8)
      var end = min(all.count, ClipWireFormat.maxTextBytes)
      while end > 0, end < all.count, all[end] & 0xC0 == 0x80 { end -= 1 }
      write(UInt16(end))
      bytes += all[..<end]
    }
  }
}
