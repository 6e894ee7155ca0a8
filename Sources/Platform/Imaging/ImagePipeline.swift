public import DecoderWire
public import Pixels

/// The picture pipeline: it requests pictures from the helpers by priority and caches the results.
///
/// It runs on the main actor. The helpers' sockets are served by the same `poll` as the window, so
/// that a reply becomes a frame without a thread switch. Nothing slow runs here: files are examined
/// and opened on other threads, and read, parsed and decoded in the helpers.
@MainActor
public final class ImagePipeline {
  /// The time in seconds between the first exact picture and the start of further helpers, so that
  /// the picture is shown first.
  private static let helperStartDelay = 0.05

  let configuration: ImagingConfiguration
  let pool: DecoderPool
  /// The helper for frames of animations.
  let frameHelper: SessionHelper
  /// The helper for regions of huge pictures.
  let regionHelper: SessionHelper
  /// The file access of the pipeline, also for other file queries.
  package let files: any FileQuerying
  /// The colour space of pictures. A change drops all cached pictures; views must request theirs
  /// again. Thumbnails are sRGB when this is `.untouched`. Default: `.standard`.
  public var color = ImageColor.standard {
    didSet { if color != oldValue { colorDidChange(from: oldValue) } }
  }
  /// Called when a helper has crashed, for logging. Its picture fails or is tried once more, and
  /// another helper is started.
  public var onHelperCrash: (@MainActor (HelperCrash) -> Void)?
  var queue = WorkQueue()
  var cache: MemoryCache
  var failures = FailureCache()
  var thumbnails = ThumbnailQueue()
  var thumbnailCache: ThumbnailMemoryCache
  var stores = PendingThumbnails()
  var counted = ImagingStatistics()
  var isDispatching = false
  var needsDispatch = false
  private let loop: any DescriptorWatching
  private var warming: Cancellation?
  private(set) var hasDeliveredFirstPicture = false

  /// Makes a pipeline with real helper processes. No process is started yet.
  public convenience init(
    configuration: ImagingConfiguration = ImagingConfiguration(), loop: any DescriptorWatching
  ) {
    self.init(configuration: configuration, loop: loop, files: FileQueryThreads(loop: loop))
  }

  /// Makes a pipeline with real helper processes and the given file access.
  package convenience init(
    configuration: ImagingConfiguration, loop: any DescriptorWatching, files: any FileQuerying
  ) {
    let launcher = DecoderProcessLauncher(
      loop: loop, showsErrors: configuration.showsHelperErrors)
    self.init(
      configuration: configuration, loop: loop, launcher: launcher, files: files)
    launcher.onCrash = { [weak self] in self?.onHelperCrash?($0) }
  }

  /// Makes a pipeline with the given helpers and file access.
  package init(
    configuration: ImagingConfiguration, loop: any DescriptorWatching,
    launcher: any DecoderLauncher, files: any FileQuerying = SynchronousFileQueries()
  ) {
    self.configuration = configuration
    self.loop = loop
    self.files = files
    cache = MemoryCache(budget: configuration.cacheBytes ?? 0)
    thumbnailCache = ThumbnailMemoryCache(budget: configuration.thumbnailBytes)
    pool = DecoderPool(configuration: configuration, launcher: launcher, loop: loop)
    frameHelper = SessionHelper(
      configuration: configuration, launcher: launcher, loop: loop, recycled: pool.recycled)
    regionHelper = SessionHelper(
      configuration: configuration, launcher: launcher, loop: loop, recycled: pool.recycled)
    pool.onOutcome = { [weak self] in self?.finish($0, $1) }
    pool.onPartial = { [weak self] in self?.deliver(partial: $2, $1, to: $0) }
    pool.onChange = { [weak self] in self?.dispatch() }
  }

  /// Starts the first helpers. This needs neither a window nor a running loop, so a program can
  /// call it first: the helpers start up while the program connects to its display.
  public func start() { pool.warm(configuration.helpersAtStart) }

  /// Ends all helpers. Running requests get no further update.
  public func stop() {
    warming?.cancel()
    warming = nil
    for work in queue.works.values { queue.remove(work) }
    for work in thumbnails.works.values { thumbnails.remove(work) }
    stores.end()
    stores = PendingThumbnails()
    pool.stop()
    frameHelper.stop()
    regionHelper.stop()
  }

  /// Requests a picture.
  ///
  /// A cached exact picture is delivered before this returns, and the task is then finished. So is
  /// the failure of a file that cannot be opened, or that has failed before and is unchanged. With
  /// slow file access all updates come later.
  ///
  /// - Parameter update: Called on the main actor; see ``ImageUpdate``.
  public func request(
    _ request: ImageRequest, update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    let task = ImageTask(request, pipeline: self, update: update)
    adaptCacheBudget(to: request)
    let path = request.path
    let shared = request.purpose == .page ? configuration.sharedThumbnails : nil
    files.ask(waits: true) {
      Result { () throws(DecodeFailure) in try ExaminedFile(path, shared) }
    } then: { [weak self] in
      self?.begin(task, $0)
    }
    guard !task.hasBegun, !task.isFinished else { return task }
    task.looking = onSilence { [weak task] in task?.deliver(.failed($0)) }
    return task
  }

