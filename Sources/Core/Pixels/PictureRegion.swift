/// A part of a picture at one of its sizes, in that size's pixels.
public struct PictureRegion: Hashable, Sendable {
  /// How large all of the picture would be.
  public var whole: PixelSize
  /// The part's first column.
  public var x: Int
  /// The part's first row.
  public var y: Int
  /// How large the part is.
  public var size: PixelSize

  /// Makes the part `x`, `y`, `size` of `whole`.
  public init(whole: PixelSize, x: Int, y: Int, size: PixelSize) {
    self.whole = whole
    self.x = x
    self.y = y
    self.size = size
  }
}
