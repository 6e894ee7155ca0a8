import BrowserCore
import BrowserHost
import Imaging
import Motion
import PhotoBrowser
import Pixels
import Windowing

/// A state of a page's picture, as logged.
enum PictureState: String {
  /// Something recognisable is shown.
  case preview
  /// The decoded rows of an incomplete decode are shown.
  case partial
  /// The picture in the page's size is shown.
  case exact
  /// The visible region is shown at full resolution, at any zoom.
  case sharp
  /// The picture failed, and the page shows the reason.
  case failed
}

/// The data source of a browser: a list of files whose pictures come from the pipeline.
final class PipelinePhotoSource: BrowserDataSource {
  /// The files, in the order of the pages.
  var paths: [FilePath]
  /// Called with each new state of a page's picture.
  var onPicture: ((PictureState, _ page: Int) -> Void)?
  /// Makes the players of clips; nil treats clips as pictures.
  var clips: ClipPlayers?
  /// Called when the clip of a page starts, pauses or ends.
  var onClip: ((ClipPlaybackState, _ page: Int) -> Void)?
  /// Called with a message when the first clip plays without sound.
  var onSilentClip: ((_ reason: String) -> Void)?
  /// Called when the first page shows a picture that was decoded, not cached.
  var onFirstImage: ((DecodedImage, _ page: Int) -> Void)?
  /// Called once, when the first page shows its exact picture or a failure.
  var onFirstPicture: (() -> Void)?

  /// Called with the progress of a page's download.
  var onDownload: ((_ page: Int, LoadProgress) -> Void)?
  /// Downloads the addresses among the files; nil treats addresses as missing files.
  var web: PageDownloads?
  /// Called when a frame of an animated picture is shown.
  var onFrame: ((_ page: Int, _ frame: Int) -> Void)?
  /// Called when an animated picture pauses, steps or resumes.
  var onPause: (() -> Void)?
  /// Whether animated pictures start without a command.
  var playsByItself = true

  let pipeline: ImagePipeline
  let bridge: any DescriptorWatching
  /// Watches the files of the live pages.
  let follower: FileFollower
  /// The messages of pages whose files are truncated.
  let notices: TruncationNotices
  /// Called when a page shows such a message.
  var onNotice: ((_ page: Int) -> Void)?
  /// The request of a higher resolution that waits for the zoom to settle.
  var awaited: (path: FilePath, size: PixelSize, timer: Cancellation)?
  /// The running requests of live pages.
  var tasks: [FilePath: ImageTask] = [:]
  /// The running requests of higher resolutions for live pages.
  var detail: [FilePath: ImageTask] = [:]
  /// The running prefetches of pages that may come next.
  var ahead: [FilePath: ImageTask] = [:]
  /// Decodes regions of scalable pictures and of pictures that are too large to decode as a whole.
  let parts: RegionPages<FilePath>
  /// The stand-ins of pictures that are being decoded, each with the number of its load.
  var standIns: [FilePath: (image: DecodedImage, load: Int)] = [:]
  var loads = 0
  /// Whether pages are turned faster than pictures can be decoded.
  var isPagingFast = false {
    didSet { browser?.isPagingFast = isPagingFast }
  }
  /// The speed of paging.
  var pace = TurnPace()
  /// The index of the previous page turn.
  var lastPage: Int?
  /// The timer that ends fast paging.
  var calm: Cancellation?
  /// Loads previews during fast paging.
  private(set) lazy var glances = FastPagingPreviews(
    most: pipeline.maxHelpers, now: { .now },
    ask: { [unowned self] in glance(at: $0, $1) })
  /// Resamples the zoomed picture once zooming has settled.
  let resting: SettledPictureScaler
  /// The files that are read again; the next picture replaces all bitmaps of the old one.
  var stale: Set<FilePath> = []
  /// The file whose page is being removed, while its index already belongs to the next page.
  var removed: FilePath?
  private(set) weak var browser: Browser?
  /// Whether the first page has shown its picture or a failure.
  var hasShownFirst = false
  /// The box in device pixels that a page's picture has to fit while its size is unknown.
  var pageBox: PixelSize

  /// Makes a source of `paths`; first pictures are decoded for `pageBox`, in device pixels.
  init(
    paths: [FilePath], pipeline: ImagePipeline, bridge: any DescriptorWatching, pageBox: PixelSize
  ) {
    self.paths = paths
    self.pipeline = pipeline
    self.bridge = bridge
    follower = FileFollower(pipeline: pipeline, loop: bridge) { Timestamp.now.seconds }
    notices = TruncationNotices(follower: follower, pipeline: pipeline, loop: bridge)
    parts = RegionPages(pipeline: pipeline, loop: bridge)
    resting = SettledPictureScaler(loop: bridge)
    self.pageBox = pageBox
    setRegionCallbacks()
    followFiles()
    glances.onPreviewLoaded = { [weak self] in self?.receive(glance: $0, of: $1, $2) }
  }

  func numberOfItems(in browser: Browser) -> Int {
    self.browser = browser
    return paths.count
  }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    guard let cell = cell as? PhotoCell, paths.indices.contains(index) else { return }
    if fillClip(cell, at: index) { return }
    let path = paths[index]
    if let cached = pipeline.cached(key(of: path), target: pageBox) ?? glances.image(of: path) {
      show(cached, in: cell, path: path)
      note(cached, in: cell, path)
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

  /// The cell of page `index`; nil when the page is not alive.
  func shownCell(at index: Int) -> (any BrowserCell)? { browser?.cell(at: index) }

  func browser(_ browser: Browser, didEndShowing index: Int) {
    if let file = removed {
      removed = nil
      return cancel(file)
    }
    if paths.indices.contains(index) { cancel(paths[index]) }
  }

  func browser(_ browser: Browser, retry index: Int) {
    guard paths.indices.contains(index), !reopenClip(at: index) else { return }
    let path = paths[index]
    forget(path)
    askAgain(path)
    if let cell = browser.cell(at: index) as? PhotoCell {
      cell.failure = nil
      if cell.isFailed { cell.content = .loading(progress: nil) }
    }
    load(path)
  }

  /// Invalidates page `index` and loads it again if it is alive; the old picture stays meanwhile.
  func reload(_ index: Int) {
    guard paths.indices.contains(index), !reopenClip(at: index) else { return }
    let path = paths[index]
    forget(path)
    dropAhead(path)
    guard browser?.cell(at: index) != nil else { return }
    cancel(path)
    renew(path)
    liveCell(of: path)?.cell.animation = nil
    askAgain(path)
    load(path)
  }

  /// Invalidates the cached pictures of a file.
  private func forget(_ path: FilePath) {
    pipeline.invalidate(key(of: path))
    glances.forget(path)
  }

  /// Makes the next picture of a file replace all older bitmaps of it.
  func renew(_ path: FilePath) { stale.insert(path) }

  /// The index and the cell of the page of `path`; nil when the page is not alive.
  func liveCell(of path: FilePath) -> (index: Int, cell: PhotoCell)? {
    guard let browser,
      let index = browser.state.pageWindow.live.first(where: {
        paths.indices.contains($0) && paths[$0] == path
      }), let cell = browser.cell(at: index) as? PhotoCell
    else { return nil }
    return (index, cell)
  }
}
