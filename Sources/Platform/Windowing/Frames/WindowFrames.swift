import CX11
import Geometry
import Motion
import Pixels

/// The frames of a window: the times at which they are drawn, their pixel memory, and the areas to
/// draw again.
final class WindowFrames {
  /// Whether requested frames are not drawn yet, because better content arrives soon.
  var isHeld = false

  private let server: XServer
  private let id: CX11.Window
  private let timers: TimerQueue
  private let clientSize: ClientSize
  private let clock: FrameClock
  private let buffer: FrameBuffer
  private let earlyPicture: EarlyPicture
  private var syncRequest = SyncRequest()
  private var exposedRegion = DamageRegion()
  private var hasPresented = false
  private var stallTimer: LoopTimer?

  /// The timeout for the server to read a frame in shared memory, in seconds.
  private static let stallTimeout = 0.25

  init(
    of id: CX11.Window, on server: XServer, visual: WindowVisual, background: UInt32?,
    size: ClientSize, timers: TimerQueue
  ) {
    self.id = id
    self.server = server
    self.clientSize = size
    self.timers = timers
    clock = FrameClock(of: id, on: server, timers: timers)
    buffer = FrameBuffer(
      of: id, on: server, visual: visual, size: size.current, timers: timers)
    earlyPicture = EarlyPicture(on: server, visual: visual, background: background)
    buffer.isMoving = { [clock] in clock.isPending }
  }

  /// Cancels all timers; called before the window is closed.
  func stop() {
    clock.stop()
    buffer.stop()
    stallTimer = nil
  }

  // MARK: Pacing

  /// Whether a frame was requested and has not begun yet.
  var isPending: Bool { clock.isPending }

  /// Requests a frame. Further requests before that frame begins have no effect.
  func request() { clock.request() }

  /// Sets the time between two frames of the window's monitor, in seconds.
  func setInterval(_ seconds: Double) { clock.setInterval(seconds) }

  /// Handles the server's event about a vertical blank that was asked for.
  func receiveVerticalBlank(_ event: XPresentCompleteNotifyEvent) { clock.receive(event) }

  /// Handles the event by which the server reports that it has processed a frame that was sent
  /// without shared memory.
  func serverDidProcessFrame() { buffer.serverDidProcessFrame() }

  /// Handles the server's event that it has read a frame in shared memory.
  func serverDidRead(_ event: XShmCompletionEvent) { buffer.serverDidRead(event) }

  /// Whether a requested frame can be drawn now, so that the event loop must not sleep.
  func isDue(isOffScreen: Bool) -> Bool {
    clock.isDue && shouldDraw(isOffScreen) && buffer.isReady
  }

  /// Whether a requested frame is due and can be drawn now. If the server still reads the pixel
  /// memory, the frame follows when the server has finished, at the latest after a timeout.
  func mayBegin(isOffScreen: Bool) -> Bool {
    guard clock.isDue, shouldDraw(isOffScreen) else { return false }
    if buffer.isReady {
      stallTimer = nil
      return true
    }
    // Without shared memory there is no timeout: the report about a frame takes as long as the line
    // needs.
    if stallTimer == nil, !buffer.lacksSharedMemory {
      stallTimer = timers.schedule(at: .now + Self.stallTimeout) { [weak self] in
        self?.stallTimer = nil
        self?.buffer.waitForReads()
      }
    }
    return false
  }

  /// Whether a frame should be drawn: false while the window is unmapped or minimised, while
  /// ``isHeld`` is true, and while a new size is awaited. In each of these cases a frame is drawn
  /// all the same when the window manager waits for one. A covered window is drawn, too, because it
  /// may have the keyboard focus.
  private func shouldDraw(_ isOffScreen: Bool) -> Bool {
    !(isOffScreen || isHeld || clientSize.isAwaited) || syncRequest.isAwaitingFrame
  }

