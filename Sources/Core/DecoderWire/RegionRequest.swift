public import Pixels

/// A region of a picture at a given scale. The size of the region itself is the target of the
/// request.
///
/// The scaled size of a picture with pixels is `natural / 2^k`, rounded up, for some `k` from 0 on;
/// that of a scalable picture is arbitrary.
public struct RegionRequest: Hashable, Sendable {
  /// An identifier of the picture while it is viewed: a helper that still has its decoder state
  /// need not start at the beginning of the file. 0 for a single request.
  public var picture: UInt64
  /// The size of the whole scaled picture, in pixels. Its aspect ratio may differ slightly from
  /// that of the picture.
  public var whole: PixelSize
  /// The first column of the region.
  public var x: Int
  /// The first row of the region.
  public var y: Int

  public init(picture: UInt64 = 0, whole: PixelSize, x: Int, y: Int) {
    self.picture = picture
    self.whole = whole
    self.x = x
    self.y = y
  }

  /// Whether a region of `size` is not empty and lies within the picture.
  public func holds(_ size: PixelSize) -> Bool {
    !size.isEmpty && x >= 0 && y >= 0 && x <= whole.width - size.width
      && y <= whole.height - size.height
  }
}
