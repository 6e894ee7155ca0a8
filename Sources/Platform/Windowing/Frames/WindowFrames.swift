import CX11
import Geometry
import Motion
import Pixels

/// The frames of a window: their pacing, their pixel memory, and the areas to draw again.
final class WindowFrames {
  /// Whether requested frames wait, because better content arrives soon.
  var isHeld = false

  private let server: XServer
  private let id: CX11.Window
  private let deadlines: Deadlines
  private let size: ClientSize
  private let clock: FrameClock
  private let buffer: FrameBuffer
  private let early: EarlyFrame
  private var sync = SyncRequest()
  private var exposed = DamageRegion()
  private var hasPresented = false
  private var stall: Deadline?

  /// The timeout for the server to read a frame, in seconds.
  private static let stallTimeout = 0.25

  init(
    of id: CX11.Window, on server: XServer, visual: WindowVisual, background: UInt32?,
    size: ClientSize, deadlines: Deadlines
  ) {
    self.id = id
    self.server = server
    self.size = size
    self.deadlines = deadlines
    clock = FrameClock(of: id, on: server, deadlines: deadlines)
    buffer = FrameBuffer(
      of: id, on: server, visual: visual, size: size.current, deadlines: deadlines)
    early = EarlyFrame(on: server, visual: visual, background: background)
    buffer.isMoving = { [clock] in clock.isPending }
  }

  /// Cancels all timers, before the window is closed.
  func stop() {
    clock.stop()
    buffer.stop()
    stall = nil
  }

  // MARK: Pacing

  /// Whether a frame was requested and has not begun yet.
  var isPending: Bool { clock.isPending }

  /// Requests a frame. Repeated requests before that frame have no effect.
  func request() { clock.request() }

  /// Sets the frame interval of the monitor in seconds.
  func setInterval(_ seconds: Double) { clock.setInterval(seconds) }

  /// Handles the server's event about a vertical blank.
  func blanked(_ event: XPresentCompleteNotifyEvent) { clock.receive(event) }

  /// Handles the event that the server has processed a frame without shared memory.
  func answered() { buffer.answered() }

  /// Handles the server's event that it has read a frame.
  func completed(_ event: XShmCompletionEvent) { buffer.completed(event) }

  /// Whether a frame can be drawn now, so that the event loop must not sleep.
  func isDue(isOffScreen: Bool) -> Bool {
    clock.isDue && shouldDraw(isOffScreen) && buffer.isReady
  }

  /// Whether a frame is due and the server is ready for it. If the server is not ready, the loop
  /// continues when it has read a buffer, at the latest after a timeout.
  func mayBegin(isOffScreen: Bool) -> Bool {
    guard clock.isDue, shouldDraw(isOffScreen) else { return false }
    if buffer.isReady {
      stall = nil
      return true
    }
    // The answer to a frame without shared memory takes as long as the line needs.
    if stall == nil, !buffer.isUnshared {
      stall = deadlines.schedule(at: .now + Self.stallTimeout) { [weak self] in
        self?.stall = nil
        self?.buffer.settle()
      }
    }
    return false
  }

  /// Whether a frame should be drawn: false while the window is unmapped or minimised, while frames
  /// are held, and while a new size is awaited. A frame is always drawn when the window manager
  /// waits for one, and for a covered window, which may have the keyboard focus.
  private func shouldDraw(_ isOffScreen: Bool) -> Bool {
    !(isOffScreen || isHeld || size.isAwaited) || sync.isOpen
  }

  /// Begins the frame that is due and returns its time.
  func begin() -> FrameTime { clock.begin() }

  /// Ends the frame begun by ``begin()``.
  func end() {
    clock.end()
    buffer.ended()
  }

  // MARK: Window manager

  /// Makes the counter of `_NET_WM_SYNC_REQUEST` and returns its ID; nil without the extension.
  func makeSyncCounter() -> UInt? { sync.makeCounter(display: server.xDisplay) }

  /// Stores the counter value of a sync request. The counter is set when the size that follows has
  /// been drawn.
  func announceSync(low: Int, high: Int) { sync.announce(low: low, high: high) }

  /// Notes that a ConfigureNotify has arrived, which ends the announcement of a sync request.
  func sizeArrived() { sync.sizeArrived() }

  /// Whether the window manager is waiting for a frame.
  var isAwaitedByManager: Bool { sync.isOpen }

  /// Notifies the window manager that the frame of the announced size was drawn.
  func answerSync() { sync.answer(display: server.xDisplay) }

  // MARK: Pixels

  private var bounds: Rect { Rect(origin: .zero, size: size.current.size) }

  /// Draws the damaged and exposed areas and sends them to the server. Of the first frame only
  /// those rows are sent that the server does not show yet.
  ///
  /// - Returns: Whether this was the first frame.
  func present(damage: [Rect], draw: (PixelBuffer, _ repaint: [Rect]) -> Void) -> Bool {
    var region = exposed
    for rect in damage { region.add(rect, within: bounds) }
    exposed = DamageRegion()
    if !hasPresented, let contents = early.contents {
      buffer.presentFirst(besides: contents, draw: draw)
    } else {
      buffer.present(damage: region, draw: draw)
    }
    answerSync()
    guard !hasPresented else { return false }
    hasPresented = true
    early.end()
    // From now on the server does not paint a background into exposed areas.
    XSetWindowBackgroundPixmap(server.xDisplay, id, 0)
    return true
  }

  /// Adds an exposed rectangle. After the last of a series the area is sent again from the last
  /// frame.
  ///
  /// - Parameter serial: The serial number of the last request before the event.
  /// - Returns: Whether the area has to be drawn again.
  func expose(_ rect: Rect, serial: UInt, isLast: Bool) -> Bool {
    if !hasPresented { early.exposed(serial: serial) }
    exposed.add(rect, within: bounds)
    guard isLast else { return false }
    guard size.isStable, buffer.restore(exposed) else { return true }
    exposed = DamageRegion()
    return false
  }

  /// Adapts the pixel memory to the current size.
  func sizeDidChange() {
    exposed = DamageRegion()
    buffer.resize(to: size.current)
  }

  /// Makes the pixel memory before it is needed.
  func prepare() { buffer.prepare() }

  /// Prepares the memory for continuous motion.
  func prepareForMotion() { buffer.prepareForMotion() }

  /// Prepares ``presentEarly(_:at:)``; false when it is not supported.
  func prepareEarly() -> Bool { early.prepare() }

  /// Shows pixels before the first frame; false when they were not sent.
  func presentEarly(_ pixels: SharedPixels, at corner: Point) -> Bool {
    !hasPresented && early.present(pixels, at: corner, through: buffer)
  }
}
