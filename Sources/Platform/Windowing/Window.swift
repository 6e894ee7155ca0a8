import CX11
public import Geometry
import Input
import Motion
public import Pixels

/// A top-level window: created unmapped, shown with `show`, drawn with `present` during a tick.
///
/// Coordinates are device pixels of the client area, y down.
@MainActor
public final class Window {
  /// The receiver of the window's events.
  public weak var delegate: (any WindowDelegate)?
  /// The connection that the window belongs to.
  public let display: DisplayConnection
  /// The size of the client area in device pixels.
  public internal(set) var size: PixelSize
  public internal(set) var isFullscreen = false
  public internal(set) var isMaximized = false
  /// Whether at least a part of the window can be seen.
  public internal(set) var isVisible = false
  /// Whether the window has the keyboard focus.
  public internal(set) var isFocused = false
  /// Whether requested frames wait, because better content arrives soon. Default: false.
  public var holdsFrames = false
  /// Whether the window has not been closed.
  public private(set) var isOpen = true
  /// Whether the pixels have an alpha channel. It has an effect only while a compositor runs.
  public var isTranslucent: Bool { visual.isTranslucent }

  /// The X window ID.
  package let id: UInt
  let visual: WindowVisual
  let clock: FrameClock
  let buffer: FrameBuffer
  var translator = EventTranslator()
  var keyboard: KeyboardLookup
  var startup: StartupNotification?
  var sync = SyncRequest()
  /// The visibility as reported by the server and the window manager.
  var visibility = VisibilityState()
  /// The frame to restore after fullscreen without a window manager; nil otherwise.
  var restoreFrame: Rect?
  private let colormap: Colormap
  private var coalescer = InputCoalescer()
  private var pendingSize: PixelSize?
  private var exposed = DamageRegion()
  private var stall: Deadline?
  /// The timeout of the wait for the size that follows a fullscreen change; nil when none is
  /// expected.
  private var sizeWait: Deadline?
  /// The time of the last change of the size.
  private var resizedAt: Timestamp?
  /// Whether a frame has been presented.
  private(set) var hasPresented = false
  /// Whether ``presentEarly(_:at:)`` is supported.
  var canPresentEarly = false
  private var currentCursor: Cursor?
  private var wantsFullscreen = false
  private var isDestroyed = false
  private var refreshRate = 0.0
  /// The index in `display.monitors` of the monitor with the largest part of the window.
  private var monitor = 0
  /// The profile that was last reported; the outer nil means that it was never requested.
  private var reportedProfile: [UInt8]??
  /// Whether the window manager has reparented the window into a frame.
  var isFramed = false

  /// The timeout for the server to read a frame, in seconds.
  private static let stallTimeout = 0.25

  /// The time in seconds that frames wait for the new size after the window manager has announced
  /// the beginning or end of fullscreen. The size arrives within milliseconds, before or after the
  /// state; without the wait a frame of the old size would be shown in the new state.
  private static let sizeTimeout = 0.1
  /// The maximum time between a size and the state change it belongs to, when the size comes first,
  /// in seconds: two frames, since the window manager sends both at once.
  private static let sizeLead = 0.033

  /// Makes an unmapped window.
  public init(
    _ display: DisplayConnection, _ configuration: WindowConfiguration
  ) throws(WindowingError) {
    self.display = display
    visual = try WindowVisual(display: display.xDisplay, screen: display.screen)
    size = PixelSize(
      width: max(1, configuration.size.width), height: max(1, configuration.size.height))
    colormap = XCreateColormap(display.xDisplay, display.root, visual.visual, AllocNone)
    id = Self.create(
      on: display, visual: visual, colormap: colormap, size: size,
      position: configuration.position, background: configuration.background)
    clock = FrameClock(display: display, window: id)
    buffer = FrameBuffer(display: display, target: id, visual: visual, size: size)
    keyboard = KeyboardLookup(display: display.xDisplay)
    startup = StartupNotification()
    setHints(configuration)
    selectInput()
    translator.devices = display.devices
    wantsFullscreen = configuration.isFullscreen
    display.register(self, as: id)
    buffer.prepare()
  }

  isolated deinit { close() }

