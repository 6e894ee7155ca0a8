import BrowserHost
import DecoderWire
import Imaging
import PhotoGrid
import PhotoIndex

/// The indexer, which reads the metadata of photos in the background and stores them. A confined
/// helper of low priority reads; a few files are opened ahead so that it does not wait.
final class PhotoIndexer {
  /// A photo whose facts are wanted.
  nonisolated struct Request: Hashable, Sendable {
    var path: FilePath
    var stamp: IndexedPhoto.Stamp
    /// The inode number of the file; 0 when unknown.
    var inode: UInt64 = 0
  }

  /// The facts about one photo.
  nonisolated private struct Reading: Sendable {
    var path: FilePath
    var photo: IndexedPhoto
    /// Whether the facts apply until the file changes. After a temporary failure, such as the end
    /// of the helper, the photo is read again at the next start.
    var isLasting: Bool

    var request: Request { Request(path: path, stamp: photo.stamp, inode: photo.inode) }
  }

  /// The facts that were read, by path.
  typealias Records = [FilePath: PhotoRecord]

  private let pipeline: ImagePipeline
  private let store: PhotoFactsStore
  private let log: Log
  private var queue = PhotoIndexQueue()
  private var running: [FilePath: MetadataTask] = [:]
  private var read: [Reading] = []
  private var observers: [(owner: () -> AnyObject?, take: (Records) -> Void)] = []
  /// The number of photos read since the queue was empty.
  private var count = 0
  /// The number of photos after which the next part is delivered.
  private var partSize = firstPart

  /// Whether libgexiv2 has read a photo in this run.
  private var hasFullReader = false
  /// Whether facts are stored on this thread.
  private var isBlocking = false

  /// The number of waiting photos from which on they are read only while the system is idle. Fewer
  /// photos take about a second, and the user may be waiting for them.
  private static let libraryCount = 2000
  /// The number of photos in the first part that is delivered; later ones grow with the number that
  /// has been read, because every part sorts the whole list.
  private static let firstPart = 100

  init(_ pipeline: ImagePipeline, _ store: PhotoFactsStore, log: Log) {
    self.pipeline = pipeline
    self.store = store
    self.log = log
  }

  /// Adds an observer of the facts that are read, for the lifetime of an object.
  func observe(for owner: AnyObject, _ observer: @escaping (Records) -> Void) {
    observers.removeAll { $0.owner() == nil }
    observers.append(({ [weak owner] in owner }, observer))
  }

  /// Appends photos that are not in the queue yet to the queue, in this order.
  func read(_ photos: [Request]) {
    queue.append(photos)
    start()
  }

  /// Reads photos before all others, because the user waits for their facts.
  func readFirst(_ photos: [Request]) {
    queue.prepend(photos)
    start()
  }

  /// Ends all requests. Facts that have been read are stored.
  func stop() {
    queue.removeAll()
    for task in running.values { task.cancel() }
    running = [:]
    deliver()
  }

  /// Reads photos and stores their facts before it returns; without observers, for programs without
  /// a main loop.
  func readNow(_ photos: [Request], on bridge: LoopBridge) {
    isBlocking = true
    defer { isBlocking = false }
    read(photos)
    bridge.run { running.isEmpty }
    deliver()
  }

  private func start() {
    while let (request, isUrgent) = queue.next(running: running.count) {
      let path = request.path
      let waitsForIdle = !isBlocking && !isUrgent && queue.count >= Self.libraryCount
      running[path] = pipeline.metadata(
        of: FilePathBytes(path.bytes),
        sidecars: request.stamp.sidecarModified == 0 ? [] : Sidecar.pathBytes(of: path),
        urgency: waitsForIdle ? .idle : .listed
      ) { [weak self] in self?.take($0, for: request) }
    }
  }

  private func take(_ answer: Result<PhotoDescription, DecodeFailure>, for request: Request) {
    running[request.path] = nil
    count += 1
    let metadata = (try? answer.get())?.metadata
    var photo = IndexedPhoto(metadata ?? PhotoMetadata(), request.stamp)
    photo.inode = request.inode
    read.append(Reading(path: request.path, photo: photo, isLasting: answer.isLasting))
    if let metadata, metadata.completeness == .complete, !hasFullReader {
      hasFullReader = true
      let store = store
      if isBlocking { store.removeBasic() } else { WorkerThread.run({ store.removeBasic() }) {} }
    }
    let isLast = queue.isEmpty && running.isEmpty
    if queue.didAnswer(request) || isLast || read.count >= partSize { deliver() }
    if isLast {
      log.trace("indexed photos=\(count)")
      (count, partSize) = (0, Self.firstPart)
      queue.removeAll()
    }
    start()
  }

  /// Stores the facts that were read, then notifies the observers.
  private func deliver() {
    guard !read.isEmpty else { return }
    let part = read
    read = []
    partSize = max(Self.firstPart, count / 4)
    let store = store
    let lasting = part.filter(\.isLasting).map { ($0.path, $0.photo) }
    // Facts after a temporary failure are not stored: a request after this delivery reads them
    // again.
    for reading in part where !reading.isLasting { queue.forget(reading.request) }
    if isBlocking { return store.store(lasting) }
    let isLast = queue.isEmpty && running.isEmpty
    WorkerThread.run {
      store.store(lasting)
      if isLast { store.prune() }
      let photos = store.marked(part.map { ($0.path, $0.photo) })
      return Dictionary(photos.map { ($0.path, PhotoRecord($0.photo)) }) { $1 }
    } finish: { [weak self] records in
      for observer in self?.observers ?? [] { observer.take(records) }
    }
  }
}

nonisolated extension Result<PhotoDescription, DecodeFailure> {
  /// Whether another reading of the same file gives the same answer.
  fileprivate var isLasting: Bool {
    guard case .failure(let failure) = self else { return true }
    return switch failure.kind {
    case .unknownFormat, .damaged, .tooLarge, .empty, .unsupported: true
    case .missingLoader, .unreadable, .tooSlow, .crashed, .noDecoder: false
    }
  }
}

nonisolated extension PhotoIndexer.Request {
  /// The request for the facts about an item; nil when they are known, or the item is no file.
  init?(_ item: PhotoItem) {
    guard item.lacksRecord, item.path.webAddress == nil, let stamp = item.factsStamp else {
      return nil
    }
    self.init(path: item.path, stamp: stamp, inode: item.inode)
  }
}

nonisolated extension IndexedPhoto {
  /// The facts of a photo's metadata that the index stores.
  init(_ metadata: PhotoMetadata, _ stamp: Stamp) {
    self.init(stamp: stamp, taken: metadata.taken?.secondsOnClock)
    width = metadata.pixelSize?.width ?? 0
    height = metadata.pixelSize?.height ?? 0
    orientation = metadata.orientation ?? 0
    sequence = metadata.sequence ?? 0
    camera = MetadataLines.camera(metadata)
    lens = metadata.lens
    isBasic = metadata.completeness == .basic
    rating = metadata.rating
    let marks = PhotoMarks(metadata)
    (flag, label) = (marks.flag.rawValue, marks.label.rawValue)
    keywords = metadata.keywords.joined(separator: "\n")
    place = metadata.place.joined(separator: "\n")
  }
}
