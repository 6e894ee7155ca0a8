import Drawing
import Geometry
import Input
import Motion
import PhotoBrowser
import Pixels
import Views
package import Windowing

/// The connection between a system window and a ``BrowserWindow``: it passes input events and
/// frames to the ``BrowserWindow``, and requests and pixels to the system window.
package final class WindowBridge {
  package let host: BrowserWindow
  package let window: any HostWindow
  package let loop: EventLoop
  /// A closure called after the first frame was presented, in place of the setup of input devices,
  /// monitors and compositor. Default: nil, which performs that setup.
  package var onFirstFrame: (() -> Void)?
  /// A closure called once, after the next frame has been sent to the display server.
  package var afterNextFrame: (() -> Void)?
  /// A closure called when the colour profile of the window's monitor has changed.
  package var onProfileChange: (() -> Void)?
  /// A closure called when the desktop's settings have changed or become known.
  package var onSettingsChange: (() -> Void)?
  /// A closure called when the window gets (true) or loses (false) the keyboard focus.
  package var onFocusChange: ((_ isFocused: Bool) -> Void)?
  /// A closure called before each input event of the user is handled. Default: nil.
  package var onInput: (() -> Void)?
  /// The observer of all inputs, for example while they are recorded. Default: nil.
  package weak var observer: (any HostInputObserver)?
  /// A closure called when the window closes. Default: nil, which ends the event loop with status
  /// 0.
  package var onClose: (() -> Void)?

  /// The factor for the size of the interface that the user has chosen. Default: 1.
  package var textScale = 1.0 { didSet { if textScale != oldValue { scaleDidChange() } } }

  /// The device pixels per point that the user has chosen in place of those of the window's
  /// monitor. Default: nil, which stands for those of the monitor.
  package var chosenScale: Double? {
    get { window.chosenScale }
    set {
      guard newValue != window.chosenScale else { return }
      window.chosenScale = newValue
      scaleDidChange()
    }
  }

  private var wakeUpTimer: LoopTimer?
  private var frameReleaseTimer: LoopTimer?
  private var heapTrimTimer: LoopTimer?
  /// The time at which freed memory is returned to the system even during a motion; nil when no
  /// frame was drawn since it was returned last.
  private var heapTrimDeadline: Timestamp?
  /// The time at which the last frame was made, on the clock of the event loop.
  private var lastFrameTime = Timestamp.zero
  private var hasPresented = false

  /// The time between two frames, in seconds, above which they do not belong to one motion.
  private static let singleFrameInterval = 0.25
  /// The time in seconds after the end of a motion at which freed memory is returned to the system.
  private static let heapTrimDelay = 1.0
  /// The maximum time in seconds, since the first frame after freed memory was returned, at which
  /// that is done again although a motion goes on.
  private static let maxHeapTrimDelay = 10.0

  /// The view that takes the text of the input method now; nil for none.
  private weak var textClient: (any TextInputClient)?

  /// Makes the connection of a new window on `display`, without scenes; `size` is that of the
  /// content in points.
  convenience init(
    _ title: String, size: Size, on display: DisplayConnection, loop: EventLoop
  ) throws(WindowingError) {
    let scale = display.primaryMonitorScale
    let pixels = PixelSize(
      width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
    let bridge = LoopBridge()
    bridge.attach(to: loop)
    let window = try Window(
      display, WindowConfiguration(title: title, size: pixels, className: "PhotoBrowser"))
    self.init(title, in: window, loop: loop, bridge: bridge)
  }

  /// Makes the connection of a window without scenes.
  ///
  /// - Parameters:
  ///   - title: the name of the program.
  ///   - bridge: the loop of the window's loaders, attached to `loop`.
  package init(_ title: String, in window: any HostWindow, loop: EventLoop, bridge: LoopBridge) {
    self.loop = loop
    self.window = window
    host = BrowserWindow(
      title, on: Stage(size: window.size.size, scale: window.desktop.uiScale), bridge: bridge)
    host.systemWindow = self
    window.delegate = self
    host.stage.onNeedsFrame = { [weak self] in self?.window.requestFrame() }
    host.stage.applySettings(of: window.desktop)
    host.layOutControls()
    connectTextInput()
  }

  // MARK: Text

  private func connectTextInput() {
    window.composedText?.takesText = { [weak self] in
      self?.host.textClient?.takesText(of: $0) ?? false
    }
    window.composedText?.onCompositionChange = { [weak self] in
      self?.textClient?.compose($0)
      self?.host.trace?.write("composition text=\($0?.text ?? "")")
    }
    window.composedText?.onMethodChange = { [weak self] in
      self?.host.trace?.write("text-input method=\($0)")
    }
    host.stage.endComposition = { [weak self] in self?.window.composedText?.endComposition() }
  }

  /// Tells the input method which view takes text, and where its caret is. The input method exists
  /// only after the first frame.
  private func updateTextInput() {
    guard hasPresented else { return }
    let client = host.textClient
    if client !== textClient {
      textClient?.compose(nil)
      textClient = client
      window.composedText?.isOn = client != nil
    }
    if let client {
      window.composedText?.caret = client.caretRect.offset(by: client.originInStage - .zero)
    }
  }

  // MARK: Frames

  /// Delays the first frame until there is content, for at most `seconds`.
  package func holdFrames(for seconds: Double) {
    window.holdsFrames = true
    frameReleaseTimer = loop.schedule(at: .now + seconds) { [weak self] in self?.releaseFrames() }
  }

  /// Ends the delay of the first frame.
  package func releaseFrames() {
    window.holdsFrames = false
    frameReleaseTimer = nil
  }

  private func makeFrame(_ frame: FrameTime) {
    let began = loop.now
    let stage = host.stage
    host.beginFrame(at: frame)
    stage.update(at: frame)
    let damage = stage.damage
    if !damage.isEmpty {
      // The opaque region changes in the same request as the pixels: a compositor must not treat a
      // translucent frame as opaque.
      window.setOpaque(!((host.scene as? any HostedScene)?.showsDesktop ?? false))
      window.present(damage: damage) { stage.draw(into: $0, repaint: $1) }
    }
    host.didPresentFrame(work: loop.now - began)
    if !hasPresented {
      hasPresented = true
      firstFrameShown()
    }
    host.accessibility?.frameDidEnd()
    if let action = afterNextFrame {
      afterNextFrame = nil
      window.desktop.flush()
      action()
    }
    updateTextInput()
    if stage.needsFrame { window.requestFrame() }
    scheduleWakeUp()
    scheduleHeapTrim()
  }

  /// Schedules the return of freed memory to the system after the end of a motion, or during a long
  /// one, such as that of a clip. Single frames, such as those of a blinking caret, do not postpone
  /// it.
  private func scheduleHeapTrim() {
    let now = loop.now
    let isMoving = now - lastFrameTime < Self.singleFrameInterval
    lastFrameTime = now
    guard isMoving || heapTrimTimer == nil else { return }
    let deadline = heapTrimDeadline ?? now + Self.maxHeapTrimDelay
    heapTrimDeadline = deadline
    heapTrimTimer = loop.schedule(at: min(now + Self.heapTrimDelay, deadline)) { [weak self] in
      self?.heapTrimTimer = nil
      self?.heapTrimDeadline = nil
      Canvas.trimMemory()
      Heap.trim()
    }
  }

  private func firstFrameShown() {
    if let onFirstFrame { return onFirstFrame() }
    window.desktop.finishSetup()
    window.prepareForMotion()
  }

  private func scheduleWakeUp() {
    wakeUpTimer?.cancel()
    wakeUpTimer = host.stage.nextDeadline.map { time in
      loop.schedule(at: time) { [weak self] in self?.window.requestFrame() }
    }
  }
}

extension WindowBridge: SystemWindow {
  var now: Timestamp { loop.now }
  var isFullscreen: Bool { window.isFullscreen }
  var isTranslucent: Bool { window.isTranslucent && window.desktop.isCompositing }
  var profile: [UInt8]? { window.profile }
  func setFullscreen(_ isFullscreen: Bool) { window.setFullscreen(isFullscreen) }
  func setTitle(_ title: String) { window.setTitle(title) }
  func setCursor(_ cursor: Cursor) { window.setCursor(cursor) }
  func close() {
    guard let onClose else { return loop.stop(0) }
    onClose()
  }
}

extension WindowBridge: WindowDelegate {
  package func window(_ window: Window, didReceive event: InputEvent) {
    guard case .key(let key) = event, let accessibility = host.accessibility else {
      return receive(.event(event))
    }
    accessibility.offer(key) { [weak self] in self?.receive(.event(event)) }
  }

  package func window(_ window: Window, didResizeTo size: PixelSize) { receive(.size(size)) }

  package func windowDidTick(_ window: Window, frame: FrameTime) { receive(.frame(frame)) }

  package func window(_ window: Window, didChangeVisibility isVisible: Bool) {
    receive(.visibility(isVisible: isVisible))
  }

  package func windowDidChangeProfile(_ window: Window) { receive(.monitorProfile) }

  package func windowDidChangeSettings(_ window: Window) { receive(.desktopSettings) }

  package func window(_ window: Window, didChangeCompositing isCompositing: Bool) {
    receive(.compositing(isCompositing: isCompositing))
  }

  package func windowDidExpose(_ window: Window) { receive(.exposure) }

  package func windowShouldClose(_ window: Window) -> Bool {
    receive(.close)
    return false
  }

  package func window(_ window: Window, didChangeFocus isFocused: Bool) {
    receive(.focus(isFocused: isFocused))
  }

  package func window(_ window: Window, didChangeFullscreen isFullscreen: Bool) {
    receive(.fullscreen(isFullscreen: isFullscreen))
  }
}

extension WindowBridge {
  /// Closes the window as a request of the user to the window manager does.
  package func requestClose() { receive(.close) }

  private func receive(_ input: HostInput) {
    guard let observer else { return handle(input) }
    observer.intercept(input) { handle(input) }
  }

  /// Handles an input. The properties of the system window have their new values already.
  package func handle(_ input: HostInput) {
    switch input {
    case .event(let event):
      onInput?()
      host.receive(event)
      updateTextInput()
      window.requestFrame()
    case .size(let size): host.resize(to: size.size)
    case .frame(let frame): makeFrame(frame)
    case .visibility(let isVisible): host.stage.isVisible = isVisible
    case .focus(let isFocused):
      host.accessibility?.focusDidChange()
      onFocusChange?(isFocused)
    case .fullscreen: host.fullscreenDidChange()
    case .compositing: host.translucencyDidChange()
    case .desktopSettings: adoptSettings()
    case .monitorProfile:
      host.colorsDidChange()
      onProfileChange?()
    case .exposure: window.requestFrame()
    case .close: host.close()
    }
  }

  private func scaleDidChange() {
    applySettings()
    host.trace?.write("settings scale=\(host.stage.scale)")
    host.layOutControls()
  }

  private func applySettings() {
    host.stage.applySettings(
      of: window.desktop, chosenScale: window.chosenScale, textScale: textScale)
  }

  private func adoptSettings() {
    applySettings()
    // The gesture recognisers read the double-click time and the drag threshold in the layout.
    host.stage.layOut()
    host.trace?.write("settings scale=\(host.stage.scale)")
    host.layOutControls()
    onSettingsChange?()
  }
}
