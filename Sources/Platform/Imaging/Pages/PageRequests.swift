import DecoderWire
import Localization
import Pixels

/// The handling of the requests for pages: files are examined, decodes are shared, and the results
/// are passed on to the requests.
@MainActor
final class PageRequests {
  /// The colour space of the delivered pictures. After a change, waiting requests get pictures in
  /// the new one. Default: sRGB.
  var color = ImageColor.standard {
    didSet { if color != oldValue { restartDecodes() } }
  }
  /// The dispatcher that starts the decodes of these requests; set once by its initialiser.
  weak var dispatcher: DecodeDispatcher?

  private let pool: DecoderPool
  private let files: any FileQuerying
  private let memory: PipelineCache
  private let diskTimeout: DiskTimeout
  private let sharedThumbnails: SharedThumbnails?
  /// The requests whose files are being examined; among them may be finished ones.
  private var tasksBeingExamined: [ImageTask] = []
  private var works: [DecodeID: DecodeWork] = [:]
  private var ids: [DecodeWork.Key: DecodeID] = [:]
  /// The choices among the pictures of files, by path, where they differ from the one that the path
  /// names.
  private var choices: [FilePathBytes: PictureChoice] = [:]
  private var lastDecodeNumber: UInt64 = 0
  private var lastRequestSerial = 0
  private var counts = ImagingStatistics()

  init(
    _ pool: DecoderPool, _ files: any FileQuerying, _ memory: PipelineCache,
    _ diskTimeout: DiskTimeout, sharedThumbnails: SharedThumbnails?
  ) {
    self.pool = pool
    self.files = files
    self.memory = memory
    self.diskTimeout = diskTimeout
    self.sharedThumbnails = sharedThumbnails
  }

  var unfinishedWorks: some Collection<DecodeWork> { works.values }

  /// The unfinished decodes as the scheduling policy sees them.
  var decodes: [DecodeScheduling.Decode] { works.values.compactMap(\.schedulingDecode) }

  /// Chooses, for later requests, the picture that is shown of a file with several.
  func choose(_ path: FilePathBytes, _ choice: PictureChoice) {
    choices[path] = choice == PictureChoice(leaf: path.ownLeaf) ? nil : choice
  }

  /// The choice among the pictures of a file. Default: the picture that the path names, else the
  /// first.
  func choice(of path: FilePathBytes) -> PictureChoice {
    choices[path] ?? PictureChoice(leaf: path.ownLeaf)
  }

  // MARK: Requests

  /// Begins a request for a page; see ``ImagePipeline/request(_:update:)``.
  func request(
    _ request: ImageRequest, update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    let task = ImageTask(request, dispatcher: dispatcher, update: update)
    let path = request.path
    let shared = request.purpose.showsPreviews ? sharedThumbnails : nil
    files.ask(waits: true) {
      Result { () throws(DecodeFailure) in try ExaminedFile(path, shared) }
    } then: { [weak self] in
      self?.begin(task, $0)
    }
    guard !task.isFileExamined, !task.isFinished else { return task }
    tasksBeingExamined.removeAll(where: \.isFinished)
    tasksBeingExamined.append(task)
    task.examinationTimeout = diskTimeout.schedule { [weak task] in task?.deliver(.failed($0)) }
    return task
  }

  /// Continues a request with the identity of its file, or with the failure to read that.
  private func begin(_ task: ImageTask, _ found: Result<ExaminedFile, DecodeFailure>) {
    task.recordExamination()
    tasksBeingExamined.removeAll { $0 === task }
    guard !task.isFinished else { return }
    switch found {
    case .failure(let failure):
      memory.invalidate(task.request.path)
      task.deliver(.failed(failure))
    case .success(let file):
      switch memory.lookup(file.identity, for: task.request) {
      case .exact(let image): task.deliver(.exact(image))
      case .failure(let failure): task.deliver(.failed(failure))
      case .missing(let standIn):
        enqueue(task, file, isCached: standIn != nil)
        if let standIn { task.deliver(.preview(standIn)) }
        dispatcher?.dispatch()
      }
    }
  }

  private func enqueue(_ task: ImageTask, _ file: ExaminedFile, isCached: Bool) {
    let found = file.stored.flatMap { $0.isFailure ? nil : $0 }
    let traits = DecodeScheduling.File(
      path: task.request.path, isLarge: file.isLarge, isCached: isCached,
      hasThumbnail: found != nil)
    let purposes = DecodeScheduling.purposesOfDecodes(for: task.request.purpose, of: traits)
    // Thumbnails and embedded previews show the first picture of a file, and must not be shown in
    // place of another.
    let mayStandIn = choices[task.request.path] == nil || purposes.count == 1
    for purpose in purposes where mayStandIn || purpose.isExact {
      enqueue(purpose, for: task, found)
    }
  }

