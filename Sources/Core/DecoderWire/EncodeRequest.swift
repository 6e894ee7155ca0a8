public import Geometry
public import Pixels

/// The properties of the picture file that a request of kind `encode` makes, in memory, from the
/// picture of the open file.
public struct EncodeRequest: Hashable, Sendable {
  /// A picture format with an encoder.
  public enum Format: UInt8, CaseIterable, Hashable, Sendable {
    case jpeg = 0
    case png = 1
    case webP = 2
    case jpegXL = 3
    case avif = 4
  }

  /// The EXIF and XMP metadata of an encoded file.
  public enum Metadata: UInt8, CaseIterable, Hashable, Sendable {
    /// All metadata of the original file except its embedded thumbnail.
    case all = 0
    /// All metadata of the original except the thumbnail, the GPS directory and the names of
    /// places.
    case withoutPlace = 1
    /// No metadata.
    case none = 2
  }

  /// A part of a picture to encode, possibly turned by an angle.
  ///
  /// The rectangle lies in the coordinates of the upright picture after it is turned by
  /// ``angleMillidegrees`` about its centre; at 0° these are the pixels of the upright picture. The
  /// rectangle must not exceed the turned picture.
  public struct Crop: Hashable, Sendable {
    /// The size in pixels of the whole upright picture, by which the decoder notices that the file
    /// has changed.
    public var whole: PixelSize
    /// The left edge of the part in pixels; may be negative in a turned picture.
    public var x: Int
    /// The top edge of the part in pixels; may be negative in a turned picture.
    public var y: Int
    /// The size of the part in pixels.
    public var size: PixelSize
    /// The angle by which the picture is turned clockwise, in thousandths of a degree, −45 000 to
    /// 45 000. Default 0.
    public var angleMillidegrees: Int

    /// Makes a part of the upright picture whose size is `whole`; lengths in pixels.
    public init(whole: PixelSize, x: Int, y: Int, size: PixelSize, angleMillidegrees: Int = 0) {
      self.whole = whole
      self.x = x
      self.y = y
      self.size = size
      self.angleMillidegrees = angleMillidegrees
    }

    /// The maximum magnitude of ``angleMillidegrees``, in thousandths of a degree.
    public static let maxAngleMillidegrees = 45_000
  }

  /// The format of the encoded file; in a request without loss, the format of the original.
  public var format: Format
  /// The quality of the encoded picture from 1 to 100, as libjpeg counts it. In WebP and JPEG XL
  /// 100 is without loss; PNG is always without loss, and ignores the quality.
  public var quality = 90
  /// The metadata of the encoded file. Default: all of the original.
  public var metadata = Metadata.all
  /// Whether the encoded file keeps the picture's ICC profile for RGB and its pixel values;
  /// otherwise the pixels are converted to sRGB. Default true.
  public var keepsProfile = true
  /// The part of the upright picture to encode; nil for the whole picture.
  public var crop: Crop?
  /// The rotation or reflection that is added to the stored orientation, in a request without loss.
  /// Default none.
  public var turn = Orientation.up
  /// Whether the picture is cropped or turned without loss, in its own format and resolution and
  /// with all metadata; in a JPEG, by whole blocks of pixels. Such a crop keeps the orientation tag
  /// of the file, such a turn resets it. Default false.
  public var isLossless = false

  /// Makes a request for a file in a format; the other properties have their defaults.
  public init(_ format: Format) { self.format = format }
}

/// The properties of an encoded picture file, whose bytes are in sealed memory that is sent with
/// the reply.
public struct EncodedPicture: Hashable, Sendable {
  /// The size of the encoded picture in pixels, after applying its orientation.
  public var size: PixelSize
  /// The size of the encoded file in bytes, 1 to ``maxBytes``.
  public var byteCount: Int

  public init(size: PixelSize, byteCount: Int) {
    self.size = size
    self.byteCount = byteCount
  }

  /// The maximum size of an encoded file in bytes: 4 GiB.
  public static let maxBytes = 1 << 32
}
