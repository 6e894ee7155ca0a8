public import Pixels

/// What a player tells.
public enum ClipReport: Hashable, Sendable {
  /// The player is confined; always the first report. With a broker, the listener of its system call
  /// filter rides along: the viewer answers its `connect` calls. Without one there is no sound.
  case ready(hasBroker: Bool)
  /// The clip is open: what it is like.
  case opened(ClipInfo)
  /// A frame lies in a slot, which stays as it is until it is released.
  case frame(ClipFrame)
  /// How far it has come, in seconds.
  case position(Double)
  /// It came to its end, and stands at its last frame.
  case ended
  /// There is nothing to see, and why. Nothing comes after this.
  case failed(ClipFailure)
}

/// A clip as a whole.
public struct ClipInfo: Hashable, Sendable {
  /// The size its frames are meant to be seen at, upright, in square pixels.
  public var size: PixelSize
  /// Seconds; nil when nobody knows.
  public var duration: Double?
  /// True when there is something to hear.
  public var hasSound: Bool

  /// Makes a description.
  public init(size: PixelSize, duration: Double?, hasSound: Bool) {
    self.size = size
    self.duration = duration
    self.hasSound = hasSound
  }
}

/// Where one frame of a clip is.
public struct ClipFrame: Hashable, Sendable {
  /// The surface it is in.
  public var surface: UInt32
  /// Which of the surface's slots.
  public var slot: Int

  /// Makes a description.
  public init(surface: UInt32, slot: Int) {
    self.surface = surface
    self.slot = slot
  }
}

/// Why a clip cannot be played.
public struct ClipFailure: Error, Hashable, Sendable {
  /// The kinds that differ in what would help.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// libmpv is not installed.
    case noLibrary = 0
    /// libmpv is there and does not do what is asked of it.
    case badLibrary = 1
    /// The file is no clip of any kind libmpv knows, or too damaged to tell.
    case unknownFormat = 2
    /// There is nothing to see in it.
    case noPicture = 3
    /// It begins like a clip, and nothing of it can be shown.
    case damaged = 4
    /// There is not enough memory for its frames.
    case noMemory = 5
  }
  /// The kind.
  public var kind: Kind
  /// What the library or the system said, one line, else "".
  public var detail: String

  /// Makes a failure; no detail unless given.
  public init(_ kind: Kind, detail: String = "") {
    self.kind = kind
    self.detail = detail
  }
}
