import BrowserHost
import DecoderWire
import Imaging
import Motion
import PhotoBrowser
import Pixels
import Resampling
import Windowing

/// What became of a page's picture.
enum PictureNews: String {
  /// Something recognisable is there.
  case preview
  /// A part of the picture is there while the rest is being decoded.
  case partial
  /// The picture for the page's size is there.
  case exact
  /// What is seen of it is there in all its pixels, however far it is enlarged.
  case sharp
  /// There is none, and the page says why.
  case failed
}

/// The pages of a list of files, their pictures from the pipeline.
final class PipelinePhotoSource: BrowserDataSource {
  /// The files, in the order of the pages.
  var paths: [FilePath]
  /// Called when a page shows something recognisable, more of it, exact, or a failure.
  var onPicture: ((PictureNews, _ page: Int) -> Void)?
  /// Plays the clips among the files; nil takes them for pictures.
  var clips: ClipPlayers?
  /// Called when the clip of a page begins to play, stands still or ends.
  var onClip: ((ClipNote, _ page: Int) -> Void)?
  /// Called once, when the first page shows its exact picture or a failure.
  var onFirstPicture: (() -> Void)?

  /// Called when more of a page's picture has come over the network.
  var onDownload: ((_ page: Int, LoadProgress) -> Void)?
  /// Fetches the addresses among the files; without it they are files that are not there.
  var web: WebPages?
  /// Called when a frame of a picture that moves is shown.
  var onFrame: ((_ page: Int, _ frame: Int) -> Void)?
  /// Called when one is paused, steps or goes on.
  var onPause: (() -> Void)?
  /// False has pictures that move wait for the person.
  var playsByItself = true

  let pipeline: ImagePipeline
  private let bridge: any DescriptorWatching
  /// Follows the files of the live pages.
  let follower: FileFollower
  /// The detail that is fetched unless the zoom goes on.
  private var awaited: (path: FilePath, size: PixelSize, timer: Cancellation)?
  private var tasks: [FilePath: ImageTask] = [:]
  private var detail: [FilePath: ImageTask] = [:]
  private var ahead: [FilePath: ImageTask] = [:]
  /// Pages of pictures without pixels, and of those with too many.
  let parts: PartPages<FilePath>
  /// What was shown of pictures that are being decoded, and which load it came with.
  private var standIns: [FilePath: (image: DecodedImage, load: Int)] = [:]
  private var loads = 0
  /// Makes what is seen of a zoomed picture at rest.
  let resting: RestingPictures
  /// Files that are read again: nothing of their old pictures is kept.
  var stale: Set<FilePath> = []
  /// The file whose page is being taken away: that page's number is the next one's already.
  var removed: FilePath?
  private(set) weak var browser: Browser?
  private(set) var hasShownFirst = false
  /// The box a page's picture has to fill before its size is known, in device pixels.
  var pageBox: PixelSize

  /// Enlarged by more than this, a bitmap is worth replacing by one with more detail.
  private static let detailSlack = 1.02

  /// Most pixels of one picture that are kept for zooming in: 64 million, 256 MB.
  private static let mostDetail = 64_000_000

  /// Makes a source of `paths`; their first pictures fit `pageBox`.
  init(
    paths: [FilePath], pipeline: ImagePipeline, bridge: any DescriptorWatching, pageBox: PixelSize
  ) {
    self.paths = paths
    self.pipeline = pipeline
    self.bridge = bridge
    follower = FileFollower(pipeline: pipeline, loop: bridge) { Timestamp.now.seconds }
    parts = PartPages(pipeline: pipeline, loop: bridge)
    resting = RestingPictures(loop: bridge)
    self.pageBox = pageBox
    followParts()
    followFiles()
  }

  /// Starts on a picture before there is a window to show it in.
  func begin(with path: FilePath) {
    guard isPicture(path) else { return }
    if isFar(path) { return fetch(path) }
    ahead[path] = pipeline.request(request(path, .page, pageBox)) { _ in }
  }

  // MARK: Browser