  /// Adds a request to the decode of `purpose` that it needs, and makes that decode when none is
  /// unfinished. The decode counts as the latest one.
  ///
  /// - Parameter found: The file of the shared thumbnail cache to decode for `.storedPreview`.
  private func enqueue(
    _ purpose: DecodePurpose, for task: ImageTask, _ found: SharedThumbnails.OpenedEntry? = nil
  ) {
    let target =
      switch purpose {
      case .embeddedPreview: PixelSize.zero
      case .storedPreview:
        found.map { PixelSize(width: $0.stored.maxSide, height: $0.stored.maxSide) }
          ?? .zero
      default: task.request.target
      }
    let work = work(
      for: DecodeWork.Key(
        path: task.request.path, purpose: purpose, target: target, region: task.request.region,
        color: color, choice: choice(of: task.request.path)))
    if let found, purpose == .storedPreview, work.isQueued { work.setInput(found) }
    work.add(task)
  }

  private func work(for key: DecodeWork.Key) -> DecodeWork {
    lastRequestSerial += 1
    let work: DecodeWork
    if let known = ids[key].flatMap({ works[$0] }) {
      work = known
    } else {
      lastDecodeNumber += 1
      work = DecodeWork(DecodeID(number: lastDecodeNumber, purpose: key.purpose), key)
      works[work.id] = work
      ids[key] = work.id
    }
    work.latestRequestSerial = lastRequestSerial
    return work
  }

  /// Sets the priorities of the unfinished requests, by path; those for other files become
  /// `.background`.
  func setPriorities(_ priorities: [FilePathBytes: ImagePriority]) {
    for task in tasksBeingExamined + works.values.flatMap(\.tasks) {
      task.priority = priorities[task.request.path] ?? .background
    }
  }

  /// Moves the requests of decodes in a former colour space to new decodes in the present one.
  private func restartDecodes() {
    for work in works.values where work.key.color != color && work.isWanted {
      var key = work.key
      key.color = color
      let successor = self.work(for: key)
      successor.adoptInput(of: work)
      for task in work.tasks {
        work.remove(task)
        successor.add(task)
      }
    }
  }

  // MARK: Start and end

  /// Takes the next step of a queued decode: opens its file, or sends it to a helper when the file
  /// is open.
  func start(_ id: DecodeID) {
    guard let work = works[id] else { return }
    guard let job = work.takeJob() else { return open(work) }
    work.state = .running(.short)
    do {
      try pool.run(job)
    } catch {
      finish(work, .failed(error))
    }
  }

