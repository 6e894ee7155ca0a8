import BrowserCore
import Geometry
import Input
import Motion
import PhotoBrowser
import PhotoGrid
import Scenes
import Views

/// A browser as a scene with a transition of its own: it flies out of the scene below and back.
///
/// It sits between the browser and the host's delegate and forwards every delegate call.
final class BrowserVisit: TracedScene {
  let browser: Browser
  /// The grid whose cells are the thumbnails.
  weak var grid: ThumbnailGrid?
  /// The host's delegate, which the browser had before this visit.
  weak var next: (any BrowserDelegate)?
  unowned let window: BrowserWindow
  /// The title in the bar; nil for no bar.
  private let bar: String?
  /// Whether there is a scene below.
  let isOverScene: Bool
  private var trace: BrowserTrace

  /// Makes the root scene of a window, without a bar.
  convenience init(_ browser: Browser, in window: BrowserWindow) {
    self.init(browser, in: window, isOverScene: false, grid: nil, bar: nil)
  }

  /// Makes a scene over another scene.
  convenience init(
    _ browser: Browser, in window: BrowserWindow, over grid: ThumbnailGrid?, bar: String?
  ) {
    self.init(browser, in: window, isOverScene: true, grid: grid, bar: bar)
  }

  private init(
    _ browser: Browser, in window: BrowserWindow, isOverScene: Bool, grid: ThumbnailGrid?,
    bar: String?
  ) {
    self.browser = browser
    self.window = window
    self.grid = grid
    self.bar = bar
    self.isOverScene = isOverScene
    trace = BrowserTrace(log: window.trace)
    browser.isOverScene = isOverScene
    listen()
  }

  /// Becomes the browser's delegate and stores the former one in ``next``.
  private func listen() {
    guard browser.delegate !== self else { return }
    next = browser.delegate
    browser.delegate = self
    grid?.onMove = { [weak browser] in browser?.thumbnailsDidMove() }
  }

  // MARK: As a scene

  var view: View { browser }
  var title: String { bar ?? "" }
  var position: String {
    browser.pageCount > 1 ? "\(browser.pageIndex + 1) / \(browser.pageCount)" : ""
  }
  var showsBar: Bool? { bar != nil }
  var barOpacity: Double { browser.shownFrame?.chrome ?? 1 }
  var isHeld: Bool { browser.isHeld }
  var isPannable: Bool { !isLeaving && browser.isPannable }
  var hidesIdlePointer: Bool { true }
  var isWaiting: Bool {
    if let pages = browser.dataSource as? PicturePages {
      return !(pages.picture(at: browser.pageIndex)?.state.isSettled ?? true)
    }
    return (browser.visibleCell as? PhotoCell)?.isWaiting ?? false
  }
  /// Whether the browser is flying back or has been dismissed.
  var isLeaving: Bool { browser.state.isLeaving || browser.state.isDismissed }

  func leave(at time: Timestamp) -> Bool {
    browser.perform(.close, at: time)
    return true
  }

  /// Whether the stack moves this scene. Only then does the scene set the browser's presence for
  /// the move; in its own transition the browser knows it.
  private var isMoved: Bool { window.stack?.isMoving ?? false }

  /// Called for a new visit and on return from a scene above.
  func willAppear() {
    listen()
    browser.presence = isMoved ? .coming : .inPlace
  }

  func didAppear() {
    browser.presence = .inPlace
    trace.didAppear()
  }

  func willDisappear() {
    if isMoved { browser.presence = .going }
  }

  func didDisappear() {
    browser.presence = .away
    grid?.emptySlot = nil
    // Another visit may have become the delegate meanwhile.
    if browser.delegate === self { browser.delegate = next }
  }

  var traceName: String { "browser" }

  func presented(work seconds: Double, isFront: Bool) {
    trace.presented(
      work: seconds, at: window.now, frame: browser.shownFrame, isWaiting: isWaiting,
      isTurning: browser.isTurning, bar: window.titleBar.alpha)
  }

  func barsDidChange(to insets: Insets) { browser.barInsets = insets }

  func translucencyDidChange(to isTranslucent: Bool) { browser.isTranslucent = isTranslucent }

  // MARK: Commands

  /// The zoom factor of one key press.
  ///
  /// - Source: Loupe.
  private static let zoomStep = 1.5

  func perform(_ command: WindowCommand) -> Bool {
    guard let action = action(of: command) else { return performOnCell(command) }
    browser.perform(action, at: window.now)
    return true
  }

  private func action(of command: WindowCommand) -> BrowserAction? {
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
    case .escape where !(window.shell?.isFullscreen ?? false) && mayClose: .close
    case .back where isOverScene: .close
    default: nil
    }
  }

  /// Whether Escape may close the browser: the root closes the window with it.
  private var mayClose: Bool { isOverScene || window.quitsOnEscape }

  private func performOnCell(_ command: WindowCommand) -> Bool {
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
