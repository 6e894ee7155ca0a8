import Imaging
import Pixels

/// The rules for the size of the thumbnail to request for a cell.
nonisolated enum ThumbnailSizing {
  /// The aspect ratio of nearly all photos.
  private static let typicalAspect = 1.5
  /// The enlargement at which a thumbnail still looks sharp. The next size of the shared cache has
  /// four times the pixels.
  private static let enlargement = 1.2
  /// The enlargement above which a larger thumbnail is requested.
  private static let maxAcceptableEnlargement = 1.5

  /// The longer side in pixels of the thumbnail to request for a cell of which only the shorter
  /// side is known.
  static func side(filling cell: Int) -> Int {
    Int((Double(cell) * typicalAspect / enlargement).rounded(.up))
  }

  /// The longer side to request after `thumbnail` arrived for a request of `asked`: panoramas and
  /// long screenshots have a short side too small for the cell. No size is requested twice, because
  /// the embedded preview may be all that the file offers.
  ///
  /// - Returns: nil when the thumbnail suffices or no better one exists.
  static func side(
    after thumbnail: PixelSize, of natural: PixelSize?, filling cell: Int, asked: Int
  ) -> Int? {
    let short = min(thumbnail.width, thumbnail.height)
    let long = max(thumbnail.width, thumbnail.height)
    guard short > 0, Double(short) * maxAcceptableEnlargement < Double(cell) else { return nil }
    if let natural, min(natural.width, natural.height) <= short { return nil }
    let wanted = Int((Double(cell) / enlargement * Double(long) / Double(short)).rounded(.up))
    let had = max(ThumbnailSize(covering: long), ThumbnailSize(covering: asked))
    return ThumbnailSize(covering: wanted) > had ? wanted : nil
  }
}
