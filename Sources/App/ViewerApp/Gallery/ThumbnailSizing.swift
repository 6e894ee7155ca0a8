import Imaging
import Pixels

/// The rules by which the size of the thumbnail for a cell is chosen.
nonisolated enum ThumbnailSizing {
  /// The ratio of the longer to the shorter side of most photos.
  private static let typicalAspect = 1.5
  /// The factor by which a thumbnail may be enlarged and still looks sharp. The factor avoids
  /// requests for the next size of the shared thumbnail cache, which has four times as many pixels.
  private static let sharpEnlargement = 1.2
  /// The factor of enlargement above which a larger thumbnail is requested.
  private static let maxAcceptableEnlargement = 1.5

  /// The length in device pixels of the longer side of the thumbnail to request for a square cell.
  ///
  /// - Parameter cell: the side length of the cell in device pixels, which the shorter side of the
  ///   thumbnail has to fill.
  static func side(filling cell: Int) -> Int {
    Int((Double(cell) * typicalAspect / sharpEnlargement).rounded(.up))
  }

  /// The length in device pixels of the longer side to request after a thumbnail whose shorter side
  /// is too small for the cell, as that of a panorama. The length is returned only if it needs a
  /// larger size of the shared thumbnail cache than the thumbnail and the request before, because
  /// the file may contain no larger picture.
  ///
  /// - Parameters:
  ///   - thumbnail: the size of the thumbnail that has arrived.
  ///   - natural: the size of the whole picture; nil if unknown.
  ///   - cell: the length that the shorter side has to fill, in device pixels.
  ///   - asked: the length of the longer side that was requested.
  ///
  /// - Returns: nil when the thumbnail suffices or no better one exists.
  static func betterSide(
    after thumbnail: PixelSize, of natural: PixelSize?, filling cell: Int, asked: Int
  ) -> Int? {
    let short = min(thumbnail.width, thumbnail.height)
    let long = max(thumbnail.width, thumbnail.height)
    guard short > 0, Double(short) * maxAcceptableEnlargement < Double(cell) else { return nil }
    if let natural, min(natural.width, natural.height) <= short { return nil }
    let wanted = Int((Double(cell) / sharpEnlargement * Double(long) / Double(short)).rounded(.up))
    let had = max(ThumbnailSize(covering: long), ThumbnailSize(covering: asked))
    return ThumbnailSize(covering: wanted) > had ? wanted : nil
  }
}
