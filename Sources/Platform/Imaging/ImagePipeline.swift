public import DecoderWire
public import Pixels

/// Files in, pictures out: asks the helpers, in the right order, and remembers what they gave.
///
/// It lives on the main actor, the one coordinating actor: the helpers' sockets are served by the
/// same `poll` as the window, so that a reply becomes a frame without a hop. Nothing slow runs
/// here: files are looked at and opened beside it, and read, parsed and decoded in the helpers.
@MainActor
public final class ImagePipeline {
  /// Seconds from the first exact picture to the start of the other helpers: it is to be shown
  /// first.
  private static let warmAfter = 0.05

  let configuration: ImagingConfiguration
  let pool: DecoderPool
  /// Plays animations.
  let frameHelper: SessionHelper
  /// Reads parts of huge pictures.
  let partHelper: SessionHelper
  /// Looks at files and opens them; for whoever has questions of the same kind.
  package let files: any FileAsking
  /// Which colours pictures are in, from now on: whatever memory has is forgotten when it changes,
  /// and who shows a picture asks for it again. Thumbnails are sRGB where the colours are untouched.
  /// Default `.standard`.
  public var color = ImageColor.standard {
    didSet { if color != oldValue { colorDidChange(from: oldValue) } }
  }
  /// Told when a helper ended by itself. Its picture fails, or is tried once more, and the next
  /// helper starts: it is for a log.
  public var onHelperCrash: (@MainActor (HelperCrash) -> Void)?
  var queue = WorkQueue()
  var cache: MemoryCache
  var failures = FailureMemory()
  var thumbnails = ThumbnailQueue()
  var thumbnailMemory: ThumbnailMemory
  var stores = ThumbnailStores()
  var counted = ImagingStatistics()
  var isDispatching = false
  var needsDispatch = false
  private let loop: any DescriptorWatching
  private var warming: Cancellation?
  private(set) var isWarm = false

  /// Makes a pipeline that talks to real helpers; nothing is started.
  public convenience init(
    configuration: ImagingConfiguration = ImagingConfiguration(), loop: any DescriptorWatching
  ) {
    self.init(configuration: configuration, loop: loop, files: FileThreads(loop: loop))
  }

  /// Makes a pipeline that talks to real helpers, and whose files are asked for by `files`.
  package convenience init(
    configuration: ImagingConfiguration, loop: any DescriptorWatching, files: any FileAsking
  ) {
    let launcher = DecoderProcessLauncher(
      loop: loop, showsErrors: configuration.showsHelperErrors)
    self.init(
      configuration: configuration, loop: loop, launcher: launcher, files: files)
    launcher.onCrash = { [weak self] in self?.onHelperCrash?($0) }
  }

  /// Makes a pipeline whose helpers come from `launcher` and whose files are asked for by `files`.
  package init(
    configuration: ImagingConfiguration, loop: any DescriptorWatching,
    launcher: any DecoderLauncher, files: any FileAsking = PromptFiles()
  ) {
    self.configuration = configuration
    self.loop = loop
    self.files = files
    cache = MemoryCache(budget: configuration.cacheBytes ?? 0)
    thumbnailMemory = ThumbnailMemory(budget: configuration.thumbnailBytes)
    pool = DecoderPool(configuration: configuration, launcher: launcher, loop: loop)
    frameHelper = SessionHelper(
      configuration: configuration, launcher: launcher, loop: loop, recycled: pool.recycled)
    partHelper = SessionHelper(
      configuration: configuration, launcher: launcher, loop: loop, recycled: pool.recycled)
    pool.onOutcome = { [weak self] in self?.finish($0, $1) }
    pool.onPartial = { [weak self] in self?.deliver(partial: $2, $1, to: $0) }
    pool.onChange = { [weak self] in self?.dispatch() }
  }

  /// Starts the first helper. It needs neither a window nor a loop that runs, so it can be the very
  /// first thing a program does; the helper gets ready while the program connects to its display.
  public func start() { pool.warm(configuration.helpersAtStart) }

  /// Ends all helpers. Running requests get no further update.
  public func stop() {
    warming?.cancel()
    warming = nil
    for work in queue.works.values { queue.remove(work) }
    for work in thumbnails.works.values { thumbnails.remove(work) }
    stores.end()
    stores = ThumbnailStores()
    pool.stop()
    frameHelper.stop()
    partHelper.stop()
  }

