import DecoderWire
import Localization
import Pixels

/// The requests for thumbnails, which are taken from memory, from the shared cache or from the
/// file, in this order.
///
/// The shared cache contains sRGB. For a display with its own colour space, thumbnails of the cache
/// are converted while they are read, and new ones by a second request to a helper.
@MainActor
final class ThumbnailRequests {
  /// The colour space of the delivered thumbnails. After a change, waiting requests get thumbnails
  /// in the new one. Default: sRGB.
  var color = ImageColor.standard {
    didSet { if color != oldValue { restartInNewColor() } }
  }
  /// The dispatcher that starts the decodes of these requests; set once by its initialiser.
  weak var dispatcher: DecodeDispatcher?

  private let pool: DecoderPool
  private let files: any FileQuerying
  private let memory: PipelineCache
  private let diskTimeout: DiskTimeout
  private let shared: SharedThumbnails?
  private var unwrittenThumbnails: UnwrittenThumbnails
  private var works: [ThumbnailWork.Key: ThumbnailWork] = [:]
  private var running: [DecodeID: ThumbnailWork] = [:]
  private var lastSerial = 0
  private var lastNumber: UInt64 = 0
  private var counts = ImagingStatistics()

  init(
    _ pool: DecoderPool, _ files: any FileQuerying, _ memory: PipelineCache,
    _ diskTimeout: DiskTimeout, shared: SharedThumbnails?
  ) {
    self.pool = pool
    self.files = files
    self.memory = memory
    self.diskTimeout = diskTimeout
    self.shared = shared
    unwrittenThumbnails = UnwrittenThumbnails(shared)
  }

  var unfinishedWorks: some Collection<ThumbnailWork> { works.values }

  /// The running decodes of thumbnails as the scheduling policy sees them.
  var decodes: [DecodeScheduling.Decode] {
    running.map {
      DecodeScheduling.Decode(
        id: $0, path: $1.key.path, priority: .background, phase: .running($1.age))
    }
  }

  /// Whether no thumbnail waits to be handed to the writer thread.
  var hasSentAll: Bool { unwrittenThumbnails.hasSentAll }
  /// Whether every thumbnail for the shared cache was written, and the writer thread has ended.
  var hasWrittenAll: Bool { unwrittenThumbnails.hasWrittenAll }

  // MARK: Requests

  /// Begins a request for a thumbnail; see ``ImagePipeline/thumbnail(_:update:)``.
  func request(
    _ request: ThumbnailRequest,
    update: @escaping @MainActor (Result<Thumbnail, DecodeFailure>) -> Void
  ) -> ThumbnailTask {
    let task = ThumbnailTask(request, update: update)
    let known = memory.thumbnails.thumbnail(for: request)
    if let known { task.deliver(.success(known)) }
    if task.isFinished { return task }
    let work = work(for: ThumbnailWork.Key(path: request.path, size: request.size))
    if let known { work.preview = known }
    work.add(task)
    dispatcher?.dispatch()
    return task
  }

  /// The unfinished thumbnail of the file and size `key` in the present colour space; a new one
  /// when there is none.
  private func work(for key: ThumbnailWork.Key) -> ThumbnailWork {
    if let known = works[key], known.color == color { return known }
    lastSerial += 1
    let work = ThumbnailWork(key: key, color: color, serial: lastSerial)
    works[key] = work
    return work
  }

  private func remove(_ work: ThumbnailWork) {
    if works[work.key] === work { works[work.key] = nil }
  }

  /// Drops all cached thumbnails, and makes the unfinished ones again in the present colour space.
  private func restartInNewColor() {
    memory.thumbnails.removeAll()
    for work in works.values where work.isWanted {
      let successor = self.work(for: work.key)
      for task in work.tasks {
        work.remove(task)
        successor.add(task)
      }
    }
  }

  /// Drops all unfinished thumbnails, and those that wait to be written.
  func stop() {
    works = [:]
    running = [:]
    unwrittenThumbnails.end()
    unwrittenThumbnails = UnwrittenThumbnails(shared)
  }

  // MARK: Steps

  /// Takes the next step of the first thumbnail for which the scheduling policy allows one.
  ///
  /// - Returns: False when there is none.
  func startNext(_ scheduling: DecodeScheduling) -> Bool {
    guard scheduling.mayStartThumbnails, let work = next(scheduling) else { return false }
    switch work.state {
    case .new: lookUp(work)
    case .notStored: open(work)
    default: decode(work)
    }
    return true
  }

  /// Hands waiting thumbnails to the writer thread when no thumbnail waits for a helper, or when
  /// they have many bytes; not while a visible page waits.
  func writeThumbnailsIfDue(_ scheduling: DecodeScheduling) {
    guard
      unwrittenThumbnails.exceedsMemoryLimit
        || !works.values.contains(where: { $0.isWanted && $0.decode == nil }),
      !scheduling.isVisiblePageWaiting
    else { return }
    unwrittenThumbnails.sendToWriter()
  }

