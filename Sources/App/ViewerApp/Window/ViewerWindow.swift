import BrowserHost
import Drawing
import Geometry
import Input
import Motion
import PhotoBrowser
import Pixels
import Scenes
import Views
import Windowing

/// The viewer's window with its stage, its scenes and the controls over them.
final class ViewerWindow {
  let window: Window
  let loop: EventLoop
  let stage: Stage
  let log: Log
  let titleBar = TitleBar()
  /// The location of the pointer in the stage; nil while it is outside.
  private(set) var pointer: Point?
  /// The titles of Undo and Redo in menus; nil when there is nothing to undo or redo.
  var history: () -> (undo: String?, redo: String?) = { (nil, nil) }
  /// Performs the commands that no scene supports.
  var onCommand: ((Command) -> Void)?
  /// Called after the first frame was presented.
  var onFirstFrame: (() -> Void)?
  /// Called once, after the next frame has been sent to the display server.
  var afterNextFrame: (() -> Void)?
  /// Called when the window is on a monitor with a different colour profile.
  var onProfileChange: (() -> Void)?
  /// Called when the desktop settings have changed or become known.
  var onSettingsChange: (() -> Void)?
  /// Called when the user closes the window.
  var onClose: (() -> Void)?

  /// The stack of scenes; nil before the first scene.
  private(set) var stack: SceneStack?
  private let toast = Toast()
  private var chrome = ChromeTimer()
  /// The open menu.
  var menu: MenuView?
  /// The open sheet.
  private(set) var sheet: BottomSheet?
  private var hasPresented = false
  /// The opacity of controls that are requested but have not begun to fade in.
  private static let initialOpacity = 0.02
  /// The time without frames after which freed memory is returned to the system, in seconds.
  private static let heapTrimDelay = 1.0

  private var wakeUp: Deadline?
  private var holding: Deadline?
  private var heapTrimTimer: Deadline?
  private var resizing: Deadline?
  /// True from a fullscreen change until the next pointer event, whose jump is not a movement of
  /// the pointer.
  private var ignoresNextMovement = false
  private var lastFrameTime = Timestamp.zero
  private var cursor = Cursor.arrow
  /// The front scene of the last frame.
  private weak var front: (any ViewerScene)?
  /// The last front scene that had settled.
  private weak var lastSettledScene: (any ViewerScene)?

  /// The time for which the window's size has to be constant before pictures are loaded for it, in
  /// seconds.
  private static let resizeDelay = 0.08

  init(
    display: DisplayConnection, loop: EventLoop, configuration: WindowConfiguration, log: Log
  ) throws(WindowingError) {
    window = try Window(display, configuration)
    self.loop = loop
    self.log = log
    stage = Stage(size: window.size.size, scale: display.uiScale)
    stage.root.add(titleBar)
    stage.root.add(toast)
    titleBar.defersText = true
    chrome.touch(at: loop.now)
    connect()
  }

  private func connect() {
    window.delegate = self
    stage.onNeedsFrame = { [weak self] in self?.window.requestFrame() }
    titleBar.backButton.action = { [weak self] in self?.perform(.back) }
    titleBar.fullscreenButton.action = { [weak self] in self?.perform(.toggleFullscreen) }
    titleBar.menuButton.action = { [weak self] in self?.perform(.contextMenu) }
    window.display.onSettingsChange = { [weak self] in
      guard let self else { return }
      stage.applySettings(of: window.display)
      log.trace("settings scale=\(stage.scale)")
      layOutTitleBar()
      onSettingsChange?()
    }
    window.display.onCompositingChange = { [weak self] _ in
      guard let self else { return }
      scene?.translucencyDidChange(to: isTranslucent)
    }
    layOutTitleBar()
  }

  /// The presentation time of the current frame, or the present time between frames.
  var now: Timestamp { max(lastFrameTime, loop.now) }

  /// True when the desktop shows through transparent parts of the window.
  var isTranslucent: Bool { window.isTranslucent && window.display.isCompositing }

  // MARK: Scenes

  /// The scene that receives commands and keys.
  var scene: (any ViewerScene)? { stack?.top as? any ViewerScene }

  /// Shows the root scene.
  func begin(with scene: any ViewerScene, reducesMotion: Bool, animationSpeed: Double) {
    let stack = SceneStack(root: scene)
    stack.reducesMotion = reducesMotion
    stack.animationSpeed = animationSpeed
    stack.fillsParent = true
    stage.root.insert(stack, at: 0)
    self.stack = stack
    sceneDidChange()
    if window.isFullscreen { chrome.hideAtOnce() }
    // The layout requests the visible pictures, so that the first frame can contain them.
    stage.layOut()
  }

