import DecoderWire
import Pixels

/// The memory of the pipeline: caches of pictures and thumbnails, and the known failures of files.
@MainActor
final class PictureMemory {
  /// The result of a lookup for a request.
  enum Lookup {
    /// The exact picture.
    case exact(DecodedImage)
    /// The known failure of the file in its current state.
    case failure(DecodeFailure)
    /// A decode is necessary. The picture is a stand-in until then; nil without one.
    case missing(DecodedImage?)
  }

  var pictures: MemoryCache
  var thumbnails: ThumbnailMemoryCache
  var failures = FailureCache()
  /// Whether the budget for pictures follows the size of the window.
  private let adaptsBudget: Bool
  private var hits = 0
  private var misses = 0

  init(_ configuration: ImagingConfiguration) {
    pictures = MemoryCache(budget: configuration.cacheBytes ?? 0)
    thumbnails = ThumbnailMemoryCache(budget: configuration.thumbnailBytes)
    adaptsBudget = configuration.cacheBytes == nil
  }

  /// Looks up the picture for a request. Everything from an earlier state of the file is dropped.
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
    return .missing(image)
  }

  /// Adapts the budget for pictures to the size of the window.
  func adaptBudget(to request: ImageRequest) {
    guard adaptsBudget, request.purpose == .page else { return }
    let box = request.target
    // A page taller than wide counts as a square.
    guard
      let page = CheckedSize.byteCount(
        PixelSize(width: box.width, height: min(box.height, box.width)))
    else { return }
    let wanted = Int(Double(page.total) * ImagingConfiguration.ahead)
    let budget = min(ImagingConfiguration.maxCacheBytes, wanted)
    if budget != pictures.budget { pictures.budget = budget }
  }

  /// Drops everything about a file.
  func invalidate(_ path: FilePathBytes) {
    pictures.remove(path)
    thumbnails.remove(path)
    failures.forget(path)
  }

  /// Drops everything that is not pinned.
  func trim() {
    pictures.trim()
    thumbnails.removeAll()
  }

  func count(in statistics: inout ImagingStatistics) {
    statistics.hits = hits
    statistics.misses = misses
    statistics.cachedBytes = pictures.bytes
    statistics.cachedPictures = pictures.count
    statistics.thumbnailBytes = thumbnails.bytes
  }
}
