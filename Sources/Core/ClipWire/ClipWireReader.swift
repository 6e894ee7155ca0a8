import Pixels
import Wire

/// The decoder of messages. Neither side trusts the other: every field is checked.
public enum ClipWireReader {
  /// The command in `bytes`, which must contain one message exactly.
  public static func command(from bytes: [UInt8]) throws(ClipWireError) -> ClipCommand {
    var input = try Input(bytes)
    guard let tag = ClipWireFormat.CommandTag(rawValue: try input.integer(UInt16.self)) else {
      throw .badField("tag")
    }
    let command: ClipCommand =
      switch tag {
      case .open:
        .open(
          PlaybackOptions(
            isMuted: try input.flag(), loops: try input.flag(), usesSound: try input.flag()))
      case .surface:
        .surface(try input.surface())
      case .play: .play
      case .pause: .pause
      case .seek: .seek(to: try input.seconds(), isExact: try input.flag())
      case .mute: .mute(try input.flag())
      case .loop: .loop(try input.flag())
      case .release:
        .release(surface: try input.integer(UInt32.self), slot: try input.slot())
      }
    try input.finish()
    return command
  }

  /// The report in `bytes`, which must contain one message exactly.
  public static func report(from bytes: [UInt8]) throws(ClipWireError) -> ClipReport {
    var input = try Input(bytes)
    guard let tag = ClipWireFormat.ReportTag(rawValue: try input.integer(UInt16.self)) else {
      throw .badField("tag")
    }
    let report: ClipReport =
      switch tag {
      case .ready: .ready(hasBroker: try input.flag())
      case .opened: .opened(try input.info())
      case .frame:
        .frame(ClipFrame(surface: try input.integer(UInt32.self), slot: try input.slot()))
      case .position: .position(try input.seconds())
      case .ended: .ended
      case .failed: .failed(try input.failure())
      }
    try input.finish()
    return report
  }

  private struct Input {
    let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) throws(ClipWireError) {
      guard bytes.count <= ClipWireFormat.maxMessageBytes else { throw .wrongLength }
      self.bytes = bytes
      guard try integer(UInt32.self) == ClipWireFormat.magic else { throw .wrongMagic }
      let version = try integer(UInt16.self)
      guard version == ClipWireFormat.version else { throw .wrongVersion(version) }
    }

    mutating func integer<T: FixedWidthInteger>(_: T.Type) throws(ClipWireError) -> T {
      let size = T.bitWidth / 8
      guard bytes.count - position >= size else { throw .wrongLength }
      var value: T = 0
      for i in 0..<size { value |= T(truncatingIfNeeded: bytes[position + i]) << T(8 * i) }
      position += size
      return value
    }
    mutating func flag() throws(ClipWireError) -> Bool {
      switch try integer(UInt8.self) {
      case 0: return false
      case 1: return true
      default: throw .badField("flag")
      }
    }
    mutating func seconds() throws(ClipWireError) -> Double {
      let value = Double(bitPattern: try integer(UInt64.self))
      guard value >= 0, value <= ClipWireFormat.maxSeconds else { throw .badField("seconds") }
      return value
    }
    mutating func slot() throws(ClipWireError) -> Int {
      let value = Int(try integer(UInt8.self))
      guard value < ClipWireFormat.maxSlots else { throw .badField("slot") }
      return value
    }
    mutating func size() throws(ClipWireError) -> PixelSize {
      let width = Int(try integer(UInt32.self))
      let height = Int(try integer(UInt32.self))
      guard width > 0, height > 0, max(width, height) <= ClipWireFormat.maxExtent else {
        throw .badField("size")
      }
      return PixelSize(width: width, height: height)
    }

    mutating func surface() throws(ClipWireError) -> ClipSurface {
      let surface = ClipSurface(
        id: try integer(UInt32.self), size: try size(), slots: Int(try integer(UInt8.self)))
      guard surface.slots <= ClipWireFormat.maxSlots, surface.byteCount != nil else {
        throw .badField("surface")
      }
      return surface
    }

    mutating func info() throws(ClipWireError) -> ClipInfo {
      let size = try size()
      let isKnown = try flag()
      let duration = try seconds()
      return ClipInfo(
        size: size, duration: isKnown ? duration : nil, hasSound: try flag())
    }

    mutating func failure() throws(ClipWireError) -> ClipFailure {
      guard let kind = ClipFailure.Kind(rawValue: try integer(UInt8.self)) else {
        throw .badField("failure")
      }
      let length = Int(try integer(UInt16.self))
      guard length <= ClipWireFormat.maxTextBytes else { throw .badField("text") }
      guard bytes.count - position >= length else { throw .wrongLength }
      defer { position += length }
      let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
      return ClipFailure(kind, detail: SentenceText.neutralised(text))
    }

    func finish() throws(ClipWireError) {
      guard position == bytes.count else { throw .wrongLength }
    }
  }
}
