public import Pixels

/// The quality of a picture: an item offers up to three levels, in ascending order.
nonisolated public enum PictureLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// A small picture that loads quickly.
  case thumbnail
  /// A picture good enough for a page.
  case screen
  /// The picture in full quality, loaded when the user requests it.
  case original

  /// True when `a` is of lower quality than `b`.
  public static func < (a: PictureLevel, b: PictureLevel) -> Bool { a.rawValue < b.rawValue }
}

/// A request for one level of one picture.
nonisolated public struct PictureRequest: Hashable, Sendable {
  /// The name of the picture: a path, a URI or anything else the loader understands. Equal names
  /// mean equal pictures.
  public var name: String
  /// The requested quality.
  public var level: PictureLevel
  /// The box into which the picture will be fitted, in device pixels. A loader that cannot reduce
  /// pictures ignores it.
  public var box: PixelSize

  public init(name: String, level: PictureLevel, box: PixelSize) {
    self.name = name
    self.level = level
    self.box = box
  }
}
