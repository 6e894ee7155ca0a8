import CLinux
import DecoderWire
import Pixels

/// One thumbnail waiting to be written to the shared cache.
struct PendingThumbnail: Sendable {
  let entry: ThumbnailEntry
  let bitmap: Bitmap
}

/// The thumbnails to be written to the shared cache, and the writer thread.
@MainActor
struct PendingThumbnails {
  /// The bytes of waiting pixels above which thumbnails are written although others are still being
  /// made.
  private static let maxWaitingBytes = 16 << 20

  private var waiting: [PendingThumbnail] = []
  private var bytes = 0
  let writer = ThumbnailWriter()

  /// Whether the waiting thumbnails must be written now.
  var mustBeWritten: Bool { bytes > Self.maxWaitingBytes }
  /// Whether all thumbnails have been sent to the writer.
  var areSentToWriter: Bool { waiting.isEmpty }
  /// Whether all thumbnails have been written.
  var areWritten: Bool { waiting.isEmpty && writer.isIdle }

  mutating func add(_ store: PendingThumbnail) {
    waiting.append(store)
    bytes += store.bitmap.byteCount
  }

  /// Sends all waiting thumbnails to the writer.
  ///
  /// - Returns: The number of thumbnails sent.
  mutating func write() -> Int {
    for store in waiting { writer.write(store.entry, .picture(store.bitmap)) }
    defer { (waiting, bytes) = ([], 0) }
    return waiting.count
  }

  /// Ends the writer and removes its unfinished file. Waiting thumbnails are dropped.
  func end() { writer.end() }
}

/// Writing of thumbnails to the shared cache.
extension ImagePipeline {
  /// The minimum age of a file in seconds. A file that is still being written may change again
  /// within the one-second resolution of `Thumb::MTime`.
  private static let settled: Int64 = 2

  /// Queues a thumbnail for the shared cache, if it is useful for other programs: of the full size
  /// of its folder, smaller than the picture, and showing the whole picture.
  func store(
    _ thumbnail: Thumbnail, _ info: DecodeReply.ThumbnailInfo, of work: ThumbnailWork
  ) {
    let side = work.key.size.side
    let box = PixelSize(width: side, height: side)
    let wish = DecodeRequest(id: 0, purpose: .exact, target: box)
    guard info.source != .stored, info.source != .decodedTruncated,
      let natural = thumbnail.naturalSize,
      max(natural.width, natural.height) > side,
      thumbnail.bitmap.size == wish.fittedSize(of: natural),
      let entry = entry(for: work, natural: natural, format: info.format)
    else { return }
    stores.add(PendingThumbnail(entry: entry, bitmap: thumbnail.bitmap))
  }

  /// Writes a failure entry when the picture has failed permanently. Missing loaders are excluded,
  /// as one may be installed later, and so are empty files, which fail quickly anyway.
  func storeFailureEntry(of work: ThumbnailWork) {
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

  /// Starts the compression and writing of the waiting thumbnails. This happens in the viewer,
  /// because other programs would parse the files without confinement, and a helper is not trusted
  /// to write well-formed files.
  func writeStores() { counted.writtenThumbnails += stores.write() }
}
