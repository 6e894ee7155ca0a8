public import Geometry
public import Pixels

/// The picture file that a request of kind `encode` makes, in memory, from the picture of the open
/// file.
public struct EncodeRequest: Hashable, Sendable {
  /// A file format with an encoder.
  public enum Format: UInt8, CaseIterable, Hashable, Sendable {
    case jpeg = 0
    case png = 1
    case webP = 2
    case jpegXL = 3
    case avif = 4
  }

  /// The metadata that the file gets: EXIF and XMP.
  public enum Metadata: UInt8, CaseIterable, Hashable, Sendable {
    /// All metadata of the original except its thumbnail.
    case all = 0
    /// All metadata except the GPS directory and the names of places.
    case withoutPlace = 1
    /// No metadata.
    case none = 2
  }

  /// A part of a picture, possibly turned by an angle.
  ///
  /// The rectangle lies in the coordinates of the upright picture after it is turned about its
  /// centre; at 0° these are its own pixels. It must not exceed the turned picture.
  public struct Crop: Hashable, Sendable {
    /// The size of the upright picture, by which a changed file is noticed.
    public var whole: PixelSize
    /// The left edge in pixels; may be negative in a turned picture.
    public var x: Int
    /// The top edge in pixels; may be negative in a turned picture.
    public var y: Int
    /// The size in pixels.
    public var size: PixelSize
    /// The angle by which the picture is turned clockwise, in thousandths of a degree, −45 000 to
    /// 45 000. Default 0.
    public var angle: Int

    /// Makes a part of the upright picture of size `whole`.
    public init(whole: PixelSize, x: Int, y: Int, size: PixelSize, angle: Int = 0) {
      self.whole = whole
      self.x = x
      self.y = y
      self.size = size
      self.angle = angle
    }

    /// The maximum magnitude of ``angle``, in thousandths of a degree.
    public static let maxAngle = 45_000
  }

  /// The format of the file. For a request without loss it must be that of the original.
  public var format: Format
  /// The quality from 1 to 100, as libjpeg counts it. 100 is without loss in WebP and JPEG XL. PNG
  /// is always without loss, and ignores it.
  public var quality = 90
  /// The metadata that the file gets.
  public var metadata = Metadata.all
  /// Whether the file keeps the picture's ICC profile for RGB and its pixel values; otherwise the
  /// pixels are converted to sRGB. Default true.
  public var keepsProfile = true
  /// The part of the upright picture; nil for the whole picture.
  public var crop: Crop?
  /// The rotation or reflection after the current orientation. Only for a request without loss.
  /// Default none.
  public var turn = Orientation.up
  /// Whether the picture is cropped or turned without loss, in its own format and size, with all
  /// metadata: a JPEG by whole blocks. A crop then keeps the orientation tag, and a turn resets it.
  /// Default false.
  public var isLossless = false

  /// Makes a request for a file of a format.
  public init(_ format: Format) { self.format = format }
}

/// The properties of an encoded file, whose bytes are in sealed memory sent along.
public struct EncodedPicture: Hashable, Sendable {
  /// The size of the picture in pixels, upright.
  public var size: PixelSize
  /// The size of the file in bytes, 1 to ``maxBytes``.
  public var byteCount: Int

  public init(size: PixelSize, byteCount: Int) {
    self.size = size
    self.byteCount = byteCount
  }

  /// The maximum size of a file in bytes: 4 GiB.
  public static let maxBytes = 1 << 32
}
