public import Geometry
import Imaging
public import Motion
import Network
public import PhotoBrowser
public import Scenes
public import Views
import Windowing

/// A window for pictures: scenes on top of each other, browsers among them, and a bar with Back.
///
/// A program is one call, ``run(_:size:_:)``:
///
///     BrowserWindow.run("Holidays") { window in
///       let grid = ThumbnailGrid(pictures)
///       grid.onOpen = { window.present(browser, at: $0, over: grid) }
///       window.show(grid)
///     }
///
/// The object itself knows no window system: it takes events and frames, and all of it is on its
/// ``stage``.
public final class BrowserWindow {
  /// Everything that is seen.
  public let stage: Stage
  /// The program's name, for scenes that have none.
  public let title: String
  /// The scenes; nil until something is shown.
  public private(set) var stack: SceneStack?
  /// The bar over scenes that were pushed.
  public let titleBar = TitleBar()
  /// Files as pictures; the helper that decodes them starts when it is first used.
  public var pictures: FilePictureLoader {
    if let loader { return loader }
    let made = FilePictureLoader(loop: bridge)
    made.setColor(imageColor)
    loader = made
    return made
  }
  /// Addresses as pictures, kept in the cache of the person's desktop; needs libcurl when it is first
  /// used, and says so where that is missing.
  public var web: WebPictureLoader {
    if let webLoader { return webLoader }
    var configuration = WebConfiguration()
    configuration.cache = .ofUser()
    let fetching = WebPictures(
      pipeline: pictures.pipeline, loop: bridge, configuration: configuration)
    let made = WebPictureLoader(fetching)
    webPictures = fetching
    webLoader = made
    return made
  }
  /// Which colours pictures of files and addresses are in. Default: those of the monitor.
  public var colors = PictureColors.display {
    didSet { if colors != oldValue { colorsDidChange() } }
  }
  /// Called when the window ends, before it does.
  public var onClose: () -> Void = {}

  /// What is under it; nil for a stage alone.
  weak var shell: (any WindowShell)?
  /// The loop, before and after there is one.
  let bridge = LoopBridge()
  /// The menu that is open.
  weak var menu: MenuView?
  /// Nil until a file is to be shown.
  private(set) var loader: FilePictureLoader?
  /// Nil until an address is to be shown.
  private var webLoader: WebPictureLoader?
  private var webPictures: WebPictures?
  private var kept: [AnyObject] = []
  private let pulse = Pulse()
  private let toast = Toast()
  private var lastNow = Timestamp.zero
  private var barOpacity = AnimatedValue(0)
  private var cursor = Cursor.arrow
  private weak var front: (any Scene)?

  /// How the bar comes and goes: with the scenes, which take about as long.
  private static let barSpring = Spring.settling(in: 0.25, damping: 1)
  /// A difference of opacity that cannot be seen.
  private static let barTolerance = 0.01

  /// Makes a window without scenes on a stage that nobody else uses.
  public init(_ title: String, on stage: Stage) {
    self.title = title
    self.stage = stage
    stage.root.add(titleBar)
    stage.root.add(toast)
    stage.root.add(pulse)
    pulse.onUpdate = { [weak self] in self?.advance(to: $0) }
    titleBar.isHidden = true
    titleBar.menuButton.isHidden = true
    titleBar.backButton.action = { [weak self] in self?.pop() }
    titleBar.fullscreenButton.action = { [weak self] in self?.toggleFullscreen() }
  }

  /// The time of the frame being made, or of this moment between frames.
  public var now: Timestamp { max(lastNow, shell?.now ?? lastNow) }

  /// Keeps `object` as long as the window: browsers hold their data sources and delegates weakly.
  public func keep(_ object: AnyObject) { kept.append(object) }

  /// Does something once, `seconds` from this moment, unless the result is let go or cancelled before.
  public func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> PictureTask {
    let timer = bridge.schedule(after: seconds, action)
    return PictureTask { timer.cancel() }
  }

  // MARK: Scenes

  /// The scene in front.
  public var scene: (any Scene)? { stack?.top }

  /// Shows the scene all others will be over.
  public func show(_ scene: any Scene) {
    stack?.close()
    stack?.removeFromParent()
    let stack = SceneStack(root: scene)
    stack.fillsParent = true
    stage.root.insert(stack, at: 0)
    self.stack = stack
    sceneDidChange()
  }

  /// Shows `browser`, with nothing under it: closing it ends the window.
  public func show(_ browser: Browser) {
    show(BrowserVisit(browser, in: self))
  }

  /// Slides `scene` over the others, under a bar that leads back.
  public func push(_ scene: any Scene, by transition: SceneStack.Transition = .standard) {
    stack?.push(scene, by: transition, at: now)
    sceneDidChange()
  }

  /// Leads back from the scene in front; false when there is no other one.
  @discardableResult
  public func pop() -> Bool { stack?.pop(at: now) ?? false }

