package import Geometry
package import Pixels
package import Tiles

/// A picture on an image server that gives it in tiles: its size, its division, and the addresses
/// of its tiles.
package struct ServedPicture: Hashable, Sendable {
  /// The protocol of a server, by which the addresses of tiles are formed.
  enum Scheme: Hashable, Sendable {
    case iiif(IIIFImage)
    case deepZoom(DeepZoomImage)
  }

  /// One request to the server: an address, and the part of the received picture to use.
  package struct Request: Hashable, Sendable {
    /// The address of the picture file.
    package let address: String
    /// The size of the received picture in pixels; servers round it differently, so that it may
    /// differ by ``ServedPicture/maxRounding``.
    package let size: PixelSize
    /// The part of the received picture without the pixels that it has in common with its
    /// neighbours.
    package let part: Rect
    /// The size of ``part`` in pixels.
    package var partSize: PixelSize {
      PixelSize(width: Int(part.width), height: Int(part.height))
    }

    init(_ address: String, size: PixelSize, part: Rect? = nil) {
      self.address = address
      self.size = size
      self.part = part ?? Rect(origin: .zero, size: size.size)
    }
  }

  /// The maximum difference between the expected and the actual length of a side, in pixels.
  package static let maxRounding = 2
  /// The range of the sides of tiles in pixels; a larger tile would take too much memory.
  package static let tileSides = 64...4096
  /// The maximum number of pixels of a picture.
  package static let maxPixels = 1 << 45
  /// The maximum number of tiles of the coarsest level, which are all visible in a whole picture.
  package static let maxCoarsestTiles = 256

  /// The division into levels and tiles, which are requested one by one.
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

  /// The full size of the picture in pixels.
  package var natural: PixelSize { pyramid.natural }

  /// The request of one tile; nil for a tile outside the picture.
  package func request(for run: TileRun) -> Request? {
    guard run.columns.count == 1, (0..<pyramid.levelCount).contains(run.level) else { return nil }
    let all = pyramid.tiles(at: run.level)
    guard all.contains(column: run.columns.lowerBound, row: run.row) else { return nil }
    return switch scheme {
    case .iiif(let image): image.request(for: run, of: pyramid)
    case .deepZoom(let image): image.request(for: run, of: pyramid)
    }
  }

  /// The request of the tile that covers a region; nil for a region that is no tile.
  package func request(for part: PictureRegion) -> Request? {
    guard let run = pyramid.run(of: part), pyramid.part(of: run) == part else { return nil }
    return request(for: run)
  }

  /// The request of a small picture of the whole, which is shown first: at most ``maxFirstSide``
  /// pixels long where the server has one. Nil when the server has the whole only in several tiles.
  package var overview: Request? {
    if case .iiif(let image) = scheme, let small = image.smallWhole(of: natural) { return small }
    let last = pyramid.levelCount - 1
    let single = TileRun(level: last, row: 0, columns: 0..<1)
    guard pyramid.tiles(at: last).count == 1 else { return nil }
    return request(for: single)
  }

  /// The maximum longer side in pixels of the first picture of the whole: it is recognisable, and
  /// arrives in a moment over a slow line.
  package static let maxFirstSide = 512
}

/// The reason for which a description of a picture or of a list of pictures is refused.
package enum DescriptionFailure: Error, Hashable, Sendable {
  /// A property of the described picture that is not supported.
  package enum Lack: Hashable, Sendable {
    /// The tiles have no square shape, or a size that is not supported.
    case tileSize
    /// The coarsest level has too many tiles, or there is none.
    case fewLevels
    /// The version of the interface is not supported.
    case version
    /// The format of the tiles is not supported.
    case format
  }
  /// The text is too long, or has too many parts.
  case tooLarge
  /// The text is neither JSON nor XML, or ends early.
  case damaged
  /// The text describes something else.
  case other
  /// The width or the height is missing, not positive, or too large.
  case size
  /// The picture cannot be shown, because a property of it is not supported.
  case unsupported(Lack)
  /// The list has no pictures.
  case empty
}
