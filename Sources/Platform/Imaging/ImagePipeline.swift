public import DecoderWire
public import Geometry
public import Pixels

/// The picture pipeline: it requests pictures from the helpers by priority and caches the results.
///
/// It runs on the main actor. The helpers' sockets are served by the same `poll` as the window, so
/// that a reply becomes a frame without a thread switch. Nothing slow runs here: files are examined
/// and opened on other threads, and read, parsed and decoded in the helpers.
@MainActor
public final class ImagePipeline {
  /// The colour space of pictures. A change drops all cached pictures; views must request theirs
  /// again. Thumbnails are sRGB when this is `.untouched`. Default: `.standard`.
  public var color = ImageColor.standard {
    didSet { if color != oldValue { colorDidChange() } }
  }
  /// Called when a helper has crashed, for logging. Its picture fails or is tried once more, and
  /// another helper is started.
  public var onHelperCrash: (@MainActor (HelperCrash) -> Void)?
  /// Called with the completed share of developing a camera RAW file, in percent from 0 to 100; see
  /// ``setDeveloped(_:_:)``.
  public var onDevelopingProgress: (@MainActor (FilePathBytes, Int) -> Void)? {
    get { pool.onProgress }
    set { pool.onProgress = newValue }
  }
  /// The file access of the pipeline, also for other file queries.
  package let files: any FileQuerying
  let memory: PictureMemory
  let pool: DecoderPool
  let pages: PageRequests
  let thumbnails: ThumbnailRequests
  let dispatcher: DecodeDispatcher
  private let configuration: ImagingConfiguration
  private let sessions: PictureSessions

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
    self.files = files
    let (memory, pool) = (
      PictureMemory(configuration),
      DecoderPool(configuration: configuration, launcher: launcher, loop: loop)
    )
    let silence = DiskSilence(loop: loop, seconds: configuration.deadline)
    let shared = configuration.sharedThumbnails
    self.memory = memory
    self.pool = pool
    pages = PageRequests(pool, files, memory, silence, sharedThumbnails: shared)
    thumbnails = ThumbnailRequests(pool, files, memory, silence, shared: shared)
    sessions = PictureSessions(configuration, files) { work in
      SessionHelper(
        work, configuration: configuration, launcher: launcher, loop: loop,
        recycled: pool.recycled)
    }
    dispatcher = DecodeDispatcher(pool, pages, thumbnails, loop: loop)
    pool.onEvent = { [weak dispatcher] in dispatcher?.receive($1, of: $0) }
    pool.onChange = { [weak dispatcher] in dispatcher?.dispatch() }
  }

  /// Starts the first helpers. This needs neither a window nor a running loop, so a program can
  /// call it first: the helpers start up while the program connects to its display.
  public func start() { pool.warm(configuration.helpersAtStart) }

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
  /// A cached exact picture is delivered before this returns, and the task is then finished. So is
  /// the failure of a file that cannot be opened, or that has failed before and is unchanged. With
  /// slow file access all updates come later.
  ///
  /// - Parameter update: Called on the main actor; see ``ImageUpdate``.
  public func request(
    _ request: ImageRequest, update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    memory.adaptBudget(to: request)
    return pages.request(request, update: update)
  }

  /// The best cached picture: the exact one for `target`, else the smallest larger one, else the
  /// largest.
  ///
  /// - Returns: Nil when the cache has no picture of the file. The file itself is not accessed.
  public func cached(_ path: FilePathBytes, target: PixelSize) -> DecodedImage? {
    memory.pictures.best(path, for: target)
  }

  /// The identity of the file at the time at which its cached pictures were made; nil when there
  /// are none.
  public func identity(_ path: FilePathBytes) -> FileIdentity? {
    memory.pictures.identity(of: path)
  }

  /// The properties of a cached picture; nil when there is none.
  public func info(_ path: FilePathBytes) -> DecodeReply.Info? { memory.pictures.info(of: path) }

  /// The maximum number of parallel decodes.
  package var maxHelpers: Int { pool.maxHelpers }

  /// Sets the priorities of all running requests at once; requests for other files get
  /// `.background`. Cancel requests for pages that are gone instead.
  public func setPriorities(_ priorities: [FilePathBytes: ImagePriority]) {
    dispatcher.dispatch { pages.setPriorities(priorities) }
  }

  // MARK: Thumbnails

  /// Requests a thumbnail. Hundreds may wait at a time; the nearest is made first, see
  /// ``ThumbnailTask/distance``.
  ///
  /// A cached thumbnail is delivered before this returns, and the task is then finished. The file
  /// is not accessed for that; report a changed file with ``invalidate(_:)``.
  ///
  /// - Parameter update: Called on the main actor, possibly first with a thumbnail that is not
  ///   final, and then once more.
  public func thumbnail(
    _ request: ThumbnailRequest,
    update: @escaping @MainActor (Result<Thumbnail, DecodeFailure>) -> Void
  ) -> ThumbnailTask {
    thumbnails.request(request, update: update)
  }

  /// The cached thumbnail; nil when there is none. A thumbnail that is smaller than requested is
  /// not final. The file is not accessed.
  public func cachedThumbnail(_ request: ThumbnailRequest) -> Thumbnail? {
    memory.thumbnails.thumbnail(for: request)
  }

  /// Whether all thumbnails for the shared cache have been sent to the writer.
  package var isWaitingForWriter: Bool { thumbnails.hasSentAll }
  /// Whether all thumbnails for the shared cache have been written.
  package var hasStoredThumbnails: Bool { thumbnails.hasWrittenAll }

  // MARK: Frames and regions

  /// The frames of the animation at `path`. Decoding starts at once with the first frame.
  ///
  /// - Parameters:
  ///   - naturalSize: The known size of the picture; as long as it is wrong, frames are requested
  ///     one by one.
  ///   - target: The box in device pixels that frames are fitted into. Frames are never enlarged.
  public func frames(
    of path: FilePathBytes, naturalSize: PixelSize, target: PixelSize
  ) -> AnimationFrames {
    sessions.frames(of: path, naturalSize: naturalSize, target: target)
  }

  /// The cache budget for the regions of one picture, in bytes; see
  /// ``ImagingConfiguration/regionBytes``.
  public var regionBytes: Int { configuration.regionBytes }

  /// Opens the picture at `path` for decoding its regions. The picture must support regions.
  ///
  /// - Parameter naturalSize: The natural size of the shown picture. The regions fail when the file
  ///   now contains a picture of another size.
  public func parts(of path: FilePathBytes, naturalSize: PixelSize) -> PictureRegions {
    sessions.regions(of: path, naturalSize: naturalSize, choice: pages.choice(of: path))
  }

  // MARK: Metadata

  /// Reads the metadata of a photo. Retain the task: without it, the request ends.
  ///
  /// - Parameters:
  ///   - sidecars: the possible paths of an XMP sidecar, the most specific one first. The facts of
  ///     the first one that exists are merged into those of the photo.
  ///   - includesHeader: whether the properties in the picture's header are wanted as well.
  ///   - languages: the wanted languages of the title, the caption and the copyright, as language
  ///     tags of BCP 47, the preferred one first. Default: the default language of the file.
  ///   - urgency: the priority of the helper. Default: a person waits for this photo.
  ///   - finish: called once on the main actor, unless the task is cancelled. For a file without
  ///     metadata, or of an unknown type, it receives an empty description.
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

  /// Computes the edits that change properties of an XMP sidecar, in a helper, because the viewer
  /// parses no files. Retain the task: without it, the request ends.
  ///
  /// - Parameters:
  ///   - path: an existing sidecar.
  ///   - changes: the changes, at most one of a property.
  ///   - finish: called once on the main actor, unless the task is cancelled. It fails with
  ///     `.unsupported` for a file that is no sidecar or cannot be changed without damage.
  public func sidecarEdits(
    of path: FilePathBytes, _ changes: [SidecarChange],
    then finish: @escaping @MainActor (Result<FileEditTask.Edits, DecodeFailure>) -> Void
  ) -> FileEditTask {
    sessions.edits(of: path, .sidecar(changes), then: finish)
  }

  /// Computes the edits that store another orientation in the file of a picture, in a helper.
  /// Nothing is decoded, and no pixel changes. Retain the task: without it, the request ends.
  ///
  /// - Parameters:
  ///   - turn: the rotation or reflection that follows the current orientation.
  ///   - finish: called once on the main actor, unless the task is cancelled. It fails with
  ///     `.unsupported` for a format that cannot store an orientation.
  public func turnEdits(
    of path: FilePathBytes, _ turn: Orientation,
    then finish: @escaping @MainActor (Result<FileEditTask.Edits, DecodeFailure>) -> Void
  ) -> FileEditTask {
    sessions.edits(of: path, .turn(turn), then: finish)
  }

  // MARK: Files

  /// Makes another picture file of a picture, in memory, in a helper. Retain the task: without it,
  /// the request ends. Several requests are answered one after the other.
  ///
  /// - Parameters:
  ///   - target: the box into which the picture is scaled, never enlarged; empty for its own size.
  ///   - progress: called with the completed share, 0…1.
  ///   - finish: called once on the main actor, unless the task is cancelled.
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

  /// Pins the pictures of these files in the cache, even above its budget. Meant for the live
  /// pages.
  public func setLive(_ paths: Set<FilePathBytes>) { memory.pictures.pinned = paths }

  /// Forgets recorded failures and crashes of a file, so that it is tried again.
  public func retry(_ path: FilePathBytes) { memory.failures.forget(path) }

  /// Whether the sensor data of a camera RAW file are developed; otherwise its embedded preview is
  /// shown.
  public func isDeveloped(_ path: FilePathBytes) -> Bool { pool.developed.contains(path) }

  /// Determines whether the sensor data of a camera RAW file are developed, in the helper, with the
  /// camera's white balance. The cached pictures of the file are dropped; thumbnails are always
  /// made from the preview. Default: false.
  public func setDeveloped(_ path: FilePathBytes, _ isDeveloped: Bool) {
    pool.setDeveloped(path, isDeveloped)
    memory.pictures.remove(path)
    memory.failures.forget(path)
  }

  /// The index of the picture that is shown of a file with several pictures, such as the pages of a
  /// TIFF; the first is 0.
  package func leaf(of path: FilePathBytes) -> Int { pages.choice(of: path).leaf }

  /// Chooses the picture of a file that is shown where the file contains several. The cached
  /// pictures of the file are dropped; thumbnails always show the first. Default: 0.
  package func setLeaf(_ path: FilePathBytes, _ leaf: Int) {
    choose(path) { $0.leaf = leaf }
  }

  /// The exposure in stops with which a picture with high dynamic range is shown.
  package func exposure(of path: FilePathBytes) -> Int { pages.choice(of: path).exposure }

  /// Chooses the exposure of a picture with high dynamic range, in stops, clamped to the possible
  /// range. The cached pictures of the file are dropped; thumbnails keep their exposure. Default:
  /// 0.
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

  /// Drops all cached data of a file that has changed or was deleted.
  public func invalidate(_ path: FilePathBytes) { memory.invalidate(path) }

  /// Drops all cached pictures except pinned ones, and all free shared memory.
  public func releaseMemory() {
    memory.trim()
    pool.recycled.removeAll()
  }

  /// The statistics since the pipeline was made.
  public var statistics: ImagingStatistics {
    var result = ImagingStatistics()
    memory.count(in: &result)
    pages.count(in: &result)
    thumbnails.count(in: &result)
    sessions.count(in: &result)
    result.restarts = pool.restarts
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
