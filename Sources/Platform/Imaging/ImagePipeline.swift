public import DecoderWire
public import Geometry
public import Pixels

/// The loader of pictures: it requests pictures from helper processes by priority, and caches the
/// results.
///
/// The main actor serves the helpers' sockets in the same `poll` as the window, so that a reply
/// becomes a frame without a thread switch. Nothing slow runs on it: files are examined and opened
/// on other threads, and read, parsed and decoded in the helpers.
@MainActor
public final class ImagePipeline {
  /// The colour space of the delivered pictures. A change drops all cached pictures; views must
  /// request theirs again. Thumbnails are sRGB when the value is `.untouched`. Default:
  /// `.standard`.
  public var color = ImageColor.standard {
    didSet { if color != oldValue { colorDidChange() } }
  }
  /// Called when a helper has crashed, for logging. The picture that it decoded fails or is tried
  /// once more; another helper is started when one is needed.
  public var onHelperCrash: (@MainActor (HelperCrash) -> Void)?
  /// Called with the path of a camera RAW file whose sensor data are being developed, and the
  /// completed share in percent, 0…100; see ``setDeveloped(_:_:)``.
  public var onDevelopingProgress: (@MainActor (FilePathBytes, _ percent: Int) -> Void)? {
    get { pool.onDevelopingProgress }
    set { pool.onDevelopingProgress = newValue }
  }
  /// The file queries of the pipeline, which the program may use for other files, too.
  package let files: any FileQuerying
  let memory: PipelineCache
  let pool: DecoderPool
  let pages: PageRequests
  let thumbnails: ThumbnailRequests
  let dispatcher: DecodeDispatcher
  private let configuration: ImagingConfiguration
  private let sessions: PictureSessions

  /// Makes a pipeline whose helpers are processes. None is started yet.
  public convenience init(
    configuration: ImagingConfiguration = ImagingConfiguration(), loop: any DescriptorWatching
  ) {
    self.init(configuration: configuration, loop: loop, files: FileQueryThreads(loop: loop))
  }

  /// Makes a pipeline whose helpers are processes, and which queries files through `files`.
  package convenience init(
    configuration: ImagingConfiguration, loop: any DescriptorWatching, files: any FileQuerying
  ) {
    let launcher = DecoderProcessLauncher(
      loop: loop, showsErrors: configuration.showsHelperErrors)
    self.init(
      configuration: configuration, loop: loop, launcher: launcher, files: files)
    launcher.onCrash = { [weak self] in self?.onHelperCrash?($0) }
  }

  /// Makes a pipeline whose helpers `launcher` starts, and which queries files through `files`.
  package init(
    configuration: ImagingConfiguration, loop: any DescriptorWatching,
    launcher: any DecoderLauncher, files: any FileQuerying = SynchronousFileQueries()
  ) {
    self.configuration = configuration
    self.files = files
    let (memory, pool) = (
      PipelineCache(configuration),
      DecoderPool(configuration: configuration, launcher: launcher, loop: loop)
    )
    let diskTimeout = DiskTimeout(loop: loop, seconds: configuration.timeLimit)
    let shared = configuration.sharedThumbnails
    self.memory = memory
    self.pool = pool
    pages = PageRequests(pool, files, memory, diskTimeout, sharedThumbnails: shared)
    thumbnails = ThumbnailRequests(pool, files, memory, diskTimeout, shared: shared)
    sessions = PictureSessions(configuration, files) { work in
      SessionHelper(
        work, configuration: configuration, launcher: launcher, loop: loop,
        sharedMemoryPool: pool.sharedMemoryPool)
    }
    dispatcher = DecodeDispatcher(pool, pages, thumbnails, loop: loop)
    pool.onEvent = { [weak dispatcher] in dispatcher?.receive($1, of: $0) }
    pool.onHelperAvailable = { [weak dispatcher] in dispatcher?.dispatch() }
  }

  /// Starts the first helpers. This needs neither a window nor a running event loop, so a program
  /// can call it first: the helpers start up while the program connects to its display.
  public func start() { pool.startHelpers(upTo: configuration.helpersAtStart) }

