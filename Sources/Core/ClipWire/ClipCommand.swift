public import Pixels

/// A command of the viewer to the process that plays a clip.
public enum ClipCommand: Hashable, Sendable {
  /// The clip, whose read-only descriptor is sent with the command, is opened and paused at its
  /// beginning.
  case open(PlaybackOptions)
  /// Frames are drawn from now on into the surface, whose descriptor is sent with the command.
  case surface(ClipSurface)
  /// The clip plays from its current position, or from the beginning if it has ended.
  case play
  case pause
  /// The clip is moved to a time in seconds: exactly, or to a keyframe near that time, which is
  /// faster.
  case seek(to: Double, isExact: Bool)
  /// The sound is muted (true) or unmuted (false).
  case setMuted(Bool)
  /// The clip starts again at its end (true), or stops there (false).
  case setLooping(Bool)
  /// A slot of a surface is free again: the viewer has finished reading the frame in that slot.
  case release(surfaceID: UInt32, slot: Int)
}

/// The options with which a player opens a clip.
public struct PlaybackOptions: Hashable, Sendable {
  /// Whether the sound of the clip is muted at first. Default false.
  public var isMuted: Bool
  /// Whether the clip starts again at its end. Default false.
  public var loops: Bool
  /// Whether the player may open the sound devices of the machine at all. Default true.
  public var usesSound: Bool

  /// Makes the options for opening a clip; by default with sound, and without starting again at the
  /// end.
  public init(isMuted: Bool = false, loops: Bool = false, usesSound: Bool = true) {
    self.isMuted = isMuted
    self.loops = loops
    self.usesSound = usesSound
  }
}

/// Shared memory for the frames of a clip: `slotCount` frames of one size, one after another in one
/// memory file.
public struct ClipSurface: Hashable, Sendable {
  /// An identifier that distinguishes this surface from earlier and later ones of the same player.
  public var id: UInt32
  /// The size of a frame in pixels.
  public var size: PixelSize
  /// The number of slots, each of which has the memory for one frame.
  public var slotCount: Int

  public init(id: UInt32, size: PixelSize, slotCount: Int) {
    self.id = id
    self.size = size
    self.slotCount = slotCount
  }

  /// The distance between the rows of a frame and the size of a slot, both in bytes; nil on
  /// overflow, or when the frames are empty.
  public var layout: (stride: Int, slotBytes: Int)? {
    guard let (stride, total) = CheckedSize.byteCount(size), total > 0 else { return nil }
    return (stride, total)
  }

  /// The size of the memory of all slots in bytes; nil without slots, or beyond
  /// ``ClipWireFormat/maxSurfaceBytes``.
  public var byteCount: Int? {
    guard let layout, slotCount > 0 else { return nil }
    let (total, overflow) = layout.slotBytes.multipliedReportingOverflow(by: slotCount)
    return overflow || total > ClipWireFormat.maxSurfaceBytes ? nil : total
  }
}
