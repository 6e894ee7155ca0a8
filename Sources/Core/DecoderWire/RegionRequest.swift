public import Pixels

/// Which part of a picture is wanted, and how large all of it would be; the part's own size is the
/// request's target.
///
/// All of a picture with pixels is `natural / 2^k` large, rounded up, for some `k` from 0 on; one
/// without pixels has any size.
public struct RegionRequest: Hashable, Sendable {
  /// Names the picture for as long as it is looked at: a helper that remembers it need not begin at
  /// the front of the file. 0 for one that is looked at once.
  public var picture: UInt64
  /// How large all of it would be, in pixels. Its proportions need not be quite the picture's.
  public var whole: PixelSize
  /// The part's first column.
  public var x: Int
  /// The part's first row.
  public var y: Int

  /// Makes a request.
  public init(picture: UInt64 = 0, whole: PixelSize, x: Int, y: Int) {
    self.picture = picture
    self.whole = whole
    self.x = x
    self.y = y
  }

  /// True when a part of `size` has pixels, and none outside of the whole.
  public func holds(_ size: PixelSize) -> Bool {
    !size.isEmpty && x >= 0 && y >= 0 && x <= whole.width - size.width
      && y <= whole.height - size.height
  }
}
