public import Geometry
import Imaging
public import Input
public import Motion
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
  package private(set) var stack: SceneStack?
  /// The bar over pushed scenes.
  package var titleBar: TitleBar { controls.titleBar }
  /// Whether the bar and the idle pointer fade after three seconds without a movement; in
  /// fullscreen they always do. Default: false.
  public var fadesControls: Bool {
    get { controls.fades }
    set { controls.fades = newValue }
  }
  /// The loader of picture files. Its helper process starts at the first use, and ends with the
  /// window: another window uses its own loader.
  public var pictures: FilePages.Loader {
    if let loader { return loader }
    let made = FilePages.Loader(loop: bridge)
    made.setColor(imageColor)
    loader = made
    return made
  }
  /// The loader of `http` and `https` addresses, with a cache in the user's cache directory. It
  /// needs libcurl at the first use, and reports a failure where that is missing.
  public private(set) lazy var web: any PictureLoader = WebPictureLoader(pictures.web)
  /// The target colours of pictures from files and addresses. Default: those of the monitor.
  package var colors = PictureColors.display {
    didSet { if colors != oldValue { colorsDidChange() } }
  }
  /// Called with every press and release of a key that no focused view has used, such as an open
  /// menu or a text field, before scenes and ``keys``. True means that the key was used. Default:
  /// nil.
  public var onKey: ((KeyEvent) -> Bool)?
  /// The keys of the window's commands, after ``onKey`` and the top scene. Default: the standard
  /// keys; `.none` leaves the window without keys of its own.
  public var keys = KeyBindings<BrowserWindow.Command>.standard
  /// Whether Escape closes the window when there is no scene to go back to. Default: false.
  public var quitsOnEscape = false
  /// Whether content can be dragged out of the window from a press of the primary button. Default:
  /// nil, for no such content.
  package var canDrag: ((InputEvent.Pointer) -> Bool)?
  /// Called when a drag of content begins, with the location of the press and that of the pointer
  /// in the stage's coordinates. The contacts of the views were cancelled before.
  package var onDrag: (_ start: Point, _ pointer: Point) -> Void = { _, _ in }
  /// Called when the user closes the window; false keeps it open. Default: nil.
  public var shouldClose: (() -> Bool)?
  /// Called before the window closes.
  public var onClose: () -> Void = {}

  /// The application that opened the window; nil for a stage alone.
  public internal(set) weak var application: BrowserApplication?

  /// The system window; nil for a stage alone.
  weak var shell: (any WindowShell)?
  /// The connection with assistive programs; nil until there is one.
  package var accessibility: WindowAccessibility?
  /// The event loop of the loaders, which they can use before the real one exists.
  let bridge: LoopBridge
  /// The trace lines of the window; nil for none.
  package var trace: TraceLog?
  /// The location of the pointer in the stage; nil while it is outside.
  package var pointer: Point? { controls.pointer }
  /// The open menu.
  package private(set) var menu: MenuView?
  /// The open sheet.
  package private(set) var sheet: BottomSheet?
  /// The sheets with running work that wait until the open sheet has closed.
  private var waitingSheets: [BottomSheet] = []
  /// The sheets with running work: the open one, and those that wait until it has closed.
  package var workSheets: [BottomSheet] {
    [sheet].compactMap(\.self).filter(\.outlivesScene) + waitingSheets
  }
  /// The recognition of drags out of the window.
  var drag = DragTrigger()
  private(set) lazy var controls = WindowControls(of: self)
  /// The file loader; nil until it is first used.
  private(set) var loader: FilePages.Loader?
  private let pulse = FrameObserver()
  private let toast = Toast()
  private var lastFrameTime = Timestamp.zero
  /// The scene that was in front in the last frame.
  private weak var front: (any Scene)?
  /// The last front scene that had settled, for trace lines.
  private weak var lastSettledScene: (any Scene)?
  /// Whether ``close()`` has closed the window.
  private var isClosed = false
  /// The timer that waits until the window's size is constant.
  private var resizing: Cancellation?

  /// The time for which the window's size has to be constant before pictures are loaded for it, in
  /// seconds.
  private static let resizeDelay = 0.08

  /// Makes a window without scenes on a stage of its own.
  public convenience init(_ title: String, on stage: Stage) {
    self.init(title, on: stage, bridge: LoopBridge())
  }

  /// Makes a window without scenes whose loaders use `bridge`.
  init(_ title: String, on stage: Stage, bridge: LoopBridge) {
    self.title = title
    self.stage = stage
    self.bridge = bridge
    stage.root.add(titleBar)
    stage.root.add(toast)
    stage.root.add(pulse)
    pulse.onUpdate = { [weak self] in self?.advance(to: $0) }
    pulse.deadline = { [weak self] in self?.controls.deadline }
  }

  /// The time of the current frame, or the current time between frames.
  public var now: Timestamp { max(lastFrameTime, shell?.now ?? lastFrameTime) }

  /// Calls `action` once after `seconds`, unless the result is released or cancelled before.
  public func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> Picture.Load {
    let timer = bridge.schedule(after: seconds, action)
    return Picture.Load { timer.cancel() }
  }

  // MARK: Scenes

  /// The scene on top; nil until a scene is shown.
  public var scene: (any Scene)? { stack?.top }

  /// Replaces all scenes by `scene` as the root of the stack.
  public func show(_ scene: any Scene) {
    stack?.close()
    stack?.removeFromParent()
    let stack = SceneStack(root: scene)
    stack.fillsParent = true
    stage.root.insert(stack, at: 0)
    self.stack = stack
    sceneDidChange()
    controls.windowDidOpen()
  }

  /// Replaces all scenes by `browser`. Closing it, for instance by pulling a photo down, closes the
  /// window; `isDismissGestureEnabled` of its `options.tuning` switches the pull-down off.
  public func show(_ browser: Browser) {
    show(BrowserVisit(browser, in: self))
  }

  /// Pushes `scene`, with the bar that leads back; does nothing before a root scene is shown.
  ///
  /// - Parameter animator: the animator of the push and of the pop. Default: the scene covers the
  ///   one below.
  public func push(_ scene: any Scene, by animator: (any SceneAnimator)? = nil) {
    push(scene, by: animator.map { .animated($0) } ?? .standard)
  }

  /// Pushes `scene` by a transition that may be its own.
  package func push(_ scene: any Scene, by transition: SceneStack.Transition) {
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
    let visits = stack.scenes.compactMap { $0 as? BrowserVisit }
    if visits.contains(where: { $0.browser === browser }) {
      return browser.show(index: index, at: now)
    }
    if let leaving = visits.last, leaving === scene, leaving.isLeaving {
      stack.finishPop(of: leaving, at: now)
    }
    let visit = BrowserVisit(browser, in: self, over: grid, bar: bar)
    stack.push(visit, by: .own, at: now)
    sceneDidChange()
    browser.show(index: index, at: now)
  }

  /// Updates title, controls and focus after another scene has come to the front.
  private func sceneDidChange() {
    front = scene
    if sheet?.outlivesScene != true { sheet?.close() }
    controls.sceneDidChange()
    updateTitle()
    if sheet == nil { stage.setFocus(nil) }
    translucencyDidChange()
    stage.requestFrame()
  }

  /// Updates the bar and the window title from the top scene. The window's title begins with the
  /// name of the content, as task bars expect.
  public func updateTitle() {
    guard let scene else { return }
    titleBar.title = scene.title.isEmpty ? title : scene.title
    titleBar.position = (scene as? any HostedScene)?.position ?? ""
    titleBar.backButton.keys = keys.caps(for: .back)
    titleBar.fullscreenButton.keys = keys.caps(for: .toggleFullscreen)
    shell?.setTitle(windowTitle)
    (scene as? any HostedScene)?.updateTitle()
  }

  var windowTitle: String { Self.title(of: scene?.title ?? "", in: title) }

  /// Shows the title bar after it has faded, because one of its buttons gets the keyboard focus.
  func showControlsForFocus() { controls.showForFocus() }

  /// The title of a program's window that shows `name`.
  package static func title(of name: String, in program: String) -> String {
    name.isEmpty || name == program ? program : "\(name) – \(program)"
  }

  // MARK: Controls

  /// Shows a toast for two seconds.
  public func showToast(_ text: String) { showToast(text, action: nil) }

  /// Shows a toast with a button for five seconds; without one for two.
  package func showToast(_ text: String, action: Toast.Action?) {
    layOutToast()
    toast.show(text, action: action)
    traceToast()
  }

  /// Adds a note to the toast that is shown, which keeps its button; without one, shows a toast.
  package func addToToast(_ note: String) {
    layOutToast()
    toast.add(note)
    traceToast()
  }

  private func traceToast() {
    guard let trace, trace.isOn, let frame = toast.buttonFrame else { return }
    trace.write(
      "toast button x=\(TraceLog.fixed(frame.minX)) y=\(TraceLog.fixed(frame.minY)) "
        + "width=\(TraceLog.fixed(frame.width)) height=\(TraceLog.fixed(frame.height))")
  }

  /// Places the toast clear of the bars, overlays and controls of a browser.
  private func layOutToast() {
    let browser = (scene as? BrowserVisit)?.browser
    toast.frame =
      browser.map { $0.messageArea.offset(by: $0.originInStage - .zero) } ?? stage.bounds
  }

  /// Shows a menu with its top left corner at a point in the stage's coordinates, and closes any
  /// other menu. A point of a browser, as in ``BrowserHooks/menu``, is
  /// `browser.originInStage + (point - .zero)` there.
  public func showMenu(_ items: [MenuItem], at point: Point) {
    showMenu(items, at: point, corner: .topLeft)
  }

  /// Shows a menu with a corner at a point in the stage's coordinates, and closes any other menu.
  package func showMenu(_ items: [MenuItem], at point: Point, corner: MenuView.Corner) {
    menu?.close()
    let menu = MenuView(items, at: point, corner: corner)
    menu.onClose = { [weak self] in self?.menu = nil }
    self.menu = menu
    menu.open(on: stage)
  }

  /// Slides a sheet in and closes any other one; another scene on top closes it, too. One that
  /// shows running work gives way to others instead, and appears when these have closed.
  public func present(_ sheet: BottomSheet) {
    sheet.reducesMotion = stack?.reducesMotion ?? false
    let (onLeave, onClose) = (sheet.onLeave, sheet.onClose)
    sheet.onLeave = { [weak self, weak sheet] in
      if self?.sheet === sheet { self?.sheet = nil }
      self?.waitingSheets.removeAll { $0 === sheet }
      onLeave()
    }
    sheet.onClose = { [weak self] in
      onClose()
      self?.showWaitingSheet()
    }
    if sheet.outlivesScene, let front = self.sheet, !front.outlivesScene {
      sheet.giveWay()
      return waitingSheets.append(sheet)
    }
    menu?.close()
    // A sheet may present another one when it leaves.
    while let former = self.sheet {
      if former.outlivesScene {
        self.sheet = nil
        waitingSheets.append(former)
        former.giveWay()
      } else {
        former.close()
        if self.sheet === former { break }
      }
    }
    self.sheet = sheet
    sheet.open(on: stage)
  }

  /// Shows the sheet with running work that gave way last, unless another sheet is open.
  private func showWaitingSheet() {
    guard sheet == nil, let waiting = waitingSheets.popLast() else { return }
    menu?.close()
    sheet = waiting
    waiting.open(on: stage)
  }

  /// The view that currently takes text: the focused view, else the text client of the top scene.
  var textClient: (any TextInputClient)? {
    if let focus = stage.focus { return focus as? any TextInputClient }
    return isAsking ? nil : (scene as? any HostedScene)?.textClient
  }

  /// Whether a menu or a sheet is open.
  var isAsking: Bool { menu != nil || sheet != nil }

  /// Shows or hides the controls of a window whose controls fade.
  public func toggleControls() {
    controls.toggle()
    stage.requestFrame()
  }

  /// Hides the controls and the pointer until the next movement.
  package func hideControls() {
    controls.hide()
    stage.requestFrame()
  }

  /// Enters or leaves fullscreen.
  public func toggleFullscreen() {
    guard let shell else { return }
    shell.setFullscreen(!shell.isFullscreen)
  }

  /// Closes the window, unless ``shouldClose`` returns false. The program ends with its last
  /// window.
  public func close() {
    guard !isClosed, shouldClose?() ?? true else { return }
    isClosed = true
    onClose()
    endContent()
    shell?.close()
  }

  /// Ends the scenes and the loaders.
  func endContent() {
    resizing?.cancel()
    stack?.close()
    loader?.stop()
  }

  /// Adapts the contents to a new window size in pixels, and closes an open menu.
  func resize(to size: Size) {
    stage.size = size
    trace?.write("size width=\(Int(size.width)) height=\(Int(size.height))")
    layOutControls()
    menu?.close()
    resizing?.cancel()
    resizing = bridge.schedule(after: Self.resizeDelay) { [weak self] in
      (self?.scene as? any HostedScene)?.windowDidSettle()
    }
    stage.requestFrame()
  }

  /// Lays out the bar and the toast for the size and scale of the stage.
  func layOutControls() {
    controls.layOut()
    layOutToast()
  }

  // MARK: Frames

  /// Sets the time of the frame that is being made.
  func begin(_ frame: FrameTime) { lastFrameTime = max(lastFrameTime, frame.presentation) }

  /// Updates the controls after the scenes have been updated to `time`.
  private func advance(to time: Timestamp) {
    lastFrameTime = max(lastFrameTime, time)
    if scene !== front { sceneDidChange() }
    // The bar follows the scene's state of this frame, not of the previous one.
    controls.advance(to: lastFrameTime)
    pulse.needsEveryFrame = controls.isMoving(at: lastFrameTime)
  }

  /// Writes the trace line of a scene without trace lines of its own again when it has settled.
  func resetTrace() {
    if !(scene is any TracedScene) { lastSettledScene = nil }
  }

  /// Whether nothing in the window is moving or loading.
  private var isAtRest: Bool {
    !stage.needsFrame && stack?.isAtRest ?? true
      && !((scene as? any HostedScene)?.isWaiting ?? false)
  }

  /// Writes the trace lines of a presented frame, whose preparation took `seconds`.
  func presented(work seconds: Double) {
    guard let stack else { return }
    let traced = scene as? any TracedScene
    traced?.presented(work: seconds, isFront: true)
    guard stack.isAtRest else {
      // The next settled scene is traced even if it is the same scene.
      lastSettledScene = nil
      (stack.below as? any TracedScene)?.presented(work: seconds, isFront: false)
      return
    }
    guard let trace, trace.isOn, lastSettledScene !== scene, traced != nil || isAtRest else {
      return
    }
    lastSettledScene = scene
    trace.write(traced.map { "scene name=\($0.traceName)" } ?? "rest scene=other")
  }
}

/// An invisible view that reports the time of each frame after the views before it were updated.
private final class FrameObserver: View {
  var onUpdate: (Timestamp) -> Void = { _ in }
  var needsEveryFrame = false
  var deadline: () -> Timestamp? = { nil }

  override var wantsFrame: Bool { needsEveryFrame }

  override var nextDeadline: Timestamp? { deadline() }

  override func update(at frame: FrameTime) { onUpdate(frame.presentation) }
}
