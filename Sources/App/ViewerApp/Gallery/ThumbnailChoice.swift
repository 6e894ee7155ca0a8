import Imaging
import Pixels

/// How large a thumbnail a cell needs.
nonisolated enum ThumbnailChoice {
  /// The proportions nearly all photos have.
  private static let usualAspect = 1.5
  /// Enlarged by this much a thumbnail still looks sharp; the next size of the shared cache has four
  /// times the pixels.
  private static let enlargement = 1.2
  /// Enlarged by more than this it looks bad enough to be fetched once more.
  private static let worstEnlargement = 1.5

  /// The longer side to ask for when nothing is known of the picture but the shorter side its cell
  /// has.
  static func side(filling cell: Int) -> Int {
    Int((Double(cell) * usualAspect / enlargement).rounded(.up))
  }

  /// The longer side to ask for after `thumbnail` came for `asked`: panoramas and long screenshots
  /// leave little of it to fill the cell with. No size is asked for twice: a preview from inside the
  /// file may be all there is.
  ///
  /// - Returns: nil when it is good enough, or nothing better can be had.
  static func side(
    after thumbnail: PixelSize, of natural: PixelSize?, filling cell: Int, asked: Int
  ) -> Int? {
    let short = min(thumbnail.width, thumbnail.height)
    let long = max(thumbnail.width, thumbnail.height)
    guard short > 0, Double(short) * worstEnlargement < Double(cell) else { return nil }
    if let natural, min(natural.width, natural.height) <= short { return nil }
    let wanted = Int((Double(cell) / enlargement * Double(long) / Double(short)).rounded(.up))
    let had = max(ThumbnailSize(covering: long), ThumbnailSize(covering: asked))
    return ThumbnailSize(covering: wanted) > had ? wanted : nil
  }
}
