public import Pixels

/// Which part of a picture without pixels is wanted, and how large all of it would be; the part's own
/// size is the request's target.
public struct RegionRequest: Hashable, Sendable {
  /// How large all of it would be, in pixels. Its proportions need not be quite the picture's.
  public var whole: PixelSize
  /// The part's first column.
  public var x: Int
  /// The part's first row.
  public var y: Int

  /// Makes a request.
  public init(whole: PixelSize, x: Int, y: Int) {
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
