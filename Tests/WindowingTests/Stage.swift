import CX11
import Geometry
import Input
import Motion
import Pixels
import Testing
import WindowingTestSupport

@testable import Windowing

/// A virtual X server, a window and a recorder of the window's events.
@MainActor
final class Stage {
  /// The timeout of `run` in seconds, reached only on failure.
  private static let timeout = 30.0

  let onlooker: Onlooker
  let display: DisplayConnection
  let loop: EventLoop
  let window: Windowing.Window
  let recorder: Recorder
  /// The server; declared last so that the connections close before it.
  let server: VirtualServer

  /// Shows a window of 200 × 150 pixels in the top left corner of a screen of 800 × 600 pixels.
  ///
  /// - Parameters:
  ///   - isRemote: True connects to the server by TCP, like a display of another machine.
  ///   - monitors: The frames of the monitors `part0`, `part1` and so on; empty for the monitor of
  ///     the server.
  ///   - screenFactors: The value of `QT_SCREEN_SCALE_FACTORS`.
  init(
    server options: [String] = [], withInput: Bool = true, background: UInt32? = nil,
    holdsFrames: Bool = false, isRemote: Bool = false, monitors: [Rect] = [],
    screenFactors: String? = nil, position: Point? = nil
  ) throws {
    let server = try #require(
      VirtualServer(options: options + (isRemote ? ["-listen", "tcp", "-ac"] : [])))
    self.server = server
    onlooker = try #require(Onlooker(server))
    if !monitors.isEmpty { onlooker.setMonitors(monitors) }
    let recorder = Recorder()
    self.recorder = recorder
    display = try DisplayConnection(
      name: (isRemote ? "127.0.0.1" : "") + server.name, withInput: withInput,
      screenFactors: ScreenScaleFactors(screenFactors)
    ) {
      recorder.errors.append($0)
    }
    loop = try EventLoop(display)
    window = try Windowing.Window(
      display,
      WindowConfiguration(
        title: "test", size: PixelSize(width: 200, height: 150), position: position,
        background: background))
    window.delegate = recorder
    window.holdsFrames = holdsFrames
    window.show()
    window.requestFrame()
  }

  isolated deinit {
    window.close()
  }

  /// Runs the loop until `isSo()`. Returns false after the timeout.
  func run(until isSo: () -> Bool) -> Bool {
    let end = loop.now + Self.timeout
    while loop.now < end {
      if isSo() { return true }
      loop.runOnce(waitingUpTo: 0.02)
    }
    return isSo()
  }

  /// Processes all requests and events sent so far and draws a pending frame.
  func pump() {
    for _ in 0..<3 {
      XSync(display.server.xDisplay, 0)
      loop.runOnce(waitingUpTo: 0.02)
    }
  }

  /// Requests a frame and waits until it is drawn.
  func draw() {
    let before = recorder.ticks
    window.requestFrame()
    #expect(run { recorder.ticks > before })
    pump()
  }

  /// Waits until the window is visible, gives it the keyboard focus and clears the recorder.
  func focus() {
    #expect(run { recorder.ticks > 0 && window.isVisible })
    display.finishSetup()
    XSetInputFocus(display.server.xDisplay, window.id, Int32(RevertToNone), 0)
    #expect(run { window.isFocused })
    recorder.clear()
  }

  func pixel(_ x: Int32, _ y: Int32) -> UInt? { onlooker.pixel(of: window.id, x: x, y: y) }
}

/// A window delegate that records all calls and fills the window with one colour.
@MainActor
final class Recorder: WindowDelegate {
  var color: UInt32 = 0xff10_2030
  /// Draws over the colour, inside the given rectangle. Default: nothing.
  var paint: (PixelBuffer, Rect) -> Void = { _, _ in }
  var damage: [Rect]?
  var closes = true
  var framesWanted = 0
  var errors: [String] = []
  private(set) var events: [InputEvent] = []
  private(set) var frames: [FrameTime] = []
  private(set) var sizes: [PixelSize] = []
  private(set) var repaints: [[Rect]] = []
  private(set) var fullscreens: [Bool] = []
  private(set) var compositing: [Bool] = []
  private(set) var closeRequests = 0
  private(set) var profileChanges = 0
  private(set) var settingsChanges = 0

  var ticks: Int { frames.count }
  var keys: [KeyEvent] {
    events.compactMap {
      guard case .key(let e) = $0 else { return nil }
      return e
    }
  }
  var pointers: [InputEvent.Pointer] {
    events.compactMap {
      guard case .pointer(let e) = $0 else { return nil }
      return e
    }
  }
  var kinds: [InputEvent.Pointer.Kind] { pointers.map(\.kind) }
  var scrolls: [InputEvent.Scroll] {
    events.compactMap {
      guard case .scroll(let e) = $0 else { return nil }
      return e
    }
  }
  var cancellations: Int {
    events.count {
      if case .cancelled = $0 { true } else { false }
    }
  }

  func clear() { events.removeAll() }

  func window(_ window: Windowing.Window, didReceive event: InputEvent) { events.append(event) }
  func window(_ window: Windowing.Window, didResizeTo size: PixelSize) {
    sizes.append(size)
    damage = nil
  }
  func window(_ window: Windowing.Window, didChangeFullscreen isFullscreen: Bool) {
    fullscreens.append(isFullscreen)
  }
  func window(_ window: Windowing.Window, didChangeCompositing isCompositing: Bool) {
    compositing.append(isCompositing)
  }
  func windowDidChangeProfile(_ window: Windowing.Window) { profileChanges += 1 }
  func windowDidChangeSettings(_ window: Windowing.Window) { settingsChanges += 1 }
  func windowShouldClose(_ window: Windowing.Window) -> Bool {
    closeRequests += 1
    return closes
  }
  func windowDidTick(_ window: Windowing.Window, frame: FrameTime) {
    frames.append(frame)
    let whole = Rect(origin: .zero, size: window.size.size)
    window.present(damage: damage ?? [whole]) { pixels, repaint in
      repaints.append(repaint)
      for rect in repaint {
        Self.fill(pixels, rect, color)
        paint(pixels, rect)
      }
    }
    if framesWanted > 0 {
      framesWanted -= 1
      window.requestFrame()
    }
  }

  static func fill(_ pixels: PixelBuffer, _ rect: Rect, _ color: UInt32) {
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) {
        pixels.bytes.storeBytes(of: color, toByteOffset: y * pixels.stride + x * 4, as: UInt32.self)
      }
    }
  }
}
