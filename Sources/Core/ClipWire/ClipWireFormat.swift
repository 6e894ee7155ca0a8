import Wire

/// The constants of the protocol between viewer and player. A change of the layout needs a new
/// version.
///
/// After magic number and version, a message has a tag, then the fields in the order of the writer:
/// see `MessageFormat`. Seconds are the bit pattern of an IEEE 754 double.
public enum ClipWireFormat {
  /// The first four bytes of a message, "PBVC".
  public static let magic: UInt32 = 0x4356_4250
  /// The version of the layout; viewer and player must have the same.
  public static let version: UInt16 = 2
  /// The maximum length of a message, in bytes.
  public static let maxMessageBytes = 1024
  /// The maximum length of the detail of a failure, in bytes.
  public static let maxTextBytes = 400
  /// The maximum width or height of a frame, in pixels: the next power of two after 8K video.
  public static let maxExtent = 16384
  /// The maximum number of slots of a surface.
  public static let maxSlots = 8
  /// The maximum size of a surface in bytes: 1 GiB, more than four frames of 8K.
  public static let maxSurfaceBytes = 1 << 30
  /// The maximum duration of a clip, in seconds: about three years.
  public static let maxSeconds = 1e8

  /// The maximum number of reports of a player per second; more are a protocol error. It is twice
  /// the need of a clip of 240 frames a second: 240 frames and as many positions.
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

/// The encoder of messages. Values that do not fit are truncated or clamped, so that writing never
/// fails.
public enum ClipWireWriter {}

/// The decoder of messages. Neither side trusts the other: every field is checked.
public enum ClipWireReader {}