  /// Opens the file of a decode, which keeps its position in the queue.
  private func open(_ work: DecodeWork) {
    work.state = .opening(timeout: nil)
    let path = work.key.path
    files.ask(waits: true) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak self] in
      self?.fileDidOpen(work, $0)
    }
    guard case .opening = work.state else { return }
    let timeout = diskTimeout.schedule { [weak self] failure in
      guard case .opening = work.state else { return }
      self?.finish(work, .failed(failure))
      self?.dispatcher?.dispatch()
    }
    work.state = .opening(timeout: timeout)
  }

  private func fileDidOpen(_ work: DecodeWork, _ file: Result<OpenedFile, DecodeFailure>) {
    guard case .opening(let timeout) = work.state else { return }
    timeout?.cancel()
    switch file {
    case .success(let file):
      work.setInput(file)
      work.state = .queued
    case .failure(let failure): finish(work, .failed(failure))
    }
    dispatcher?.dispatch()
  }

  /// Removes a decode without an update to its requests.
  func remove(_ id: DecodeID) {
    guard let work = works.removeValue(forKey: id) else { return }
    if case .opening(let timeout) = work.state { timeout?.cancel() }
    work.state = .done
    if ids[work.key] == id { ids[work.key] = nil }
  }

  /// Queues a decode again, whose helper has ended.
  func requeue(_ id: DecodeID) { works[id]?.state = .queued }

  /// Removes queued decodes for which no request waits.
  func dropUnwanted() {
    for work in works.values where work.isQueued && !work.isWanted { remove(work.id) }
  }

  func removeAll() {
    for id in works.keys { remove(id) }
  }

  // MARK: Events

  /// Handles an event of the decode `id`.
  func handle(_ event: DecodeEvent, of id: DecodeID) {
    guard let work = works[id] else { return }
    switch event {
    case .partial(let info, let bitmap):
      let image = DecodedImage(bitmap: bitmap, info: info, isExact: false)
      for task in work.tasks where task.request.purpose.showsPreviews {
        task.deliver(.preview(image))
      }
    case .ageReached(let age): work.state = .running(age)
    case .mustRequeue: work.state = .queued
    case .outcome(let outcome): finish(work, outcome)
    }
  }

  private func finish(_ work: DecodeWork, _ outcome: DecodeOutcome) {
    remove(work.id)
    let isExact = work.key.purpose.isExact
    switch outcome {
    case .picture(let info, let result):
      if work.key.purpose.traits.isWhole { cache(info, result, of: work) }
      var image = DecodedImage(bitmap: result.bitmap, info: info, isExact: isExact)
      if isExact { image.memory = result.memory }
      deliver(isExact ? .exact(image) : .preview(image), to: work)
      if isExact { dispatcher?.recordDeliveredPicture() }
    case .failed(let failure):
      if isExact { counts.failures += 1 }
      if isExact, work.key.purpose.traits.isWhole, let identity = work.identity {
        memory.failures.remember(failure, of: identity)
      }
      fail(work, failure)
    case .crashed(let detail):
      if isExact { counts.failures += 1 }
      let failure = DecodeFailure(.crashed, detail: detail)
      if let identity = work.identity { memory.failures.countCrash(failure, of: identity) }
      fail(work, failure)
    case .thumbnail(let info, let bitmap, _): deliver(stored: bitmap, info, to: work)
    }
  }

  private func cache(
    _ info: DecodeReply.Info, _ result: PixelAdoption.AdoptedPixels, of work: DecodeWork
  ) {
    if work.key.purpose.isExact { counts.decodes += 1 } else { counts.previews += 1 }
    guard let identity = work.identity, work.key.color == color,
      work.key.choice == choice(of: work.key.path)
    else { return }
    memory.pictures.insert(
      PictureMemoryCache.Rendition(
        bitmap: result.bitmap, info: info, isExact: work.key.purpose.isExact,
        isOnlyForZooming: work.key.purpose.isExact && work.key.target.isEmpty, cost: result.cost),
      of: identity)
  }

  /// Delivers a thumbnail of the shared cache as a preview. One that does not record the natural
  /// size of its picture has unknown proportions, and is treated as missing.
  private func deliver(
    stored bitmap: Bitmap, _ info: DecodeReply.ThumbnailInfo, to work: DecodeWork
  ) {
    guard !info.naturalSize.isEmpty else {
      enqueueNextPreview(after: work)
      return deliver(nil, to: work)
    }
    counts.previews += 1
    let known = DecodeReply.Info(naturalSize: info.naturalSize, format: info.format)
    deliver(.preview(DecodedImage(bitmap: bitmap, info: known, isExact: false)), to: work)
  }

  /// Handles the failure of a decode. That of a preview ends only requests of fast paging; other
  /// requests also wait for an exact decode, which reports its own failure.
  private func fail(_ work: DecodeWork, _ failure: DecodeFailure) {
    if work.key.purpose.isExact { return deliver(.failed(failure), to: work) }
    if work.key.purpose.traits.readsPreview, failure.kind == .empty {
      enqueueNextPreview(after: work)
      return deliver(nil, to: work)
    }
    let passing = work.tasks.filter { $0.request.purpose.endsWithPreview }
    deliver(nil, to: work)
    for task in passing { task.deliver(.failed(failure)) }
  }

  /// Queues the decode of the next kind of preview, if there is one, for requests whose file does
  /// not have the kind that `missing` tried to decode.
  private func enqueueNextPreview(after missing: DecodeWork) {
    for task in missing.tasks where !task.isFinished {
      let picture = task.works.first { $0.key.purpose == .picture }
      let next = dispatcher?.scheduling.nextPreview(
        after: missing.key.purpose, of: missing.key.path, picture: picture?.id,
        fileSize: picture?.identity?.size ?? 0)
      if let next { enqueue(next, for: task) }
    }
  }

  private func deliver(_ update: ImageUpdate?, to work: DecodeWork) {
    for task in work.tasks {
      task.works.removeAll { $0 === work }
      if let update { task.deliver(update) }
    }
  }

  func addCounts(to statistics: inout ImagingStatistics) {
    statistics.decodes = counts.decodes
    statistics.previews = counts.previews
    statistics.failures = counts.failures
  }
}

/// The failure of a file whose disk does not respond within a time limit.
@MainActor
struct DiskTimeout {
  let loop: any DescriptorWatching
  /// The time limit in seconds from the beginning of a query.
  let seconds: Double

  /// Calls `action` with the failure after the time limit, unless the result is cancelled before.
  func schedule(_ action: @escaping @MainActor (DecodeFailure) -> Void) -> Cancellation {
    loop.schedule(after: seconds) {
      let detail = tr(
        "its disk has not responded for {seconds} seconds", ["seconds": Int(seconds.rounded())])
      action(DecodeFailure(.unreadable, detail: detail))
    }
  }
}
