import CLinux
import DecoderWire
import Pixels

/// One thumbnail on its way into the shared cache: its pixels wait for a helper to compress them.
@MainActor
final class ThumbnailStore {
  let entry: ThumbnailEntry
  let size: PixelSize
  /// The pixels, as the helper that made them handed them over.
  let memory: OwnedDescriptor

  init(_ entry: ThumbnailEntry, size: PixelSize, memory: OwnedDescriptor) {
    self.entry = entry
    self.size = size
    self.memory = memory
  }
}

/// The thumbnails that wait, and who writes them.
@MainActor
struct ThumbnailStores {
  /// Each takes a descriptor; as long as there are more they go before thumbnails.
  private static let mostWaiting = 128

  private var waiting: [ThumbnailStore] = []
  /// Those a helper is busy with.
  var running = 0
  let writer = ThumbnailWriter()

  /// True when it is time to write some, whatever else there is to do.
  var arePressing: Bool { waiting.count > Self.mostWaiting }

  /// True when no pixels wait any more: the rest is up to the writer.
  var areEncoded: Bool { waiting.isEmpty && running == 0 }
  /// True when everything is written.
  var areDone: Bool { areEncoded && writer.isIdle }

  mutating func add(_ store: ThumbnailStore) { waiting.append(store) }

  mutating func next() -> ThumbnailStore? { waiting.isEmpty ? nil : waiting.removeFirst() }
}

/// What goes into the shared cache, and when.
extension ImagePipeline {
  /// Seconds a file has to have been left alone: one that is being written has no thumbnail yet, and
  /// may change again within the second that is all the cache knows.
  private static let settled: Int64 = 2

  /// Sees to it that other programs find the thumbnail, unless they would do without: it must be
  /// all that its size promises, and smaller than the picture.
  func store(
    _ thumbnail: Thumbnail, _ info: DecodeReply.ThumbnailInfo, _ memory: OwnedDescriptor,
    of work: ThumbnailWork
  ) {
    let side = work.key.size.side
    let box = PixelSize(width: side, height: side)
    let wish = DecodeRequest(id: 0, purpose: .exact, target: box)
    guard info.source != .stored, let natural = thumbnail.naturalSize,
      max(natural.width, natural.height) > side,
      thumbnail.bitmap.size == wish.fittedSize(of: natural),
      let entry = entry(for: work, natural: natural, format: info.format)
    else { return }
    stores.add(ThumbnailStore(entry, size: thumbnail.bitmap.size, memory: memory))
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

  /// Has a helper compress the next one; false when none waits or no helper is free.
  func startStore() -> Bool {
    guard pool.hasFreeHelper, let store = stores.next() else { return false }
    let work = DecodeWork(
      key: DecodeWork.Key(
        path: store.entry.identity.path, purpose: .encode, target: store.size),
      role: .store(store))
    work.input = store.memory
    work.state = .running
    // Without a helper there is nobody to tell, and nothing is lost but time on another day.
    if (try? pool.run(work)) != nil { stores.running += 1 }
    return true
  }

  /// What happens when a helper has compressed one.
  func finish(_ store: ThumbnailStore, _ work: DecodeWork, _ outcome: DecodeOutcome) {
    work.state = .done
    stores.running -= 1
    guard case .encoded(let body, let memory) = outcome else { return }
    counted.writtenThumbnails += 1
    stores.writer.write(
      store.entry, .picture(store.size, hasAlpha: body.hasAlpha, body: memory, body.byteCount))
  }
}
