import BrowserCore
import Geometry
import Imaging
import Input
import Motion
import PhotoBrowser
import Pixels
import Scenes
import Views
import Windowing

/// A visit to the photos of a list: the browser, its pictures and what its keys do.
final class BrowserScene: ViewerScene {
  let browser: Browser
  let source: PipelinePhotoSource
  /// What the keys do, as the pages lie: an arrow means where it points.
  var bindings: KeyBindings {
    let tuning = browser.options.tuning
    if tuning.axis == .vertical { return .downwards }
    return tuning.isRightToLeft ? .rightToLeft : .standard
  }
  /// The window it is shown in.
  unowned let window: ViewerWindow
  /// Where its pictures fly up from and home to; nil when there is no grid below.
  weak var gallery: GalleryView?
  /// Called when nothing of it is visible any more.
  var onDismiss: (() -> Void)?
  /// Called when the grid of the photos is wanted and there is none below; nil where there is none to
  /// go to.
  var onWantsGrid: (() -> Void)?
  /// Called when the visit is over, whether its picture flew home or a hand moved it away.
  var onEnd: (() -> Void)?

  /// Where files were that are deleted, to come back to their places.
  var removed: [FilePath: Int] = [:]
  /// The page number that is being typed.
  var numberEntry = NumberEntry()
  /// The end of the number's time.
  var numberDeadline: Deadline?
  /// The pill with the zoom while it changes, or with the number that is being typed.
  let zoomPill = ZoomPill()
  var heldActual: Timestamp?
  /// Keeps the screen awake while a slideshow runs.
  let idleGuard = IdleGuard()
  /// How long a picture of a slideshow is seen, in seconds.
  var slideTime = Slideshow.defaultInterval
  /// Notes the pictures that are looked at; nil when nobody wants that.
  var recent: RecentRecorder? {
    didSet { recent?.turned(to: file) }
  }
  /// What is known of the photo, while that is shown.
  var infoStrip: CaptionStrip?
  /// True when the pages are those of a folder that is followed.
  var knowsFolder = false
  /// How many copies were saved, for `--log trace`.
  var copies = 0
  /// What the system said last of a file's size and date.
  var knownStatus: (path: FilePath, status: FileStatus)?
  /// The sheet of page effects while any of it is seen.
  var effectChooser: EffectChooser?
  var options: ViewerOptions
  let log: Log
  private var trace: TraceLines
  /// True while a key that is held down repeats.
  var isRepeating = false

  /// Makes a visit that begins with page `start`.
  init(
    source: PipelinePhotoSource, start: Int, over gallery: GalleryView? = nil,
    options: ViewerOptions, window: ViewerWindow, log: Log
  ) {
    self.source = source
    self.gallery = gallery
    self.options = options
    self.window = window
    self.log = log
    trace = TraceLines(log: log)
    browser = Browser(options: options.browserOptions)
    browser.isTranslucent = window.isTranslucent
    browser.isOverScene = gallery != nil
    browser.fillsParent = true
    browser.onSlideshowChange = { [weak self] in self?.slideshowDidChange(to: $0) }
    source.playsByItself = options.motion != .reduced
    source.onFrame = { log.trace("frames page=\($0) shown=\($1)") }
    source.onPause = { [weak self] in self?.window.updateTitle() }
    source.onPicture = { [weak self] in
      self?.trace.picture($0, page: $1)
      self?.window.releaseFrames()
      self?.infoStrip?.refresh()
    }
    source.onNotice = { [weak self] page in
      log.trace("notice page=\(page)")
      self?.infoStrip?.refresh()
    }
    source.onDownload = { [log] page, progress in
      let total = progress.total.map { "\($0)" } ?? "?"
      log.trace("download page=\(page) got=\(progress.received) of=\(total)")
    }
    source.onClip = { [log] in log.trace("clip state=\($0.rawValue) page=\($1)") }
    source.onSilentClip = { [weak self] in self?.window.say($0) }
    source.pageBox = pageBox
    browser.delegate = self
    browser.initialIndex = start
    browser.dataSource = source
  }

  // MARK: As a scene

  var view: View { browser }

