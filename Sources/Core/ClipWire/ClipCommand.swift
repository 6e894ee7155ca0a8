public import Pixels

/// What the viewer asks of a player.
public enum ClipCommand: Hashable, Sendable {
  /// Open the clip whose read-only descriptor rides along, and stand still at its beginning.
  case open(ClipManner)
  /// From here on draw into this memory, whose descriptor rides along.
  case surface(ClipSurface)
  /// Go on from where it is; from the beginning when it has ended.
  case play
  /// Stand still.
  case pause
  /// Go to a time in seconds: exactly there, or to a picture near it that is quick to get.
  case seek(to: Double, isExact: Bool)
  /// Be silent, or not.
  case mute(Bool)
  /// Begin again at the end, or not.
  case loop(Bool)
  /// A slot that held a frame is not read any more.
  case release(surface: UInt32, slot: Int)
}

/// How a clip is played from the beginning.
public struct ClipManner: Hashable, Sendable {
  /// True for no sound until told otherwise.
  public var isMuted: Bool
  /// True to begin again at the end.
  public var loops: Bool
  /// False leaves the machine's sound alone altogether.
  public var usesSound: Bool

  /// Makes a manner; with sound, once, unless given.
  public init(isMuted: Bool = false, loops: Bool = false, usesSound: Bool = true) {
    self.isMuted = isMuted
    self.loops = loops
    self.usesSound = usesSound
  }
}

/// Memory for frames: `slots` pictures of one size, one after another in one memfd.
public struct ClipSurface: Hashable, Sendable {
  /// Tells it from surfaces before and after it.
  public var id: UInt32
  /// The size of a frame.
  public var size: PixelSize
  /// How many frames there is room for.
  public var slots: Int

  /// Makes a description of memory.
  public init(id: UInt32, size: PixelSize, slots: Int) {
    self.id = id
    self.size = size
    self.slots = slots
  }

  /// Bytes from row to row of a frame, and of one slot; nil when they cannot be counted.
  public var layout: (stride: Int, slotBytes: Int)? {
    guard let (stride, total) = CheckedSize.byteCount(size), total > 0 else { return nil }
    return (stride, total)
  }

  /// Bytes of all slots; nil when there is none, or more than ``ClipWireFormat`` allows.
  public var byteCount: Int? {
    guard let layout, slots > 0 else { return nil }
    let (total, overflow) = layout.slotBytes.multipliedReportingOverflow(by: slots)
    return overflow || total > ClipWireFormat.mostSurfaceBytes ? nil : total
  }
}
