import BrowserCore
import BrowserHost
import Geometry
import Imaging
import Input
import Motion
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import Views
import Windowing

/// The application's part of a visit: the pictures of the browser and its commands.
final class BrowserScene: ViewerScene {
  let browser: Browser
  let source: FilePages
  /// The key bindings for the page layout: an arrow key turns to the page that it points to.
  var bindings: CommandKeys {
    let tuning = browser.options.tuning
    if tuning.axis == .vertical { return .downwards }
    return tuning.isRightToLeft ? .rightToLeft : .standard
  }
  /// The scene with the browser; nil before and after it is on the window's stack.
  private(set) weak var visit: BrowserVisit?
  /// The window that shows the browser.
  unowned let window: ViewerWindow
  /// The grid with the thumbnails of the flights; nil when there is no grid below.
  private(set) weak var gallery: GalleryView?
  /// Called when the user wants the grid of the photos and there is none below; nil where no grid
  /// can be made.
  var onWantsGrid: (() -> Void)?
  /// Called at the end of the visit, whether the picture returned to its thumbnail or a drag
  /// dismissed it.
  var onEnd: (() -> Void)?

  /// The former indices of deleted files, for Undo.
  var removed: [FilePath: Int] = [:]
  /// The page number that is being typed.
  var numberEntry = NumberEntry()
  /// The timer that ends the entry of the number.
  var numberDeadline: Deadline?
  /// The pill with the zoom while it changes, or with the number that is being typed.
  let zoomPill = ZoomPill()
  var actualSizePressTime: Timestamp?
  /// Keeps the screen awake while a slideshow runs.
  let idleGuard = IdleGuard()
  /// The time in seconds for which a slideshow shows each picture.
  var slideshowInterval = Slideshow.defaultInterval
  /// Records the viewed pictures as recent files; nil when recording is off.
  var recent: RecentRecorder? {
    didSet { recent?.turned(to: file) }
  }
  /// The information strip while it is shown.
  var infoStrip: CaptionStrip?
  /// Whether the pages are those of a watched folder.
  var followsFolder = false
  /// The number of saved copies, for `--log trace`.
  var copies = 0
  /// The last known file size and date, with its file.
  var knownStatus: (path: FilePath, status: FileStatus)?
  /// The sheet of page effects while any of it is visible.
  var effectChooser: EffectChooser?
  var options: ViewerOptions
  let log: Log
  /// Whether a held key is repeating.
  var isRepeating = false

  /// Makes the part of a visit whose first page is `start`.
  init(
    source: FilePages, start: Int, options: ViewerOptions, window: ViewerWindow,
    log: Log
  ) {
    self.source = source
    self.options = options
    self.window = window
    self.log = log
    browser = Browser(options: options.browserOptions)
    browser.onSlideshowChange = { [weak self] in self?.slideshowDidChange(to: $0) }
    source.playsByItself = options.motion != .reduced
    source.observe { [weak self] in self?.take($0) }
    source.pagesDidResize(to: pageBox)
    browser.delegate = self
    browser.initialIndex = start
    browser.dataSource = source
  }

  /// Makes the scene for the window's stack.
  ///
  /// - Parameter gallery: the grid below; nil for a root scene.
  func makeVisit(over gallery: GalleryView? = nil) -> BrowserVisit {
    let visit = BrowserVisit(browser, in: window.host, owner: self)
    self.visit = visit
    if let gallery { adopt(gallery) }
    return visit
  }

  /// Connects the visit to a grid below, whose items are the pages.
  func adopt(_ gallery: GalleryView) {
    self.gallery = gallery
    visit?.adopt(gallery)
  }

  // MARK: Visit

  var title: String {
    guard source.files.indices.contains(browser.pageIndex) else { return "" }
    let name = source.files[browser.pageIndex].displayName
    guard let player, player.isPaused, let count = player.frameCount else { return name }
    return "\(name) (frame \(player.frameIndex + 1) / \(count))"
  }

  var position: String {
    let (place, count) = (browser.pageIndex + 1, browser.pageCount)
    return count > 1 ? "\(GalleryText.count(place)) / \(GalleryText.count(count))" : ""
  }

  var isLeaving: Bool { browser.state.isLeaving }

  /// Shows the keys of the page layout in the tooltips of the bar.
  func updateTitle() { window.host.titleBar.showKeys(of: bindings) }

  func windowDidSettle() { source.pagesDidResize(to: pageBox) }

  func visitDidEnd() {
    browser.stopSlideshow()
    source.cancelAll()
    onEnd?()
  }

  /// Logs an event of the pages and shows it outside them.
  private func take(_ event: FilePageEvent) {
    switch event {
    case .firstImage, .firstPageLoaded: break
    case .picture(let state, let page):
      visit?.pictureDidChange(to: state.rawValue, page: page)
      window.system.releaseFrames()
      infoStrip?.refresh()
    case .notice(let page):
      log.trace("notice page=\(page)")
      infoStrip?.refresh()
    case .download(let progress, let page):
      let total = progress.total.map { "\($0)" } ?? "?"
      log.trace("download page=\(page) got=\(progress.received) of=\(total)")
    case .frame(let frame, let page): log.trace("frames page=\(page) shown=\(frame)")
    case .animationPaused: window.updateTitle()
    case .clip(let state, let page): log.trace("clip state=\(state.rawValue) page=\(page)")
    case .silentClip(let reason): window.say(reason)
    }
  }

  // MARK: The list

  /// Updates the pages to a change of the grid's library; the shown page stays where possible.
  func follow(_ change: LiveLibrary.Change) {
    let steps = PhotoListChange.steps(for: change.diff, shown: browser.pageIndex)
    source.follow(steps, to: change.paths, in: browser)
    followWithGrid()
    window.updateTitle()
  }

  /// Sets the focus and the empty slot of the grid, whose indices differ from the pages' during the
  /// update.
  private func followWithGrid() {
    guard let gallery, !browser.state.isDismissed else { return }
    if !isLeaving { gallery.setFocus(onPage: browser.pageIndex) }
    if gallery.emptySlot != nil { gallery.emptySlot = browser.pageIndex }
  }

  /// Adds the page indicator of the options and the zoom pill, once text may be drawn.
  func indicate() {
    infoStrip?.defersText = false
    let indicator = try? PageIndicators.make(options.indicator ?? "auto")
    // The title bar shows the number.
    (indicator as? AutomaticPageIndicator)?.showsNumber = false
    browser.indicator = indicator
    browser.addOverlay(zoomPill)
  }

  var pageBox: PixelSize { PageBox.box(for: window.window.size, axis: options.axis) }
}