  /// Ends all helpers. Running requests get no further update.
  public func stop() {
    dispatcher.stop()
    pages.removeAll()
    thumbnails.stop()
    pool.stop()
    sessions.stop()
  }

  // MARK: Pictures

  /// Requests a picture.
  ///
  /// A cached exact picture is delivered before this method returns, and the task is finished when
  /// it is returned. The failure of a file that cannot be opened, or that has failed before and is
  /// unchanged, is delivered in the same way. When the file system responds slowly, all updates
  /// come later.
  ///
  /// - Parameter update: Called on the main actor; see ``ImageUpdate``.
  public func request(
    _ request: ImageRequest, update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    memory.adaptBudget(to: request)
    return pages.request(request, update: update)
  }

  /// The best picture of a file in the memory cache: the exact one for a box of `target` pixels,
  /// else the smallest that is large enough, else the largest.
  ///
  /// - Returns: Nil when the cache has no picture of the file. The file itself is not accessed.
  public func cached(_ path: FilePathBytes, target: PixelSize) -> DecodedImage? {
    memory.pictures.best(path, for: target)
  }

  /// The identity that the file had when its cached pictures were decoded; nil when none is cached.
  public func cachedIdentity(of path: FilePathBytes) -> FileIdentity? {
    memory.pictures.identity(of: path)
  }

  /// The properties of the picture in a file, such as its natural size; nil when the cache has no
  /// picture of the file.
  public func cachedInfo(of path: FilePathBytes) -> DecodeReply.Info? {
    memory.pictures.info(of: path)
  }

  /// The maximum number of parallel decodes of pages and thumbnails.
  package var maxHelpers: Int { pool.maxHelpers }

  /// Sets the priorities of the running picture requests, by the paths of their files; requests for
  /// other files get `.background`. A request whose picture is no longer needed should be cancelled
  /// instead.
  public func setPriorities(_ priorities: [FilePathBytes: ImagePriority]) {
    dispatcher.dispatch { pages.setPriorities(priorities) }
  }

  // MARK: Thumbnails

  /// Requests a thumbnail. Hundreds of requests may wait at a time; the nearest is made first, see
  /// ``ThumbnailTask/distance``.
  ///
  /// A cached thumbnail is delivered before this method returns, and the task is finished when it
  /// is returned, unless the thumbnail is smaller than requested. The file is not accessed for a
  /// cached thumbnail; report a changed file with ``invalidate(_:)``.
  ///
  /// - Parameter update: Called on the main actor, possibly first with a thumbnail that is not
  ///   final, and finally with the final one or a failure.
  public func thumbnail(
    _ request: ThumbnailRequest,
    update: @escaping @MainActor (Result<Thumbnail, DecodeFailure>) -> Void
  ) -> ThumbnailTask {
    thumbnails.request(request, update: update)
  }

  /// The thumbnail in the memory cache; nil when there is none. A thumbnail that is smaller than
  /// requested is returned with `isFinal` false. The file is not accessed.
  public func cachedThumbnail(_ request: ThumbnailRequest) -> Thumbnail? {
    memory.thumbnails.thumbnail(for: request)
  }

  /// Whether every thumbnail to be stored in the shared cache has been handed to the writer thread.
  package var hasSentThumbnailsToWriter: Bool { thumbnails.hasSentAll }
  /// Whether every thumbnail to be stored in the shared cache has been written.
  package var hasWrittenAllThumbnails: Bool { thumbnails.hasWrittenAll }

  // MARK: Frames and regions

  /// Opens the animation at `path` and starts decoding its first frames at once.
  ///
  /// - Parameters:
  ///   - naturalSize: The size of the picture in its own pixels, as far as it is known. With a
  ///     wrong size the first request may bring only one frame.
  ///   - target: The box in device pixels that frames are fitted into. Frames are never enlarged.
  public func frames(
    of path: FilePathBytes, naturalSize: PixelSize, target: PixelSize
  ) -> AnimationFrames {
    sessions.frames(of: path, naturalSize: naturalSize, target: target)
  }

  /// The memory budget for the cached regions of one huge picture, in bytes; see
  /// ``ImagingConfiguration/regionBytes``.
  public var regionBytes: Int { configuration.regionBytes }