  /// The first thumbnail in queue order whose next step the scheduling policy allows; nil for none.
  /// Thumbnails without requests that no helper works on are dropped.
  ///
  /// The search is linear instead of in a sorted queue: distances change in every frame of
  /// scrolling, and a few hundred thumbnails take microseconds.
  ///
  /// - Complexity: O(*n*) for *n* unfinished thumbnails.
  private func next(_ scheduling: DecodeScheduling) -> ThumbnailWork? {
    let prepared = works.values.count(where: \.isPreparedOrInPreparation)
    var best: (work: ThumbnailWork, rank: (Int, Int, Int))?
    var unwanted: [ThumbnailWork] = []
    for work in works.values {
      guard let step = work.step else { continue }
      guard work.isWanted else {
        unwanted.append(work)
        continue
      }
      let rank = work.rank
      if let best, best.rank <= rank { continue }
      if scheduling.mayTake(step, preparedCount: prepared) { best = (work, rank) }
    }
    for work in unwanted { remove(work) }
    return best?.work
  }

  private func lookUp(_ work: ThumbnailWork) {
    let (path, shared, size) = (work.key.path, shared, work.key.size)
    ask(work) {
      Result { () throws(DecodeFailure) in
        let identity = try FileIdentity.read(path)
        return (identity, shared?.find(identity, size))
      }
    } then: { [weak self] in
      self?.lookupDidFinish(work, $0, $1)
    }
  }

  private func lookupDidFinish(
    _ work: ThumbnailWork, _ identity: FileIdentity, _ found: SharedThumbnails.OpenedEntry?
  ) {
    work.identity = identity
    work.state = found.map { .foundStored($0) } ?? .notStored
    if let failure = memory.failures.failure(of: identity) { return fail(work, failure) }
    if found == nil, work.isSharedCacheOnly { fail(work, DecodeFailure(.unknownFormat)) }
  }

  private func open(_ work: ThumbnailWork) {
    let path = work.key.path
    ask(work) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: {
      work.identity = $0.identity
      work.state = .opened($0)
    }
  }

  /// Runs a file query for a thumbnail on another thread, and calls `then` with its result; a
  /// failure, or a disk that does not respond, ends the thumbnail.
  private func ask<Answer: Sendable>(
    _ work: ThumbnailWork, _ question: @escaping @Sendable () -> Result<Answer, DecodeFailure>,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    work.state = .queryingFile(timeout: nil)
    files.ask(waits: false, question) { [weak self] answer in
      guard let self, case .queryingFile(let timeout) = work.state else { return }
      timeout?.cancel()
      work.state = .notStored
      switch answer {
      case .success(let found): then(found)
      case .failure(let failure): fail(work, failure)
      }
      dispatcher?.dispatch()
    }
    guard work.isQueryingFile else { return }
    let timeout = diskTimeout.schedule { [weak self] failure in
      work.state = .notStored
      self?.fail(work, failure)
      self?.dispatcher?.dispatch()
    }
    work.state = .queryingFile(timeout: timeout)
  }

  private func decode(_ work: ThumbnailWork) {
    let (path, side) = (work.key.path, work.key.size.side)
    let box = PixelSize(width: side, height: side)
    switch work.state {
    case .foundStored(let found):
      let id = nextID(.storedThumbnail)
      work.state = .readingStored(id, isFailure: found.isFailure)
      run(
        FileDecode(
          id: id, path: path, file: found.file, target: box, color: work.color,
          storedThumbnail: found.stored), for: work)
    case .opened(let opened):
      let id = nextID(.thumbnail)
      work.state = .decoding(id)
      // A new thumbnail is also written to the shared cache, which holds sRGB.
      run(
        FileDecode(
          id: id, path: path, file: opened.descriptor, target: box, color: .standard,
          minEmbeddedPreviewSide: minEmbeddedPreviewSide(of: work),
          choice: PictureChoice(leaf: path.ownLeaf)), for: work)
    case .needsRecoloring(let made):
      let id = nextID(.recoloredThumbnail)
      work.state = .recoloring(id, made)
      run(
        FileDecode(
          id: id, path: path, file: made.memory, target: made.thumbnail.bitmap.size,
          color: work.color), for: work)
    default: break
    }
  }

  private func nextID(_ purpose: DecodePurpose) -> DecodeID {
    lastNumber += 1
    return DecodeID(number: lastNumber, purpose: purpose)
  }

  private func run(_ job: FileDecode, for work: ThumbnailWork) {
    work.age = .short
    running[job.id] = work
    do {
      try pool.run(job)
    } catch {
      running[job.id] = nil
      fail(work, error)
    }
  }

  /// The minimum length in pixels of the longer side of an embedded preview that may be used: half
  /// of the requested side for a thumbnail that is shown until a larger one is made, the requested
  /// side for a final one.
  private func minEmbeddedPreviewSide(of work: ThumbnailWork) -> Int {
    work.preview == nil ? (work.requestedSide + 1) / 2 : work.requestedSide
  }

  // MARK: Events

