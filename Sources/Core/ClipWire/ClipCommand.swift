public import Pixels

/// A command of the viewer to a player.
public enum ClipCommand: Hashable, Sendable {
  /// Opens the clip, whose read-only descriptor is sent along, and pauses at its beginning.
  case open(PlaybackOptions)
  /// Draws frames into the surface, whose descriptor is sent along, from now on.
  case surface(ClipSurface)
  /// Plays from the current position; from the beginning after the end.
  case play
  case pause
  /// Seeks to a time in seconds: exactly, or to a keyframe near it, which is faster.
  case seek(to: Double, isExact: Bool)
  /// Mutes or unmutes the sound.
  case mute(Bool)
  /// Sets whether the clip starts again at its end.
  case loop(Bool)
  /// Frees a slot of a surface: the viewer has finished reading the frame in the slot.
  case release(surface: UInt32, slot: Int)
}

/// The options with which a clip is opened.
public struct PlaybackOptions: Hashable, Sendable {
  /// Whether the sound is muted at first.
  public var isMuted: Bool
  /// Whether the clip starts again at its end.
  public var loops: Bool
  /// Whether the sound devices of the machine are used at all.
  public var usesSound: Bool

  /// Makes options; by default with sound and without looping.
  public init(isMuted: Bool = false, loops: Bool = false, usesSound: Bool = true) {
    self.isMuted = isMuted
    self.loops = loops
    self.usesSound = usesSound
  }
}

/// Shared memory for frames: `slots` pictures of one size, one after another in one memfd.
public struct ClipSurface: Hashable, Sendable {
  /// An identifier that distinguishes this surface from earlier and later ones.
  public var id: UInt32
  /// The size of a frame in pixels.
  public var size: PixelSize
  /// The number of slots, each with the memory of one frame.
  public var slots: Int

  public init(id: UInt32, size: PixelSize, slots: Int) {
    self.id = id
    self.size = size
    self.slots = slots
  }

  /// The row stride of a frame and the size of the memory of a frame, in bytes; nil on overflow or
  /// for an empty size.
  public var layout: (stride: Int, slotBytes: Int)? {
    guard let (stride, total) = CheckedSize.byteCount(size), total > 0 else { return nil }
    return (stride, total)
  }

  /// The size of the surface in bytes; nil without slots, or beyond
  /// ``ClipWireFormat/maxSurfaceBytes``.
  public var byteCount: Int? {
    guard let layout, slots > 0 else { return nil }
    let (total, overflow) = layout.slotBytes.multipliedReportingOverflow(by: slots)
    return overflow || total > ClipWireFormat.maxSurfaceBytes ? nil : total
  }
}
