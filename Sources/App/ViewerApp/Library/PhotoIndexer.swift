import BrowserHost
import DecoderWire
import Imaging
import Localization
import PhotoGrid
import PhotoIndex

/// The indexer, which reads the metadata of photos in the background and stores them. A confined
/// helper process of low priority reads the files, of which a few are opened in advance so that the
/// helper does not wait.
final class PhotoIndexer {
  /// A request for the metadata of one photo.
  nonisolated struct Request: Hashable, Sendable {
    var path: FilePath
    var stamp: IndexedPhoto.Stamp
    /// The inode number of the file; 0 if unknown.
    var inode: UInt64 = 0
  }

  /// The metadata that were read for one request, or empty metadata after a failure.
  nonisolated private struct Reading: Sendable {
    var request: Request
    var photo: IndexedPhoto
    /// Whether the result is valid until the file changes. The result of a temporary failure, such
    /// as the end of the helper process, is not stored, and the photo is read again.
    var isLasting: Bool

    var path: FilePath { request.path }
  }

  /// A request whose metadata are being read.
  private struct RunningRequest {
    let request: Request
    /// Whether the reading waits until the system is idle.
    let waitsForIdle: Bool
    let task: MetadataTask
    /// The inode number of the file, from this request or from another one for the same photo; 0 if
    /// unknown.
    var inode: UInt64

    /// Whether the metadata that are being read also answer `other`, a request about the same
    /// photo.
    func answers(_ other: Request, waitsForIdle otherWaits: Bool) -> Bool {
      request.stamp == other.stamp && (inode == 0 || other.inode == 0 || inode == other.inode)
        && (!waitsForIdle || otherWaits)
    }
  }

  /// The metadata that were read, by the path of the photo.
  typealias Records = [FilePath: PhotoRecord]

  private let pipeline: ImagePipeline
  private let store: PhotoFactsStore
  private let log: Log
  private var queue = PhotoIndexQueue()
  private var running: [FilePath: RunningRequest] = [:]
  private var unstoredReadings: [Reading] = []
  private var observers: [(owner: () -> AnyObject?, notify: (Records) -> Void)] = []
  /// The number of photos read since the queue was last empty, without those that fill the index.
  private var readCount = 0
  /// The number of read photos at which the observers are called next.
  private var deliveryThreshold = firstDeliveryThreshold

  /// Whether the helper process has read the complete metadata of a photo with libgexiv2 in this
  /// run.
  private var hasReadWithLibgexiv2 = false
  /// Whether the helper process has read the main facts of a photo without libgexiv2 in this run.
  private var hasReadWithoutLibgexiv2 = false
  /// Whether the requests of ``fillIndex(_:)`` that are not running wait, because the user acts.
  /// Default: false.
  var holdsFilling = false { didSet { if !holdsFilling { startRequests() } } }
  /// Called when the last request of ``fillIndex(_:)`` has been answered, or was also made by
  /// ``read(_:)`` or ``readFirst(_:)`` and thereby became one of those.
  var onFilled: () -> Void = {}

  /// The number of worker jobs that are storing metadata, each for the photos that were read since
  /// the job before.
  private var storingCount = 0
  /// Whether the index is pruned when everything that filled it has been stored; nil while no
  /// filling has ended.
  private var prunesAfterFilling: Bool?

  /// Whether metadata are stored on the calling thread, for a program without a main loop.
  private var storesSynchronously = false

  /// The number of photos in the queue from which on they are read only while the system is idle.
  /// Fewer photos take about a second, and the user may be waiting for them.
  private static let idleReadingThreshold = 2000
  /// The number of photos after which the observers are called first. Later parts grow with the
  /// number of photos that have been read, because a grid sorts the whole list after each part.
  private static let firstDeliveryThreshold = 100

  init(_ pipeline: ImagePipeline, _ store: PhotoFactsStore, log: Log) {
    self.pipeline = pipeline
    self.store = store
    self.log = log
  }

  /// Adds a closure that is called with metadata after they were read and stored. It is removed
  /// when `owner` is deallocated.
  func observe(for owner: AnyObject, _ observer: @escaping (Records) -> Void) {
    observers.removeAll { $0.owner() == nil }
    observers.append(({ [weak owner] in owner }, observer))
  }

  /// Appends requests to the queue in this order, without those that were added before.
  func read(_ photos: [Request]) { add(photos) { $0.append(photos) } }

  /// Adds requests at the front of the queue, because the user waits for the metadata.
  func readFirst(_ photos: [Request]) { add(photos) { $0.prepend(photos) } }