  /// Shows `browser` over the scene in front, and nothing but it: the picture of page `index` flies
  /// up from its thumbnail. One that is on its way home turns round, or another one takes off.
  ///
  /// - Parameters:
  ///   - index: the page it is at when nil.
  ///   - grid: where its thumbnails are; when nil, the browser's delegate says.
  public func present(_ browser: Browser, at index: Int? = nil, over grid: ThumbnailGrid? = nil) {
    visit(browser, at: index, grid: grid, bar: nil)
  }

  /// The same in the window, under a bar with Back and a title.
  public func push(
    _ browser: Browser, at index: Int? = nil, over grid: ThumbnailGrid? = nil, title: String = ""
  ) {
    visit(browser, at: index, grid: grid, bar: title)
  }

  private func visit(_ browser: Browser, at index: Int?, grid: ThumbnailGrid?, bar: String?) {
    guard let stack else { return show(browser) }
    let index = index ?? browser.pageIndex
    let present = stack.scenes.compactMap { $0 as? BrowserVisit }
    if present.contains(where: { $0.browser === browser }) {
      return browser.show(index: index, at: now)
    }
    if let leaving = present.last, leaving === scene, leaving.isLeaving {
      stack.finishPop(of: leaving, at: now)
    }
    let visit = BrowserVisit(browser, in: self, over: grid, bar: bar)
    stack.push(visit, by: .own, at: now)
    sceneDidChange()
    browser.show(index: index, at: now)
  }

  private func sceneDidChange() {
    front = scene
    placeBars()
    updateTitle()
    stage.setFocus(nil)
    (scene as? any HostedScene)?.translucencyDidChange(to: shell?.isTranslucent ?? false)
    stage.requestFrame()
  }

  /// Says in bar and window title what the scene in front calls itself.
  public func updateTitle() {
    guard let scene else { return }
    let name = scene.title.isEmpty ? title : scene.title
    titleBar.title = name
    titleBar.position = (scene as? any HostedScene)?.position ?? ""
    shell?.setTitle(name)
  }

  // MARK: Controls

  /// Says something for two seconds.
  public func say(_ text: String) {
    toast.frame = stage.bounds
    toast.show(text)
  }

  /// Shows a menu with its corner at a point of the stage.
  public func showMenu(_ items: [MenuItem], at point: Point) {
    menu?.close()
    let menu = MenuView(items, at: point)
    self.menu = menu
    menu.open(on: stage)
  }

  /// Covers the screen, or goes back into the window.
  public func toggleFullscreen() {
    guard let shell else { return }
    shell.setFullscreen(!shell.isFullscreen)
  }

  /// Ends the window, and the program with it.
  public func close() {
    onClose()
    stack?.close()
    webPictures?.stop()
    loader?.stop()
    shell?.close()
  }

  /// True when the bar belongs to the scene in front.
  private var wantsBar: Bool {
    guard let stack, !(shell?.isFullscreen ?? false) else { return false }
    return (stack.top as? any HostedScene)?.showsBar ?? (stack.depth > 1)
  }

  func placeBars() {
    titleBar.frame = Rect(
      x: 0, y: 0, width: stage.size.width, height: TitleBar.height(at: stage.scale))
    titleBar.isFullscreen = shell?.isFullscreen ?? false
    toast.frame = stage.bounds
    let insets = Insets(top: wantsBar ? titleBar.frame.height : 0)
    (scene as? any HostedScene)?.barsDidChange(to: insets)
  }

  // MARK: Frames

  /// The scenes have come to `time`: what is around them follows.
  private func advance(to time: Timestamp) {
    lastNow = max(lastNow, time)
    if scene !== front { sceneDidChange() }
    fadeBar()
    let cursor: Cursor = (scene as? any HostedScene)?.isHeld ?? false ? .grabbing : .arrow
    if cursor != self.cursor {
      self.cursor = cursor
      shell?.setCursor(cursor)
    }
  }

  private func fadeBar() {
    let goal = wantsBar ? 1.0 : 0
    if barOpacity.target != goal {
      barOpacity.animate(to: goal, with: Self.barSpring, at: lastNow, tolerance: Self.barTolerance)
    }
    let allowed = (scene as? any HostedScene)?.barOpacity ?? 1
    titleBar.alpha = min(1, max(0, barOpacity.value(at: lastNow))) * allowed
    titleBar.isHidden = titleBar.alpha == 0
    pulse.isBeating = !barOpacity.isSettled(at: lastNow)
  }

  /// True when nothing moves and nothing is on its way.
  var isAtRest: Bool {
    !stage.needsFrame && stack?.isAtRest ?? true
      && !((scene as? any HostedScene)?.isWaiting ?? false)
  }
}

/// Tells when the views before it have come to a frame's time; nothing is seen of it.
private final class Pulse: View {
  var onUpdate: (Timestamp) -> Void = { _ in }
  var isBeating = false

  override var wantsFrame: Bool { isBeating }

  override func update(at frame: FrameTime) { onUpdate(frame.presentation) }
}
