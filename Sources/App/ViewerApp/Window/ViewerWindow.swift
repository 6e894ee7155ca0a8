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

/// A window and a stage, joined both ways, with scenes on it and the controls over them.
final class ViewerWindow {
  let window: Window
  let loop: EventLoop
  let stage: Stage
  let log: Log
  let titleBar = TitleBar()
  /// Where the pointer is; nil while it is outside.
  private(set) var pointer: Point?
  /// The titles of Undo and Redo in menus; nil when there is nothing to undo or redo.
  var history: () -> (undo: String?, redo: String?) = { (nil, nil) }
  /// Does what no scene does.
  var onCommand: ((Command) -> Void)?
  /// The first frame was presented.
  var onFirstFrame: (() -> Void)?
  /// Done once, when the next frame is on its way to the screen.
  var afterNextFrame: (() -> Void)?
  /// The window is on a monitor of other colours.
  var onProfileChange: (() -> Void)?
  /// The desktop's settings changed, or are known for the first time.
  var onSettingsChange: (() -> Void)?
  /// The person closed the window.
  var onClose: (() -> Void)?

  /// The scenes; nil until the first one is there.
  private(set) var stack: SceneStack?
  private let toast = Toast()
  private var chrome = ChromeTimer()
  /// The menu that is open.
  var menu: MenuView?
  /// The sheet that is open.
  private(set) var sheet: BottomSheet?
  private var hasPresented = false
  /// The opacity of controls that are asked for and have not begun to fade in.
  private static let firstOpacity = 0.02
  /// Nothing has moved for so long, in seconds, when memory is given back.
  private static let tidyDelay = 1.0

  private var wakeUp: Deadline?
  private var holding: Deadline?
  private var tidying: Deadline?
  private var resizing: Deadline?
  /// True when the window went elsewhere since the pointer was heard of last.
  private var hasMovedUnderPointer = false
  private var lastNow = Timestamp.zero
  private var cursor = Cursor.arrow
  /// The scene that was in front in the last frame.
  private weak var front: (any ViewerScene)?
  /// The scene that was last at rest in front.
  private weak var restingScene: (any ViewerScene)?

