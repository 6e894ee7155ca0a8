public import Pixels

extension Picture {
  /// The quality of a version of a picture. There are up to three versions, in ascending order.
  nonisolated public enum Level: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// A small picture that loads quickly.
    case thumbnail
    /// A picture with enough pixels for a page.
    case screen
    /// The picture in full quality, usually loaded when the user requests it.
    case original

    /// Whether the level `a` is of lower quality than `b`.
    public static func < (a: Picture.Level, b: Picture.Level) -> Bool { a.rawValue < b.rawValue }
  }
}

extension Picture {
  /// A request for one level of one picture.
  nonisolated public struct Request: Hashable, Sendable {
    /// The name of the picture: a path, a URI or anything else that the loader understands. Equal
    /// names mean equal pictures.
    public var name: String
    /// The requested level of quality.
    public var level: Picture.Level
    /// The box into which the picture will be fitted, in device pixels. A loader that cannot reduce
    /// pictures ignores it.
    public var box: PixelSize

    public init(name: String, level: Picture.Level, box: PixelSize) {
      self.name = name
      self.level = level
      self.box = box
    }
  }
}
