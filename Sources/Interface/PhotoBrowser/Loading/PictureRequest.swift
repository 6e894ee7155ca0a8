public import Pixels

/// How good a picture is: an item may offer it in three ways.
nonisolated public enum PictureLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Small, and soon there.
  case thumbnail
  /// Good enough for a page.
  case screen
  /// As it was taken; fetched when the person asks for it.
  case original

  /// True when `a` is the worse one.
  public static func < (a: PictureLevel, b: PictureLevel) -> Bool { a.rawValue < b.rawValue }
}

/// One wish for one level of one picture.
nonisolated public struct PictureRequest: Hashable, Sendable {
  /// Which bytes: a path, a URI, whatever the loader understands. Equal names are equal pictures.
  public var name: String
  /// How good it is to be.
  public var level: PictureLevel
  /// The box, in device pixels, it will be fitted into; a loader that cannot make pictures smaller
  /// ignores it.
  public var box: PixelSize

  /// Makes a request.
  public init(name: String, level: PictureLevel, box: PixelSize) {
    self.name = name
    self.level = level
    self.box = box
  }
}
