import Imaging
import Pixels

/// A cache of the latest fast-paging previews, also of pages without a cell: of pages ahead of the
/// current one, and of pages to which the user may turn back.
struct FastPagingPreviewCache {
  /// The maximum size of all previews in bytes, which is enough for 10 previews of pictures with 24
  /// megapixels.
  static let maxBytes = 16 << 20

  private var images: [FilePath: DecodedImage] = [:]
  /// The files with a cached preview, the oldest preview first.
  private var pathsOldestFirst: [FilePath] = []
  private(set) var byteCount = 0

  /// The preview of `path`; nil when there is none.
  subscript(path: FilePath) -> DecodedImage? { images[path] }

  /// Stores a preview and evicts the oldest ones above ``maxBytes``. The new preview stays even if
  /// it alone exceeds that limit.
  mutating func insert(_ image: DecodedImage, of path: FilePath) {
    remove(path)
    images[path] = image
    images[path]?.memory = nil
    pathsOldestFirst.append(path)
    byteCount += image.bitmap.byteCount
    while byteCount > Self.maxBytes, pathsOldestFirst.count > 1 { remove(pathsOldestFirst[0]) }
  }

  /// Removes the preview of a file from the cache.
  mutating func remove(_ path: FilePath) {
    guard let old = images.removeValue(forKey: path) else { return }
    pathsOldestFirst.removeAll { $0 == path }
    byteCount -= old.bitmap.byteCount
  }

  mutating func removeAll() { self = FastPagingPreviewCache() }
}
