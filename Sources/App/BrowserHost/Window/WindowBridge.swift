import Geometry
import Input
import Motion
import PhotoBrowser
import Pixels
import Windowing

/// The connection between a system window and a ``BrowserWindow``, in both directions.
final class WindowBridge {
  let host: BrowserWindow
  let window: Window
  private let loop: EventLoop
  private var trace = HostTrace()
  private var wakeUp: Deadline?
  private var hasPresented = false

  /// Makes a window on `display` without scenes; `size` is in points.
  init(_ title: String, size: Size, on display: DisplayConnection) throws(WindowingError) {
    let scale = display.uiScale
    let pixels = PixelSize(
      width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
    window = try Window(
      display, WindowConfiguration(title: title, size: pixels, className: "PhotoBrowser"))
    loop = try EventLoop(display)
    host = BrowserWindow(title, on: Stage(size: pixels.size, scale: scale))
    host.shell = self
    host.bridge.attach(to: loop)
    window.delegate = self
    host.stage.onNeedsFrame = { [weak self] in self?.window.requestFrame() }
    loop.onTerminate = { [weak self] _ in self?.host.close() }
    display.onSettingsChange = { [weak self] in self?.host.stage.applySettings(of: display) }
    display.onCompositingChange = { [weak self] _ in self?.host.translucencyDidChange() }
  }

  /// Shows the window and runs the event loop until the window closes.
  ///
  /// - Returns: the exit status of the program.
  func run() -> Int32 {
    window.show()
    return loop.run()
  }

  private func scheduleWakeUp() {
    wakeUp = host.stage.nextDeadline.map { time in
      loop.schedule(at: time) { [weak self] in self?.window.requestFrame() }
    }
  }
}

extension WindowBridge: WindowShell {
  var now: Timestamp { loop.now }
  var isFullscreen: Bool { window.isFullscreen }
  var isTranslucent: Bool { window.isTranslucent && window.display.isCompositing }
  var profile: [UInt8]? { window.profile }
  func setFullscreen(_ isFullscreen: Bool) { window.setFullscreen(isFullscreen) }
  func setTitle(_ title: String) { window.setTitle(title) }
  func setCursor(_ cursor: Cursor) { window.setCursor(cursor) }
  func close() { loop.stop(0) }
}

extension WindowBridge: WindowDelegate {
  func window(_ window: Window, didReceive event: InputEvent) {
    host.receive(event)
    trace.resetLastLine()
  }

  func window(_ window: Window, didResizeTo size: PixelSize) { host.resize(to: size.size) }

  func windowDidTick(_ window: Window, frame: FrameTime) {
    let stage = host.stage
    stage.update(at: frame)
    if !stage.damage.isEmpty {
      window.present(damage: stage.damage) { stage.draw(into: $0, repaint: $1) }
    }
    trace.presented(host)
    if !hasPresented {
      hasPresented = true
      // Touchpads, monitors and the compositor are set up after the first frame is visible.
      window.display.finishSetup()
      window.prepareForMotion()
    }
    if stage.needsFrame { window.requestFrame() }
    scheduleWakeUp()
  }

  func window(_ window: Window, didChangeVisibility isVisible: Bool) {
    host.stage.isSeen = isVisible
  }

  func windowDidChangeProfile(_ window: Window) { host.colorsDidChange() }

  func windowDidExpose(_ window: Window) { window.requestFrame() }

  func windowShouldClose(_ window: Window) -> Bool {
    host.close()
    return false
  }

  func window(_ window: Window, didChangeFullscreen isFullscreen: Bool) {
    host.fullscreenDidChange()
  }
}
