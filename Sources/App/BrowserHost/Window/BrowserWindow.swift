public import Geometry
import Imaging
public import Input
public import Motion
import Network
public import PhotoBrowser
public import PhotoGrid
public import Scenes
public import Views
import Windowing

/// A window of a program that shows pictures: a stack of scenes, such as grids and browsers, and a
/// bar with Back.
///
/// A typical program consists of one call of ``run(_:size:_:)``:
///
///     BrowserWindow.run("Holidays") { window in
///       let grid = ThumbnailGrid(pictures)
///       grid.onOpen = { window.present(browser, at: $0, over: grid) }
///       window.show(grid)
///     }
///
/// The object is independent of the window system: it takes events and frames, and its content is
/// on ``stage``.
public final class BrowserWindow {
  /// The root of all views of the window.
  public let stage: Stage
  /// The program's name, shown for scenes without a title.
  public let title: String
  /// The stack of scenes; nil until a scene is shown.
  public private(set) var stack: SceneStack?
  /// The bar over pushed scenes.
  public let titleBar = TitleBar()
  /// The loader of picture files. Its helper process starts at the first use.
  public var pictures: FilePictureLoader {
    if let loader { return loader }
    let made = FilePictureLoader(loop: bridge)
    made.setColor(imageColor)
    loader = made
    return made
  }
  /// The loader of `http` and `https` addresses, with a cache in the user's cache directory. It
  /// needs libcurl at the first use, and reports a failure where that is missing.
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
  /// The target colours of pictures from files and addresses. Default: those of the monitor.
  public var colors = PictureColors.display {
    didSet { if colors != oldValue { colorsDidChange() } }
  }
  /// Called with every press and release of a key that no focused view has used, such as an open
  /// menu or a text field, before scenes and ``keys``. True means that the key was used. Default:
  /// nil.
  public var onKey: ((KeyEvent) -> Bool)?
  /// The keys of the window's commands, after ``onKey`` and the top scene. Default: the standard
  /// keys; `.none` leaves the window without keys of its own.
  public var keys = KeyBindings<WindowCommand>.standard
  /// Whether Escape closes the window when there is no scene to go back to. Default: false.
  public var quitsOnEscape = false
  /// Called before the window closes.
  public var onClose: () -> Void = {}

  /// The system window; nil for a stage alone.
  weak var shell: (any WindowShell)?
  /// The event loop, usable before it exists.
  let bridge = LoopBridge()
  /// The open menu.
  weak var menu: MenuView?
  /// The file loader; nil until it is first used.
  private(set) var loader: FilePictureLoader?
  /// The address loader; nil until it is first used.
  private var webLoader: WebPictureLoader?
  private var webPictures: WebPictures?
  private let pulse = FrameObserver()
  private let toast = Toast()
  private var lastFrameTime = Timestamp.zero
  private var barOpacity = AnimatedValue(0)
  private var cursor = Cursor.arrow
  private weak var front: (any Scene)?

  /// The spring of the bar's fade, as fast as the transitions of scenes.
  private static let barSpring = Spring.settling(in: 0.25, damping: 1)
  /// The difference of opacity below which the bar's fade has settled.
  private static let barTolerance = 0.01

  /// Makes a window without scenes on a stage of its own.
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

  /// The time of the current frame, or the current time between frames.
  public var now: Timestamp { max(lastFrameTime, shell?.now ?? lastFrameTime) }

  /// Calls `action` once after `seconds`, unless the result is released or cancelled before.
  public func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> PictureTask {
    let timer = bridge.schedule(after: seconds, action)
    return PictureTask { timer.cancel() }
  }

  // MARK: Scenes

  /// The scene on top; nil until a scene is shown.
  public var scene: (any Scene)? { stack?.top }

  /// Replaces all scenes by `scene` as the root.
  public func show(_ scene: any Scene) {
    stack?.close()
    stack?.removeFromParent()
    let stack = SceneStack(root: scene)
    stack.fillsParent = true
    stage.root.insert(stack, at: 0)
    self.stack = stack
    sceneDidChange()
  }

  /// Replaces all scenes by `browser`; closing it closes the window.
  public func show(_ browser: Browser) {
    show(BrowserVisit(browser, in: self))
  }

  /// Pushes `scene`, with the bar that leads back; does nothing before a root scene is shown.
  public func push(_ scene: any Scene, by transition: SceneStack.Transition = .standard) {
    stack?.push(scene, by: transition, at: now)
    sceneDidChange()
  }

  /// Pops the top scene; false when there is only the root.
  @discardableResult
  public func pop() -> Bool { stack?.pop(at: now) ?? false }

  /// Shows `browser` over the top scene, immersive: the picture of page `index` flies out of its
  /// thumbnail. A browser that is flying back turns round. Without a scene, the browser becomes the
  /// root.
  ///
  /// - Parameters:
  ///   - index: the page to show. Default: the browser's current page.
  ///   - grid: the grid with the thumbnails. Default: the browser's delegate supplies them.
  public func present(_ browser: Browser, at index: Int? = nil, over grid: ThumbnailGrid? = nil) {
    visit(browser, at: index, grid: grid, bar: nil)
  }

  /// Shows `browser` in the same way, but below a bar with Back and `title`.
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

  /// Updates the bar and the window title from the top scene.
  public func updateTitle() {
    guard let scene else { return }
    let name = scene.title.isEmpty ? title : scene.title
    titleBar.title = name
    titleBar.position = (scene as? any HostedScene)?.position ?? ""
    shell?.setTitle(name)
  }

  // MARK: Controls

  /// Shows a toast for two seconds.
  public func say(_ text: String) {
    toast.frame = stage.bounds
    toast.show(text)
  }

  /// Shows a menu with its corner at a point in the stage's coordinates.
  public func showMenu(_ items: [MenuItem], at point: Point) {
    menu?.close()
    let menu = MenuView(items, at: point)
    self.menu = menu
    menu.open(on: stage)
  }

  /// Enters or leaves fullscreen.
  public func toggleFullscreen() {
    guard let shell else { return }
    shell.setFullscreen(!shell.isFullscreen)
  }

  /// Closes the window and ends the program.
  public func close() {
    onClose()
    stack?.close()
    webPictures?.stop()
    loader?.stop()
    shell?.close()
  }

  /// Whether the top scene is shown with the bar.
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

  /// Updates the bar and the cursor after the scenes have been updated to `time`.
  private func advance(to time: Timestamp) {
    lastFrameTime = max(lastFrameTime, time)
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
      barOpacity.animate(
        to: goal, with: Self.barSpring, at: lastFrameTime, tolerance: Self.barTolerance)
    }
    let allowed = (scene as? any HostedScene)?.barOpacity ?? 1
    titleBar.alpha = min(1, max(0, barOpacity.value(at: lastFrameTime))) * allowed
    titleBar.isHidden = titleBar.alpha == 0
    pulse.needsEveryFrame = !barOpacity.isSettled(at: lastFrameTime)
  }

  /// Whether nothing is moving or loading.
  var isAtRest: Bool {
    !stage.needsFrame && stack?.isAtRest ?? true
      && !((scene as? any HostedScene)?.isWaiting ?? false)
  }
}

/// An invisible view that reports the time of each frame after the views before it were updated.
private final class FrameObserver: View {
  var onUpdate: (Timestamp) -> Void = { _ in }
  var needsEveryFrame = false

  override var wantsFrame: Bool { needsEveryFrame }

  override func update(at frame: FrameTime) { onUpdate(frame.presentation) }
}