  /// Continues a request after its file has been examined.
  private func begin(_ task: ImageTask, _ found: Result<ExaminedFile, DecodeFailure>) {
    task.begin()
    guard !task.isFinished else { return }
    let request = task.request
    let file: ExaminedFile
    switch found {
    case .success(let known): file = known
    case .failure(let failure):
      invalidate(request.path)
      return task.deliver(.failed(failure))
    }
    let identity = file.identity
    if let known = cache.identity(of: request.path), known != identity { invalidate(request.path) }
    let memory = request.isPart ? nil : cache.best(request.path, for: request.target)
    if let memory, memory.isExact {
      counted.hits += 1
      return task.deliver(.exact(memory))
    }
    counted.misses += 1
    if let failure = failures.failure(of: identity) { return task.deliver(.failed(failure)) }
    enqueue(task, file, hasPreview: memory != nil)
    if let memory { task.deliver(.preview(memory)) }
    dispatch()
  }

  /// Schedules a failure for a disk that has not responded within the deadline.
  func onSilence(_ action: @escaping @MainActor (DecodeFailure) -> Void) -> Cancellation {
    let seconds = configuration.deadline
    return loop.schedule(after: seconds) {
      let detail = "nothing has come from its disk for \(Int(seconds.rounded())) seconds"
      action(DecodeFailure(.unreadable, detail: detail))
    }
  }

  /// The best cached picture: the exact one for `target`, else the smallest larger one, else the
  /// largest.
  ///
  /// - Returns: Nil when the cache has no picture of the file. The file itself is not accessed.
  public func cached(_ path: FilePathBytes, target: PixelSize) -> DecodedImage? {
    cache.best(path, for: target)
  }

  /// The file identity that the cached pictures were made from; nil when there are none.
  public func identity(_ path: FilePathBytes) -> FileIdentity? { cache.identity(of: path) }

  /// The properties of a cached picture; nil when there is none.
  public func info(_ path: FilePathBytes) -> DecodeReply.Info? { cache.info(of: path) }

  /// The maximum number of parallel decodes.
  package var maxHelpers: Int { pool.most }

  /// Sets the priorities of all running requests at once; requests for other files get
  /// `.background`. Cancel requests for pages that are gone instead.
  public func setPriorities(_ priorities: [FilePathBytes: ImagePriority]) {
    isDispatching = true
    for work in queue.works.values {
      for task in work.tasks { task.priority = priorities[work.key.path] ?? .background }
    }
    isDispatching = false
    dispatch()
  }

  /// Pins the pictures of these files in the cache, even above its budget. Meant for the live
  /// pages.
  public func setLive(_ paths: Set<FilePathBytes>) { cache.pinned = paths }

  /// Forgets recorded failures and crashes of a file, so that it is tried again.
  public func retry(_ path: FilePathBytes) { failures.forget(path) }

  /// Drops all cached data of a file that has changed or was deleted.
  public func invalidate(_ path: FilePathBytes) {
    cache.remove(path)
    thumbnailCache.remove(path)
    failures.forget(path)
  }

  /// Drops all cached pictures except pinned ones, and all free shared memory.
  public func releaseMemory() {
    cache.trim()
    thumbnailCache.removeAll()
    pool.recycled.removeAll()
  }

  /// The statistics since the pipeline was made.
  public var statistics: ImagingStatistics {
    var result = counted
    result.cachedBytes = cache.bytes
    result.cachedPictures = cache.count
    result.thumbnailBytes = thumbnailCache.bytes
    result.restarts = pool.restarts
    result.frames = frameHelper.delivered
    result.parts = regionHelper.delivered
    return result
  }

  /// Adapts the cache budget to the size of the window.
  private func adaptCacheBudget(to request: ImageRequest) {
    guard configuration.cacheBytes == nil, request.purpose == .page else { return }
    let box = request.target
    // A page taller than wide counts as a square.
    guard
      let page = CheckedSize.byteCount(
        PixelSize(width: box.width, height: min(box.height, box.width)))
    else { return }
    let wanted = Int(Double(page.total) * ImagingConfiguration.ahead)
    let budget = min(ImagingConfiguration.maxCacheBytes, wanted)
    if budget != cache.budget { cache.budget = budget }
  }

  func priorityChanged() { dispatch() }

  /// Starts the other helpers after the first exact picture was delivered.
  func startHelpersLater() {
    guard !hasDeliveredFirstPicture else { return }
    hasDeliveredFirstPicture = true
    warming = loop.schedule(after: Self.helperStartDelay) { [weak self] in
      guard let self else { return }
      pool.warm(configuration.helpers)
      dispatch()
    }
  }
}
