import CX11
public import Geometry
import Input
import Motion
public import Pixels

/// A window: made invisible, shown with `show`, drawn with `present` inside a tick.
///
/// Points are device pixels of its inside, y down.
@MainActor
public final class Window {
  /// Whom it tells what happens.
  public weak var delegate: (any WindowDelegate)?
  /// The connection it lives on.
  public let display: DisplayConnection
  /// The size inside the decoration, device pixels.
  public internal(set) var size: PixelSize
  /// True while it covers the screen.
  public internal(set) var isFullscreen = false
  /// True while it is as large as panels allow.
  public internal(set) var isMaximized = false
  /// True while some of it can be seen.
  public internal(set) var isVisible = false
  /// True while the keyboard belongs to it.
  public internal(set) var isFocused = false
  /// True has frames that are asked for wait: something better to show is on its way. Default: false.
  public var holdsFrames = false
  /// False once closed.
  public private(set) var isOpen = true
  /// True when its pixels have an alpha channel; a compositor decides whether that shows.
  public var isTranslucent: Bool { visual.isTranslucent }

  /// The server's number of the window.
  package let id: UInt
  let visual: VisualChoice
  let clock: FrameClock
  let buffer: FrameBuffer
  var translator = EventTranslator()
  var keyboard: KeyboardLookup
  var startup: StartupNotification?
  var sync = SyncRequest()
  /// What the server has said about visibility.
  var visibility = VisibilityState()
  /// The place to go back to from a fullscreen no window manager takes part in.
  var restoreFrame: Rect?
  private let colormap: Colormap
  private var coalescer = InputCoalescer()
  private var pendingSize: PixelSize?
  private var exposed = DamageRegion()
  private var stall: Deadline?
  /// The end of the wait for the size that belongs to a new state; nil when there is none to wait for.
  private var sizeWait: Deadline?
  /// The time of the last change of the size.
  private var resizedAt: Timestamp?
  /// True once there was a frame.
  private(set) var hasPresented = false
  /// True when the server can read a picture's own memory.
  var canPutAhead = false
  private var currentCursor: Cursor?
  private var wantsFullscreen = false
  private var isDestroyed = false
  private var refreshRate = 0.0
  /// The monitor most of it is on, by its place among the display's.
  private var monitor = 0
  /// The profile as it was last told; nil while nobody has asked.
  private var knownProfile: [UInt8]??
  /// True while a window manager has put it into a frame.
  var isFramed = false

  /// A server that has not read a picture for so long never will, seconds.
  private static let stallTimeout = 0.25

  /// The time that frames wait for the new size when the window manager has announced that fullscreen
  /// begins or ends, in seconds. The size comes within milliseconds, before or after the state; without
  /// the wait a frame of the old size would be shown in the new state.
  private static let sizeTimeout = 0.1
  /// A size that came so shortly before a state belongs to it, in seconds: two frames, since the window
  /// manager sends both at once.
  private static let sizeLead = 0.033

