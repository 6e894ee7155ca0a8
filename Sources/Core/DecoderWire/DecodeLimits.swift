/// What one picture may cost. Checked before anything is allocated.
public struct DecodeLimits: Hashable, Sendable {
  /// Most pixels of a picture that has to be decoded whole. Default 256 million.
  public var pixels: Int
  /// Most bytes of a file that is read. Default 2 GiB.
  public var fileBytes: Int
  /// Seconds of processor time for one picture. Default 20.
  public var seconds: Int
  /// Most frames of an animation; later ones are not there. Default 100 000.
  public var frames: Int

  /// Makes limits; the defaults suit a desktop.
  public init(
    pixels: Int = 256_000_000, fileBytes: Int = 2 << 30, seconds: Int = 20, frames: Int = 100_000
  ) {
    self.pixels = pixels
    self.fileBytes = fileBytes
    self.seconds = seconds
    self.frames = frames
  }
}
