import Wire

/// The constants of the message format between the viewer and a player of clips. A change of the
/// format needs a new ``version``.
///
/// A message consists of magic number, version and a tag for its kind, and then the fields in the
/// order in which the writer writes them: see `MessageFormat`. Seconds are written as the bits of
/// an IEEE 754 double.
public enum ClipWireFormat {
  /// The first four bytes of every message between viewer and player, "PBVC".
  public static let magic: UInt32 = 0x4356_4250
  /// The version of the message format, which must be the same in viewer and player.
  public static let version: UInt16 = 2
  /// The maximum length of a message between viewer and player, in bytes.
  public static let maxMessageBytes = 1024
  /// The maximum length of the detail of a failure in a message, in bytes.
  public static let maxTextBytes = 400
  /// The maximum width or height of a frame of a clip, in pixels: the next power of two after that
  /// of 8K video.
  public static let maxExtent = 16384
  /// The maximum number of frames for which a surface has memory.
  public static let maxSlots = 8
  /// The maximum size of the memory for the frames of a clip, in bytes: 1 GiB, more than four
  /// frames of 8K video.
  public static let maxSurfaceBytes = 1 << 30
  /// The maximum duration of a clip, in seconds: about three years.
  public static let maxSeconds = 1e8

  /// The maximum number of reports of a player per second; more are a protocol error. The limit is
  /// twice the need of a clip with 240 frames per second: 240 frames and as many positions.
  public static let maxReportsPerSecond = 1000

  static let message = MessageFormat(
    magic: magic, version: version, maxMessageBytes: maxMessageBytes, maxTextBytes: maxTextBytes,
    maxExtent: maxExtent)

  enum CommandTag: UInt16 {
    case open = 1
    case surface = 2
    case play = 3
    case pause = 4
    case seek = 5
    case mute = 6
    case loop = 7
    case release = 8
  }
  enum ReportTag: UInt16 {
    case opened = 129
    case frame = 130
    case ended = 131
    case failed = 132
    case position = 133
    case ready = 134
  }
}

/// The encoder of messages between viewer and player. Values that exceed their limits are truncated
/// or clamped, so that encoding never fails.
public enum ClipWireWriter {}

/// The decoder of messages between viewer and player. Neither process trusts the other: every field
/// is checked.
public enum ClipWireReader {}
