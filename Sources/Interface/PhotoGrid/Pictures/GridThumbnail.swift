public import Drawing
public import PhotoBrowser

extension ThumbnailGrid {
  /// An item of a ``ThumbnailGrid``. Copies of an item have the same identity; another item made of
  /// the same picture has another one.
  nonisolated public struct Thumbnail: Identifiable, Sendable {
    /// The identity of an item, unique in the process; it is made with the item.
    public struct ID: Hashable, Sendable {
      private final class Token: Sendable {}

      private let token = Token()

      public static func == (a: ID, b: ID) -> Bool { a.token === b.token }

      public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(token)) }
    }
    /// The badges of a cell, which show what kind of photo it is.
    public enum Badge: Sendable {
      /// A play triangle, for a clip.
      case play
      /// The word “LIVE”, for a live photo.
      case live
    }
    public let id = ID()
    /// The whole, uncropped picture in any resolution, as supplied by the program; nil while it is
    /// not supplied, and when the grid's loader is to load it. Default: nil.
    public var picture: Picture?
    /// The name by which the grid's loader knows the picture, such as a path or a URL; nil when the
    /// program supplies the picture.
    public let name: String?
    /// The badge of the item's cell; nil for none, as of a still picture. Default: nil.
    public var badge: Badge?

    /// Makes an item whose picture the program supplies, now or later through
    /// ``ThumbnailGrid/show(_:at:)``.
    public init(_ picture: Picture? = nil, badge: Badge? = nil) {
      self.picture = picture
      self.badge = badge
      name = nil
    }

    /// Makes an item whose picture the grid loads by name when the item is visible or near.
    public init(name: String, badge: Badge? = nil) {
      self.name = name
      self.badge = badge
    }
  }
}

extension ThumbnailGrid {
  /// A group of the cells of a ``ThumbnailGrid``.
  nonisolated public struct Section: Sendable {
    /// The heading above the cells, which is not drawn when it is empty or the grid has only one
    /// section. Default: empty.
    public var title: String
    /// The items of the section in order, one per cell.
    public var thumbnails: [ThumbnailGrid.Thumbnail]

    public init(_ thumbnails: [ThumbnailGrid.Thumbnail], title: String = "") {
      self.title = title
      self.thumbnails = thumbnails
    }
  }
}

extension ThumbnailGrid {
  /// The lengths, proportions and colour of a ``ThumbnailGrid``. Lengths are in points.
  nonisolated public struct Style: Sendable {
    /// The minimum number of columns; there are more when cells would be wider than
    /// ``maxCellWidth``. Default: 3.
    public var columns = 3
    /// The distance from the edges of the grid to the cells, in points. Default: 30.
    public var margin = 30.0
    /// The distance between adjacent cells, in points. Default: 10.
    public var gap = 10.0
    /// The corner radius of the cells, in points. Default: 0.
    public var cornerRadius = 0.0
    /// The ratio of a cell's height to its width. Default: 1, for squares.
    public var aspect = 1.0
    /// The maximum width of a cell, in points. Default: 200.
    public var maxCellWidth = 200.0
    /// The colour behind the cells. Default: a dark grey of 11 % white.
    public var background = Color(white: 0.11)

    /// Makes the default style: at least three columns of square cells, a margin of 30 points and a
    /// gap of 10 points.
    ///
    /// - Source: JXPhotoBrowser 3.1.5.
    public init() {}

    /// The style of a chat message with nine pictures: the default one with a margin of 60 points.
    ///
    /// - Source: PhotoBrowser 0.2.6.
    public static var threeByThree: ThumbnailGrid.Style {
      var style = ThumbnailGrid.Style()
      style.margin = 60
      return style
    }
  }
}
