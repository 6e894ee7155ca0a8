public import Pixels

/// The levels one item offers its picture in.
nonisolated public struct PictureLevels: Hashable, Sendable {
  /// The picture as it was taken.
  public struct Original: Hashable, Sendable {
    /// The loader's name for it.
    public var name: String
    /// How much there is to fetch, for the button; nil when it is not known.
    public var byteCount: Int?
    /// Makes an original of unknown size, unless told.
    public init(_ name: String, byteCount: Int? = nil) {
      self.name = name
      self.byteCount = byteCount
    }
  }

  /// The loader's name for the picture a page shows.
  public var screen: String
  /// The loader's name for something small to show meanwhile; nil when there is none.
  public var thumbnail: String?
  /// What "view original" fetches; nil when ``screen`` is as good as it gets.
  public var original: Original?
  /// The size of the original, upright, if it is known beforehand: a page keeps its proportions then,
  /// whatever comes first.
  public var naturalSize: PixelSize?

  /// Makes levels; only that for the page unless more are given.
  public init(
    screen: String, thumbnail: String? = nil, original: Original? = nil,
    naturalSize: PixelSize? = nil
  ) {
    self.screen = screen
    self.thumbnail = thumbnail
    self.original = original
    self.naturalSize = naturalSize
  }

  /// The loader's name for a level, nil where it is not offered.
  public func name(of level: PictureLevel) -> String? {
    switch level {
    case .thumbnail: thumbnail
    case .screen: screen
    case .original: original?.name
    }
  }
}
