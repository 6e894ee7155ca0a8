import Drawing
import Geometry
import Input
import Motion
import PhotoBrowser
import Pixels
import Windowing

/// A window and a stage, joined both ways, with a browser and its controls on it.
final class ViewerWindow {
  let window: Window
  let loop: EventLoop
  let stage: Stage
  let browser: Browser
  let titleBar = TitleBar()
  private let toast = Toast()
  let log: Log
  /// Does what keys, buttons and menus ask.
  var onCommand: ((Command) -> Void)?
  /// Hears where the pointer is.
  var onPointer: ((Point?) -> Void)?
  /// Gets the keys no view wanted.
  var onKey: ((KeyEvent) -> Void)?
  /// The first frame was presented.
  var onFirstFrame: (() -> Void)?
  /// Done once, when the next frame is on its way to the screen.
  var afterNextFrame: (() -> Void)?
  /// The window's size changed, in device pixels.
  var onResize: ((PixelSize) -> Void)?
  /// The person closed the window.
  var onClose: (() -> Void)?

  var trace: TraceLines
  var chrome = ChromeTimer()
  var menu: MenuView?
  private var hasPresented = false
  private var wakeUp: Deadline?
  private var lastNow = Timestamp.zero
  private var cursor = Cursor.arrow

  init(
    display: DisplayConnection, loop: EventLoop, configuration: WindowConfiguration,
    browser: Browser, log: Log
  ) throws(WindowingError) {
    window = try Window(display, configuration)
    self.loop = loop
    self.browser = browser
    self.log = log
    trace = TraceLines(log: log)
    stage = Stage(size: window.size.size, scale: display.uiScale)
    stage.root.add(browser)
    stage.root.add(titleBar)
    stage.root.add(toast)
    titleBar.defersText = true
    browser.frame = stage.bounds
    browser.isTranslucent = window.isTranslucent && display.isCompositing
    chrome.touch(at: loop.now)
    connect()
  }

  private func connect() {
    window.delegate = self
    stage.onNeedsFrame = { [weak self] in self?.window.requestFrame() }
    titleBar.backButton.action = { [weak self] in self?.onCommand?(.close) }
    titleBar.fullscreenButton.action = { [weak self] in self?.onCommand?(.toggleFullscreen) }
    titleBar.menuButton.action = { [weak self] in self?.onCommand?(.contextMenu) }
    window.display.onCompositingChange = { [weak self] isCompositing in
      guard let self else { return }
      browser.isTranslucent = window.isTranslucent && isCompositing
    }
    placeChrome()
  }

  /// The time of the frame being made, or of this moment between frames.
  var now: Timestamp { max(lastNow, loop.now) }

  /// Puts the title bar where it belongs.
  func placeChrome() {
    titleBar.frame = Rect(
      x: 0, y: 0, width: stage.size.width, height: TitleBar.height(at: stage.scale))
    titleBar.isFullscreen = window.isFullscreen
    browser.barInsets = Insets(top: window.isFullscreen ? 0 : titleBar.frame.height)
  }

  // MARK: Frames

  private func makeFrame(_ frame: FrameTime) {
    let began = loop.now
    lastNow = frame.presentation
    chrome.advance(to: frame.presentation, stays: menu != nil || isPointerOnBar)
    updateChrome(at: frame.presentation)
    stage.update(at: frame)
    let damage = stage.damage
    if !damage.isEmpty {
      window.present(damage: damage) { buffer, repaint in
        stage.draw(into: buffer, repaint: repaint)
      }
    }
    trace.presented(
      work: loop.now - began, frame: browser.shownFrame,
      isWaiting: (browser.visibleCell as? PhotoCell)?.isWaiting ?? false)
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
  }

  private func scheduleWakeUp() {
    wakeUp?.cancel()
    wakeUp = nil
    let next = [stage.nextDeadline, chrome.deadline].compactMap(\.self).min()
    guard let next else { return }
    wakeUp = loop.schedule(at: next) { [weak self] in self?.window.requestFrame() }
  }

  private var isPointerOnBar: Bool {
    guard let hovered = stage.hovered else { return false }
    return hovered === titleBar || hovered.parent === titleBar
  }

  private func updateChrome(at t: Timestamp) {
    let isPulled = browser.shownFrame.map { $0.pull < 1 || $0.backdrop < 1 } ?? false
    let isHidden = window.isFullscreen || isPulled
    titleBar.alpha = isHidden ? 0 : chrome.alpha(at: t)
    titleBar.isHidden = titleBar.alpha == 0
    let isIdle = window.isFullscreen && !chrome.isShown && menu == nil
    let wanted = browser.isHeld ? Cursor.grabbing : isIdle ? .hidden : .arrow
    if wanted != cursor {
      cursor = wanted
      window.setCursor(wanted)
    }
  }

  // MARK: Menu

  /// Shows a menu at `point`, in place of any other.
  func showMenu(_ items: [MenuItem], at point: Point, corner: MenuView.Corner) {
    menu?.close()
    let menu = MenuView(items, at: point, corner: corner)
    menu.onClose = { [weak self] in self?.menu = nil }
    self.menu = menu
    menu.open(on: stage)
  }

  /// Says something for two seconds.
  func say(_ text: String) {
    toast.frame = stage.bounds
    toast.show(text)
  }
}

extension ViewerWindow: WindowDelegate {
  func window(_ window: Window, didReceive event: InputEvent) {
    if case .pointer(let pointer) = event {
      if pointer.kind == .moved { chrome.touch(at: now) }
      onPointer?(pointer.kind == .left ? nil : pointer.location)
    }
    if case .key(let key) = event {
      if !stage.receive(event) { handle(key) }
    } else {
      stage.receive(event)
    }
    window.requestFrame()
  }

  private func handle(_ key: KeyEvent) {
    onKey?(key)
  }

  func window(_ window: Window, didResizeTo size: PixelSize) {
    stage.size = size.size
    browser.frame = stage.bounds
    placeChrome()
    menu?.close()
    toast.frame = stage.bounds
    onResize?(size)
    window.requestFrame()
  }

  func windowDidTick(_ window: Window, frame: FrameTime) { makeFrame(frame) }

  func windowDidExpose(_ window: Window) { window.requestFrame() }

  func windowShouldClose(_ window: Window) -> Bool {
    onClose?()
    return false
  }

  func window(_ window: Window, didChangeFullscreen isFullscreen: Bool) {
    log.trace("state fullscreen=\(isFullscreen ? 1 : 0)")
    placeChrome()
    chrome.touch(at: now)
    window.requestFrame()
  }
}
