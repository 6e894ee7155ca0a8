/// The numbers both sides of the wire agree on. A change of the layout is a new version.
///
/// A message is one packet: magic, version and kind, then the fields in the order the writer shows,
/// little-endian, without padding. A string is a 16-bit byte count and UTF-8.
public enum WireFormat {
  /// "PBVW" as the first four bytes.
  public static let magic: UInt32 = 0x5756_4250
  /// Raised with every change of the layout; viewer and helper must agree exactly.
  public static let version: UInt16 = 8
  /// No message is longer, in bytes. Room enough for a receive buffer of fixed size.
  public static let mostMessageBytes = 4096
  /// Most bytes of a file name.
  public static let mostNameBytes = 255
  /// Most bytes of a format name or of the detail of a failure.
  public static let mostTextBytes = 1000
  /// Most bytes of the profile of a display.
  public static let mostProfileBytes = 4 << 20
  /// Most frames of one reply.
  public static let mostFrames = 256
  /// The partial results a helper may send ahead of one answer. An honest one sends three to ten.
  /// More are refused.
  public static let maxPartials = 50
  /// The pixels a partial result may have: an eighth, in each direction, of the largest JPEG.
  public static let maxPartialPixels = 8192 * 8192
  /// Longest time of one frame, in milliseconds: what a GIF can say, and all others round.
  public static let mostFrameTime = 655_350
  /// Most pixels in either direction of anything.
  public static let mostExtent = Int(Int32.max)
  /// Most bytes of the pixels of a reply: 64 GiB, so that stride × height cannot overflow.
  public static let mostPixelBytes = 1 << 36

  enum Kind: UInt16 {
    case request = 1
    case reply = 2
  }
  enum ColorTag: UInt8 {
    case untouched = 0
    case standard = 1
    case display = 2
  }
  enum ResultTag: UInt8 {
    case info = 0
    case pixels = 1
    case failed = 2
    case thumbnail = 3
    case frames = 5
    case partial = 6
    case declined = 7
  }
}

/// Why bytes are not a message.
public enum WireError: Error, Hashable, Sendable {
  /// The bytes end inside a field, or there are more than the fields need.
  case wrongLength
  /// The first four bytes are not ours.
  case wrongMagic
  /// The other side speaks another version.
  case wrongVersion(UInt16)
  /// A field holds what it must not.
  case badField(String)
}
