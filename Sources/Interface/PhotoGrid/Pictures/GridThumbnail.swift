public import Drawing
public import PhotoBrowser

extension ThumbnailGrid {
  /// An item of a ``ThumbnailGrid``. Copies have the same identity; a new item of the same picture
  /// has not.
  nonisolated public struct Thumbnail: Identifiable, Sendable {
    /// The identity of an item, unique in the process.
    public struct ID: Hashable, Sendable {
      private final class Token: Sendable {}

      private let token = Token()

      public static func == (a: ID, b: ID) -> Bool { a.token === b.token }

      public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(token)) }
    }
    /// The badge of a cell, which shows the kind of its page.
    public enum Badge: Sendable {
      /// No badge, for a picture.
      case none
      /// A play sign, for a clip.
      case play
      /// The sign of a live photo.
      case live
    }
    public let id = ID()
    /// The whole, uncropped picture in any resolution, as supplied by the host; nil lets the grid's
    /// loader load it.
    public var picture: Picture?
    /// The loader's name of the picture, such as a path or a URL; nil for a picture of the host.
    public let name: String?
    /// The badge of the cell. Default: none.
    public var badge: Badge

    /// Makes an item whose picture the host supplies now or later.
    public init(_ picture: Picture? = nil, badge: Badge = .none) {
      self.picture = picture
      self.badge = badge
      name = nil
    }

    /// Makes an item whose picture the grid loads when the item is visible or near.
    public init(name: String, badge: Badge = .none) {
      self.name = name
      self.badge = badge
    }
  }
}

extension ThumbnailGrid {
  /// A group of cells.
  nonisolated public struct Section: Sendable {
    /// The heading above the cells; not drawn while empty or when there is only one section.
    public var title: String
    /// The items of the section.
    public var thumbnails: [ThumbnailGrid.Thumbnail]

    public init(_ thumbnails: [ThumbnailGrid.Thumbnail], title: String = "") {
      self.title = title
      self.thumbnails = thumbnails
    }
  }
}

extension ThumbnailGrid {
  /// The style of a grid. Lengths are in points.
  nonisolated public struct Style: Sendable {
    /// The minimum number of columns; there are more where cells would be wider than
    /// ``largestSide``. Default: 3.
    public var columns = 3
    /// The distance from the edges to the cells. Default: 30.
    public var margin = 30.0
    /// The distance between two cells. Default: 10.
    public var gap = 10.0
    /// The corner radius of the cells. Default: 0.
    public var cornerRadius = 0.0
    /// The ratio of a cell's height to its width. Default: 1.
    public var aspect = 1.0
    /// The maximum width of a cell. Default: 200.
    public var largestSide = 200.0
    /// The colour behind the cells. Default: a dark grey.
    public var background = Color(white: 0.11)

    /// Makes the default style: three square cells a row, a margin of 30 points and a gap of 10
    /// points.
    ///
    /// - Source: JXPhotoBrowser 3.1.5.
    public init() {}

    /// The style of the nine pictures of a message in a chat: as the default, with a margin of 60
    /// points.
    ///
    /// - Source: PhotoBrowser 0.2.6.
    public static var nine: ThumbnailGrid.Style {
      var style = ThumbnailGrid.Style()
      style.margin = 60
      return style
    }
  }
}