  func numberOfItems(in browser: Browser) -> Int {
    self.browser = browser
    return paths.count
  }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    guard let cell = cell as? PhotoCell, paths.indices.contains(index) else { return }
    if fillClip(cell, at: index) { return }
    let path = paths[index]
    if let cached = pipeline.cached(key(of: path), target: pageBox) {
      show(cached, in: cell, path: path)
      onPicture?(cached.isExact ? .exact : .preview, index)
      if cached.isExact { return }
    } else {
      cell.content = .loading(progress: nil)
    }
    load(path)
  }

  func browser(_ browser: Browser, kindOfCellFor index: Int) -> String {
    kindOfClip(at: index) ?? ""
  }

  func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell {
    makeClipCell(at: index) ?? PhotoCell()
  }

  /// False for clips while somebody plays them. Those of the web are not played: an address gives a
  /// picture, or a sentence.
  private func isPicture(_ path: FilePath) -> Bool {
    clips == nil || path.webAddress != nil || !ClipName.isClip(path.bytes)
  }

  /// The cell of page `index` while it is alive.
  func shownCell(at index: Int) -> (any BrowserCell)? { browser?.cell(at: index) }

  /// Asks for the picture of a live page.
  func load(_ path: FilePath) {
    if isFar(path) { return fetch(path) }
    guard isPicture(path) else { return }
    tasks[path]?.cancel()
    let purpose = isHurried ? ImageRequest.Purpose.glance : .page
    loads += 1
    let load = loads
    tasks[path] = pipeline.request(request(path, purpose, pageBox)) { [weak self] update in
      self?.take(update, for: path, load: load)
    }
    dropAhead(path)
  }

  /// Ends what is fetched for pages that are not alive.
  func dropAhead() {
    for task in ahead.values { task.cancel() }
    ahead = [:]
  }

  /// What was fetched for a page before it was wanted is of no use any more.
  func dropAhead(_ path: FilePath) { ahead.removeValue(forKey: path)?.cancel() }

  /// Ends the fetching of more pixels of a file.
  func dropDetail(of path: FilePath) { detail.removeValue(forKey: path)?.cancel() }

  func browser(_ browser: Browser, didEndShowing index: Int) {
    if let file = removed {
      removed = nil
      return cancel(file)
    }
    if paths.indices.contains(index) { cancel(paths[index]) }
  }

  /// Ends what is fetched for the page of a file.
  func cancel(_ path: FilePath) {
    tasks.removeValue(forKey: path)?.cancel()
    detail.removeValue(forKey: path)?.cancel()
    standIns[path] = nil
    follower.forget(path)
    web?.cancel(path)
    parts.cancel(path)
  }

  /// Ends everything that is fetched.
  func cancelAll() {
    for task in Array(tasks.values) + Array(detail.values) + Array(ahead.values) { task.cancel() }
    (tasks, detail, ahead, standIns) = ([:], [:], [:], [:])
    web?.cancelAll()
    awaited?.timer.cancel()
    awaited = nil
    parts.keep(only: [])
    resting.cancel()
  }

  func browser(_ browser: Browser, prefetch indices: [Int]) {
    let wanted = indices.filter(paths.indices.contains).map { paths[$0] }.filter(isPicture)
    for (path, task) in ahead where !wanted.contains(path) {
      task.cancel()
      ahead[path] = nil
    }
    for path in wanted where ahead[path] == nil && !isFar(path) {
      let purpose = isHurried ? ImageRequest.Purpose.glance : .prefetch
      ahead[path] = pipeline.request(request(path, purpose, pageBox)) { _ in }
    }
    let window = browser.state.pageWindow
    pipeline.setLive(Set(window.live.filter(paths.indices.contains).map { key(of: paths[$0]) }))
    fetchWanted(ahead: wanted)
    parts.look(at: paths.indices.contains(browser.state.index) ? paths[browser.state.index] : nil)
    if hasShownFirst {
      let live = window.live.filter(paths.indices.contains).map { paths[$0] }
      follower.keep(live.filter { $0.webAddress == nil && isPicture($0) })
    }
    for (path, task) in tasks { task.priority = priority(of: path) }
    for (path, task) in ahead { task.priority = priority(of: path) }
  }

  /// How soon a picture is needed: the page that is seen, then where the person is going.
  private func priority(of path: FilePath) -> ImagePriority {
    guard let browser, browser.pageCount > 0 else { return .visible }
    let state = browser.state
    let window = state.pageWindow.live + state.pageWindow.prefetch
    guard let page = window.first(where: { paths.indices.contains($0) && paths[$0] == path })
    else { return .background }
    let distance = state.layout.way(from: state.index, to: page) * state.direction
    return distance == 0 ? .visible : distance > 0 ? .next(distance) : .previous(-distance)
  }

  func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {
    guard paths.indices.contains(index), let cell = browser.cell(at: index) as? PhotoCell,
      case .picture(let picture) = cell.content
    else { return }
    if let player = cell.animation { return player.fill(size) }
    let path = paths[index]
    let scale = Double(size.width) / Double(max(1, picture.naturalSize.width))
    let isSharp = picture.isSharp(at: scale / Self.detailSlack)
    if isSharp, index == browser.state.index { rest(picture, of: path, at: size) }
    guard !isSharp, detail[path] == nil, isExact(index) else { return }
    guard awaited?.path != path || awaited?.size != size else { return }
    awaited?.timer.cancel()
    let timer = bridge.schedule(after: DetailTuning.delay) { [weak self] in
      self?.awaited = nil
      self?.fetchDetail(of: path, natural: picture.naturalSize)
    }
    awaited = (path, size, timer)
  }

  private func fetchDetail(of path: FilePath, natural: PixelSize) {
    guard detail[path] == nil, liveCell(of: path) != nil else { return }
    detail[path] = pipeline.request(detailRequest(path, natural)) { [weak self] update in
      if case .exact(let image) = update {
        self?.showDetail(image, for: path)
      } else {
        self?.receive(update, for: path)
      }
    }
  }

  /// The picture at its natural size, or as large as memory may hold.
  private func detailRequest(_ path: FilePath, _ natural: PixelSize) -> ImageRequest {
    let area = natural.area ?? .max
    guard area > Self.mostDetail else { return request(path, .natural, .zero) }
    let share = (Double(Self.mostDetail) / Double(area)).squareRoot()
    return request(
      path, .prefetch,
      PixelSize(
        width: Int(Double(natural.width) * share), height: Int(Double(natural.height) * share)))
  }

  /// Halves a large picture beside the main actor before it is shown: it is smooth then between
  /// page and natural size, and the frame that shows it does not pay for touching its memory first.
  private func showDetail(_ image: DecodedImage, for path: FilePath) {
    let bitmap = image.bitmap
    guard bitmap.size.width > 2 * pageBox.width else { return receive(.exact(image), for: path) }
    SideThread.run {
      Resampler.half(bitmap)
    } finish: { [weak self] half in
      guard let self, let (index, cell) = liveCell(of: path) else { return }
      show([bitmap, half], naturalSize: image.info.naturalSize, in: cell, path: path)
      onPicture?(.exact, index)
    }
  }

  func browser(_ browser: Browser, retry index: Int) {
    guard paths.indices.contains(index), !reopenClip(at: index) else { return }
    let path = paths[index]
    pipeline.invalidate(key(of: path))
    askAgain(path)
    if let cell = browser.cell(at: index) as? PhotoCell, cell.isFailed {
      cell.content = .loading(progress: nil)
    }
    load(path)
  }

  /// The pages are of another size: fetches the pictures of the live ones for it.
  func pagesDidResize(to box: PixelSize) {
    guard box != pageBox else { return }
    pageBox = box
    guard let browser else { return }
    for index in browser.state.pageWindow.live where paths.indices.contains(index) {
      load(paths[index])
    }
    dropAhead()
    prefetch()
  }

  /// Forgets what is known of page `index` and fetches it again if it is alive; the old picture
  /// stays meanwhile.
  func reload(_ index: Int) {
    guard paths.indices.contains(index), !reopenClip(at: index) else { return }
    let path = paths[index]
    pipeline.invalidate(key(of: path))
    ahead.removeValue(forKey: path)?.cancel()
    guard browser?.cell(at: index) != nil else { return }
    cancel(path)
    renew(path)
    liveCell(of: path)?.cell.animation = nil
    askAgain(path)
    load(path)
  }

  /// What is shown next of a file is all there is: older pictures of it are let go of.
  func renew(_ path: FilePath) { stale.insert(path) }

  /// The page of `path` and its cell, while it is alive.
  func liveCell(of path: FilePath) -> (index: Int, cell: PhotoCell)? {
    guard let browser,
      let index = browser.state.pageWindow.live.first(where: {
        paths.indices.contains($0) && paths[$0] == path
      }), let cell = browser.cell(at: index) as? PhotoCell
    else { return nil }
    return (index, cell)
  }

  /// While pages are turned faster than pictures can be decoded, something recognisable of each
  /// is fetched; when that ends, the exact pictures of the live ones.
  var isHurried = false {
    didSet {
      guard isHurried != oldValue, !isHurried, let browser else { return }
      dropAhead()
      let live = browser.state.pageWindow.live.filter(paths.indices.contains)
      for index in live where !showsExact(index) { load(paths[index]) }
      prefetch()
    }
  }

  /// Memory may have the exact picture of a page that was only glanced at: it was on its way before.
  private func showsExact(_ index: Int) -> Bool {
    let cached = pipeline.cached(key(of: paths[index]), target: pageBox)
    guard let cached, cached.isExact, let cell = browser?.cell(at: index) as? PhotoCell else {
      return false
    }
    return cell.still?.bitmaps.contains { $0 === cached.bitmap } ?? false
  }

  private func isExact(_ index: Int) -> Bool {
    pipeline.cached(key(of: paths[index]), target: pageBox)?.isExact ?? false
  }

  // MARK: Answers

  private func request(_ path: FilePath, _ purpose: ImageRequest.Purpose, _ box: PixelSize)
    -> ImageRequest
  {
    ImageRequest(path: key(of: path), target: box, purpose: purpose, priority: priority(of: path))
  }

  func receive(_ update: ImageUpdate, for path: FilePath, load: Int = 0) {
    guard let (index, cell) = liveCell(of: path) else { return }
    switch update {
    case .preview(var image):
      guard mayStandIn(image, in: cell, path, load) else { return }
      // While all of it is being decoded no part is fetched: it would only keep that waiting.
      image.info.hasParts = false
      showWhatIsThere(image, in: cell, path: path)
      standIns[path] = (image, load)
      onPicture?(image.isWhole ? .preview : .partial, index)
    case .exact(let image):
      showWhatIsThere(image, in: cell, path: path)
      onPicture?(.exact, index)
      noteFirst()
    case .failed(let failure):
      if let message = message(failure, for: path) { return fail(path, message) }
      let standIn = standIn(of: path, in: cell)?.image
      // What was good stays; a thumbnail of what fails is more than a sentence, too.
      if cell.content.zoomable == nil || standIn?.isWhole == false {
        cell.content = .failed(Self.message(failure, name: path.displayName))
      } else if standIn == nil, pipeline.cached(key(of: path), target: pageBox)?.isExact != false {
        return
      }
      onPicture?(.failed, index)
      noteFirst()
    }
  }

  /// What the page shows is better than a stand-in, unless that came before from the same decode: a
  /// page that is decoded anew for another size does not go back to its first rows.
  private func mayStandIn(
    _ image: DecodedImage, in cell: PhotoCell, _ path: FilePath, _ load: Int
  ) -> Bool {
    guard cell.content.zoomable != nil else { return true }
    guard let shown = standIn(of: path, in: cell) else { return false }
    return shown.load == load || image.isWhole && !shown.image.isWhole
  }

  /// The stand-in, if that is what the page shows.
  private func standIn(of path: FilePath, in cell: PhotoCell) -> (image: DecodedImage, load: Int)? {
    standIns[path].flatMap { standIn in
      cell.still?.bitmaps.contains { $0 === standIn.image.bitmap } == true ? standIn : nil
    }
  }

  /// A part of a picture is no smaller size of it: it goes when there is more.
  private func showWhatIsThere(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    if cell.still?.isPartial == true { renew(path) }
    standIns[path] = nil
    show(image, in: cell, path: path)
  }

  /// The first page has what it waited for.
  func noteFirst() {
    guard !hasShownFirst else { return }
    hasShownFirst = true
    onFirstPicture?()
    prefetch()
  }

  /// Sees to it again that what is wanted soon is on its way.
  func prefetch() {
    if let browser { self.browser(browser, prefetch: browser.state.pageWindow.prefetch) }
  }

  func show(_ image: DecodedImage, in cell: PhotoCell, path: FilePath) {
    if showParts(of: image, in: cell, path: path) { return }
    show(
      [image.bitmap], naturalSize: image.info.naturalSize, isPartial: image.info.isTruncated,
      in: cell, path: path)
    play(image, in: cell, path: path)
  }

  /// Shows `bitmaps` beside those of other sizes that are there already.
  private func show(
    _ bitmaps: [Bitmap], naturalSize: PixelSize, isPartial: Bool = false, in cell: PhotoCell,
    path: FilePath
  ) {
    var all = bitmaps
    if stale.remove(path) == nil, let old = cell.still, old.naturalSize == naturalSize {
      all += old.bitmaps.filter { known in !bitmaps.contains { $0.size == known.size } }
    }
    guard var picture = Picture(all, naturalSize: naturalSize) else { return }
    picture.isPartial = isPartial
    cell.show(picture)
  }

  private static func message(_ failure: DecodeFailure, name: String) -> FailureMessage {
    var hint = ""
    if failure.kind == .missingLoader, !failure.detail.isEmpty {
      hint = "sudo apt install \(failure.detail)"
    }
    return FailureMessage(sentence: "\(name): \(failure.sentence)", hint: hint)
  }
}
