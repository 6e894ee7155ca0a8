/// The numbers viewer and player agree on. A change of the layout is a new version.
///
/// A message is one packet: magic, version and a tag, then the fields in the order the writer shows,
/// little-endian, without padding. A string is a 16-bit byte count and UTF-8; a number of seconds is
/// its IEEE bit pattern.
public enum ClipWireFormat {
  /// "PBVC" as the first four bytes.
  public static let magic: UInt32 = 0x4356_4250
  /// Raised with every change of the layout; viewer and player must agree exactly.
  public static let version: UInt16 = 2
  /// No message is longer, in bytes.
  public static let mostMessageBytes = 1024
  /// Most bytes of the detail of a failure.
  public static let mostTextBytes = 400
  /// Most pixels in either direction of a frame: the next power of two after 8K video.
  public static let mostExtent = 16384
  /// Most slots of a surface.
  public static let mostSlots = 8
  /// Most bytes of a surface: 1 GiB, four frames of 8K and some.
  public static let mostSurfaceBytes = 1 << 30
  /// No clip is longer, in seconds: about three years.
  public static let mostSeconds = 1e8

  /// The reports a player may send within a second: twice what a clip of 240 frames a second needs,
  /// which are 240 frames and as many positions. More are refused.
  public static let maxReportsPerSecond = 1000

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

/// Why bytes are not a message.
public enum ClipWireError: Error, Hashable, Sendable {
  /// The bytes end inside a field, or there are more than the fields need.
  case wrongLength
  /// The first four bytes are not ours.
  case wrongMagic
  /// The other side speaks another version.
  case wrongVersion(UInt16)
  /// A field holds what it must not.
  case badField(String)
}
