import BrowserCore
import DecoderWire
package import Imaging
public import PhotoBrowser
public import Pixels

/// A data source of picture files, clips and web addresses.
///
///     browser.dataSource = FilePages(["/a.jpg", "/b.mp4"], by: window.pictures)
///
/// A picture is decoded to fit its page, and in full when it is enlarged; huge and vector pictures
/// are then loaded in tiles and regions. Pages that may come next are prefetched, and pages that
/// are turned faster than they can be decoded show previews. Animations and clips play, addresses
/// are downloaded, and a file that changes while its page is alive is read again.
open class FilePages: BrowserDataSource {
  /// The files and addresses, in the order of the pages. A change must be reported to the browser,
  /// as with any data source.
  public var paths: [String] {
    get { files.map { String(decoding: $0.bytes, as: UTF8.self) } }
    set { files = newValue.map { FilePath($0) } }
  }

  /// The files and addresses, in the order of the pages; an empty path is a page without a file.
  package var files: [FilePath]
  /// The box in device pixels for which the pictures of pages are decoded.
  package var pageBox: PixelSize { live.box }
  /// The browser that shows the pages; nil until it first asks for them.
  package var browser: Browser? { live.browser }
  /// Whether animated pictures start without a command. Default: true.
  package var playsByItself: Bool {
    get { pictures.playsByItself }
    set { pictures.playsByItself = newValue }
  }
  /// Whether a page keeps its picture while its file is incomplete; otherwise the page shows the
  /// picture or the error of every reading of the file. Default: true.
  package var waitsForCompleteFiles: Bool {
    get { pictures.waitsForCompleteFiles }
    set { pictures.waitsForCompleteFiles = newValue }
  }

  /// The files of the live pages of other browsers, whose pictures stay in memory as well. Default:
  /// none.
  package var otherLivePicturePaths: () -> Set<FilePathBytes> = { [] }

  package let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  /// Whether the page box follows the browser's size; otherwise the application sets it.
  private var followsBrowserSize = true
  let live: LiveFilePages
  private let downloads = PageDownloads()
  let events = FilePageEvents()
  /// The part of this page source that shows pictures on the live pages.
  let pictures: PagePictures
  private let web: WebPicturePages
  private let prefetch = PagePrefetch()
  private let zoomDetail: ZoomDetailScheduler
  /// The part of this page source that plays clips; nil when clips count as pictures, which then
  /// fail.
  private var clips: ClipCells?
  /// The state of fast paging, in which pages are turned faster than exact pictures can be decoded.
  private(set) lazy var fastPaging = FastPaging(
    loop: loop, maxPreviews: pipeline.maxHelpers,
    request: { [unowned self] path, update in
      pipeline.request(request(path, .fastPaging, pageBox), update: update)
    })

  /// Makes a page for each path or `http` address.
  public init(_ paths: [String], by loader: FilePages.Loader) {
    files = paths.map { FilePath($0) }
    (pipeline, loop) = (loader.pipeline, loader.loop)
    live = LiveFilePages()
    pictures = PagePictures(
      on: live, downloads: downloads, events: events, pipeline: pipeline, loop: loop)
    web = WebPicturePages(on: live, downloads: downloads, pictures: pictures, events: events)
    zoomDetail = ZoomDetailScheduler(loop: loop)
    connectParts()
    if let players = loader.clips { playClips(by: players) }
    enableDownloads(by: loader.web)
    loader.observeColorChanges(for: self) { $0.colorsDidChange() }
  }

  /// Makes pages for an application that sets the page box itself and connects clips and downloads.
  ///
  /// - Parameter pageBox: the box for which the first pictures are decoded, in device pixels.
  package convenience init(
    _ files: [FilePath], pipeline: ImagePipeline, loop: any DescriptorWatching, pageBox: PixelSize
  ) {
    self.init([], by: FilePages.Loader(pipeline: pipeline, loop: loop))
    self.files = files
    live.box = pageBox
    followsBrowserSize = false
    pictures.namesFilesInFailures = false
  }