  private static func create(
    on display: DisplayConnection, visual: WindowVisual, colormap: Colormap, size: PixelSize,
    position: Point?, background: UInt32?
  ) -> UInt {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = 0
    attributes.background_pixel = UInt(background ?? 0)
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap
    attributes.event_mask = eventMask(display.extensions)
    let ground = background == nil ? CWBackPixmap : CWBackPixel
    let mask = ground | CWBorderPixel | CWBitGravity | CWEventMask | CWColormap
    return XCreateWindow(
      display.xDisplay, display.root, Int32(position?.x ?? 0), Int32(position?.y ?? 0),
      UInt32(size.width), UInt32(size.height), 0, visual.depth, UInt32(InputOutput),
      visual.visual, UInt(mask), &attributes)
  }

  /// Maps the window. It appears when the window manager has handled the request.
  public func show() {
    guard isOpen else { return }
    XMapWindow(display.xDisplay, id)
    if wantsFullscreen, !display.hasWindowManager { setFullscreen(true) }
    wantsFullscreen = false
    display.flush()
  }

  /// Destroys the window. The delegate receives no more calls.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    clock.stop()
    stall = nil
    sizeWait = nil
    display.unregister(id)
    guard !display.isLost else { return }
    if !isDestroyed { XDestroyWindow(display.xDisplay, id) }
    XFreeColormap(display.xDisplay, colormap)
    display.flush()
  }

  /// Handles DestroyNotify: another client destroyed the window. The delegate's
  /// `windowShouldClose(_:)` is called, but its result has no effect.
  func destroyed() {
    guard isOpen else { return }
    isDestroyed = true
    _ = delegate?.windowShouldClose(self)
    close()
  }

  // MARK: Frames

  /// Requests a tick. Repeated requests before that tick have no effect.
  public func requestFrame() {
    guard isOpen, !display.isLost else { return }
    clock.request()
  }

  private var bounds: Rect { Rect(origin: .zero, size: size.size) }

  /// Whether a frame can be drawn now, so that the event loop must not sleep.
  var isFrameDue: Bool { isOpen && clock.isDue && shouldDraw && buffer.isReady }

  /// Whether a frame should be drawn: false while the window is unmapped or minimised, while frames
  /// are held, and while a new size is awaited. A frame is always drawn when the window manager
  /// waits for one, and for a covered window, which may have the keyboard focus.
  private var shouldDraw: Bool {
    !(visibility.isOffScreen || holdsFrames || sizeWait != nil) || sync.isOpen
  }

  /// Delays frames until the size that follows a new state, unless it has already arrived.
  func awaitNewSize() {
    guard pendingSize ?? size == size else { return }
    if let resizedAt, .now - resizedAt < Self.sizeLead { return }
    sizeWait = display.deadlines.schedule(at: .now + Self.sizeTimeout) { [weak self] in
      self?.sizeWait = nil
      self?.requestFrame()
    }
  }

  /// Draws the damaged area and shows it.
  ///
  /// - Parameters:
  ///   - damage: The changed rectangles since the last frame, in device pixels. After a new size
  ///     the whole window is drawn.
  ///   - draw: Receives the memory to draw into (premultiplied BGRA; without an alpha channel the
  ///     alpha byte is ignored) and the rectangles to fill, disjoint and in whole pixels. They
  ///     cover `damage` and the damage this memory has missed. All other pixels must stay
  ///     untouched.
  public func present(damage: [Rect], draw: (PixelBuffer, _ repaint: [Rect]) -> Void) {
    guard isOpen, !display.isLost else { return }
    var region = exposed
    for rect in damage { region.add(rect, within: bounds) }
    exposed = DamageRegion()
    buffer.present(damage: region, draw: draw)
    sync.answer(display: display.xDisplay)
    if !hasPresented {
      hasPresented = true
      // From now on the server does not paint a background into exposed areas.
      XSetWindowBackgroundPixmap(display.xDisplay, id, 0)
      startup?.broadcastRemove(on: display, from: id)
      startup = nil
    }
  }

  /// Prepares the memory of the first frame. Call it while its content is still being decoded.
  public func prepareForFirstFrame() {
    guard isOpen, !display.isLost else { return }
    buffer.touch()
  }

  /// Prepares the memory for continuous motion. Call it after the first picture, when nothing is
  /// urgent.
  public func prepareForMotion() {
    guard isOpen, !display.isLost else { return }
    buffer.prepareForMotion()
  }

  /// Performs the work between events and sleep: delivers sizes and movements, and draws the frame
  /// that is due.
  func settle() {
    guard isOpen else { return }
    deliverSize()
    if !clock.isPending { deliverInput() }
    guard isOpen, clock.isDue, shouldDraw else { return }
    guard buffer.isReady else {
      waitForServer()
      return
    }
    stall = nil
    deliverInput()
    guard isOpen else { return }
    delegate?.windowDidTick(self, frame: clock.begin())
    clock.end()
    if isOpen { sync.answer(display: display.xDisplay) }
  }

  /// Sets a timeout; the event loop continues earlier when the server has read a buffer.
  private func waitForServer() {
    guard stall == nil else { return }
    stall = display.deadlines.schedule(at: .now + Self.stallTimeout) { [weak self] in
      self?.stall = nil
      self?.buffer.settle()
    }
  }

  // MARK: Events from the server

  /// Stores a size from ConfigureNotify; several sizes in one turn of the loop are delivered as
  /// one.
  func received(size newSize: PixelSize) { pendingSize = newSize }

  private func deliverSize() {
    guard let newSize = pendingSize else { return }
    pendingSize = nil
    guard newSize != size else {
      if sync.isOpen { requestFrame() }
      return
    }
    size = newSize
    sizeWait = nil
    resizedAt = .now
    exposed = DamageRegion()
    buffer.resize(to: newSize)
    requestFrame()
    delegate?.window(self, didResizeTo: newSize)
  }

  /// Handles an exposed rectangle. `isLast` is true for the last of a series.
  func received(exposed rect: Rect, isLast: Bool) {
    exposed.add(rect, within: bounds)
    guard isLast else { return }
    if pendingSize ?? size == size, buffer.restore(exposed) {
      exposed = DamageRegion()
      return
    }
    requestFrame()
    delegate?.windowDidExpose(self)
  }

  /// Translates and stores an input event. Events other than movements are delivered immediately.
  func received(_ input: ServerInput) {
    for event in translator.translate(input) {
      coalescer.append(event)
      if !InputCoalescer.isMovement(event) { deliverInput() }
    }
  }

  private func deliverInput() {
    guard !coalescer.isEmpty else { return }
    for event in coalescer.drain() where isOpen {
      delegate?.window(self, didReceive: event)
    }
  }

  // MARK: Cursor and monitor

  /// Sets the shape of the cursor over the window.
  public func setCursor(_ cursor: Cursor) {
    guard isOpen, !display.isLost, cursor != currentCursor else { return }
    currentCursor = cursor
    XDefineCursor(display.xDisplay, id, display.cursors.cursor(cursor))
  }

  /// Applies the current cursor theme to the window's cursor.
  func redefineCursor() {
    guard isOpen, !display.isLost, let currentCursor else { return }
    XDefineCursor(display.xDisplay, id, display.cursors.cursor(currentCursor))
  }

  /// Handles a change of the monitors, and their first query.
  func monitorChanged() { moved(to: frameOnScreen) }

  /// Applies the refresh rate and the ICC profile of the monitor with the largest part of the
  /// window.
  ///
  /// - Parameter place: The frame of the window on the X screen, in device pixels.
  func moved(to place: Rect) {
    let monitors = display.monitors
    let best = monitors.indices.max {
      overlap(monitors[$0].frame, place) < overlap(monitors[$1].frame, place)
    }
    guard let best else { return }
    monitor = best
    profileMayHaveChanged()
    let rate = monitors[best].refreshRate
    guard rate > 0, rate != refreshRate else { return }
    refreshRate = rate
    clock.setInterval(1 / rate)
  }

  /// The ICC profile of the monitor with the largest part of the window, as the bytes of its
  /// property; nil when the monitor has none and is taken for sRGB. Until the window has a
  /// position, the profile of the first monitor.
  ///
  /// - Complexity: One or two round trips on first use.
  public var profile: [UInt8]? {
    if let reportedProfile { return reportedProfile }
    let found = display.profile(ofMonitor: monitor)
    reportedProfile = .some(found)
    return found
  }

  /// Reports a change of the profile after a change of the monitor or of its property.
  func profileMayHaveChanged() {
    guard let old = reportedProfile else { return }
    let new = display.profile(ofMonitor: monitor)
    guard new != old else { return }
    reportedProfile = .some(new)
    delegate?.windowDidChangeProfile(self)
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Double {
    a.intersection(b).map { $0.width * $0.height } ?? 0
  }
}
