import DecoderWire
import Pixels

/// The cache of an image pipeline: decoded pictures and thumbnails, and the recorded failures of
/// files.
@MainActor
final class PipelineCache {
  /// The result of looking for the picture of a request in memory.
  enum Lookup {
    /// A cached picture at the requested size.
    case exact(DecodedImage)
    /// The recorded failure of the file, which has not changed since.
    case failure(DecodeFailure)
    /// No exact picture: a decode is necessary. The payload is a cached picture of another size to
    /// be shown meanwhile; nil without one.
    case missing(standIn: DecodedImage?)
  }

  var pictures: PictureMemoryCache
  var thumbnails: ThumbnailMemoryCache
  var failures = FailureCache()
  /// Whether the budget for cached pictures follows the size of the requested pages.
  private let adaptsBudget: Bool
  private var hits = 0
  private var misses = 0

  init(_ configuration: ImagingConfiguration) {
    pictures = PictureMemoryCache(budget: configuration.fixedCacheBytes ?? 0)
    thumbnails = ThumbnailMemoryCache(budget: configuration.thumbnailBytes)
    adaptsBudget = configuration.fixedCacheBytes == nil
  }

  /// Looks for the picture of a request. When the file has changed since its pictures were decoded,
  /// everything cached about it is dropped.
  func lookup(_ identity: FileIdentity, for request: ImageRequest) -> Lookup {
    if let known = pictures.identity(of: identity.path), known != identity {
      invalidate(identity.path)
    }
    let image = request.region == nil ? pictures.best(identity.path, for: request.target) : nil
    if let image, image.isExact {
      hits += 1
      return .exact(image)
    }
    misses += 1
    if let failure = failures.failure(of: identity) { return .failure(failure) }
    return .missing(standIn: image)
  }

  /// Adapts the budget for cached pictures to the size of the requested page, if the configuration
  /// wants that.
  func adaptBudget(to request: ImageRequest) {
    guard adaptsBudget, request.purpose == .page else { return }
    let box = request.target
    // The box of a page that is taller than wide, such as a strip, is counted as a square.
    guard
      let page = CheckedSize.byteCount(
        PixelSize(width: box.width, height: min(box.height, box.width)))
    else { return }
    let wanted = Int(Double(page.total) * ImagingConfiguration.cachedPages)
    let budget = min(ImagingConfiguration.maxCacheBytes, wanted)
    if budget != pictures.budget { pictures.budget = budget }
  }

  /// Drops the cached pictures, the cached thumbnails and the recorded failure of the file at
  /// `path`.
  func invalidate(_ path: FilePathBytes) {
    pictures.remove(path)
    thumbnails.remove(path)
    failures.forget(path)
  }

  /// Drops all cached thumbnails, and all cached pictures except those of pinned files.
  func removeUnpinned() {
    pictures.removeUnpinned()
    thumbnails.removeAll()
  }

  func addCounts(to statistics: inout ImagingStatistics) {
    statistics.hits = hits
    statistics.misses = misses
    statistics.cachedBytes = pictures.bytes
    statistics.cachedPictures = pictures.count
    statistics.thumbnailBytes = thumbnails.bytes
  }
}