  /// Adds requests to the queue by `body`. Those that are running to fill the index start again at
  /// a higher priority, because an idle priority may delay them without limit.
  private func add(_ photos: [Request], by body: (inout PhotoIndexQueue) -> Void) {
    let wasFilling = isFilling
    cancel(queue.removeFilling(photos))
    body(&queue)
    startRequests()
    if wasFilling, !isFilling { onFilled() }
  }

  private func cancel(_ requests: [Request]) {
    for request in requests { running.removeValue(forKey: request.path)?.task.cancel() }
  }

  /// Whether a request of ``fillIndex(_:)`` has not been answered.
  var isFilling: Bool { !queue.isFillingDone }

  /// Adds requests that only fill the index. They are read after all others, while processor and
  /// disk are idle.
  func fillIndex(_ photos: [Request]) {
    queue.appendFilling(photos)
    startRequests()
  }

  /// Cancels the requests of ``fillIndex(_:)``. Metadata that have been read are stored.
  func stopFilling() {
    cancel(queue.removeFilling())
    storeAndNotify()
    startRequests()
  }

  /// Ends the helper processes that have filled the index, because nothing is left to fill. When
  /// everything has been stored, memory that only the filling needed is freed.
  ///
  /// - Parameter prunes: whether the index may have become too large.
  func finishFilling(prunes: Bool) {
    pipeline.endUnusedIdleMetadataHelpers()
    prunesAfterFilling = prunes || prunesAfterFilling ?? false
    releaseMemoryIfStored()
  }

  private func releaseMemoryIfStored() {
    guard storingCount == 0, let prunes = prunesAfterFilling else { return }
    prunesAfterFilling = nil
    let store = store
    WorkerThread.run {
      if prunes { store.prune() }
      store.releaseMemory()
    } finish: {
      Heap.trim()
    }
  }

  /// Cancels all requests. Metadata that have been read are stored.
  func stop() {
    queue.removeAll()
    for entry in running.values { entry.task.cancel() }
    running = [:]
    storeAndNotify(isLast: true)
  }

  /// Reads the metadata of photos and stores them before it returns, without calling observers.
  /// Used by a program without a main loop.
  func readNow(_ photos: [Request], on bridge: LoopBridge) {
    storesSynchronously = true
    defer { storesSynchronously = false }
    read(photos)
    bridge.run { running.isEmpty }
    storeAndNotify()
    if hasReadWithoutLibgexiv2 { Self.reportMissingLibrary(to: log) }
  }

  /// The requests for the metadata that items lack. If none lacks metadata, but those of an item
  /// were once read without libgexiv2, an error is logged.
  static func requests(for items: [PhotoItem], reportingTo log: Log) -> [Request] {
    let missing = items.compactMap(Request.init)
    // If there are requests, the indexer logs the missing library itself when it reads the photos.
    if missing.isEmpty, items.contains(where: { $0.record?.photo.hasBasicMetadataOnly ?? false }) {
      reportMissingLibrary(to: log)
    }
    return missing
  }

  private static func reportMissingLibrary(to log: Log) {
    log.error(tr("the main facts only: libgexiv2 (libgexiv2-2) is not installed"))
  }

  private func startRequests() {
    while let (request, purpose) = queue.takeNext(
      running: running.count, holdsFilling: holdsFilling)
    {
      let path = request.path
      if purpose == .filling, running[path] != nil {
        // The photo is being read for another purpose and in another state, so it is not read to
        // fill the index.
        _ = queue.didAnswer(request)
        queue.allowAgain(request)
        continue
      }
      let waitsForIdle =
        switch purpose {
        case .awaited: false
        case .listed: !storesSynchronously && queue.countWithoutFilling >= Self.idleReadingThreshold
        case .filling: true
        }
      if let former = running[path] {
        guard !former.answers(request, waitsForIdle: waitsForIdle) else {
          queue.join(request, to: former.request)
          if former.inode == 0 { running[path]?.inode = request.inode }
          continue
        }
        queue.join(former.request, to: request)
        former.task.cancel()
      }
      let task = pipeline.metadata(
        of: FilePathBytes(path.bytes),
        sidecars: request.stamp.sidecarModified == 0 ? [] : Sidecar.candidatePathBytes(of: path),
        includingHeader: path.mayBeAnimated,
        urgency: waitsForIdle ? .idle : .listed
      ) { [weak self] in self?.receive($0, for: request) }
      running[path] = RunningRequest(
        request: request, waitsForIdle: waitsForIdle, task: task, inode: request.inode)
    }
  }

