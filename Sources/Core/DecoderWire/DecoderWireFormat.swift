import Wire

/// The constants of the message format between viewer and decoder. A change of the format needs a
/// new ``version``.
///
/// A message consists of magic number, version and message kind, and then the fields in the order
/// in which the writer writes them: see `MessageFormat`.
public enum DecoderWireFormat {
  /// The first four bytes of every message between viewer and decoder, "PBVW".
  public static let magic: UInt32 = 0x5756_4250
  /// The version of the message format, which must be the same in viewer and decoder.
  public static let version: UInt16 = 17
  /// The maximum length of a message in bytes, which is also the size of the receive buffer.
  ///
  /// The longest message is the metadata of a photo with 120 keywords and names.
  public static let maxMessageBytes = 32_768
  /// The maximum length of a file name in a message, in bytes.
  public static let maxNameBytes = 255
  /// The maximum length of a format name or of the detail of a failure in a message, in bytes.
  public static let maxTextBytes = 1000
  /// The maximum size of the ICC profile of a display, in bytes: 4 MiB.
  public static let maxProfileBytes = 4 << 20
  /// The maximum number of languages in a decode request.
  package static let maxLanguages = 8
  /// The maximum length of a language tag, in bytes.
  ///
  /// - Source: RFC 5646, 4.4.1.
  static let maxLanguageBytes = 35
  /// The maximum number of pictures in one file, such as the pages of a TIFF.
  public static let maxLeaves = 10_000
  /// The maximum number of animation frames in one reply.
  public static let maxFramesPerReply = 256
  /// The maximum number of preliminary pictures before the final reply to a request; more are a
  /// protocol error. A decoder that works correctly sends three to ten.
  public static let maxPartials = 50
  /// The maximum number of pixels of a preliminary picture: that of the largest JPEG at an eighth
  /// of its width and height.
  public static let maxPartialPixels = 8192 * 8192
  /// The maximum duration of one animation frame, in milliseconds: the limit of GIF. Longer
  /// durations in other formats are clamped.
  public static let maxFrameTime = 655_350
  /// The maximum width or height of any size in a message, in pixels.
  public static let maxExtent = Int(Int32.max)
  /// The maximum size of the pixels of a reply, in bytes: 64 GiB, so that the product of row stride
  /// and height cannot overflow.
  public static let maxPixelBytes = 1 << 36

  static let message = MessageFormat(
    magic: magic, version: version, maxMessageBytes: maxMessageBytes, maxTextBytes: maxTextBytes,
    maxExtent: maxExtent)

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
    case metadata = 8
    case progress = 9
    case edits = 10
    case encoded = 11
  }
}

/// The encoder of messages between viewer and decoder. Values that exceed their limits are
/// truncated or clamped, so that encoding never fails.
public enum DecoderWireWriter {}

/// The decoder of messages between viewer and helper. The bytes are not trusted: every length,
/// range and flag is checked.
public enum DecoderWireReader {}
