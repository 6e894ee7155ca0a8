import CLinux
import DecoderWire
import Pixels

/// One thumbnail on its way into the shared cache.
struct ThumbnailStore: Sendable {
  let entry: ThumbnailEntry
  let bitmap: Bitmap
}

/// The thumbnails that wait, and the thread that compresses and writes them.
@MainActor
struct ThumbnailStores {
  /// The bytes of pixels that wait for all thumbnails to be there; beyond that some are written before.
  private static let maxWaitingBytes = 16 << 20

  private var waiting: [ThumbnailStore] = []
  private var bytes = 0
  let writer = ThumbnailWriter()

  /// True when it is time to write some, whatever else there is to do.
  var arePressing: Bool { bytes > Self.maxWaitingBytes }
  /// True when the rest is up to the writer.
  var areHandedOver: Bool { waiting.isEmpty }
  /// True when everything is written.
  var areDone: Bool { waiting.isEmpty && writer.isIdle }

  mutating func add(_ store: ThumbnailStore) {
    waiting.append(store)
    bytes += store.bitmap.byteCount
  }

  /// Hands all that wait to the writer.
  ///
  /// - Returns: how many.
  mutating func write() -> Int {
    for store in waiting { writer.write(store.entry, .picture(store.bitmap)) }
    defer { (waiting, bytes) = ([], 0) }
    return waiting.count
  }

  /// Forgets what waits, and leaves no half-written file behind.
  func end() { writer.end() }
}

/// What goes into the shared cache, and when.
extension ImagePipeline {
  /// Seconds a file has to have been left alone: one that is being written has no thumbnail yet, and
  /// may change again within the second that is all the cache knows.
  private static let settled: Int64 = 2

  /// Sees to it that other programs find the thumbnail, unless they would do without: it must be
  /// all that its size promises, smaller than the picture, and of all of the picture.
  func store(
    _ thumbnail: Thumbnail, _ info: DecodeReply.ThumbnailInfo, of work: ThumbnailWork
  ) {
    let side = work.key.size.side
    let box = PixelSize(width: side, height: side)
    let wish = DecodeRequest(id: 0, purpose: .exact, target: box)
    guard info.source != .stored, info.source != .decodedPart, let natural = thumbnail.naturalSize,
      max(natural.width, natural.height) > side,
      thumbnail.bitmap.size == wish.fittedSize(of: natural),
      let entry = entry(for: work, natural: natural, format: info.format)
    else { return }
    stores.add(ThumbnailStore(entry: entry, bitmap: thumbnail.bitmap))
  }

  /// Notes that the picture gives no thumbnail, if that is known for good. A loader may be installed
  /// any day, and that a file is empty is soon found out.
  func storeFailure(of work: ThumbnailWork) {
    guard let failure = work.identity.flatMap({ failures.failure(of: $0) }),
      ![.missingLoader, .empty].contains(failure.kind),
      let entry = entry(for: work, natural: nil, format: "")
    else { return }
    counted.writtenThumbnails += 1
    stores.writer.write(entry, .failure)
  }

  private func entry(
    for work: ThumbnailWork, natural: PixelSize?, format: String
  ) -> ThumbnailEntry? {
    guard let shared = configuration.sharedThumbnails, let identity = work.identity,
      let uri = shared.uri(of: identity.path),
      identity.seconds < Int64(time(nil)) - Self.settled
    else { return nil }
    return ThumbnailEntry(
      shared: shared, identity: identity, uri: uri, size: work.key.size, natural: natural,
      format: format)
  }

  /// Has the thumbnails that wait compressed and written. That is done here and not in a helper: what
  /// a helper compressed could be anything, and other programs would read it without confinement.
  func writeStores() { counted.writtenThumbnails += stores.write() }
}
