import DecoderWire
import Pixels

/// The memory of the pipeline: decoded pictures, thumbnails and known failures of files.
@MainActor
final class PictureMemory {
  /// The result of a lookup for a request.
  enum Lookup {
    /// The exact picture.
    case exact(DecodedImage)
    /// The known failure of the file in its present state.
    case failure(DecodeFailure)
    /// A decode is necessary. The picture is a stand-in until then; nil without one.
    case missing(DecodedImage?)
  }

  private var pictures: MemoryCache
  private var thumbnails: ThumbnailMemoryCache
  private var failures = FailureCache()
  /// Whether the budget for pictures follows the size of the window.
  private let adaptsBudget: Bool
  private var hits = 0
  private var misses = 0

  init(_ configuration: ImagingConfiguration) {
    pictures = MemoryCache(budget: configuration.cacheBytes ?? 0)
    thumbnails = ThumbnailMemoryCache(budget: configuration.thumbnailBytes)
    adaptsBudget = configuration.cacheBytes == nil
  }

  // MARK: Pictures

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

  /// The best picture of a file for `target`; nil without one.
  func best(_ path: FilePathBytes, for target: PixelSize) -> DecodedImage? {
    pictures.best(path, for: target)
  }

  /// The state of the file that its pictures were made from; nil without any.
  func identity(of path: FilePathBytes) -> FileIdentity? { pictures.identity(of: path) }

  /// The properties of a picture; nil without one.
  func info(of path: FilePathBytes) -> DecodeReply.Info? { pictures.info(of: path) }

  func insert(_ rendition: MemoryCache.Rendition, of identity: FileIdentity) {
    pictures.insert(rendition, of: identity)
  }

  /// Exempts the pictures of these files from eviction, instead of those before.
  func pin(_ paths: Set<FilePathBytes>) { pictures.pinned = paths }

  /// Adapts the budget to the size of the window.
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

  // MARK: Thumbnails

  /// The thumbnail for a request; not final when it is smaller than requested. Nil without one.
  func thumbnail(for request: ThumbnailRequest) -> Thumbnail? {
    thumbnails.thumbnail(for: request)
  }

  /// - Parameter side: The largest requested side, in pixels, for which the thumbnail is final.
  func insert(_ thumbnail: Thumbnail, for key: ThumbnailWork.Key, side: Int) {
    thumbnails.insert(thumbnail, for: key, side: side)
  }

  // MARK: Failures

  /// The known failure of a file in this state; nil without one.
  func failure(of identity: FileIdentity) -> DecodeFailure? { failures.failure(of: identity) }

  /// Remembers a failure, so that the file is not decoded again until it changes.
  func remember(_ failure: DecodeFailure, of identity: FileIdentity) {
    failures.remember(failure, of: identity)
  }

  /// Counts a crash of a helper; after the second one the file counts as failed.
  func countCrash(_ failure: DecodeFailure, of identity: FileIdentity) {
    failures.countCrash(failure, of: identity)
  }

  /// Forgets failures and crashes of a file.
  func forgetFailure(of path: FilePathBytes) { failures.forget(path) }

  // MARK: Removal

  /// Drops everything about a file.
  func invalidate(_ path: FilePathBytes) {
    pictures.remove(path)
    thumbnails.remove(path)
    failures.forget(path)
  }

  /// Drops what is not pinned.
  func trim() {
    pictures.trim()
    thumbnails.removeAll()
  }

  func removePictures() { pictures.removeAll() }

  func removeThumbnails() { thumbnails.removeAll() }

  func count(in statistics: inout ImagingStatistics) {
    statistics.hits = hits
    statistics.misses = misses
    statistics.cachedBytes = pictures.bytes
    statistics.cachedPictures = pictures.count
    statistics.thumbnailBytes = thumbnails.bytes
  }
}