  /// Begins the frame that is due.
  ///
  /// - Returns: the time at which the frame will be visible.
  func begin() -> FrameTime { clock.begin() }

  /// Ends the frame that ``begin()`` has begun.
  func end() {
    clock.end()
    buffer.frameDidEnd()
  }

  // MARK: Window manager

  /// Makes the counter of `_NET_WM_SYNC_REQUEST` on the server.
  ///
  /// - Returns: the ID of the counter; nil when the server lacks the Sync extension.
  func makeSyncCounter() -> UInt? { syncRequest.makeCounter(display: server.xDisplay) }

  /// Stores the counter value of a sync request. The counter is set to it when a frame of the size
  /// that follows has been drawn.
  func announceSync(low: Int, high: Int) { syncRequest.announce(low: low, high: high) }

  /// Notes that the ConfigureNotify event with the size that a sync request announced has arrived.
  func announcedSizeDidArrive() { syncRequest.announcedSizeDidArrive() }

  /// Whether the window manager waits for a frame of a new size.
  var isAwaitedByManager: Bool { syncRequest.isAwaitingFrame }

  /// Tells the window manager, by the counter, that a frame of the announced size was drawn.
  func answerSync() { syncRequest.answer(display: server.xDisplay) }

  // MARK: Pixels

  private var bounds: Rect { Rect(origin: .zero, size: clientSize.current.size) }

  /// Draws the damaged and exposed areas, in device pixels, and sends them to the server. Of the
  /// first frame, only rows are sent that the server does not already show.
  ///
  /// - Returns: whether this was the first frame.
  func present(damage: [Rect], draw: (PixelBuffer, _ repaint: [Rect]) -> Void) -> Bool {
    var region = exposedRegion
    for rect in damage { region.add(rect, within: bounds) }
    exposedRegion = DamageRegion()
    if !hasPresented, let contents = earlyPicture.contents {
      buffer.presentFirst(differingFrom: contents, draw: draw)
    } else {
      buffer.present(damage: region, draw: draw)
    }
    answerSync()
    guard !hasPresented else { return false }
    hasPresented = true
    earlyPicture.end()
    // From now on the server does not paint a background into exposed areas.
    XSetWindowBackgroundPixmap(server.xDisplay, id, 0)
    return true
  }

  /// Handles an Expose event for a rectangle in device pixels. After the last one of a series, the
  /// exposed area is sent again from the last frame.
  ///
  /// - Parameters:
  ///   - serial: the serial number of the last request that the server had processed before the
  ///     event.
  ///   - isLast: whether no more events of this series follow.
  /// - Returns: whether the exposed area has to be drawn again.
  func receiveExpose(_ rect: Rect, serial: UInt, isLast: Bool) -> Bool {
    if !hasPresented { earlyPicture.receiveExpose(serial: serial) }
    exposedRegion.add(rect, within: bounds)
    guard isLast else { return false }
    guard clientSize.isUpToDate, buffer.restore(exposedRegion) else { return true }
    exposedRegion = DamageRegion()
    return false
  }

  /// Adapts the pixel memory to the current size of the window.
  func sizeDidChange() {
    exposedRegion = DamageRegion()
    buffer.resize(to: clientSize.current)
  }

  /// Makes the pixel memory of the first frame before it is needed.
  func makePixelMemory() { buffer.makeFirstSlot() }

  /// Prepares the pixel memory for continuous motion.
  func prepareForMotion() { buffer.prepareForMotion() }

  /// Prepares ``presentEarly(_:at:)``; false when the server or a library does not support it.
  func prepareEarly() -> Bool { earlyPicture.checkSupport() }

  /// Shows pixels in the window before the first frame, with their top left corner at `corner` in
  /// device pixels; false when they were not sent.
  func presentEarly(_ pixels: SharedPixels, at corner: Point) -> Bool {
    !hasPresented && earlyPicture.present(pixels, at: corner, through: buffer)
  }
}
