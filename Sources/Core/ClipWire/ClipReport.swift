public import Pixels

/// A report to the viewer of the process that plays a clip.
public enum ClipReport: Hashable, Sendable {
  /// The player is confined; always its first report. With `hasBroker`, the listener of the
  /// player's system call filter is sent with the report, so that the viewer can decide on its
  /// `connect` calls. Without a listener, the clip has no sound.
  case ready(hasBroker: Bool)
  /// The clip is open, and has these properties.
  case opened(ClipInfo)
  /// A slot of a surface contains a new frame, and does not change until the viewer releases the
  /// slot.
  case frame(ClipFrame)
  /// The current position in the clip, in seconds.
  case position(seconds: Double)
  /// The clip reached its end, and its last frame is shown.
  case ended
  /// The clip cannot be played; the last report of the player.
  case failed(ClipFailure)
}

/// The properties of a clip that a player has opened.
public struct ClipInfo: Hashable, Sendable {
  /// The size at which frames are displayed: upright, in square pixels.
  public var size: PixelSize
  /// The duration of the clip in seconds; nil if unknown.
  public var duration: Double?
  /// Whether the clip has a sound track.
  public var hasSound: Bool

  public init(size: PixelSize, duration: Double?, hasSound: Bool) {
    self.size = size
    self.duration = duration
    self.hasSound = hasSound
  }
}

/// The place of a frame in the shared memory of a surface.
public struct ClipFrame: Hashable, Sendable {
  /// The identifier of the surface that contains the frame.
  public var surfaceID: UInt32
  /// The index of the slot that contains the frame, from 0.
  public var slot: Int

  public init(surfaceID: UInt32, slot: Int) {
    self.surfaceID = surfaceID
    self.slot = slot
  }
}

/// The reason why a clip cannot be played.
public struct ClipFailure: Error, Hashable, Sendable {
  /// The kinds of failure in playing a clip, distinguished by their remedy.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The library libmpv is not installed.
    case noLibrary = 0
    /// The library libmpv is installed, but does not work as required.
    case badLibrary = 1
    /// The file is no clip in a format that libmpv knows, or too damaged to be recognised.
    case unknownFormat = 2
    /// The file contains no video.
    case noPicture = 3
    /// The format is recognised, but no frame of the clip can be decoded.
    case damaged = 4
    /// The memory for frames could not be allocated or mapped.
    case noMemory = 5
  }
  public var kind: Kind
  /// The reason in more detail, one line: the message of the library or the system; "" if none.
  public var detail: String

  /// Makes a failure of a kind, by default without a detail.
  public init(_ kind: Kind, detail: String = "") {
    self.kind = kind
    self.detail = detail
  }
}
