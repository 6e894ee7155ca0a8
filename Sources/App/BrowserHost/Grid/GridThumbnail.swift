public import Drawing
public import PhotoBrowser

/// One item of a ``ThumbnailGrid``. A copy is the same item; another one of the same picture is not.
nonisolated public struct GridThumbnail: Identifiable, Sendable {
  /// The identity of an item, unique in the process.
  public struct ID: Hashable, Sendable {
    private final class Token: Sendable {}

    private let token = Token()

    /// True for the identities of one item.
    public static func == (a: ID, b: ID) -> Bool { a.token === b.token }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(token)) }
  }
  /// What a glyph on a cell says about its page.
  public enum Badge: Sendable {
    /// A picture.
    case none
    /// A clip.
    case play
    /// A picture that moves when it is held.
    case live
  }
  /// The identity of the item.
  public let id = ID()
  /// The whole, uncropped picture, small or large, as the host gives it; nil leaves it to the grid's
  /// loader.
  public var picture: Picture?
  /// The name by which the grid's loader knows the picture: a path or an address; nil when nothing is
  /// to be loaded.
  public let name: String?
  /// What is said about it. Default: nothing.
  public var badge: Badge

  /// Makes the item of a picture that the host has, or will give.
  public init(_ picture: Picture? = nil, badge: Badge = .none) {
    self.picture = picture
    self.badge = badge
    name = nil
  }

  /// Makes the item of a picture that the grid loads when it is seen or soon will be.
  public init(name: String, badge: Badge = .none) {
    self.name = name
    self.badge = badge
  }
}

/// A group of cells.
nonisolated public struct GridSection: Sendable {
  /// Over its cells; left out when there is only one section.
  public var title: String
  /// Its cells.
  public var thumbnails: [GridThumbnail]

  /// Makes a section.
  public init(_ thumbnails: [GridThumbnail], title: String = "") {
    self.title = title
    self.thumbnails = thumbnails
  }
}

/// How a grid looks. Lengths are in points of an ordinary monitor.
nonisolated public struct GridLook: Sendable {
  /// Cells side by side; more where they would be larger than ``largestSide``. Default 3.
  public var columns = 3
  /// From the edges to the cells. Default 30.
  public var margin = 30.0
  /// Between two cells. Default 10.
  public var gap = 10.0
  /// Corners of the cells. Default 0.
  public var cornerRadius = 0.0
  /// A cell's height over its width. Default 1.
  public var aspect = 1.0
  /// The widest cell. Default 200.
  public var largestSide = 200.0
  /// What cells lie on. Default: a dark grey.
  public var background = Color(white: 0.11)

  /// Makes the look of the seeds' grids: three square cells a row, 30 at the edges, 10 between.
  ///
  /// - Source: JXPhotoBrowser 3.1.5.
  public init() {}

  /// Three by three under the author's words, as in a chat of friends.
  ///
  /// - Source: PhotoBrowser 0.2.6.
  public static var nine: GridLook {
    var look = GridLook()
    look.margin = 60
    return look
  }
}
