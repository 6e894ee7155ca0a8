public import Pixels

extension Picture {
  /// The names of one picture in up to three levels of quality. The names are those that its
  /// ``PictureLoader`` understands; see ``Picture/Request/name``.
  nonisolated public struct Levels: Hashable, Sendable {
    /// The picture in full quality.
    public struct Original: Hashable, Sendable {
      /// The loader's name of the original.
      public var name: String
      /// The size of the transfer in bytes, shown on the "view original" button; nil when it is
      /// unknown.
      public var byteCount: Int?
      /// Makes an original with a name in the loader.
      public init(_ name: String, byteCount: Int? = nil) {
        self.name = name
        self.byteCount = byteCount
      }
    }

    /// The loader's name of the version of the picture whose size suits the screen; the page shows
    /// it until the original is requested.
    public var screen: String
    /// The loader's name of a small picture that is shown while ``screen`` loads; nil when there is
    /// none.
    public var thumbnail: String?
    /// The picture that "view original" loads; nil when ``screen`` is the best picture.
    public var original: Original?
    /// The upright size of the original in its own pixels, if it is known in advance. The page then
    /// keeps its proportions, whichever level is loaded first.
    public var naturalSize: PixelSize?

    public init(
      screen: String, thumbnail: String? = nil, original: Original? = nil,
      naturalSize: PixelSize? = nil
    ) {
      self.screen = screen
      self.thumbnail = thumbnail
      self.original = original
      self.naturalSize = naturalSize
    }

    /// The loader's name of a level; nil when the level does not exist.
    public func name(of level: Picture.Level) -> String? {
      switch level {
      case .thumbnail: thumbnail
      case .screen: screen
      case .original: original?.name
      }
    }
  }
}
