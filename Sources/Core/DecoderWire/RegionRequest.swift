public import Pixels

/// A region of a scaled picture that a request asks for. The size of the region itself is
/// ``DecodeRequest/target``.
///
/// The scaled size of a picture that has pixels is `natural / 2^k`, rounded up, for a whole number
/// `k` from 0; that of a scalable picture is arbitrary.
public struct RegionRequest: Hashable, Sendable {
  /// An identifier of the picture, the same in all requests while it is viewed: a decoder that has
  /// decoded this picture before continues with its state, instead of at the beginning of the file.
  /// 0 for a single request.
  public var pictureID: UInt64
  /// The size of the whole scaled picture, in pixels. Its aspect ratio may differ slightly from
  /// that of the unscaled picture.
  public var whole: PixelSize
  /// The first column of the region, in pixels of the scaled picture.
  public var x: Int
  /// The first row of the region, in pixels of the scaled picture.
  public var y: Int

  public init(pictureID: UInt64 = 0, whole: PixelSize, x: Int, y: Int) {
    self.pictureID = pictureID
    self.whole = whole
    self.x = x
    self.y = y
  }

  /// Whether a region of `size` pixels at this position is not empty and lies within the scaled
  /// picture.
  public func isInsidePicture(size: PixelSize) -> Bool {
    !size.isEmpty && x >= 0 && y >= 0 && x <= whole.width - size.width
      && y <= whole.height - size.height
  }
}