  private func connectParts() {
    pictures.onFirstPageShown = { [weak self] in self?.updatePrefetch() }
    pictures.onReadingDue = { [weak self] page in
      guard let self else { return }
      pipeline.invalidate(pipelinePath(of: page.path))
      events.send(.contentsChanged(of: page.path))
      load(page)
    }
    pictures.onHiddenFileChange = { [weak self] path in
      guard let self, pipeline.cachedIdentity(of: path.key) != nil else { return }
      pipeline.invalidate(path.key)
      prefetch.cancel(path)
    }
    web.onFileAvailable = { [weak self] in self?.loadDownloaded($0) }
    fastPaging.onChange = { [weak self] in self?.fastPagingDidChange() }
    fastPaging.onPreviewLoaded = { [weak self] in self?.receive(preview: $0, of: $1, $2) }
  }

  // MARK: Set-up

  /// Adds an observer of the events of all pages.
  package func observe(_ observer: @escaping (FilePageEvent) -> Void) { events.observe(observer) }

  /// Makes clips play; without this call, a clip counts as a picture of unknown format.
  ///
  /// - Parameters:
  ///   - keys: the key names in the tooltips of the controls. Default: none.
  ///   - clipOfLivePhoto: returns the clip that belongs to a still image; nil for other images.
  ///     Default: no image has one.
  package func playClips(
    by players: ClipPlayers, keys: ClipKeyNames = ClipKeyNames(),
    clipOfLivePhoto: @escaping (FilePath) -> FilePath? = { _ in nil }
  ) {
    let clips = ClipCells(
      players, keys: keys, namesFilesInFailures: pictures.namesFilesInFailures,
      clipOfLivePhoto: clipOfLivePhoto)
    clips.onStateChange = { [weak self] state, cell in
      guard let self, let index = browser?.liveIndex(of: cell) else { return }
      events.send(.clipStateChanged(state, page: index))
    }
    clips.onFirstFrameOrFailure = { [weak self] isShown, cell in
      guard let self, let index = browser?.liveIndex(of: cell) else { return }
      events.send(.pictureStateChanged(isShown ? .exact : .failed, page: index))
      pictures.firstPageDidLoad()
    }
    clips.onMissingSound = { [weak self] in self?.events.send(.silentClip(reason: $0)) }
    self.clips = clips
  }

  /// Connects the downloader of the pictures of web addresses.
  ///
  /// - Parameter log: called with lines for the log. Default: does nothing.
  package func enableDownloads(by web: WebPictures, log: @escaping (String) -> Void = { _ in }) {
    downloads.connect(to: web, log: log)
    self.web.descriptions.connect(to: web)
  }

  /// Requests the picture of the page that is shown first, before there is a window.
  package func requestFirstPicture(of path: FilePath) {
    guard isPicture(path) else { return }
    if downloads.isMissing(path) { return web.fetch(path, isCurrent: isCurrent(path)) }
    prefetch.cancel(path)
    prefetch.begin(path) { pipeline.request(request(path, .page, pageBox)) { _ in } }
  }

  /// Whether the page shows a picture. False for a clip when there are players, and for a page
  /// without a file.
  package func isPicture(_ path: FilePath) -> Bool {
    !path.bytes.isEmpty && (clips == nil || !ClipCells.isClip(path))
  }

  // MARK: Changes

  /// Requests the pictures of the live pages for a new page size, in device pixels.
  package func pagesDidResize(to box: PixelSize) {
    guard box != pageBox else { return }
    live.box = box
    guard browser != nil else { return }
    for page in live.ordered { load(page) }
    prefetch.cancelAll()
    updatePrefetch()
  }

  /// Requests the pictures of the live pages for a new size of the browser, unless the application
  /// sets the page box.
  func browserDidResize() {
    if followsBrowserSize, let browser { pagesDidResize(to: PageBox.box(of: browser)) }
  }