  var title: String {
    guard source.paths.indices.contains(browser.pageIndex) else { return "" }
    let name = source.paths[browser.pageIndex].displayName
    guard let player, player.isPaused, let count = player.frameCount else { return name }
    return "\(name) (frame \(player.frameIndex + 1) / \(count))"
  }

  var position: String {
    let (place, count) = (browser.pageIndex + 1, browser.pageCount)
    return count > 1 ? "\(GalleryText.count(place)) / \(GalleryText.count(count))" : ""
  }

  var controlsOpacity: Double { browser.shownFrame?.chrome ?? 1 }

  var isHeld: Bool { browser.isHeld }

  var hidesIdlePointer: Bool { true }

  var isPannable: Bool {
    guard !isLeaving, !browser.state.isDismissed else { return false }
    let zoom = browser.state.zoom(of: browser.pageIndex)
    let bounds = PanBounds(shown: zoom.targetRect.size, viewport: zoom.viewport)
    return Axis.allCases.contains(where: bounds.canMove)
  }

  /// The indicator goes with the window's controls, and has no place in a show.
  func controlsDidFade(to opacity: Double) {
    browser.indicatorOpacity = browser.slideshowPhase == nil ? opacity : 0
  }

  var isLeaving: Bool { browser.state.isLeaving }

  func leave(at time: Timestamp) -> Bool {
    browser.perform(.close, at: time)
    return true
  }

  /// A scene that flies by itself knows what is seen of it; one that the stack moves is told.
  private var isMoved: Bool { window.stack?.isMoving ?? false }

  func willAppear() { browser.presence = isMoved ? .coming : .inPlace }

  func didAppear() { browser.presence = .inPlace }

  func willDisappear() {
    if isMoved { browser.presence = .going }
  }

  func didDisappear() {
    browser.presence = .away
    gallery?.emptySlot = nil
    browser.stopSlideshow()
    source.cancelAll()
    onEnd?()
  }

  func presented(work seconds: Double, isFront: Bool) {
    holdSlideshow()
    trace.presented(
      work: seconds, at: window.now, frame: browser.shownFrame,
      isWaiting: (browser.visibleCell as? PhotoCell)?.isWaiting ?? false,
      isTurning: browser.isTurning, bar: window.titleBar.alpha)
  }

  func windowDidSettle() {
    source.pagesDidResize(to: pageBox)
  }

  func barsDidChange(to insets: Insets) { browser.barInsets = insets }

  func translucencyDidChange(to isTranslucent: Bool) { browser.isTranslucent = isTranslucent }

  /// Has a grid below from now on: its items are the pages.
  func adopt(_ gallery: GalleryView) {
    self.gallery = gallery
    browser.isOverScene = true
    gallery.onMove = { [weak self] in self?.browser.thumbnailsDidMove() }
  }

  // MARK: The list

  /// The grid's pictures have changed: the pages follow, and what is seen stays where it can.
  func follow(_ change: LiveLibrary.Change) {
    let steps = PhotoListChange.steps(for: change.diff, shown: browser.pageIndex)
    source.follow(steps, to: change.paths, in: browser)
    followWithGrid()
    window.updateTitle()
  }

  /// On the way pages had other numbers than the grid's items, which were there already.
  private func followWithGrid() {
    guard let gallery, !browser.state.isDismissed else { return }
    if !isLeaving { gallery.setFocus(onPage: browser.pageIndex) }
    if gallery.emptySlot != nil { gallery.emptySlot = browser.pageIndex }
  }

  /// Words may be shown from now on: which page of how many it is, as the options say.
  func indicate() {
    infoStrip?.defersText = false
    let indicator = PageIndicators.make(options.indicator ?? "auto")
    // The bar tells the number.
    (indicator as? AutomaticPageIndicator)?.showsNumber = false
    browser.indicator = indicator
    browser.addOverlay(zoomPill)
  }

  var pageBox: PixelSize { Self.box(for: window.window.size, axis: options.axis) }

  /// The box a page's picture has to fill: its page, or its width alone in a tall viewport.
  static func box(for size: PixelSize, axis: Axis) -> PixelSize {
    let unlimited = 1 << 20
    let isTall = axis == .horizontal && size.width < size.height
    return isTall ? PixelSize(width: size.width, height: unlimited) : size
  }
}