  /// How long the window's size has to be the same before pictures are fetched for it, in seconds.
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
      stage.takeSettings(of: window.display)
      log.trace("settings scale=\(stage.scale)")
      placeChrome()
      onSettingsChange?()
    }
    window.display.onCompositingChange = { [weak self] _ in
      guard let self else { return }
      scene?.translucencyDidChange(to: isTranslucent)
    }
    placeChrome()
  }

  /// The time of the frame being made, or of this moment between frames.
  var now: Timestamp { max(lastNow, loop.now) }

  /// True when what is behind the window can shine through.
  var isTranslucent: Bool { window.isTranslucent && window.display.isCompositing }

  // MARK: Scenes

  /// The scene that gets commands and keys.
  var scene: (any ViewerScene)? { stack?.top as? any ViewerScene }

  /// Shows the scene all others will be over.
  func begin(with scene: any ViewerScene, reducesMotion: Bool, animationSpeed: Double) {
    let stack = SceneStack(root: scene)
    stack.reducesMotion = reducesMotion
    stack.animationSpeed = animationSpeed
    stack.fillsParent = true
    stage.root.insert(stack, at: 0)
    self.stack = stack
    sceneDidChange()
    if window.isFullscreen { chrome.hideAtOnce() }
    // What is seen is asked for now, and is in the first frame if it is there by then.
    stage.layOut()
  }

  /// Shows `scene` over the others; it comes by itself.
  func push(_ scene: any ViewerScene) {
    stack?.push(scene, by: .own, at: now)
    sceneDidChange()
  }

  /// Another scene is in front.
  private func sceneDidChange() {
    front = scene
    sheet?.close()
    if !window.isFullscreen { chrome.touch(at: now) }
    placeChrome()
    updateTitle()
    stage.setFocus(nil)
  }

  /// Says in bar and window title what the scene calls itself.
  func updateTitle() {
    guard let scene else { return }
    titleBar.title = scene.title
    titleBar.position = scene.position
    titleBar.showKeys(of: scene.bindings)
    window.setTitle(Self.title(of: scene.title))
    scene.updateTitle()
  }

  /// The window's title for the name of what it shows, as task bars expect it: the name first, then the
  /// program.
  static func title(of name: String) -> String { name.isEmpty ? "pbview" : "\(name) – pbview" }

  /// Puts the bars where they belong.
  private func placeChrome() {
    titleBar.frame = Rect(
      x: 0, y: 0, width: stage.size.width, height: TitleBar.height(at: stage.scale))
    titleBar.isFullscreen = window.isFullscreen
    // In fullscreen the bar comes with the pointer: what keeps clear of it need not move then.
    scene?.barsDidChange(to: Insets(top: titleBar.frame.height))
  }

  // MARK: Frames

  /// Has the first frame wait for something to show, for `seconds` at most.
  func holdFrames(for seconds: Double) {
    window.holdsFrames = true
    holding = loop.schedule(at: .now + seconds) { [weak self] in self?.releaseFrames() }
  }

  /// There is something to show.
  func releaseFrames() {
    window.holdsFrames = false
    holding = nil
  }

  private func makeFrame(_ frame: FrameTime) {
    let began = loop.now
    lastNow = frame.presentation
    chrome.advance(
      to: frame.presentation, stays: isAsking || isPointerOnBar || isFocusOnBar)
    stage.update(at: frame)
    if scene !== front { sceneDidChange() }
    // The bar follows the scene's state of this frame, not of the last one.
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
    tidyLater()
  }

  /// What motion has left of memory is given back when it is over.
  private func tidyLater() {
    tidying = loop.schedule(at: loop.now + Self.tidyDelay) { Heap.trim() }
  }

  private func scheduleWakeUp() {
    wakeUp?.cancel()
    wakeUp = nil
    let next = [stage.nextDeadline, chrome.deadline].compactMap(\.self).min()
    guard let next else { return }
    wakeUp = loop.schedule(at: next) { [weak self] in self?.window.requestFrame() }
  }

  /// What the scenes that are seen have to say about a frame.
  private func tracePresented(work seconds: Double) {
    guard let stack else { return }
    scene?.presented(work: seconds, isFront: true)
    if stack.isAtRest { return sayScene() }
    // The next rest is worth a line even if it is the same scene.
    restingScene = nil
    (stack.below as? any ViewerScene)?.presented(work: seconds, isFront: false)
  }

  private func sayScene() {
    guard let scene, restingScene !== scene else { return }
    restingScene = scene
    log.trace("scene name=\(scene is GalleryHome ? "grid" : "browser")")
  }

  // MARK: Controls

  private var isPointerOnBar: Bool {
    !titleBar.isHidden && pointer.map(titleBar.frame.contains) ?? false
  }

  /// True while the pointer is over something that can be clicked.
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

  /// Has the controls seen at once, so that the Tab key finds them.
  private func showControlsForFocus() {
    guard scene?.controlsOpacity ?? 0 > 0 else { return }
    chrome.show(true, at: now)
    guard titleBar.isHidden else { return }
    titleBar.isHidden = false
    titleBar.alpha = Self.firstOpacity
  }

  /// The pointer went to a place of the window.
  private func notePointer(_ event: PointerEvent) {
    if event.kind == .moved, let pointer, !hasMovedUnderPointer {
      if scene?.isHeld ?? false {
        chrome.forgetMovement()
      } else {
        let distance = event.location.distance(to: pointer) / stage.scale
        if distance > 0 { chrome.pointerMoved(by: distance, at: now) }
      }
    }
    hasMovedUnderPointer = false
    pointer = event.kind == .left ? nil : event.location
  }

  /// Shows the controls, or hides them.
  func toggleControls() {
    chrome.show(!chrome.isShown, at: now)
    window.requestFrame()
  }

  /// True while a menu or a sheet waits for the person.
  private var isAsking: Bool { menu != nil || sheet != nil }

  /// Slides a sheet up, in place of any other.
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

  /// Shows a message for two seconds; one with a button stays for five.
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
    if case .pointer(let pointer) = event { notePointer(pointer) }
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
    placeChrome()
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
    placeChrome()
    hasMovedUnderPointer = true
    if isFullscreen { chrome.show(false, at: now) } else { chrome.touch(at: now) }
    window.requestFrame()
  }
}