  /// Asks for a picture.
  ///
  /// What memory has comes at once, before this returns: then the task is already finished. So
  /// does the failure of a file that cannot be opened, or that has failed before and not changed.
  /// Where the disk takes its time all of it comes later.
  /// - Parameter update: called on the main actor, see ``ImageUpdate``.
  public func request(
    _ request: ImageRequest, update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    let task = ImageTask(request, pipeline: self, update: update)
    adaptCache(to: request)
    let path = request.path
    let shared = request.purpose == .page ? configuration.sharedThumbnails : nil
    files.ask(waits: true) {
      Result { () throws(DecodeFailure) in try FoundFile(path, shared) }
    } then: { [weak self] in
      self?.begin(task, $0)
    }
    guard !task.hasBegun, !task.isFinished else { return task }
    task.looking = onSilence { [weak task] in task?.deliver(.failed($0)) }
    return task
  }

  /// Goes on with a request when it is known which file it is for.
  private func begin(_ task: ImageTask, _ found: Result<FoundFile, DecodeFailure>) {
    task.begin()
    guard !task.isFinished else { return }
    let request = task.request
    let file: FoundFile
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

  /// Tells of a disk that does not answer, when a picture may take no more time.
  func onSilence(_ action: @escaping @MainActor (DecodeFailure) -> Void) -> Cancellation {
    let seconds = configuration.deadline
    return loop.schedule(after: seconds) {
      let detail = "nothing has come from its disk for \(Int(seconds.rounded())) seconds"
      action(DecodeFailure(.unreadable, detail: detail))
    }
  }

  /// The best picture in memory, at once: the exact one for `target`, else the smallest that is
  /// larger, else the largest there is.
  ///
  /// - Returns: nil when memory has nothing of that file. The file is not looked at.
  public func cached(_ path: FilePathBytes, target: PixelSize) -> DecodedImage? {
    cache.best(path, for: target)
  }

  /// Which file, in which state, the pictures in memory are of; nil when there are none.
  public func identity(_ path: FilePathBytes) -> FileIdentity? { cache.identity(of: path) }

  /// What is known of a picture that is in memory.
  public func info(_ path: FilePathBytes) -> DecodeReply.Info? { cache.info(of: path) }

  /// Most pictures that are decoded at a time.
  package var mostHelpers: Int { pool.most }

  /// Changes the priorities of all running requests at once: those of the named files to what is
  /// given, all others to `.background`. Pages that left should be cancelled instead.
  public func setPriorities(_ priorities: [FilePathBytes: ImagePriority]) {
    isDispatching = true
    for work in queue.works.values {
      for task in work.tasks { task.priority = priorities[work.key.path] ?? .background }
    }
    isDispatching = false
    dispatch()
  }

  /// Keeps the pictures of these files in memory, above the budget if need be: the live pages.
  public func setLive(_ paths: Set<FilePathBytes>) { cache.pinned = paths }

  /// Forgets that the picture failed, or that it ended helpers, so that it is tried again.
  public func retry(_ path: FilePathBytes) { failures.forget(path) }

  /// Forgets everything about a file: it has changed or gone.
  public func invalidate(_ path: FilePathBytes) {
    cache.remove(path)
    thumbnailMemory.remove(path)
    failures.forget(path)
  }

  /// Forgets all pictures that no live page needs.
  public func releaseMemory() {
    cache.trim()
    thumbnailMemory.removeAll()
    pool.recycled.removeAll()
  }

  /// What has been done so far.
  public var statistics: ImagingStatistics {
    var result = counted
    result.cachedBytes = cache.bytes
    result.cachedPictures = cache.count
    result.thumbnailBytes = thumbnailMemory.bytes
    result.restarts = pool.restarts
    result.frames = frameHelper.delivered
    result.parts = partHelper.delivered
    return result
  }

  /// What is kept grows and shrinks with the window.
  private func adaptCache(to request: ImageRequest) {
    guard configuration.cacheBytes == nil, request.purpose == .page else { return }
    let box = request.target
    // A page as tall as its picture counts as a square one.
    guard
      let page = CheckedSize.byteCount(
        PixelSize(width: box.width, height: min(box.height, box.width)))
    else { return }
    let wanted = Int(Double(page.total) * ImagingConfiguration.ahead)
    let budget = min(ImagingConfiguration.mostCacheBytes, wanted)
    if budget != cache.budget { cache.budget = budget }
  }

  func priorityChanged() { dispatch() }

  /// The other helpers are started when the first picture has been shown.
  func warmLater() {
    guard !isWarm else { return }
    isWarm = true
    warming = loop.schedule(after: Self.warmAfter) { [weak self] in
      guard let self else { return }
      pool.warm(configuration.helpers)
      dispatch()
    }
  }
}