  /// Reads the file of page `index` again, in place of its cached picture. A live page keeps the
  /// old picture until the new one arrives; a clip restarts.
  package func reload(_ index: Int) {
    guard files.indices.contains(index), !restartClip(at: index) else { return }
    let path = files[index]
    invalidateCachedPictures(of: path)
    prefetch.cancel(path)
    guard let cell = browser?.cell(at: index) as? PhotoCell else { return }
    let isRenamed = live.page(of: path, in: cell) == nil
    let page = makePage(of: path, in: cell)
    page.replacePictureAtNextShow()
    cell.animation = nil
    if isRenamed { _ = clips?.fill(cell, with: path) }
    web.revalidate(page)
    load(page)
  }

  /// Replaces the files by an equal number of new paths. A live page whose path has changed loads
  /// its file under the new path.
  package func replacePaths(by new: [FilePath]) {
    let old = files
    files = new
    guard let browser else { return }
    let window = browser.state.pageWindow
    let renamed = (window.live + window.prefetch).filter {
      old.indices.contains($0) && new.indices.contains($0) && old[$0] != new[$0]
    }
    guard !renamed.isEmpty else { return }
    // All pages are cancelled first: one file may have taken the old name of another.
    for index in renamed { live.page(at: index).map(cancel) }
    for index in renamed { reload(index) }
    self.browser(browser, prefetch: window.prefetch)
  }

  /// Loads the live pages again after the target colours changed; the old pictures stay meanwhile.
  package func colorsDidChange() {
    prefetch.cancelAll()
    fastPaging.removePreviews()
    web.descriptions.renew()
    guard browser != nil else { return }
    for page in live.ordered {
      page.cancelDetail()
      page.replacePictureAtNextShow()
      load(page)
    }
    updatePrefetch()
  }

  /// Cancels all requests for live pages, regions, downloads and pages ahead.
  package func cancelAll() {
    for page in live.all { page.cancel() }
    web.cancelAll()
    pictures.cancelRegions()
    cancelAnticipatoryWork()
  }

  /// Cancels prefetching, fast paging, and the scheduled decoding and resampling of enlarged
  /// pictures.
  func cancelAnticipatoryWork() {
    prefetch.cancelAll()
    fastPaging.reset()
    browser?.isPagingFast = false
    web.isPaused = false
    zoomDetail.cancel()
    pictures.cancelRefining()
  }

  // MARK: Data source

  open func numberOfItems(in browser: Browser) -> Int {
    live.browser = browser
    return files.count
  }

  open func browser(_ browser: Browser, kindOfCellFor index: Int) -> String {
    guard files.indices.contains(index) else { return "" }
    return clips?.cellKind(of: files[index]) ?? ""
  }

