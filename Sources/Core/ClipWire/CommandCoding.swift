import Pixels
public import Wire

extension ClipWireWriter {
  /// The bytes of the message that carries `command`.
  public static func encode(_ command: ClipCommand) -> [UInt8] {
    var out = FieldWriter(ClipWireFormat.message)
    switch command {
    case .open(let options):
      out.write(ClipWireFormat.CommandTag.open)
      out.write(options.isMuted)
      out.write(options.loops)
      out.write(options.usesSound)
    case .surface(let surface):
      out.write(ClipWireFormat.CommandTag.surface)
      out.write(surface.id)
      out.write(surface.size)
      out.write(UInt8(clamping: surface.slotCount))
    case .play: out.write(ClipWireFormat.CommandTag.play)
    case .pause: out.write(ClipWireFormat.CommandTag.pause)
    case .seek(let seconds, let isExact):
      out.write(ClipWireFormat.CommandTag.seek)
      out.write(seconds: seconds)
      out.write(isExact)
    case .setMuted(let isMuted):
      out.write(ClipWireFormat.CommandTag.mute)
      out.write(isMuted)
    case .setLooping(let loops):
      out.write(ClipWireFormat.CommandTag.loop)
      out.write(loops)
    case .release(let surfaceID, let slot):
      out.write(ClipWireFormat.CommandTag.release)
      out.write(surfaceID)
      out.write(UInt8(clamping: slot))
    }
    return out.bytes
  }
}

extension ClipWireReader {
  /// The command in `bytes`, which must contain exactly one message.
  ///
  /// - Throws: ``WireError`` when the bytes are no valid command.
  public static func command(from bytes: [UInt8]) throws(WireError) -> ClipCommand {
    var input = try FieldReader(bytes, ClipWireFormat.message)
    let command: ClipCommand =
      switch try input.value(ClipWireFormat.CommandTag.self, "tag") {
      case .open:
        .open(
          PlaybackOptions(
            isMuted: try input.flag("flag"), loops: try input.flag("flag"),
            usesSound: try input.flag("flag")))
      case .surface: .surface(try input.surface())
      case .play: .play
      case .pause: .pause
      case .seek: .seek(to: try input.seconds(), isExact: try input.flag("flag"))
      case .mute: .setMuted(try input.flag("flag"))
      case .loop: .setLooping(try input.flag("flag"))
      case .release: .release(surfaceID: try input.integer(UInt32.self), slot: try input.slot())
      }
    try input.finish()
    return command
  }
}

extension FieldWriter {
  mutating func write(_ size: PixelSize) {
    write(extent: size.width)
    write(extent: size.height)
  }

  mutating func write(seconds: Double) {
    let safe = seconds.isFinite ? min(max(0, seconds), ClipWireFormat.maxSeconds) : 0
    write(safe.bitPattern)
  }
}

extension FieldReader {
  mutating func seconds() throws(WireError) -> Double {
    let value = Double(bitPattern: try integer(UInt64.self))
    guard value >= 0, value <= ClipWireFormat.maxSeconds else { throw .badField("seconds") }
    return value
  }

  mutating func slot() throws(WireError) -> Int {
    let value = Int(try integer(UInt8.self))
    guard value < ClipWireFormat.maxSlots else { throw .badField("slot") }
    return value
  }

  /// The size in pixels in the next two fields, which must not be empty.
  mutating func size() throws(WireError) -> PixelSize {
    let size = PixelSize(width: try extent("size"), height: try extent("size"))
    guard !size.isEmpty else { throw .badField("size") }
    return size
  }

  fileprivate mutating func surface() throws(WireError) -> ClipSurface {
    let surface = ClipSurface(
      id: try integer(UInt32.self), size: try size(), slotCount: Int(try integer(UInt8.self)))
    guard surface.slotCount <= ClipWireFormat.maxSlots, surface.byteCount != nil else {
      throw .badField("surface")
    }
    return surface
  }
}
