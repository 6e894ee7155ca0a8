import BrowserCore
import BrowserHost
import Imaging
import Motion
import PhotoBrowser
import Pixels
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
  /// Called with a sentence when the first clip plays without its sound.
  var onSilentClip: ((_ reason: String) -> Void)?
  /// Called when the picture of the first page comes straight from a helper, and its page has it.
  var onFirstImage: ((DecodedImage, _ page: Int) -> Void)?
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
  let bridge: any DescriptorWatching
  /// Follows the files of the live pages.
  let follower: FileFollower
  /// The messages of pages whose files give only a part of their pictures.
  let notices: PartialNotices
  /// Called when a page says that only a part of its picture could be read.
  var onNotice: ((_ page: Int) -> Void)?
  /// The detail that is fetched unless the zoom goes on.
  var awaited: (path: FilePath, size: PixelSize, timer: Cancellation)?
  /// What is fetched for live pages.
  var tasks: [FilePath: ImageTask] = [:]
  /// More pixels of them.
  var detail: [FilePath: ImageTask] = [:]
  /// What is fetched for pages that may come next.
  var ahead: [FilePath: ImageTask] = [:]
  /// Pages of pictures without pixels, and of those with too many.
  let parts: PartPages<FilePath>
  /// What was shown of pictures that are being decoded, and which load it came with.
  var standIns: [FilePath: (image: DecodedImage, load: Int)] = [:]
  var loads = 0
  /// True while pages are turned faster than pictures can be decoded.
  var isHurried = false {
    didSet { browser?.isPassing = isHurried }
  }
  /// How fast pages are being turned.
  var pace = TurnPace()
  /// The page that was turned to last.
  var lastPage: Int?
  /// Ends a burst of turns.
  var calm: Cancellation?
  /// Looks at pages that are only passed.
  private(set) lazy var glances = PageGlances(
    most: pipeline.mostHelpers, now: { .now },
    ask: { [unowned self] in glance(at: $0, $1) })
  /// Makes what is seen of a zoomed picture at rest.
  let resting: RestingPictures
  /// Files that are read again: nothing of their old pictures is kept.
  var stale: Set<FilePath> = []
  /// The file whose page is being taken away: that page's number is the next one's already.
  var removed: FilePath?
  private(set) weak var browser: Browser?
  /// True when the first page has what it waited for.
  var hasShownFirst = false
  /// The box a page's picture has to fill before its size is known, in device pixels.
  var pageBox: PixelSize

  /// Makes a source of `paths`; their first pictures fit `pageBox`.
  init(
    paths: [FilePath], pipeline: ImagePipeline, bridge: any DescriptorWatching, pageBox: PixelSize
  ) {
    self.paths = paths
    self.pipeline = pipeline
    self.bridge = bridge
    follower = FileFollower(pipeline: pipeline, loop: bridge) { Timestamp.now.seconds }
    notices = PartialNotices(follower: follower, pipeline: pipeline, loop: bridge)
    parts = PartPages(pipeline: pipeline, loop: bridge)
    resting = RestingPictures(loop: bridge)
    self.pageBox = pageBox
    followParts()
    followFiles()
    glances.onGlance = { [weak self] in self?.receive(glance: $0, of: $1, $2) }
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

  /// The cell of page `index` while it is alive.
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

  /// Forgets what is known of page `index` and fetches it again if it is alive; the old picture
  /// stays meanwhile.
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

  /// What is known of a file is not true any more.
  private func forget(_ path: FilePath) {
    pipeline.invalidate(key(of: path))
    glances.forget(path)
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
}
