/// A rectangular region of a picture at one of its scales, in pixels of that scale.
public struct PictureRegion: Hashable, Sendable {
  /// The size of the whole picture at the scale of the region, in pixels.
  public var whole: PixelSize
  /// The first column of the region, in pixels from the left edge of the picture at the region's
  /// scale.
  public var x: Int
  /// The first row of the region, in pixels from the top edge of the picture at the region's scale.
  public var y: Int
  /// The size of the region, in pixels at its scale.
  public var size: PixelSize

  public init(whole: PixelSize, x: Int, y: Int, size: PixelSize) {
    self.whole = whole
    self.x = x
    self.y = y
    self.size = size
  }
}
