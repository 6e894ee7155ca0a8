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
  let bindings = KeyBindings.standard
  /// The window it is shown in.
  unowned let window: ViewerWindow
  /// Where its pictures fly up from and home to; nil when there is no grid below.
  weak var gallery: GalleryView?
  /// Called when nothing of it is visible any more.
  var onDismiss: (() -> Void)?
  /// Called when the visit is over, whether its picture flew home or a hand moved it away.
  var onEnd: (() -> Void)?

  var typedNumber: (value: Int, time: Timestamp)?
  var heldActual: Timestamp?
  /// The sheet of page effects while any of it is seen.
  var effectChooser: EffectChooser?
  let options: ViewerOptions
  let log: Log
  private var trace: TraceLines
  private var lastTurn: Timestamp?
  private var calm: Deadline?

  /// Two turns within this time are a burst, in seconds: a rested look takes longer.
  private static let burstTime = 0.2

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
    source.onPicture = { [weak self] in self?.trace.picture($0, page: $1) }
    source.pageBox = pageBox
    browser.delegate = self
    browser.initialIndex = start
    browser.dataSource = source
  }

  // MARK: As a scene

  var view: View { browser }

  var title: String {
    source.paths.indices.contains(browser.pageIndex)
      ? source.paths[browser.pageIndex].displayName : ""
  }

  var position: String {
    browser.pageCount > 1 ? "\(browser.pageIndex + 1) / \(browser.pageCount)" : ""
  }

  var controlsOpacity: Double { browser.shownFrame?.chrome ?? 1 }

  var isHeld: Bool { browser.isHeld }

  var isLeaving: Bool { browser.state.isLeaving }

  func leave(at time: Timestamp) -> Bool {
    browser.perform(.close, at: time)
    return true
  }

  func didDisappear() {
    gallery?.emptySlot = nil
    source.cancelAll()
    onEnd?()
  }

  func presented(work seconds: Double, isFront: Bool) {
    trace.presented(
      work: seconds, frame: browser.shownFrame,
      isWaiting: (browser.visibleCell as? PhotoCell)?.isWaiting ?? false,
      isTurning: browser.isTurning)
  }

  func windowDidSettle() {
    source.pagesDidResize(to: pageBox)
    indicate()
  }

  func barsDidChange(to insets: Insets) { browser.barInsets = insets }

  func translucencyDidChange(to isTranslucent: Bool) { browser.isTranslucent = isTranslucent }

  // MARK: The list

  /// The folder's pictures are known: they grow around the one that is shown.
  func found(_ paths: [FilePath], around file: FilePath) {
    guard let place = paths.firstIndex(of: file), paths.count > 1 else { return }
    source.follow(
      [
        .insert(count: place, at: 0),
        .insert(count: paths.count - place - 1, at: place + 1),
      ], to: paths, in: browser)
    indicate()
  }

  /// The grid's pictures have changed: the pages follow, and what is seen stays where it can.
  func follow(_ change: LiveLibrary.Change) {
    let steps = PhotoListChange.steps(for: change.diff, shown: browser.pageIndex)
    source.follow(steps, to: change.paths, in: browser)
    followWithGrid()
    indicate()
    window.updateTitle()
  }

  /// On the way pages had other numbers than the grid's items, which were there already.
  private func followWithGrid() {
    guard let gallery, !browser.state.isDismissed else { return }
    if !isLeaving { gallery.setFocus(on: browser.pageIndex) }
    if gallery.emptySlot != nil { gallery.emptySlot = browser.pageIndex }
  }

  /// Shows which page of how many it is, as the options say.
  func indicate() {
    browser.indicator = PageIndicators.make(
      options.indicator ?? "auto", count: source.paths.count)
  }

  private var pageBox: PixelSize { Self.box(for: window.window.size, axis: options.axis) }

  /// The box a page's picture has to fill: its page, or its width alone in a tall viewport.
  static func box(for size: PixelSize, axis: Axis) -> PixelSize {
    let unlimited = 1 << 20
    let isTall = axis == .horizontal && size.width < size.height
    return isTall ? PixelSize(width: size.width, height: unlimited) : size
  }

  func noteTurn() {
    let now = window.now
    source.isHurried = lastTurn.map { now - $0 < Self.burstTime } ?? false
    lastTurn = now
    calm = window.loop.schedule(at: now + Self.burstTime) { [weak self] in
      self?.source.isHurried = false
    }
  }
}
