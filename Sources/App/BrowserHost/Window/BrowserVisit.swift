import BrowserCore
package import Geometry
package import Input
package import Motion
package import PhotoBrowser
import PhotoGrid
import Scenes
package import Views

/// A scene that shows a browser and has a transition of its own: the browser's pictures fly out of
/// the scene below and back.
///
/// The scene receives the browser's events after the browser's delegate.
package final class BrowserVisit: TracedScene {
  package let browser: Browser
  /// The application's object for the visit; nil in the windows of other programs.
  package let owner: (any VisitOwner)?
  /// The thumbnails in the scene below; nil when that scene has none.
  weak var thumbnails: (any VisitThumbnails)?
  unowned let window: BrowserWindow
  /// The title in the window's bar, for a visit without an owner; nil when the visit has no bar.
  private let barTitle: String?
  /// Whether the browser lies over another scene of the window.
  private(set) var isOverScene: Bool
  private var trace: BrowserTrace
  /// Whether a held key is repeating.
  private var isKeyRepeating = false

  /// Makes the root scene of a window, without a title bar.
  convenience init(_ browser: Browser, in window: BrowserWindow) {
    self.init(browser, in: window, isOverScene: false, thumbnails: nil, barTitle: nil, owner: nil)
  }

  /// Makes a scene over another scene. `barTitle` is the title in the window's bar; nil for a scene
  /// without a bar.
  convenience init(
    _ browser: Browser, in window: BrowserWindow, over grid: ThumbnailGrid?, barTitle: String?
  ) {
    self.init(
      browser, in: window, isOverScene: true, thumbnails: grid, barTitle: barTitle, owner: nil)
  }

  /// Makes a scene with the title that `owner` gives, in the window's bar; a root scene until
  /// ``adopt(_:)`` puts it over thumbnails.
  package convenience init(_ browser: Browser, in window: BrowserWindow, owner: any VisitOwner) {
    self.init(
      browser, in: window, isOverScene: false, thumbnails: nil, barTitle: "", owner: owner)
    browser.isTranslucent = window.systemWindow?.isTranslucent ?? false
    browser.fillsParent = true
  }

  private init(
    _ browser: Browser, in window: BrowserWindow, isOverScene: Bool,
    thumbnails: (any VisitThumbnails)?, barTitle: String?, owner: (any VisitOwner)?
  ) {
    self.browser = browser
    self.window = window
    self.owner = owner
    self.thumbnails = thumbnails
    self.barTitle = barTitle
    self.isOverScene = isOverScene
    trace = BrowserTrace(log: window.trace)
    browser.isOverScene = isOverScene
    connectBrowser()
  }

  /// Becomes the receiver of the browser's events and of movements of the thumbnails.
  private func connectBrowser() {
    guard browser.host !== self else { return }
    browser.host = self
    observeThumbnailMoves()
  }

  private func observeThumbnailMoves() {
    thumbnails?.onCellsMove = { [weak browser] in browser?.thumbnailsDidMove() }
  }

  /// Puts the visit over another scene, whose thumbnails show the browser's pages.
  package func putOverScene(with thumbnails: any VisitThumbnails) {
    self.thumbnails = thumbnails
    isOverScene = true
    browser.isOverScene = true
    observeThumbnailMoves()
  }

  // MARK: As a scene

  package var view: View { browser }
  package var title: String { owner?.title ?? barTitle ?? "" }
  package var position: String {
    if let owner { return owner.position }
    return browser.pageCount > 1 ? "\(browser.pageIndex + 1) / \(browser.pageCount)" : ""
  }
  package var barVisibility: BarVisibility { barTitle == nil ? .never : .always }
  package var barOpacity: Double { browser.shownFrame?.chrome ?? 1 }
  package var isHeld: Bool { browser.isHeld }
  package var isPannable: Bool { !isLeaving && browser.isPannable }
  package var hidesIdlePointer: Bool { true }
  package var isWaiting: Bool {
    if let pages = browser.dataSource as? PicturePages {
      return !(pages.picture(at: browser.pageIndex)?.state.isSettled ?? true)
    }
    return (browser.visibleCell as? PhotoCell)?.isWaiting ?? false
  }
  /// Whether the browser is closing, with its picture flying back to the thumbnail, or has closed.
  package var isLeaving: Bool { browser.state.isLeaving || browser.state.isDismissed }

  /// The data source of the browser if it consists of files; nil for other data sources.
  var filePages: FilePages? { browser.dataSource as? FilePages }

  package func leave(at time: Timestamp) -> Bool {
    browser.perform(.close, at: time)
    return true
  }

  /// Whether the scene stack is moving scenes by a transition of its own. Only then does the visit
  /// set the browser's presence: the browser's own flights need no such report.
  private var isMovedByStack: Bool { window.stack?.isMoving ?? false }

  /// Called when the scene becomes visible: for a new visit, and on return from a scene above.
  package func willAppear() {
    connectBrowser()
    browser.presence = isMovedByStack ? .coming : .inPlace
  }

  package func didAppear() {
    browser.presence = .inPlace
    trace.didAppear()
  }

  package func willDisappear() {
    if isMovedByStack { browser.presence = .going }
  }

  /// Whether another scene covers this scene, which stays on the stack.
  private var isCovered: Bool {
    guard let stack = window.stack else { return false }
    return stack.top !== self && stack.scenes.contains { $0 === self }
  }

  package func didDisappear() {
    browser.presence = .away
    if isCovered {
      filePages?.cancelAnticipatoryWork()
      return
    }
    thumbnails?.emptySlot = nil
    filePages?.cancelAnticipatoryWork()
    owner?.visitDidEnd()
    // A later visit may have become the host of the same browser meanwhile.
    if browser.host === self { browser.host = nil }
  }

  package var traceName: String { "browser" }

  /// Records for the trace that the next frame will show a page's picture in a new state.
  package func pictureDidChange(to state: String, page: Int) {
    trace.recordPictureChange(to: state, page: page)
  }

  package func didPresentFrame(work seconds: Double, isFront: Bool) {
    // A menu or a sheet with the keyboard focus stops the count of a slideshow.
    browser.isSlideshowSuspended = window.stage.focus != nil
    trace.writeFrame(
      work: seconds, at: browser.shownTime, frame: browser.shownFrame, isWaiting: isWaiting,
      isTurning: browser.isTurning, barOpacity: window.titleBar.alpha)
  }

  package func barsDidChange(to insets: Insets) { browser.barInsets = insets }

  /// Fades the page indicator together with the window's controls. During a slideshow the indicator
  /// is hidden.
  package func controlsDidFade(to opacity: Double) {
    let opacity = browser.slideshowPhase == nil ? opacity : 0
    browser.indicatorOpacity = opacity
    owner?.controlsDidFade(to: opacity)
  }

  package func updateTitle() { owner?.updateTitle() }

  package func windowDidSettle() {
    owner?.windowDidSettle()
    filePages?.browserDidResize()
  }

  /// Watches for the release of a key. Fast paging ends when a key that has repeated is released,
  /// but not with a key that was pressed once.
  ///
  /// - Returns: always false, so that the key is passed on.
  package func handleKey(_ key: KeyEvent) -> Bool {
    if isKeyRepeating, !key.isPress { filePages?.endFastPaging() }
    isKeyRepeating = key.isPress && key.isRepeat
    return false
  }

  package var showsDesktop: Bool { browser.showsDesktop }

  package func translucencyDidChange(to isTranslucent: Bool) {
    browser.isTranslucent = isTranslucent
  }

  // MARK: Commands

  /// The factor by which one key press enlarges or reduces the picture.
  ///
  /// - Source: Loupe.
  package static let zoomStep = 1.5

  @discardableResult
  package func perform(_ command: BrowserWindow.Command) -> Bool {
    guard let action = action(of: command) else { return performOnCell(command) }
    browser.perform(action, at: window.now)
    return true
  }

  private func action(of command: BrowserWindow.Command) -> BrowserAction? {
    let last = browser.pageCount - 1
    return switch command {
    case .previous: .turn(-1, animated: browser.animatesTurns)
    case .next: .turn(1, animated: browser.animatesTurns)
    case .first: .go(to: 0, animated: false)
    case .last: .go(to: last, animated: false)
    case .zoomIn: .zoomBy(Self.zoomStep, at: nil, animated: true)
    case .zoomOut: .zoomBy(1 / Self.zoomStep, at: nil, animated: true)
    case .zoomToFit: .mode(.automatic)
    case .zoomToActual: .zoomTo(1, at: nil, animated: true)
    case .toggleZoom: .toggleZoom(at: nil)
    case .escape where !(window.systemWindow?.isFullscreen ?? false) && escapeMayClose: .close
    case .back where isOverScene: .close
    default: nil
    }
  }

  /// Whether Escape may close the browser: over another scene always, as the root scene only if the
  /// window closes with Escape.
  private var escapeMayClose: Bool { isOverScene || window.quitsOnEscape }

  private func performOnCell(_ command: BrowserWindow.Command) -> Bool {
    switch command {
    case .togglePlaying:
      if let clip = browser.visibleCell as? ClipCell {
        clip.togglePlaying()
      } else if let player = (browser.visibleCell as? PhotoCell)?.animation {
        player.togglePlaying(at: window.now)
      } else {
        return false
      }
    case .menu: browser.requestMenu(at: browser.bounds.center)
    default: return false
    }
    return true
  }
}
