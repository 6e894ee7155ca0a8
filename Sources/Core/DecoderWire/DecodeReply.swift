public import Geometry
public import Pixels

/// A reply of the helper to a ``DecodeRequest``.
public struct DecodeReply: Hashable, Sendable {
  /// The memory layout of the pixels. They are at the beginning of a sealed descriptor that is sent
  /// along (SHRINK and GROW at least), or of the memory that came with the request.
  public struct PixelLayout: Hashable, Sendable {
    /// The upright size in pixels.
    public var size: PixelSize
    /// The distance between the beginnings of two rows, in bytes.
    public var stride: Int
    /// Whether the alpha of every pixel is 255.
    public var isOpaque: Bool
    /// Whether the pixels are in the memory that came with the request; then no descriptor is sent
    /// along.
    public var usesRequestMemory: Bool
    public init(size: PixelSize, stride: Int, isOpaque: Bool, usesRequestMemory: Bool = false) {
      self.size = size
      self.stride = stride
      self.isOpaque = isOpaque
      self.usesRequestMemory = usesRequestMemory
    }
    /// The size of the pixels in bytes, at most ``WireFormat/maxPixelBytes`` in a reply that was
    /// read.
    public var byteCount: Int { stride * size.height }
  }
  /// The properties of a picture, after applying its orientation.
  public struct Info: Hashable, Sendable {
    /// The natural size, after applying the orientation.
    public var naturalSize: PixelSize
    /// A short, familiar name of the format: "JPEG", "PNG".
    public var format: String
    /// The orientation that was applied.
    public var orientation: Orientation
    /// The number of frames if known; 1 for a still picture.
    public var frames: Int
    /// Whether the file ends before the picture does.
    public var isTruncated: Bool
    /// Whether the picture is scalable: it has no pixels of its own, and can be drawn at any size
    /// and by region.
    public var isScalable: Bool
    /// Whether a region can be decoded without the whole picture in memory.
    public var supportsRegions: Bool
    /// The name of the colour profile in the file ("Display P3"); "" without one.
    public var profile: String
    /// The number of pictures in the file, such as the pages of a TIFF; 1 for most files. Each is
    /// requested by ``DecodeRequest/leaf``.
    public var leaves: Int
    /// Whether the picture stores light beyond white, so that its exposure can be changed.
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
  /// The properties of the picture that a thumbnail shows.
  public struct ThumbnailInfo: Hashable, Sendable {
    /// The source of the pixels.
    public enum Source: UInt8, Hashable, Sendable {
      /// The shared thumbnail cache.
      case stored = 0
      /// The preview that a camera embedded in the file.
      case embedded = 1
      /// The picture itself.
      case decoded = 2
      /// The picture itself, of which a part is missing because the file is truncated.
      case decodedTruncated = 3
    }
    /// The natural size of the picture, after applying the orientation; zero if unknown.
    public var naturalSize: PixelSize
    public var source: Source
    /// A short, familiar name of the format; "" if unknown.
    public var format: String
    /// The number of frames; 1 for a still picture, 0 if unknown.
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
  /// The result of a request.
  public enum Result: Hashable, Sendable {
    /// The properties of the picture, from its header only.
    case info(Info)
    /// A picture; one descriptor is sent along unless the layout says otherwise.
    case pixels(Info, PixelLayout)
    /// A recognisable preliminary picture: of lower resolution, or transparent where nothing is
    /// decoded yet. Another reply to the same request follows. One descriptor is sent along; the
    /// memory of the request is not used.
    case partial(Info, PixelLayout)
    /// A thumbnail; one descriptor is sent along unless the layout says otherwise.
    case thumbnail(ThumbnailInfo, PixelLayout)
    /// Frames of an animation; the `frames` of the info is the number of playable frames. One
    /// descriptor is sent along unless the layout says otherwise.
    case frames(Info, FrameBatch)
    /// The completed share of developing a camera RAW file or of encoding, in percent from 0 to
    /// 100. Another reply to the same request follows, and no descriptor is sent along.
    case progress(UInt8)
    /// The metadata of the photo.
    case metadata(PhotoMetadata)
    /// The edits of the file, sorted by offset; empty when nothing changes.
    case edits([FileEdit])
    /// A picture file. Its bytes are in a sealed descriptor that is sent along (SHRINK, GROW and
    /// WRITE).
    case encoded(EncodedPicture)
    /// A failure instead of a picture.
    case failed(DecodeFailure)
    /// A request to ask another helper: this one cannot load the libraries of the format any more,
    /// or has used up its processor time. A helper that was started with the libraries of all
    /// formats never answers its first request like this.
    case declined
  }
  /// The `id` of the request.
  public var id: UInt64
  public var result: Result

  public init(id: UInt64, result: Result) {
    self.id = id
    self.result = result
  }
}