  /// Shows `scene` over the others. The scene animates its own appearance.
  func push(_ scene: any ViewerScene) {
    stack?.push(scene, by: .own, at: now)
    sceneDidChange()
  }

  /// Updates title, controls and focus for another front scene.
  private func sceneDidChange() {
    front = scene
    sheet?.close()
    if !window.isFullscreen { chrome.touch(at: now) }
    layOutTitleBar()
    updateTitle()
    stage.setFocus(nil)
  }

  /// Shows the scene's title in the title bar and as the window's title.
  func updateTitle() {
    guard let scene else { return }
    titleBar.title = scene.title
    titleBar.position = scene.position
    titleBar.showKeys(of: scene.bindings)
    window.setTitle(Self.title(of: scene.title))
    scene.updateTitle()
  }

  /// The window's title: the name of the content first, then the program, as task bars expect.
  static func title(of name: String) -> String { name.isEmpty ? "pbview" : "\(name) – pbview" }

  /// Lays out the title bar and reports its height to the scene.
  private func layOutTitleBar() {
    titleBar.frame = Rect(
      x: 0, y: 0, width: stage.size.width, height: TitleBar.height(at: stage.scale))
    titleBar.isFullscreen = window.isFullscreen
    // In fullscreen the bar comes and goes with the pointer; the inset stays, so the content need
    // not move.
    scene?.barsDidChange(to: Insets(top: titleBar.frame.height))
  }

  // MARK: Frames

  /// Holds the first frame until there is content, for at most `seconds`.
  func holdFrames(for seconds: Double) {
    window.holdsFrames = true
    holding = loop.schedule(at: .now + seconds) { [weak self] in self?.releaseFrames() }
  }

  /// Ends the hold of the first frame.
  func releaseFrames() {
    window.holdsFrames = false
    holding = nil
  }

  private func makeFrame(_ frame: FrameTime) {
    let began = loop.now
    lastFrameTime = frame.presentation
    chrome.advance(
      to: frame.presentation, stays: isAsking || isPointerOnBar || isFocusOnBar)
    stage.update(at: frame)
    if scene !== front { sceneDidChange() }
    // The bar follows the scene's state of this frame, not of the previous one.
    updateChrome(at: frame.presentation)
    stage.layOut()
    let damage = stage.damage
    if !damage.isEmpty {
      window.present(damage: damage) { buffer, repaint in
        stage.draw(into: buffer, repaint: repaint)
      }
    }
    tracePresented(work: loop.now - began)
    if !hasPresented {
      hasPresented = true
      onFirstFrame?()
    }
    if let action = afterNextFrame {
      afterNextFrame = nil
      window.display.flush()
      action()
    }
    if stage.needsFrame || chrome.isMoving(at: frame.presentation) { window.requestFrame() }
    scheduleWakeUp()
    scheduleHeapTrim()
  }

  /// Schedules the return of freed memory to the system after motion has ended.
  private func scheduleHeapTrim() {
    heapTrimTimer = loop.schedule(at: loop.now + Self.heapTrimDelay) { Heap.trim() }
  }

  private func scheduleWakeUp() {
    wakeUp?.cancel()
    wakeUp = nil
    let next = [stage.nextDeadline, chrome.deadline].compactMap(\.self).min()
    guard let next else { return }
    wakeUp = loop.schedule(at: next) { [weak self] in self?.window.requestFrame() }
  }

  /// Passes a presented frame to the visible scenes.
  private func tracePresented(work seconds: Double) {
    guard let stack else { return }
    scene?.presented(work: seconds, isFront: true)
    if stack.isAtRest { return traceScene() }
    // The next settled scene is logged even if it is the same scene.
    lastSettledScene = nil
    (stack.below as? any ViewerScene)?.presented(work: seconds, isFront: false)
  }

  private func traceScene() {
    guard let scene, lastSettledScene !== scene else { return }
    lastSettledScene = scene
    log.trace("scene name=\(scene is LibraryScene ? "grid" : "browser")")
  }

  // MARK: Controls

  private var isPointerOnBar: Bool {
    !titleBar.isHidden && pointer.map(titleBar.frame.contains) ?? false
  }

  /// True while the pointer is over a clickable control.
  private var isPointerOnControl: Bool { isPointerOnBar || stage.hovered is Control }

  private var isFocusOnBar: Bool { stage.focus?.parent === titleBar }

