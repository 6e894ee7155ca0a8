/// The constants of the protocol between viewer and decoder. A change of the layout needs a new
/// version.
///
/// A message is one packet: magic, version and kind, then the fields in the order of the writer,
/// little-endian, without padding. A string is a 16-bit byte count followed by UTF-8.
public enum WireFormat {
  /// The first four bytes of a message, "PBVW".
  public static let magic: UInt32 = 0x5756_4250
  /// The version of the layout; viewer and helper must have the same.
  public static let version: UInt16 = 8
  /// The maximum length of a message in bytes, which is also the size of the receive buffer.
  public static let maxMessageBytes = 4096
  /// The maximum length of a file name, in bytes.
  public static let maxNameBytes = 255
  /// The maximum length of a format name or of the detail of a failure, in bytes.
  public static let maxTextBytes = 1000
  /// The maximum size of the ICC profile of a display, in bytes.
  public static let maxProfileBytes = 4 << 20
  /// The maximum number of frames in one reply.
  public static let maxFramesPerReply = 256
  /// The maximum number of partial results before one final reply; more are a protocol error. A
  /// sound helper sends three to ten.
  public static let maxPartials = 50
  /// The maximum number of pixels of a partial result: 1/8 of the largest JPEG in each direction.
  public static let maxPartialPixels = 8192 * 8192
  /// The maximum duration of one frame, in milliseconds: the limit of GIF; longer durations of
  /// other formats are clamped.
  public static let maxFrameTime = 655_350
  /// The maximum width or height of any size, in pixels.
  public static let maxExtent = Int(Int32.max)
  /// The maximum size of the pixels of a reply, in bytes: 64 GiB, so that stride × height cannot
  /// overflow.
  public static let maxPixelBytes = 1 << 36

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

/// The reason why bytes are not a valid message.
public enum WireError: Error, Hashable, Sendable {
  /// The bytes end inside a field, or more bytes follow the last field.
  case wrongLength
  /// The first four bytes are not ``WireFormat/magic``.
  case wrongMagic
  /// The message has another version.
  case wrongVersion(UInt16)
  /// A field has an invalid value; the name of the field.
  case badField(String)
}
