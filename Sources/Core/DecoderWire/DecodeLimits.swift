/// The limits on what one picture may cost. Checked before anything is allocated.
public struct DecodeLimits: Hashable, Sendable {
  /// The pixels of the largest picture a reply can carry, 17 thousand million.
  public static let maxPixels = WireFormat.mostPixelBytes / 4
  /// The seconds that a picture may take by default.
  public static let defaultSeconds = 30

  /// The maximum of pixels of a picture that has to be decoded whole. Default 256 million; a number
  /// above ``maxPixels`` becomes that.
  public var pixels: Int {
    didSet { pixels = min(pixels, Self.maxPixels) }
  }
  /// The maximum of bytes that are read of a file. Default 2 GiB.
  public var fileBytes: Int
  /// The seconds of processor time for one picture. Default ``defaultSeconds``.
  public var seconds: Int
  /// The maximum of frames of an animation; later ones are not there. Default 100 000.
  public var frames: Int

  /// Makes limits; the defaults suit a desktop.
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
