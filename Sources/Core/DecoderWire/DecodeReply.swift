public import Geometry
public import Pixels

/// A reply of the decoder process to a ``DecodeRequest``.
public struct DecodeReply: Hashable, Sendable {
  /// The memory layout of the pixels of a reply. The pixels are at the beginning of a memory file
  /// whose descriptor is sent with the reply, sealed with at least SHRINK and GROW, or of the
  /// memory that came with the request.
  public struct PixelLayout: Hashable, Sendable {
    /// The size of the picture in pixels, after its orientation has been applied.
    public var size: PixelSize
    /// The distance between the beginnings of two rows of pixels, in bytes.
    public var stride: Int
    /// Whether the alpha value of every pixel is 255.
    public var isOpaque: Bool
    /// Whether the pixels are in the memory that came with the request; no descriptor is sent with
    /// the reply in that case.
    public var usesRequestMemory: Bool
    public init(size: PixelSize, stride: Int, isOpaque: Bool, usesRequestMemory: Bool = false) {
      self.size = size
      self.stride = stride
      self.isOpaque = isOpaque
      self.usesRequestMemory = usesRequestMemory
    }
    /// The size of all rows in bytes; at most ``DecoderWireFormat/maxPixelBytes`` in a reply that
    /// was read from a socket.
    public var byteCount: Int { stride * size.height }
  }
  /// The properties of a picture file, as they are after applying its orientation.
  public struct Info: Hashable, Sendable {
    /// The full size of the picture in pixels, after applying its orientation.
    public var naturalSize: PixelSize
    /// A short, familiar name of the picture format: "JPEG", "PNG".
    public var format: String
    /// The orientation stored in the file, which was applied to the pixels.
    public var orientation: Orientation
    /// The number of frames of an animation if known; 1 for a still picture.
    public var frames: Int
    /// Whether the file ends before all of its picture data.
    public var isTruncated: Bool
    /// Whether the picture has no pixels of its own, as an SVG, and can be drawn sharp at any size
    /// and by region.
    public var isScalable: Bool
    /// Whether a region of the picture can be decoded without the whole picture in memory.
    public var supportsRegions: Bool
    /// The name of the ICC profile in the file, such as "Display P3"; "" without a profile.
    public var profile: String
    /// The number of pictures in the file, such as the pages of a TIFF; 1 for most files.
    /// ``DecodeRequest/leaf`` chooses one of them.
    public var leaves: Int
    /// Whether the file stores light beyond white, so that the exposure of its picture can be
    /// changed.
    package var isHighDynamicRange = false
    public init(
      naturalSize: PixelSize, format: String, orientation: Orientation = .up, frames: Int = 1,
      isTruncated: Bool = false, isScalable: Bool = false, supportsRegions: Bool = false,
      profile: String = "", leaves: Int = 1
    ) {
      self.naturalSize = naturalSize
      self.format = format
      self.orientation = orientation
      self.frames = frames
      self.isTruncated = isTruncated
      self.isScalable = isScalable
      self.supportsRegions = supportsRegions
      self.profile = profile
      self.leaves = leaves
    }
  }
  /// The properties of the picture of which a reply has a thumbnail.
  public struct ThumbnailInfo: Hashable, Sendable {
    /// The source of the pixels of a thumbnail.
    public enum Source: UInt8, Hashable, Sendable {
      /// The thumbnail cache that desktop programs share.
      case stored = 0
      /// The preview that a camera embedded in the picture file.
      case embedded = 1
      /// The picture itself, decoded and scaled down.
      case decoded = 2
      /// The picture itself, of which a part is missing because its file is truncated.
      case decodedTruncated = 3
    }
    /// The full size of the picture in pixels, after applying its orientation; zero if unknown.
    public var naturalSize: PixelSize
    public var source: Source
    /// A short, familiar name of the picture format; "" if unknown.
    public var format: String
    /// The number of frames of an animation; 1 for a still picture, 0 if unknown.
    public var frames: Int
    public init(
      naturalSize: PixelSize = .zero, source: Source, format: String = "", frames: Int = 0
    ) {
      self.naturalSize = naturalSize
      self.source = source
      self.format = format
      self.frames = frames
    }
  }
  /// The result of a decode request. A result with pixels comes with one descriptor, unless its
  /// layout says that the pixels are in the memory of the request.
  public enum Result: Hashable, Sendable {
    /// The properties of the picture, read from the header of its file.
    case info(Info)
    /// The requested picture.
    case pixels(Info, PixelLayout)
    /// A recognisable preliminary picture: of lower resolution, or transparent where nothing is
    /// decoded yet. Another reply to the same request follows. The pixels are never in the memory
    /// of the request.
    case partial(Info, PixelLayout)
    /// A thumbnail of the picture.
    case thumbnail(ThumbnailInfo, PixelLayout)
    /// Frames of an animation; the `frames` of the properties is the number of playable frames.
    case frames(Info, FrameBatch)
    /// The completed part of developing a camera RAW file or of encoding a picture, in percent from
    /// 0 to 100. Another reply to the same request follows, and no descriptor is sent with this
    /// one.
    case progress(UInt8)
    /// The metadata of the requested photo.
    case metadata(PhotoMetadata)
    /// The edits to the file that the request asked for, sorted by offset; empty when nothing
    /// changes.
    case edits([FileEdit])
    /// The properties of an encoded picture file. The bytes of the file are in sealed memory whose
    /// descriptor is sent with the reply (SHRINK, GROW and WRITE).
    case encoded(EncodedPicture)
    /// The reason why the request has no other result.
    case failed(DecodeFailure)
    /// A refusal, after which the viewer asks another decoder process: the one that refuses cannot
    /// load the libraries of the format any more, or has used up its processor time. A decoder that
    /// was started with the libraries of all formats never refuses its first request.
    case declined
  }
  /// The `id` of the request to which this is a reply.
  public var id: UInt64
  public var result: Result

  public init(id: UInt64, result: Result) {
    self.id = id
    self.result = result
  }
}
