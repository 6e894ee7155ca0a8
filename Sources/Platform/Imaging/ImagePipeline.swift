public import DecoderWire
public import Pixels

/// Files in, pictures out: asks the helpers, in the right order, and remembers what they gave.
///
/// It lives on the main actor, the one coordinating actor: the helpers' sockets are served by the
/// same `poll` as the window, so that a reply becomes a frame without a hop. Nothing slow runs
/// here. Opening a file is a system call; reading, parsing and decoding happen in the helpers.
@MainActor
public final class ImagePipeline {
  /// Seconds from the first exact picture to the start of the other helpers: it is to be shown
  /// first.
  private static let warmAfter = 0.05

  let configuration: ImagingConfiguration
  let pool: DecoderPool
  let frameHelper: FrameHelper
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
  private var isWarm = false

  /// Makes a pipeline that talks to real helpers; nothing is started.
  public convenience init(
    configuration: ImagingConfiguration = ImagingConfiguration(), loop: any DescriptorWatching
  ) {
    let launcher = DecoderProcessLauncher(
      loop: loop, showsErrors: configuration.showsHelperErrors)
    self.init(configuration: configuration, loop: loop, launcher: launcher)
  }

  /// Makes a pipeline whose helpers come from `launcher`.
  package init(
    configuration: ImagingConfiguration, loop: any DescriptorWatching,
    launcher: any DecoderLauncher
  ) {
    self.configuration = configuration
    self.loop = loop
    cache = MemoryCache(budget: configuration.cacheBytes)
    thumbnailMemory = ThumbnailMemory(budget: configuration.thumbnailBytes)
    pool = DecoderPool(configuration: configuration, launcher: launcher, loop: loop)
    frameHelper = FrameHelper(
      configuration: configuration, launcher: launcher, loop: loop, recycled: pool.recycled)
    pool.onOutcome = { [weak self] in self?.finish($0, $1) }
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
    stores = ThumbnailStores()
    pool.stop()
    frameHelper.stop()
  }

  /// Asks for a picture.
  ///
  /// What memory has comes at once, before this returns: then the task is already finished. So
  /// does the failure of a file that cannot be opened, or that has failed before and not changed.
  /// - Parameter update: called on the main actor, see ``ImageUpdate``.
  public func request(
    _ request: ImageRequest, update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    let task = ImageTask(request, pipeline: self, update: update)
    let identity: FileIdentity
    do {
      identity = try FileIdentity.read(request.path)
    } catch {
      invalidate(request.path)
      task.deliver(.failed(error))
      return task
    }
    if let known = cache.identity(of: request.path), known != identity { invalidate(request.path) }
    let memory = request.isPart ? nil : cache.best(request.path, for: request.target)
    if let memory, memory.isExact {
      counted.hits += 1
      task.deliver(.exact(memory))
      return task
    }
    counted.misses += 1
    if let failure = failures.failure(of: identity) {
      task.deliver(.failed(failure))
      return task
    }
    enqueue(task, identity, hasPreview: memory != nil)
    if let memory { task.deliver(.preview(memory)) }
    dispatch()
    return task
  }

  /// The best picture in memory, at once: the exact one for `target`, else the smallest that is
  /// larger, else the largest there is.
  ///
  /// - Returns: nil when memory has nothing of that file. The file is not looked at.
  public func cached(_ path: FilePathBytes, target: PixelSize) -> DecodedImage? {
    cache.best(path, for: target)
  }

  /// What is known of a picture that is in memory.
  public func info(_ path: FilePathBytes) -> DecodeReply.Info? { cache.info(of: path) }

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
    return result
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
