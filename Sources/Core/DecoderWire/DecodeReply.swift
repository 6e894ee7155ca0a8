public import Geometry
public import Pixels

/// What the helper answers.
public struct DecodeReply: Hashable, Sendable {
  /// Where the pixels are: in a sealed descriptor that rides along (SHRINK and GROW at least), or
  /// in the memory the request brought. They start at its first byte.
  public struct PixelLayout: Hashable, Sendable {
    /// Upright pixels across and down.
    public var size: PixelSize
    /// Bytes from one row to the next.
    public var stride: Int
    /// True when every alpha is 255.
    public var isOpaque: Bool
    /// True when the pixels are in the memory the request brought; then no descriptor rides along.
    public var usesGivenMemory: Bool
    /// Makes a layout.
    public init(size: PixelSize, stride: Int, isOpaque: Bool, usesGivenMemory: Bool = false) {
      self.size = size
      self.stride = stride
      self.isOpaque = isOpaque
      self.usesGivenMemory = usesGivenMemory
    }
    /// Bytes the pixels take, at most ``WireFormat/mostPixelBytes`` in a reply that was read.
    public var byteCount: Int { stride * size.height }
  }
  /// What is known of the picture, upright.
  public struct Info: Hashable, Sendable {
    /// Natural size, orientation applied.
    public var naturalSize: PixelSize
    /// A short name a person knows: "JPEG", "PNG".
    public var format: String
    /// The orientation that was applied.
    public var orientation: Orientation
    /// Number of frames if known, 1 for a still.
    public var frames: Int
    /// True when the file ends before the picture does.
    public var isTruncated: Bool
    /// True when it has no pixels of its own, and can be drawn in any size and in parts.
    public var isScalable: Bool
    /// True when a part of it can be had without decoding all of it into memory.
    public var hasParts: Bool
    /// What the file calls its colours ("Display P3"), "" when it says nothing of them.
    public var profile: String
    /// Makes an info.
    public init(
      naturalSize: PixelSize, format: String, orientation: Orientation = .up, frames: Int = 1,
      isTruncated: Bool = false, isScalable: Bool = false, hasParts: Bool = false,
      profile: String = ""
    ) {
      self.naturalSize = naturalSize
      self.format = format
      self.orientation = orientation
      self.frames = frames
      self.isTruncated = isTruncated
      self.isScalable = isScalable
      self.hasParts = hasParts
      self.profile = profile
    }
  }
  /// What is known of the picture a thumbnail is of.
  public struct ThumbnailInfo: Hashable, Sendable {
    /// Where the pixels came from.
    public enum Source: UInt8, Hashable, Sendable {
      /// The shared thumbnail cache.
      case stored = 0
      /// The preview a camera put into the file.
      case embedded = 1
      /// The picture itself.
      case decoded = 2
      /// The picture itself, of which only a part could be read.
      case decodedPart = 3
    }
    /// Natural size of the picture, orientation applied; zero when it is not known.
    public var naturalSize: PixelSize
    /// Where the pixels came from.
    public var source: Source
    /// A short name of the type a person knows, "" when it is not known.
    public var format: String
    /// Number of frames, 1 for a still, 0 when it is not known.
    public var frames: Int
    /// Makes an info; everything but the source may be unknown.
    public init(
      naturalSize: PixelSize = .zero, source: Source, format: String = "", frames: Int = 0
    ) {
      self.naturalSize = naturalSize
      self.source = source
      self.format = format
      self.frames = frames
    }
  }
  /// How it ended.
  public enum Result: Hashable, Sendable {
    /// Header only.
    case info(Info)
    /// A picture; one descriptor rides along unless the layout says otherwise.
    case pixels(Info, PixelLayout)
    /// Something recognisable of a picture that is still being decoded: coarser, or not all of it,
    /// transparent where nothing is yet. Another answer to the same request follows. One descriptor
    /// rides along, never the given memory.
    case partial(Info, PixelLayout)
    /// A small picture; one descriptor rides along unless the layout says otherwise.
    case thumbnail(ThumbnailInfo, PixelLayout)
    /// Frames; the info's number of frames is what can be played. One descriptor rides along unless
    /// the layout says otherwise.
    case frames(Info, FrameBatch)
    /// No picture.
    case failed(DecodeFailure)
    /// No answer: this helper cannot load the libraries of the format any more, or has used up its
    /// processor time. Another helper is to be asked. It is never the first answer of a helper that
    /// was started with the libraries of all formats.
    case declined
  }
  /// The id of the request.
  public var id: UInt64
  /// How it ended.
  public var result: Result

  /// Makes a reply.
  public init(id: UInt64, result: Result) {
    self.id = id
    self.result = result
  }
}