  private func receive(_ answer: Result<PhotoDescription, DecodeFailure>, for request: Request) {
    let inode = running.removeValue(forKey: request.path)?.inode ?? request.inode
    let (wasFilling, fillsIndex) = (isFilling, queue.isFilling(request))
    if !fillsIndex { readCount += 1 } else if !answer.isLasting { queue.didFailFilling(request) }
    let description = try? answer.get()
    let metadata = description?.metadata
    var photo = IndexedPhoto(metadata ?? PhotoMetadata(), request.stamp)
    photo.inode = inode
    photo.isAnimated = description?.header.map { $0.frames > 1 }
    unstoredReadings.append(Reading(request: request, photo: photo, isLasting: answer.isLasting))
    if let metadata, metadata.completeness == .complete, !hasReadWithLibgexiv2 {
      hasReadWithLibgexiv2 = true
      let store = store
      if storesSynchronously {
        store.removeBasicMetadata()
      } else {
        WorkerThread.run({ store.removeBasicMetadata() }) {}
      }
    }
    if photo.hasBasicMetadataOnly { hasReadWithoutLibgexiv2 = true }
    let isLastAwaited = queue.didAnswer(request)
    // The last request for another purpose is recognised while requests that fill the index are
    // running, because these may run for a long time.
    let hasOthers = !queue.isEmptyExceptFilling || running.count > queue.runningFillingCount
    let isLast = fillsIndex ? !isFilling : !hasOthers
    if isLastAwaited || isLast || unstoredReadings.count >= deliveryThreshold {
      storeAndNotify(isLast: isLast && !fillsIndex)
    }
    if isLast, !fillsIndex {
      log.trace("indexed photos=\(readCount)")
      (readCount, deliveryThreshold) = (0, Self.firstDeliveryThreshold)
    }
    if isLast, !hasOthers { queue.allowAnsweredAgain() }
    startRequests()
    if wasFilling, !isFilling { onFilled() }
  }

  /// Stores the metadata that have been read, and calls the observers afterwards.
  ///
  /// - Parameter isLast: whether the index is pruned, because the queue has become empty. Default:
  ///   false.
  private func storeAndNotify(isLast: Bool = false) {
    guard !unstoredReadings.isEmpty else { return }
    let part = unstoredReadings
    unstoredReadings = []
    deliveryThreshold = max(Self.firstDeliveryThreshold, readCount / 4)
    let store = store
    let lasting = part.filter(\.isLasting).map { ($0.path, $0.photo) }
    // The result of a temporary failure is not stored, and the photo may be requested again.
    for reading in part where !reading.isLasting { queue.allowAgain(reading.request) }
    if storesSynchronously { return store.store(lasting) }
    storingCount += 1
    WorkerThread.run {
      store.store(lasting)
      if isLast { store.prune() }
      let photos = store.withDatabaseMarks(part.map { ($0.path, $0.photo) })
      return Dictionary(photos.map { ($0.path, PhotoRecord($0.photo)) }) { $1 }
    } finish: { [weak self] records in
      guard let self else { return }
      for observer in observers { observer.notify(records) }
      storingCount -= 1
      releaseMemoryIfStored()
    }
  }
}

nonisolated extension Result<PhotoDescription, DecodeFailure> {
  /// Whether reading the unchanged file again would have the same result.
  fileprivate var isLasting: Bool {
    guard case .failure(let failure) = self else { return true }
    return switch failure.kind {
    case .unknownFormat, .damaged, .tooLarge, .empty, .unsupported: true
    case .missingLoader, .unreadable, .tooSlow, .crashed, .noDecoder: false
    }
  }
}

nonisolated extension PhotoIndexer.Request {
  /// Makes the request for the metadata of an item; nil if they are known, if the state of the file
  /// is unknown, or if the item is a web address.
  init?(_ item: PhotoItem) {
    guard item.lacksRecord, item.path.webAddress == nil, let stamp = item.factsStamp else {
      return nil
    }
    self.init(path: item.path, stamp: stamp, inode: item.inode)
  }
}

nonisolated extension IndexedPhoto {
  /// The entry of the index for a photo, with those of its metadata by which photos are sorted and
  /// filtered.
  ///
  /// - Parameter stamp: the state of the file and its sidecar from which the metadata were read.
  init(_ metadata: PhotoMetadata, _ stamp: Stamp) {
    self.init(stamp: stamp, taken: metadata.taken?.secondsOnClock)
    width = metadata.pixelSize?.width ?? 0
    height = metadata.pixelSize?.height ?? 0
    orientation = metadata.orientation ?? 0
    sequence = metadata.sequence ?? 0
    camera = MetadataLines.cameraName(metadata)
    lens = metadata.lens
    hasBasicMetadataOnly = metadata.completeness == .basic
    rating = metadata.rating
    let marks = PhotoMarks(metadata)
    (flag, label) = (marks.flag.rawValue, marks.label.rawValue)
    keywords = metadata.keywords.joined(separator: "\n")
    place = metadata.place.joined(separator: "\n")
  }
}
