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
  /// The name of the program, shown for scenes without a title.
  public let title: String
  /// The stack of scenes; nil until the first scene is shown.
  package private(set) var stack: SceneStack?
  /// The title bar of the window, with Back, over pushed scenes.
  package var titleBar: TitleBar { controls.titleBar }
  /// Whether the title bar and the pointer fade after three seconds without a movement of the
  /// pointer; in fullscreen they always do. Default: false.
  public var fadesControls: Bool {
    get { controls.fades }
    set { controls.fades = newValue }
  }
  /// The loader of picture files for this window. It is made at the first use, its helper process
  /// starts with the first request, and both end with the window.
  public var pictures: FilePages.Loader {
    if let loader { return loader }
    let made = FilePages.Loader(loop: bridge)
    made.setColor(imageColor)
    loader = made
    return made
  }
  /// The loader of `http` and `https` addresses, with a cache in the user's cache directory. It
  /// opens libcurl with the first request, which fails when that library is missing.
  public private(set) lazy var web: any PictureLoader = WebPictureLoader(pictures.web)
  /// The target colours of pictures from files and addresses. Default: those of the monitor.
  package var colors = TargetColors.display {
    didSet { if colors != oldValue { colorsDidChange() } }
  }
  /// Called with every press and release of a key that no focused view has used, such as an open
  /// menu or a text field, before scenes and ``keys``. True means that the key was used. Default:
  /// nil.
  public var onKey: ((KeyEvent) -> Bool)?
  /// The keys of the window's commands, for keys that ``onKey`` and the top scene have not used.
  /// Default: the standard keys; `.none` leaves the window without keys of its own.
  public var keys = KeyBindings<BrowserWindow.Command>.standard
  /// Whether Escape closes the window when there is no scene to go back to. Default: false.
  public var quitsOnEscape = false
  /// A closure that decides whether a press of the primary button can drag content out of the
  /// window. Default: nil, for a window without such content.
  package var canDragContent: ((InputEvent.Pointer) -> Bool)?
  /// A closure called when a drag of content begins, with the location of the press and the current
  /// one of the pointer, in the stage's coordinates. The views have been told before that their
  /// contacts are cancelled.
  package var onContentDragBegin: (_ start: Point, _ pointer: Point) -> Void = { _, _ in }
  /// Called when the user closes the window; false keeps it open. Default: nil.
  public var shouldClose: (() -> Bool)?
  /// A closure called before the window closes.
  public var onClose: () -> Void = {}

  /// The application that opened the window; nil for a window that draws on a stage only.
  public internal(set) weak var application: BrowserApplication?

  /// The system window; nil for a window that draws on a stage only.
  weak var systemWindow: (any SystemWindow)?
  /// The connection with assistive programs; nil until it is made.
  package var accessibility: WindowAccessibility?
  /// The event loop of the window's loaders, which can use it before the system's loop exists.
  let bridge: LoopBridge
  /// The log that takes the window's trace lines; nil for none.
  package var trace: TraceLog?
  /// The location of the pointer in the stage's coordinates; nil while it is outside.
  package var pointer: Point? { controls.pointer }
  /// The open menu; nil for none.
  package var menu: MenuView? { panels.menu }
  /// The open sheet; nil for none.
  package var sheet: BottomSheet? { panels.sheet }
  /// The sheets with running work: the open sheet if it shows running work, and those that are
  /// hidden while another sheet is open.
  package var sheetsWithRunningWork: [BottomSheet] { panels.sheetsWithRunningWork }
  /// The recogniser of drags of content out of the window.
  var contentDragRecognizer = ContentDragRecognizer()
  private(set) lazy var controls = WindowControls(of: self)
  /// The loader of picture files; nil until ``pictures`` is first used.
  private(set) var loader: FilePages.Loader?
  private let frameObserver = FrameObserver()
  private let toast = Toast()
  /// The last message for assistive programs; nil before the first one.
  private weak var announcement: Announcement?
  /// The area for messages at the last layout of the toast: in the browser's coordinates if a
  /// browser is the top scene, in the stage's for another scene; nil for none.
  private var lastToastArea: Rect?
  private let panels: WindowPanels
  private var lastFrameTime = Timestamp.zero
  /// The scene that was on top in the last frame.
  private weak var lastFrontScene: (any Scene)?
  /// The scene about whose rest a trace line was written last; nil since the last input or motion.
  private weak var lastSettledScene: (any Scene)?
  /// Whether ``close()`` has closed the window.
  private var isClosed = false
  /// The timer that fires when the window's size has been constant for ``resizeDelay``.
  private var resizeTimer: Cancellation?

  /// The time for which the window's size has to be constant before pictures are loaded for it, in
  /// seconds.
  private static let resizeDelay = 0.08

  /// Makes a window without scenes that draws on `stage` only.
  public convenience init(_ title: String, on stage: Stage) {
    self.init(title, on: stage, bridge: LoopBridge())
  }

  /// Makes a window without scenes whose loaders use `bridge`.
  init(_ title: String, on stage: Stage, bridge: LoopBridge) {
    self.title = title
    self.stage = stage
    self.bridge = bridge
    panels = WindowPanels(on: stage)
    stage.root.add(titleBar)
    stage.root.add(toast)
    stage.root.add(frameObserver)
    frameObserver.onUpdate = { [weak self] in self?.advance(to: $0) }
    // The toast is laid out after the browser, which knows its area for messages only after its
    // layout.
    frameObserver.onLayout = { [weak self] in self?.layOutToast() }
    frameObserver.nextUpdateTime = { [weak self] in self?.controls.nextHideTime }
  }

  /// The time of the frame that is being made, or the current time between frames.
  public var now: Timestamp { max(lastFrameTime, systemWindow?.now ?? lastFrameTime) }

  /// Calls `action` once after `seconds`, unless the returned load is released or cancelled before.
  public func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> Picture.Load {
    let timer = bridge.schedule(after: seconds, action)
    return Picture.Load { timer.cancel() }
  }

  // MARK: Scenes

  /// The top scene; nil until a scene is shown.
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

  /// Pushes `scene` over the top scene, with the bar that leads back; does nothing before a root
  /// scene is shown.
  ///
  /// - Parameter animator: the animator of the push and of the pop. Default: the scene covers the
  ///   one below.
  public func push(_ scene: any Scene, by animator: (any SceneAnimator)? = nil) {
    push(scene, by: animator.map { .animated($0) } ?? .standard)
  }

  /// Pushes `scene` over the top scene by `transition`, which may be the scene's own; does nothing
  /// before a root scene is shown.
  package func push(_ scene: any Scene, by transition: SceneStack.Transition) {
    stack?.push(scene, by: transition, at: now)
    sceneDidChange()
  }

  /// Pops the top scene.
  ///
  /// - Returns: false when only the root scene is left, or no scene is shown.
  @discardableResult
  public func pop() -> Bool { stack?.pop(at: now) ?? false }

  /// Shows `browser` over the top scene, without a bar: the picture of page `index` flies out of
  /// its thumbnail. A browser that is flying back reverses. Without a scene, the browser becomes
  /// the root.
  ///
  /// - Parameters:
  ///   - index: the page to show. Default: the browser's current page.
  ///   - grid: the grid with the thumbnails. Default: the browser's delegate supplies them.
  public func present(_ browser: Browser, at index: Int? = nil, over grid: ThumbnailGrid? = nil) {
    makeVisit(browser, at: index, grid: grid, barTitle: nil)
  }

  /// Shows `browser` like ``present(_:at:over:)``, but below a bar with Back and `title`.
  public func push(
    _ browser: Browser, at index: Int? = nil, over grid: ThumbnailGrid? = nil, title: String = ""
  ) {
    makeVisit(browser, at: index, grid: grid, barTitle: title)
  }

  private func makeVisit(
    _ browser: Browser, at index: Int?, grid: ThumbnailGrid?, barTitle: String?
  ) {
    guard let stack else { return show(browser) }
    let index = index ?? browser.pageIndex
    let visits = stack.scenes.compactMap { $0 as? BrowserVisit }
    if visits.contains(where: { $0.browser === browser }) {
      browser.show(index: index, at: now)
      return updateTitle()
    }
    if let leaving = visits.last, leaving === scene, leaving.isLeaving {
      stack.finishPop(of: leaving, at: now)
    }
    let visit = BrowserVisit(browser, in: self, over: grid, barTitle: barTitle)
    stack.push(visit, by: .selfAnimated, at: now)
    sceneDidChange()
    browser.show(index: index, at: now)
    // A closed browser opens at the page without an event for a change of the page index, so the
    // title is updated here.
    updateTitle()
  }

  /// Updates title, controls and keyboard focus after another scene has become the top one.
  private func sceneDidChange() {
    lastFrontScene = scene
    panels.sceneDidChange()
    controls.sceneDidChange()
    updateTitle()
    if sheet == nil { stage.setFocus(nil) }
    translucencyDidChange()
    stage.requestFrame()
  }

  /// Updates the title bar of the window, and the title for the window manager, from the top scene.
  /// The title for the window manager begins with the name of the content, as task bars expect.
  public func updateTitle() {
    guard let scene else { return }
    titleBar.title = scene.title.isEmpty ? title : scene.title
    titleBar.position = (scene as? any HostedScene)?.position ?? ""
    titleBar.backButton.keys = keys.caps(for: .back)
    titleBar.fullscreenButton.keys = keys.caps(for: .toggleFullscreen)
    systemWindow?.setTitle(windowTitle)
    (scene as? any HostedScene)?.updateTitle()
  }

  var windowTitle: String { Self.title(of: scene?.title ?? "", in: title) }

  /// Shows the title bar, although the controls have faded, because one of its buttons gets the
  /// keyboard focus.
  func showControlsForFocus() { controls.showForFocus() }

  /// The title of a window of `program` that shows content called `name`.
  package static func title(of name: String, in program: String) -> String {
    name.isEmpty || name == program ? program : "\(name) – \(program)"
  }

  // MARK: Controls

  /// Shows a toast for two seconds.
  public func showToast(_ text: String) { showToast(text, action: nil) }

  /// Shows a toast: for five seconds with a button for `action`, for two seconds without one.
  package func showToast(_ text: String, action: Toast.ToastAction?) {
    layOutToast()
    toast.show(text, action: action)
    traceToast()
  }

  /// Adds a sentence to the toast that is shown, which keeps its button; shows a new toast if none
  /// is.
  package func addToToast(_ note: String) {
    layOutToast()
    toast.append(note)
    traceToast()
  }

  /// The rectangle of the button of a toast, in the stage's coordinates, while the closure of the
  /// button runs; nil at any other time.
  package var pressedToastButtonFrame: Rect? { toast.pressedButtonFrame }

  /// Fades out the toast that shows `text` without a button; does nothing if none does.
  package func withdrawToast(_ text: String) { toast.withdraw(text) }

  /// Tells assistive programs a change that is only seen; does nothing while none is connected.
  package func announce(_ text: String) {
    guard accessibility?.isActive ?? false else { return }
    announcement?.removeFromParent()
    let message = Announcement(text)
    announcement = message
    stage.root.add(message)
    stage.requestFrame()
  }

  private func traceToast() {
    guard let trace, trace.isOn, let frame = toast.buttonFrame else { return }
    trace.write(
      "toast button x=\(TraceLog.fixed(frame.minX)) y=\(TraceLog.fixed(frame.minY)) "
        + "width=\(TraceLog.fixed(frame.width)) height=\(TraceLog.fixed(frame.height))")
  }

  /// Places the toast inside the browser's area for messages, inside that of another scene, or
  /// inside the whole stage.
  private func layOutToast() {
    lastToastArea = sceneMessageArea
    let origin = (scene as? BrowserVisit)?.browser.originInStage ?? .zero
    toast.frame = lastToastArea?.offset(by: origin - .zero) ?? stage.bounds
  }

  /// The area for messages of the top scene: in the browser's coordinates if that scene is a
  /// browser, in the stage's for another scene; nil for none.
  private var sceneMessageArea: Rect? {
    (scene as? BrowserVisit)?.browser.messageArea ?? (scene as? any HostedScene)?.messageArea
  }

  /// Shows a menu with its top left corner at a point in the stage's coordinates, and closes any
  /// other menu. A point in a browser's coordinates, such as that of ``BrowserHooks/menu``, is
  /// `browser.originInStage + (point - .zero)` in those of the stage.
  public func showMenu(_ items: [MenuItem], at point: Point) {
    showMenu(items, at: point, corner: .topLeft)
  }

  /// Shows a menu with one of its corners at a point in the stage's coordinates, and closes any
  /// other menu. Assistive programs are told the title, if it is not empty.
  @discardableResult
  package func showMenu(
    _ items: [MenuItem], at point: Point, corner: MenuView.PanelAnchor, title: String = ""
  ) -> MenuView {
    panels.showMenu(items, at: point, corner: corner, title: title)
  }

  /// Slides a sheet in and closes any other one; a change of the top scene closes the sheet. A
  /// sheet that shows running work is hidden instead while other sheets are open, and reappears
  /// when these have closed.
  public func present(_ sheet: BottomSheet) {
    sheet.reducesMotion = stack?.reducesMotion ?? false
    panels.present(sheet)
  }

  /// The view that takes composed text: the focused view, or the top scene's while no view has the
  /// focus; nil for none.
  var textClient: (any TextInputClient)? {
    if let focus = stage.focus { return focus as? any TextInputClient }
    return hasOpenPanel ? nil : (scene as? any HostedScene)?.textClient
  }

  /// Whether a menu or a sheet is open and waits for the user.
  var hasOpenPanel: Bool { panels.isOpen }

  /// Shows the controls of a window whose controls fade, or hides them.
  public func toggleControls() {
    controls.toggle()
    stage.requestFrame()
  }

  /// Hides the controls and the pointer until the pointer moves again.
  package func hideControls() {
    controls.hide()
    stage.requestFrame()
  }

  /// Enters or leaves fullscreen mode.
  public func toggleFullscreen() {
    guard let systemWindow else { return }
    systemWindow.setFullscreen(!systemWindow.isFullscreen)
  }

  /// Closes the window, unless ``shouldClose`` returns false. The program ends with its last
  /// window.
  public func close() {
    guard !isClosed, shouldClose?() ?? true else { return }
    isClosed = true
    onClose()
    endContent()
    systemWindow?.close()
  }

  /// Closes the scenes and stops the loaders.
  func endContent() {
    resizeTimer?.cancel()
    stack?.close()
    loader?.stop()
  }

  /// Adapts the contents to a new size of the window in device pixels, and closes an open menu.
  func resize(to size: Size) {
    stage.size = size
    trace?.write("size width=\(Int(size.width)) height=\(Int(size.height))")
    layOutControls()
    panels.closeMenu()
    resizeTimer?.cancel()
    resizeTimer = bridge.schedule(after: Self.resizeDelay) { [weak self] in
      (self?.scene as? any HostedScene)?.windowDidSettle()
    }
    stage.requestFrame()
  }

  /// Lays out the title bar and the toast for the size and scale of the stage.
  func layOutControls() {
    controls.layOut()
    layOutToast()
  }

  // MARK: Frames

  /// Sets the time of the frame that is being made.
  func beginFrame(at frame: FrameTime) { lastFrameTime = max(lastFrameTime, frame.presentation) }

  /// Advances the controls to `time`, after the scenes were updated.
  private func advance(to time: Timestamp) {
    lastFrameTime = max(lastFrameTime, time)
    if scene !== lastFrontScene { sceneDidChange() }
    // The bar follows the state of the scene in this frame, not in the previous one.
    controls.advance(to: lastFrameTime)
    // An indicator that returns after a slideshow, for example, makes the area for messages
    // smaller.
    if sceneMessageArea != lastToastArea { layOutToast() }
    frameObserver.needsEveryFrame = controls.isMoving(at: lastFrameTime)
  }

  /// Forgets that a scene without trace lines of its own was written as settled, so that its next
  /// rest is written again.
  func allowRestTraceAgain() {
    if !(scene is any TracedScene) { lastSettledScene = nil }
  }

  /// Whether nothing in the window is moving or loading.
  private var isAtRest: Bool {
    !stage.needsFrame && stack?.isAtRest ?? true
      && !((scene as? any HostedScene)?.isWaiting ?? false)
  }

  /// Writes the trace lines of a presented frame, whose preparation took `seconds`.
  func didPresentFrame(work seconds: Double) {
    guard let stack else { return }
    let traced = scene as? any TracedScene
    traced?.didPresentFrame(work: seconds, isFront: true)
    guard stack.isAtRest else {
      // The next scene at rest is written even if it is the same one.
      lastSettledScene = nil
      (stack.sceneBelow as? any TracedScene)?.didPresentFrame(work: seconds, isFront: false)
      return
    }
    guard let trace, trace.isOn, lastSettledScene !== scene, traced != nil || isAtRest else {
      return
    }
    lastSettledScene = scene
    trace.write(traced.map { "scene name=\($0.traceName)" } ?? "rest scene=other")
  }
}

/// An invisible view that reports frames and layouts of the stage: the time of a frame after all
/// views below it were updated, and a layout after all views below it were laid out.
private final class FrameObserver: View {
  var onUpdate: (Timestamp) -> Void = { _ in }
  var onLayout: () -> Void = {}
  var needsEveryFrame = false
  var nextUpdateTime: () -> Timestamp? = { nil }

  override var wantsFrame: Bool { needsEveryFrame }

  override var nextDeadline: Timestamp? { nextUpdateTime() }

  override func update(at frame: FrameTime) { onUpdate(frame.presentation) }

  override func layout() { onLayout() }
}