  /// Opens the picture at `path` for decoding regions of it. Its format must allow that.
  ///
  /// - Parameter naturalSize: The size in its own pixels of the picture that is shown. Decoding
  ///   fails when the file now contains a picture of another size.
  public func regions(of path: FilePathBytes, naturalSize: PixelSize) -> PictureRegions {
    sessions.regions(of: path, naturalSize: naturalSize, choice: pages.choice(of: path))
  }

  // MARK: Metadata

  /// Reads the metadata of a photo. The task must be retained: when it is released, the request
  /// ends.
  ///
  /// - Parameters:
  ///   - sidecars: The possible paths of an XMP sidecar, the most specific one first. The metadata
  ///     of the first one that exists are merged into those of the photo.
  ///   - includesHeader: Whether the properties in the picture's header are wanted as well.
  ///     Default: false.
  ///   - languages: The wanted languages of the title, the caption and the copyright, as language
  ///     tags of BCP 47, the preferred one first. Default: the default language of the file.
  ///   - urgency: The priority of the request. Default: `.shown`.
  ///   - finish: Called once on the main actor, unless the task is cancelled or released. For a
  ///     file without metadata, or of an unknown type, it receives an empty description.
  public func metadata(
    of path: FilePathBytes, sidecars: [FilePathBytes] = [],
    includingHeader includesHeader: Bool = false, languages: [String] = [],
    urgency: MetadataUrgency = .shown,
    then finish: @escaping @MainActor (Result<PhotoDescription, DecodeFailure>) -> Void
  ) -> MetadataTask {
    sessions.metadata(
      of: path, sidecars: sidecars, includingHeader: includesHeader, languages: languages,
      urgency: urgency, then: finish)
  }

  /// Ends the helpers that read metadata with the urgency `.idle`, except those that have requests.
  /// Without this call they wait for further requests some seconds before they end.
  package func endUnusedIdleMetadataHelpers() { sessions.endUnusedIdleMetadataHelpers() }

  /// Computes the edits that change properties of an XMP sidecar. A helper does it, because the
  /// viewer parses no files. The task must be retained: when it is released, the request ends.
  ///
  /// - Parameters:
  ///   - path: The path of an existing sidecar.
  ///   - changes: The changes, at most one per property.
  ///   - finish: Called once on the main actor, unless the task is cancelled or released. It
  ///     receives the failure `.unsupported` for a file that is no sidecar or cannot be changed
  ///     without damage.
  public func sidecarEdits(
    of path: FilePathBytes, _ changes: [SidecarChange],
    then finish: @escaping @MainActor (Result<FileEditTask.Edits, DecodeFailure>) -> Void
  ) -> FileEditTask {
    sessions.edits(of: path, .changeSidecar(changes), then: finish)
  }

  /// Computes, in a helper, the edits of a picture file that store another orientation. Nothing is
  /// decoded, and no pixel changes. The task must be retained: when it is released, the request
  /// ends.
  ///
  /// - Parameters:
  ///   - turn: The rotation or reflection to be applied after the stored orientation.
  ///   - finish: Called once on the main actor, unless the task is cancelled or released. It
  ///     receives the failure `.unsupported` for a format that cannot store an orientation.
  public func turnEdits(
    of path: FilePathBytes, _ turn: Orientation,
    then finish: @escaping @MainActor (Result<FileEditTask.Edits, DecodeFailure>) -> Void
  ) -> FileEditTask {
    sessions.edits(of: path, .turnPicture(turn), then: finish)
  }

  // MARK: Files

  /// Encodes a picture, in a helper, as a picture file in memory. The task must be retained: when
  /// it is released, the request ends. Several requests are answered one after the other.
  ///
  /// - Parameters:
  ///   - target: The box in pixels into which the picture is scaled down; it is never enlarged.
  ///     `.zero`, the default, keeps its size.
  ///   - progress: Called with the completed share, 0…1.
  ///   - finish: Called once on the main actor, unless the task is cancelled or released.
  package func encode(
    _ path: FilePathBytes, _ encoding: EncodeRequest, fitting target: PixelSize = .zero,
    progress: @escaping @MainActor (Double) -> Void = { _ in },
    then finish: @escaping @MainActor (Result<EncodedFile, DecodeFailure>) -> Void
  ) -> EncodeTask {
    sessions.encode(
      path, encoding, fitting: target, developsRaw: isDeveloped(path),
      choice: pages.choice(of: path),
      progress: progress, then: finish)
  }