  /// Makes a window; nothing is shown before `show`.
  public init(
    _ display: DisplayConnection, _ configuration: WindowConfiguration
  ) throws(WindowingError) {
    self.display = display
    visual = try VisualChoice(display: display.xDisplay, screen: display.screen)
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
    on display: DisplayConnection, visual: VisualChoice, colormap: Colormap, size: PixelSize,
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

  /// Makes the window appear; the window manager may take its time.
  public func show() {
    guard isOpen else { return }
    XMapWindow(display.xDisplay, id)
    if wantsFullscreen, !display.hasWindowManager { setFullscreen(true) }
    wantsFullscreen = false
    display.flush()
  }

  /// Ends the window; its delegate hears nothing more.
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

  /// Somebody else has destroyed the window: the delegate is asked, but it is too late to refuse.
  func destroyed() {
    guard isOpen else { return }
    isDestroyed = true
    _ = delegate?.windowShouldClose(self)
    close()
  }

  // MARK: Frames

  /// Asks for a tick; asking twice before it comes is asking once.
  public func requestFrame() {
    guard isOpen, !display.isLost else { return }
    clock.request()
  }

  private var bounds: Rect { Rect(origin: .zero, size: size.size) }

  /// True when the loop must not sleep.
  var isFrameDue: Bool { isOpen && clock.isDue && isWorthDrawing && buffer.isReady }

  /// False while the window is put away: the frame is made when it comes back; or while frames are
  /// held. A window manager that waits for a size gets its frame; so does a covered window, which may
  /// have the keyboard.
  private var isWorthDrawing: Bool {
    !(visibility.isPutAway || holdsFrames || sizeWait != nil) || sync.isOpen
  }

  /// Has frames wait for the size that follows a new state, unless it has come already.
  func awaitSize() {
    guard pendingSize ?? size == size else { return }
    if let resizedAt, .now - resizedAt < Self.sizeLead { return }
    sizeWait = display.deadlines.schedule(at: .now + Self.sizeTimeout) { [weak self] in
      self?.sizeWait = nil
      self?.requestFrame()
    }
  }

  /// Draws what changed and shows it.
  ///
  /// - Parameters:
  ///   - damage: What is different from the last frame; the whole window after a new size.
  ///   - draw: Gets the memory to draw into (premultiplied BGRA; without an alpha channel the
  ///     alpha byte is ignored) and the rectangles to fill, disjoint and in whole pixels. They
  ///     cover `damage` and what this memory has missed. Everything else must stay untouched.
  public func present(damage: [Rect], draw: (PixelBuffer, _ repaint: [Rect]) -> Void) {
    guard isOpen, !display.isLost else { return }
    var region = exposed
    for rect in damage { region.add(rect, within: bounds) }
    exposed = DamageRegion()
    buffer.present(damage: region, draw: draw)
    sync.answer(display: display.xDisplay)
    if !hasPresented {
      hasPresented = true
      // From now on the server never paints anything we have not drawn.
      XSetWindowBackgroundPixmap(display.xDisplay, id, 0)
      startup?.broadcastRemove(on: display, from: id)
      startup = nil
    }
  }

  /// Gets ready for the first frame: to be called while what it shows is still on its way.
  public func prepareForFirstFrame() {
    guard isOpen, !display.isLost else { return }
    buffer.touch()
  }

  /// Gets ready to move: to be called when nothing is urgent, after the first picture.
  public func prepareForMotion() {
    guard isOpen, !display.isLost else { return }
    buffer.prepareForMotion()
  }

  /// Everything that happens between events and sleep: sizes, movements, the frame that is due.
  func settle() {
    guard isOpen else { return }
    deliverSize()
    if !clock.isPending { deliverInput() }
    guard isOpen, clock.isDue, isWorthDrawing else { return }
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

  /// The loop comes back when the server has read a buffer, or after the time-out.
  private func waitForServer() {
    guard stall == nil else { return }
    stall = display.deadlines.schedule(at: .now + Self.stallTimeout) { [weak self] in
      self?.stall = nil
      self?.buffer.settle()
    }
  }

  // MARK: What the server said

  /// Takes a size the server announced; delivered once for all of a turn.
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

  /// Takes a part that was uncovered.
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

  /// Takes what the server said about input.
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

  // MARK: Looks

  /// Sets what the pointer looks like over the window.
  public func setCursor(_ cursor: Cursor) {
    guard isOpen, !display.isLost, cursor != currentCursor else { return }
    currentCursor = cursor
    XDefineCursor(display.xDisplay, id, display.cursors.cursor(cursor))
  }

  /// Shows the current cursor in the theme that is in force now.
  func redefineCursor() {
    guard isOpen, !display.isLost, let currentCursor else { return }
    XDefineCursor(display.xDisplay, id, display.cursors.cursor(currentCursor))
  }

  /// Monitors changed, or are known for the first time.
  func monitorChanged() { moved(to: frameOnScreen) }

  /// Takes rate and colours of the monitor most of the window is on.
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

  /// The ICC profile of the monitor most of the window is on, as it stands in its property; nil when
  /// it has none: then it is taken for sRGB. The first monitor's until the window has a place.
  ///
  /// - Complexity: One round trip when it is asked for the first time.
  public var profile: [UInt8]? {
    if let knownProfile { return knownProfile }
    let found = display.profile(ofMonitor: monitor)
    knownProfile = .some(found)
    return found
  }

  /// Another monitor, or another profile of it.
  func profileMayHaveChanged() {
    guard let old = knownProfile else { return }
    let new = display.profile(ofMonitor: monitor)
    guard new != old else { return }
    knownProfile = .some(new)
    delegate?.windowDidChangeProfile(self)
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Double {
    a.intersection(b).map { $0.width * $0.height } ?? 0
  }
}
