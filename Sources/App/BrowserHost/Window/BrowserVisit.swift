import BrowserCore
import Geometry
import Input
import Motion
import PhotoBrowser
import Scenes
import Views

/// A browser as a scene: it comes from what is below by itself, and goes back there.
///
/// It stands between the browser and its delegate, who hears everything as without a window.
final class BrowserVisit: HostedScene {
  let browser: Browser
  /// Where its thumbnails are.
  weak var grid: ThumbnailGrid?
  /// Whom the browser told before it came here.
  weak var next: (any BrowserDelegate)?
  unowned let window: BrowserWindow
  /// The title in the bar; nil for no bar.
  private let bar: String?
  /// True when there is a scene below.
  let isOverScene: Bool

  /// Makes the first scene of a window.
  convenience init(_ browser: Browser, in window: BrowserWindow) {
    self.init(browser, in: window, isOverScene: false, grid: nil, bar: nil)
  }

  /// Makes a scene that lies over another one.
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
    browser.isOverScene = isOverScene
    listen()
  }

  /// Stands between the browser and whoever it tells.
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
  var isWaiting: Bool {
    if let pages = browser.dataSource as? PicturePages {
      return !(pages.picture(at: browser.pageIndex)?.state.isSettled ?? true)
    }
    return (browser.visibleCell as? PhotoCell)?.isWaiting ?? false
  }
  /// True while it goes by itself.
  var isLeaving: Bool { browser.state.isLeaving || browser.state.isDismissed }

  func leave(at time: Timestamp) -> Bool {
    browser.perform(.close, at: time)
    return true
  }

  /// A scene that flies by itself knows what is seen of it; one that the stack moves is told.
  private var isMoved: Bool { window.stack?.isMoving ?? false }

  /// It comes, or is come back to from a scene over it.
  func willAppear() {
    listen()
    browser.presence = isMoved ? .coming : .inPlace
  }

  func didAppear() { browser.presence = .inPlace }

  func willDisappear() {
    if isMoved { browser.presence = .going }
  }

  func didDisappear() {
    browser.presence = .away
    grid?.emptySlot = nil
    // Another visit may have taken it over meanwhile.
    if browser.delegate === self { browser.delegate = next }
  }

  func barsDidChange(to insets: Insets) { browser.barInsets = insets }

  func translucencyDidChange(to isTranslucent: Bool) { browser.isTranslucent = isTranslucent }

  // MARK: Keys

  /// Zoom of one key press.
  ///
  /// - Source: Loupe.
  private static let zoomStep = 1.5

  func press(_ key: KeyEvent) -> Bool {
    guard key.isPress, key.modifiers.subtracting(.shift).isEmpty, let action = action(of: key)
    else { return false }
    browser.perform(action, at: window.now)
    return true
  }

  private func action(of key: KeyEvent) -> BrowserAction? {
    let last = browser.pageCount - 1
    return switch key.name {
    case .left, .up, .pageUp: .turn(-1, animated: browser.turnsAnimated)
    case .right, .down, .pageDown: .turn(1, animated: browser.turnsAnimated)
    case .home: .go(to: 0, animated: false)
    case .end: .go(to: last, animated: false)
    case .character("+"), .character("="): .zoomBy(Self.zoomStep, at: nil, animated: true)
    case .character("-"): .zoomBy(1 / Self.zoomStep, at: nil, animated: true)
    case .character("0"): .mode(.automatic)
    case .character("1"): .zoomTo(1, at: nil, animated: true)
    case .enter: .toggleZoom(at: nil)
    case .escape where !(window.shell?.isFullscreen ?? false), .backspace: .close
    default: nil
    }
  }
}
