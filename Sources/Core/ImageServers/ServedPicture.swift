package import Geometry
package import Pixels
package import Tiles

/// A picture in tiles on an image server: its size, its division into tiles, and their addresses.
package struct ServedPicture: Hashable, Sendable {
  /// The protocol of the image server, by which the addresses of tiles are formed.
  enum Scheme: Hashable, Sendable {
    case iiif(IIIFImage)
    case deepZoom(DeepZoomImage)
  }

  /// A request to the image server: an address, and the part of the received picture to use.
  package struct Request: Hashable, Sendable {
    /// The address of the picture file to request.
    package let address: String
    /// The expected size of the received picture, in pixels; the actual size may differ by up to
    /// ``ServedPicture/maxSizeDifference``, because servers round it differently.
    package let size: PixelSize
    /// The part of the received picture, in its pixels, without the margin that a tile has in
    /// common with its neighbours.
    package let part: Rect
    /// The size of ``part``, in whole pixels.
    package var partSize: PixelSize {
      PixelSize(width: Int(part.width), height: Int(part.height))
    }

    init(_ address: String, size: PixelSize, part: Rect? = nil) {
      self.address = address
      self.size = size
      self.part = part ?? Rect(origin: .zero, size: size.size)
    }
  }

  /// The maximum difference between the expected and the actual side of a received picture, in
  /// pixels.
  package static let maxSizeDifference = 2
  /// The permitted sides of tiles, in pixels; a larger tile would take too much memory.
  package static let tileSides = 64...4096
  /// The maximum number of pixels of a picture on a server.
  package static let maxPixels = 1 << 45
  /// The maximum number of tiles of the coarsest level; all of them are visible when the whole
  /// picture is shown.
  package static let maxCoarsestTiles = 256

  /// The division of the picture into levels and tiles, which are requested one by one.
  package let pyramid: TilePyramid
  let scheme: Scheme

  init(_ scheme: Scheme, _ pyramid: TilePyramid) throws(DescriptionFailure) {
    let coarsest = pyramid.tiles(at: pyramid.levelCount - 1)
    guard coarsest.columns.count <= Self.maxCoarsestTiles,
      coarsest.rows.count <= Self.maxCoarsestTiles, coarsest.count <= Self.maxCoarsestTiles
    else { throw .unsupported(.fewLevels) }
    self.scheme = scheme
    self.pyramid = pyramid
  }

  /// The full size of the picture, in pixels.
  package var natural: PixelSize { pyramid.natural }

  /// The request for one tile; nil for several tiles, or a tile outside the picture.
  package func request(for run: TileRun) -> Request? {
    guard run.columns.count == 1, (0..<pyramid.levelCount).contains(run.level) else { return nil }
    let all = pyramid.tiles(at: run.level)
    guard all.contains(column: run.columns.lowerBound, row: run.row) else { return nil }
    return switch scheme {
    case .iiif(let image): image.request(for: run, of: pyramid)
    case .deepZoom(let image): image.request(for: run, of: pyramid)
    }
  }

  /// The request for the tile that covers exactly a region; nil for a region that is not one tile.
  package func request(for part: PictureRegion) -> Request? {
    guard let run = pyramid.run(of: part), pyramid.region(of: run) == part else { return nil }
    return request(for: run)
  }

  /// The request for a small version of the whole picture, which is shown first: at most
  /// ``maxPreviewSide`` pixels long where the server has such a version. Nil when the server has
  /// the whole picture only in several tiles.
  package var overviewRequest: Request? {
    if case .iiif(let image) = scheme, let small = image.smallPictureRequest(of: natural) {
      return small
    }
    let last = pyramid.levelCount - 1
    let single = TileRun(level: last, row: 0, columns: 0..<1)
    guard pyramid.tiles(at: last).count == 1 else { return nil }
    return request(for: single)
  }

  /// The maximum longer side, in pixels, of the version that is shown first: the picture is
  /// recognisable, and arrives in a moment over a slow connection.
  package static let maxPreviewSide = 512
}

/// The reason why a description of a picture, or of a list of pictures, is refused.
package enum DescriptionFailure: Error, Hashable, Sendable {
  /// An unsupported property of the described picture.
  package enum UnsupportedProperty: Hashable, Sendable {
    /// The tiles are not square, or of a size that is not supported.
    case tileSize
    /// The coarsest level has too many tiles, or the server has no version that is small enough.
    case fewLevels
    /// The description has a version of its format that is not supported.
    case version
    /// The tiles are in a picture format that is not supported.
    case format
  }
  /// The description is too long, or has too many parts.
  case tooLarge
  /// The description is neither well-formed JSON nor XML, or ends early.
  case damaged
  /// The text does not describe a picture or a list of pictures.
  case notADescription
  /// The text is a web page, such as the page for signing in to a server.
  case webPage
  /// The width or height of the picture is missing, not positive, or too large.
  case invalidSize
  /// The picture has a property that is not supported.
  case unsupported(UnsupportedProperty)
  /// The list has no pictures.
  case empty
}