  private func updateChrome(at t: Timestamp) {
    let allowed = scene?.controlsOpacity ?? 1
    titleBar.alpha = allowed * chrome.alpha(at: t)
    titleBar.isHidden = titleBar.alpha == 0
    scene?.controlsDidFade(to: window.isFullscreen ? 0 : chrome.alpha(at: t))
    let wanted = wantedCursor
    if wanted != cursor {
      cursor = wanted
      window.setCursor(wanted)
      log.trace("cursor shape=\(wanted)")
    }
  }

  private var wantedCursor: Cursor {
    guard let scene else { return .arrow }
    if scene.isHeld { return .grabbing }
    let mayHide = window.isFullscreen || scene.hidesIdlePointer
    if mayHide, !chrome.isPointerShown, !isAsking { return .hidden }
    return scene.isPannable && !isAsking && !isPointerOnControl ? .grab : .arrow
  }

  /// Shows the controls without delay, so that the Tab key can focus them.
  private func showControlsForFocus() {
    guard scene?.controlsOpacity ?? 0 > 0 else { return }
    chrome.show(true, at: now)
    guard titleBar.isHidden else { return }
    titleBar.isHidden = false
    titleBar.alpha = Self.initialOpacity
  }

  /// Records the pointer's location and shows the controls if it moved far enough.
  private func trackPointer(_ event: PointerEvent) {
    if event.kind == .moved, let pointer, !ignoresNextMovement {
      if scene?.isHeld ?? false {
        chrome.resetMovement()
      } else {
        let distance = event.location.distance(to: pointer) / stage.scale
        if distance > 0 { chrome.pointerMoved(by: distance, at: now) }
      }
    }
    ignoresNextMovement = false
    pointer = event.kind == .left ? nil : event.location
  }

  func toggleControls() {
    chrome.show(!chrome.isShown, at: now)
    window.requestFrame()
  }

  /// True while a menu or a sheet is open.
  private var isAsking: Bool { menu != nil || sheet != nil }

  /// Slides a sheet in and closes any other one.
  func present(_ sheet: BottomSheet) {
    menu?.close()
    self.sheet?.close()
    self.sheet = sheet
    sheet.reducesMotion = stack?.reducesMotion ?? false
    let onLeave = sheet.onLeave
    sheet.onLeave = { [weak self, weak sheet] in
      if self?.sheet === sheet { self?.sheet = nil }
      onLeave()
    }
    sheet.open(on: stage)
  }

  /// Shows a toast for two seconds; a toast with a button stays for five.
  func say(_ text: String, action: Toast.Action? = nil) {
    toast.frame = stage.bounds
    toast.show(text, action: action)
    guard log.isTracing, let frame = toast.buttonFrame else { return }
    log.trace(
      "toast button x=\(Log.fixed(frame.minX)) y=\(Log.fixed(frame.minY)) "
        + "width=\(Log.fixed(frame.width)) height=\(Log.fixed(frame.height))")
  }
}

extension ViewerWindow: WindowDelegate {
  func window(_ window: Window, didReceive event: InputEvent) {
    if case .pointer(let pointer) = event { trackPointer(pointer) }
    if case .key(let key) = event {
      let isTab = key.name == .tab && !key.modifiers.contains(.control)
      if isTab, key.isPress { showControlsForFocus() }
      if !stage.receive(event) { handle(key) }
    } else {
      stage.receive(event)
    }
    window.requestFrame()
  }

  func window(_ window: Window, didResizeTo size: PixelSize) {
    stage.size = size.size
    log.trace("size width=\(size.width) height=\(size.height)")
    layOutTitleBar()
    menu?.close()
    toast.frame = stage.bounds
    resizing = loop.schedule(at: .now + Self.resizeDelay) { [weak self] in
      self?.scene?.windowDidSettle()
    }
    window.requestFrame()
  }

  func windowDidTick(_ window: Window, frame: FrameTime) { makeFrame(frame) }

  func windowDidExpose(_ window: Window) { window.requestFrame() }

  func windowDidChangeProfile(_ window: Window) { onProfileChange?() }

  func windowShouldClose(_ window: Window) -> Bool {
    onClose?()
    return false
  }

  func window(_ window: Window, didChangeVisibility isVisible: Bool) {
    stage.isSeen = isVisible
  }

  func window(_ window: Window, didChangeFullscreen isFullscreen: Bool) {
    log.trace("state fullscreen=\(isFullscreen ? 1 : 0)")
    layOutTitleBar()
    ignoresNextMovement = true
    if isFullscreen { chrome.show(false, at: now) } else { chrome.touch(at: now) }
    window.requestFrame()
  }
}