  /// Handles an event of the decode `id` of a thumbnail.
  func handle(_ event: DecodeEvent, of id: DecodeID) {
    switch event {
    case .partial: break
    case .ageReached(let age): running[id]?.age = age
    case .mustRequeue: requeue(id)
    case .outcome(let outcome):
      if let work = running.removeValue(forKey: id) { finish(work, outcome) }
    }
  }

  /// Queues a thumbnail again, whose helper has ended.
  func requeue(_ id: DecodeID) { running.removeValue(forKey: id)?.revertState() }

  private func finish(_ work: ThumbnailWork, _ outcome: DecodeOutcome) {
    let ended = work.state
    work.state = .notStored
    if case .recoloring(_, let made) = ended { return finishRecoloring(work, made, outcome) }
    switch outcome {
    case .thumbnail(let info, let bitmap, let memory):
      if case .readingStored(_, isFailure: true) = ended {
        return fail(work, DecodeFailure(.damaged, detail: tr("it has failed before")))
      }
      countThumbnail(from: info.source)
      receive(Thumbnail(bitmap, info), info, memory, for: work)
    case .failed(let failure):
      if case .readingStored = ended {
        // After this failure the picture file itself is decoded, unless all requests want only a
        // thumbnail of the shared cache.
        if work.isSharedCacheOnly { fail(work, failure) }
        return
      }
      if let identity = work.identity { memory.failures.remember(failure, of: identity) }
      failPermanently(work, failure)
    case .crashed(let detail):
      let failure = DecodeFailure(.crashed, detail: detail)
      if let identity = work.identity { memory.failures.countCrash(failure, of: identity) }
      failPermanently(work, failure)
    case .picture: fail(work, DecodeFailure(.damaged))
    }
  }

  private func receive(
    _ thumbnail: Thumbnail, _ info: DecodeReply.ThumbnailInfo, _ memory: OwnedDescriptor,
    for work: ThumbnailWork
  ) {
    let size = thumbnail.bitmap.size
    let isEmbedded = info.source == .embedded
    let side = isEmbedded ? max(size.width, size.height) : work.key.size.side
    if let identity = work.identity {
      unwrittenThumbnails.addIfUseful(thumbnail, info, of: identity, work.key.size)
    }
    if work.color == .standard || info.source == .stored {
      cacheAndDeliver(thumbnail, finalUpTo: side, for: work)
    } else {
      work.state = .needsRecoloring(
        ThumbnailWork.SRGBThumbnail(thumbnail: thumbnail, memory: memory, finalUpToSide: side))
    }
  }

  /// Shows a thumbnail after its conversion to the colour space of the display; when that failed,
  /// in sRGB, which looks similar.
  private func finishRecoloring(
    _ work: ThumbnailWork, _ made: ThumbnailWork.SRGBThumbnail, _ outcome: DecodeOutcome
  ) {
    var thumbnail = made.thumbnail
    if case .picture(_, let result) = outcome { thumbnail.bitmap = result.bitmap }
    cacheAndDeliver(thumbnail, finalUpTo: made.finalUpToSide, for: work)
  }

  /// Caches a thumbnail and delivers it to the requests that wait for it.
  ///
  /// - Parameter side: The maximum requested side, in pixels, for which the thumbnail is final.
  private func cacheAndDeliver(_ thumbnail: Thumbnail, finalUpTo side: Int, for work: ThumbnailWork)
  {
    if work.color == color { memory.thumbnails.insert(thumbnail, for: work.key, finalUpTo: side) }
    var thumbnail = thumbnail
    thumbnail.isFinal = side >= work.requestedSide
    if thumbnail.isFinal { remove(work) } else { work.preview = thumbnail }
    work.deliver(.success(thumbnail))
  }

  /// Reports the failure of a picture to its requests, and records it in the shared cache when
  /// every attempt would fail.
  private func failPermanently(_ work: ThumbnailWork, _ failure: DecodeFailure) {
    if let identity = work.identity, let known = memory.failures.failure(of: identity) {
      unwrittenThumbnails.addFailure(known, of: identity, work.key.size)
    }
    fail(work, failure)
  }

  private func fail(_ work: ThumbnailWork, _ failure: DecodeFailure) {
    remove(work)
    // The smaller thumbnail that is shown already becomes the final one, because it is better than
    // none.
    if var preview = work.preview {
      preview.isFinal = true
      work.deliver(.success(preview))
    } else {
      work.deliver(.failure(failure))
    }
  }

  // MARK: Statistics

  private func countThumbnail(from source: DecodeReply.ThumbnailInfo.Source) {
    switch source {
    case .stored: counts.thumbnailsFromSharedCache += 1
    case .embedded: counts.embeddedThumbnails += 1
    case .decoded, .decodedTruncated: counts.decodedThumbnails += 1
    }
  }

  func addCounts(to statistics: inout ImagingStatistics) {
    statistics.thumbnailsFromSharedCache = counts.thumbnailsFromSharedCache
    statistics.embeddedThumbnails = counts.embeddedThumbnails
    statistics.decodedThumbnails = counts.decodedThumbnails
    statistics.writtenThumbnails = unwrittenThumbnails.sentCount
  }
}