  open func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    guard files.indices.contains(index) else { return PhotoCell() }
    return clips?.makeCell(for: files[index]) ?? PhotoCell()
  }

  open func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    guard let cell = cell as? PhotoCell, files.indices.contains(index) else { return }
    if followsBrowserSize { live.box = PageBox.box(of: browser) }
    let path = files[index]
    let page = live.page(of: path, in: cell) ?? makePage(of: path, in: cell)
    if clips?.fill(cell, with: path) ?? false { return }
    if let known = cached(path) ?? fastPaging.preview(of: path) {
      pictures.showCachedOrPreview(known, on: page)
      events.send(.pictureStateChanged(known.isExact ? .exact : .preview, page: index))
      if known.isExact { return }
    } else {
      cell.content = .loading(progress: nil)
    }
    load(page)
  }

  open func browser(_ browser: Browser, didEndShowing index: Int) {
    for page in live.removeUnused() { cancel(page) }
  }

  open func browser(_ browser: Browser, retry index: Int) {
    guard files.indices.contains(index), !restartClip(at: index),
      let page = live.page(at: index)
    else { return }
    if web.descriptions.retry(page) { return }
    invalidateCachedPictures(of: page.path)
    web.revalidate(page)
    page.cell.failure = nil
    if page.cell.isFailed { page.cell.content = .loading(progress: nil) }
    load(page)
  }

  open func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {
    guard let page = live.page(at: index), case .picture(let picture) = page.cell.content else {
      return
    }
    if let player = page.cell.animation { return player.setDecodingBox(size) }
    if size.width > picture.naturalSize.width { events.send(.enlarged(page: index)) }
    let isSharp = ZoomDetailScheduler.isSharp(picture, atWidth: size.width)
    if isSharp, browser.state.currentSpread.contains(index) {
      pictures.refine(picture, on: page, at: size)
    }
    if isSharp { zoomDetail.cancel(page) }
    guard !isSharp, !page.hasRequestedDetail, cached(page.path)?.isExact ?? false else { return }
    zoomDetail.schedule(page, at: size) { [weak self] in
      self?.loadDetail(of: page, natural: picture.naturalSize)
    }
  }

  open func browser(_ browser: Browser, prefetch indices: [Int]) {
    let wanted = indices.filter(files.indices.contains).map { files[$0] }.filter(isPicture)
    prefetch.keep(only: wanted)
    for path in wanted
    where !downloads.isMissing(path) && !web.isDescription(path) && !fastPaging.isActive {
      prefetch.begin(path) { pipeline.request(request(path, .prefetch, pageBox)) { _ in } }
    }
    loadPreviewsAhead()
    let shown = browser.state.pageWindow.live.filter(files.indices.contains).map { files[$0] }
    pipeline.setLive(livePicturePaths.union(otherLivePicturePaths()))
    let current = file(at: browser.state.index)
    web.fetchMissing(shown + wanted, current: current)
    pictures.freeRegions(except: current)
    if pictures.hasShownFirstPage {
      pictures.observeFiles(shown.filter { $0.webAddress == nil && isPicture($0) })
    }
    for page in live.all { page.setPriority(priority(of: page.path)) }
    prefetch.setPriorities(priority)
  }

  // MARK: Pages

  /// Makes the page of a file in a cell, and cancels the requests of the page that the cell showed
  /// before.
  private func makePage(of path: FilePath, in cell: PhotoCell) -> FilePage {
    if let old = live.page(in: cell) { cancel(old) }
    let page = FilePage(path, in: cell)
    live.add(page)
    return page
  }

  /// Ends the page of a file in a cell that from now on shows something else.
  func endPage(in cell: PhotoCell) { live.remove(in: cell).map(cancel) }

  /// Cancels all requests for a page.
  private func cancel(_ page: FilePage) {
    page.cancel()
    pictures.removeState(of: page)
    web.cancel(page.path)
  }

  /// Invalidates the cached pictures of a file.
  private func invalidateCachedPictures(of path: FilePath) {
    pipeline.invalidate(pipelinePath(of: path))
    fastPaging.forget(path)
  }

  /// Restarts the clip on the page at an index.
  ///
  /// - Returns: false when the page shows no clip.
  private func restartClip(at index: Int) -> Bool {
    let path = files[index]
    guard let clips, ClipCells.isClip(path) else { return false }
    guard let cell = browser?.cell(at: index) as? ClipCell else { return true }
    if live.page(of: path, in: cell) != nil {
      cell.restart()
      return true
    }
    // A clip was renamed, and its player would open it by the old name: the cell gets a new player.
    _ = makePage(of: path, in: cell)
    return clips.fill(cell, with: path)
  }

  /// The path of the file from which a page's picture is made; for an address, that of the
  /// downloaded file.
  package func pipelinePath(of path: FilePath) -> FilePathBytes { downloads.pipelinePath(of: path) }

  /// The best cached picture of a file; nil when there is none.
  func cached(_ path: FilePath) -> DecodedImage? {
    pipeline.cached(pipelinePath(of: path), target: pageBox)
  }

  // MARK: Requests

  /// Requests the picture of a live page. During fast paging only previews are requested.
  private func load(_ page: FilePage) {
    let path = page.path
    if downloads.isMissing(path) { return web.fetch(path, isCurrent: isCurrent(path)) }
    if web.showDescription(page) { return }
    guard isPicture(path), !fastPaging.isActive else { return }
    page.load { load in
      pipeline.request(request(path, .page, pageBox)) { [weak self, weak page] update in
        if let self, let page { pictures.handleResponse(update, for: page, load: load) }
      }
    }
    prefetch.cancel(path)
  }

  /// Loads the page of an address whose file has been downloaded.
  private func loadDownloaded(_ download: FilePath) {
    if let page = live.page(of: download) { return load(page) }
    if browser == nil { requestFirstPicture(of: download) } else { updatePrefetch() }
  }

  /// Whether a file is on the current page; true while there is no browser.
  private func isCurrent(_ path: FilePath) -> Bool {
    browser.map { file(at: $0.state.index) == path } ?? true
  }

  private func loadDetail(of page: FilePage, natural: PixelSize) {
    guard !page.hasRequestedDetail, live.index(of: page) != nil else { return }
    let detail =
      ZoomDetailScheduler.reducedSize(of: natural).map { request(page.path, .prefetch, $0) }
      ?? request(page.path, .natural, .zero)
    page.loadDetail {
      pipeline.request(detail) { [weak self, weak page] update in
        guard let self, let page else { return }
        if case .exact(let image) = update {
          pictures.showDetail(image, on: page)
        } else {
          pictures.receive(update, for: page)
        }
      }
    }
  }

  /// Makes a request of the picture of a file, with the priority of the file's page.
  private func request(
    _ path: FilePath, _ purpose: ImageRequest.Purpose, _ box: PixelSize
  ) -> ImageRequest {
    ImageRequest(
      path: pipelinePath(of: path), target: box, purpose: purpose, priority: priority(of: path))
  }

  /// The priority of a file's picture by the distance and direction from the current page.
  private func priority(of path: FilePath) -> ImagePriority {
    guard let browser, browser.pageCount > 0 else { return .visible }
    let state = browser.state
    let window = state.pageWindow.live + state.pageWindow.prefetch
    guard let page = window.first(where: { file(at: $0) == path }) else { return .background }
    let distance = state.layout.distance(from: state.index, to: page) * state.lastTurnDirection
    if distance == 0 { return .visible }
    return distance > 0 ? .next(distance: distance) : .previous(distance: -distance)
  }

  /// Starts the missing prefetches of the pages that may come next.
  private func updatePrefetch() {
    if let browser { self.browser(browser, prefetch: browser.state.pageWindow.prefetch) }
  }

  // MARK: Fast paging

  private func fastPagingDidChange() {
    browser?.isPagingFast = fastPaging.isActive
    web.isPaused = fastPaging.isActive
    if fastPaging.isActive {
      // Requests that wait in the queue are cancelled, because their pictures would come too late;
      // a picture that is being decoded may be in time for its page.
      for page in live.all { page.cancelQueuedLoad() }
      prefetch.cancelAll()
    } else if browser != nil {
      for page in live.ordered where !showsExact(page) { load(page) }
      updatePrefetch()
    }
  }

  /// Whether the page shows its exact picture. The cache may contain that picture while the page
  /// shows a preview, because its decode was running when fast paging began.
  private func showsExact(_ page: FilePage) -> Bool {
    cached(page.path).map { $0.isExact && page.shows($0.bitmap) } ?? false
  }

  /// Requests previews of the pages ahead during fast paging.
  private func loadPreviewsAhead() {
    guard let browser else { return }
    fastPaging.loadPreviews(in: browser, files) { path in
      isPicture(path) && !downloads.isMissing(path) && cached(path) == nil
    }
  }

  /// Shows a preview on its own page, or on the current page when the user has turned past the
  /// preview's page.
  private func receive(preview update: ImageUpdate, of path: FilePath, _ index: Int) {
    if let page = live.page(of: path) { pictures.receive(update, for: page) }
    if file(at: index) == path, let browser {
      fastPaging.showOnCurrentPage(update, of: index, in: browser)
    }
    loadPreviewsAhead()
  }
}
