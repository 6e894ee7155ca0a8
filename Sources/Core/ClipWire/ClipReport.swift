public import Pixels

/// A report of a player to the viewer.
public enum ClipReport: Hashable, Sendable {
  /// The player is confined; always the first report. With a broker, the listener of its system
  /// call filter is sent along: the viewer answers its `connect` calls. Without a broker there is
  /// no sound.
  case ready(hasBroker: Bool)
  /// The clip is open.
  case opened(ClipInfo)
  /// A slot of a surface contains a frame, and does not change until the viewer releases it.
  case frame(ClipFrame)
  /// The current position, in seconds.
  case position(Double)
  /// The clip reached its end, and shows its last frame.
  case ended
  /// The clip cannot be played. No report follows.
  case failed(ClipFailure)
}

/// The properties of a clip.
public struct ClipInfo: Hashable, Sendable {
  /// The display size of the frames: upright, in square pixels.
  public var size: PixelSize
  /// The duration in seconds; nil if unknown.
  public var duration: Double?
  /// Whether the clip has a sound track.
  public var hasSound: Bool

  public init(size: PixelSize, duration: Double?, hasSound: Bool) {
    self.size = size
    self.duration = duration
    self.hasSound = hasSound
  }
}

/// The location of a frame in shared memory.
public struct ClipFrame: Hashable, Sendable {
  /// The identifier of the surface.
  public var surface: UInt32
  /// The index of the slot in the surface.
  public var slot: Int

  public init(surface: UInt32, slot: Int) {
    self.surface = surface
    self.slot = slot
  }
}

/// The reason why a clip cannot be played.
public struct ClipFailure: Error, Hashable, Sendable {
  /// The kinds of failure, distinguished by their remedy.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// libmpv is not installed.
    case noLibrary = 0
    /// libmpv is installed, but does not work as required.
    case badLibrary = 1
    /// The file is no clip in a format that libmpv knows, or too damaged to recognise.
    case unknownFormat = 2
    /// The file contains nothing to show.
    case noPicture = 3
    /// The format is recognised, but no frame can be shown.
    case damaged = 4
    /// The memory for frames could not be allocated or mapped.
    case noMemory = 5
  }
  public var kind: Kind
  /// The message of the library or the system, one line, else "".
  public var detail: String

  /// Makes a failure, by default without detail.
  public init(_ kind: Kind, detail: String = "") {
    self.kind = kind
    self.detail = detail
  }
}