  // MARK: Memory

  /// Keeps the cached pictures of the files `paths`, and only theirs, even above the cache budget.
  /// Meant for the pages that are visible or adjacent.
  public func setLive(_ paths: Set<FilePathBytes>) { memory.pictures.pinned = paths }

  /// Forgets recorded failures and crashes of a file, so that the next request decodes it again.
  public func forgetFailure(of path: FilePathBytes) { memory.failures.forget(path) }

  /// Whether pictures of a camera RAW file are developed from its sensor data; false when its
  /// embedded preview is shown.
  public func isDeveloped(_ path: FilePathBytes) -> Bool { pool.developedPaths.contains(path) }

  /// Sets whether pictures of a camera RAW file are developed from its sensor data, in the helper,
  /// with the camera's white balance. The cached pictures of the file are dropped; thumbnails are
  /// always made from the embedded preview. Default: false.
  public func setDeveloped(_ path: FilePathBytes, _ isDeveloped: Bool) {
    pool.setDeveloped(path, isDeveloped)
    memory.pictures.remove(path)
    memory.failures.forget(path)
  }

  /// The index, from 0, of the picture that is shown of a file with several pictures, such as the
  /// pages of a TIFF.
  package func leaf(of path: FilePathBytes) -> Int { pages.choice(of: path).leaf }

  /// Chooses the picture, by its index from 0, that is shown of a file with several pictures. The
  /// cached pictures of the file are dropped; thumbnails do not change. Default: the picture that
  /// the path itself names, else 0.
  package func setLeaf(_ path: FilePathBytes, _ leaf: Int) {
    choose(path) { $0.leaf = leaf }
  }

  /// The path that names the picture that is shown of a file with several, for requests for its
  /// thumbnail: the path itself, unless another picture was chosen by ``setLeaf(_:_:)``.
  package func shownLeafPath(of path: FilePathBytes) -> FilePathBytes {
    let leaf = leaf(of: path)
    return leaf == path.ownLeaf ? path : path.path(ofLeaf: leaf)
  }

  /// The exposure compensation, in stops, with which a picture of high dynamic range is shown.
  /// Default: 0.
  package func exposureStops(of path: FilePathBytes) -> Int { pages.choice(of: path).exposure }

  /// Sets the exposure compensation of a picture of high dynamic range, in stops, clamped to
  /// ±``DecodeRequest/maxExposure``. The cached pictures of the file are dropped; thumbnails do not
  /// change. Default: 0.
  package func setExposure(_ path: FilePathBytes, _ stops: Int) {
    let limit = DecodeRequest.maxExposure
    choose(path) { $0.exposure = min(max(-limit, stops), limit) }
  }

  private func choose(_ path: FilePathBytes, _ change: (inout PictureChoice) -> Void) {
    var choice = pages.choice(of: path)
    change(&choice)
    pages.choose(path, choice)
    memory.pictures.remove(path)
    memory.failures.forget(path)
  }

  /// Drops the cached pictures, thumbnails and failures of a file that has changed or was deleted.
  public func invalidate(_ path: FilePathBytes) { memory.invalidate(path) }

  /// Drops all cached thumbnails, all cached pictures except those of ``setLive(_:)``, and all free
  /// shared memory.
  public func releaseMemory() {
    memory.removeUnpinned()
    pool.sharedMemoryPool.removeAll()
  }

  /// The current cache sizes, and the numbers of events since the pipeline was made.
  public var statistics: ImagingStatistics {
    var result = ImagingStatistics()
    memory.addCounts(to: &result)
    pages.addCounts(to: &result)
    thumbnails.addCounts(to: &result)
    sessions.addCounts(to: &result)
    result.restarts = pool.restartCount
    return result
  }

  private func colorDidChange() {
    memory.pictures.removeAll()
    thumbnails.color = color.isDisplay ? color : .standard
    sessions.color = color
    pages.color = color
    dispatcher.dispatch()
  }
}
