/// The limits on the cost of one decode, checked before anything is allocated.
public struct DecodeLimits: Hashable, Sendable {
  /// The maximum number of pixels in one reply of the decoder, four bytes each: 2³⁴.
  public static let maxPixels = DecoderWireFormat.maxPixelBytes / 4
  /// The maximum number of bytes of a TIFF file of which only tiles are read: 16 GiB.
  package static let maxLargeFileBytes = 16 << 30
  /// The default maximum of processor time for decoding one picture, in seconds.
  public static let defaultSeconds = 30

  /// The maximum number of pixels of a picture that must be decoded whole; clamped to
  /// ``maxPixels``. Default 256 million.
  public var pixels: Int {
    didSet { pixels = min(pixels, Self.maxPixels) }
  }
  /// The maximum number of bytes of a picture file that are read. Default 2 GiB.
  public var fileBytes: Int
  /// The maximum of processor time for decoding one picture, in seconds. Default
  /// ``defaultSeconds``.
  public var seconds: Int
  /// The maximum number of frames of an animation; later frames are ignored. Default 100 000.
  public var frames: Int

  /// Makes limits for decoding; the defaults suit a desktop computer.
  public init(
    pixels: Int = 256_000_000, fileBytes: Int = 2 << 30, seconds: Int = DecodeLimits.defaultSeconds,
    frames: Int = 100_000
  ) {
    self.pixels = min(pixels, Self.maxPixels)
    self.fileBytes = fileBytes
    self.seconds = seconds
    self.frames = frames
  }
}
