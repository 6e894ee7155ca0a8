import CX11
public import Geometry
import Input
import Motion
public import Pixels

/// A top-level window of X11: created unmapped, shown with `show`, drawn with `present` during a
/// tick of its frame clock.
///
/// Coordinates are device pixels of the client area, y down.
@MainActor
public final class Window {
  /// The receiver of the window's events; weak.
  public weak var delegate: (any WindowDelegate)?
  /// The connection to the X server that the window belongs to.
  public let display: DisplayConnection
  /// The program and arguments of the command line that shows the present content again, for a
  /// session manager. Default: empty, so that the session does not restore the window.
  package var restoreCommand: () -> [[UInt8]] = { [] }
  /// Whether the window has not been closed yet.
  public private(set) var isOpen = true

  /// The X window ID, by which the server and other programs know the window.
  package let id: UInt
  let frames: WindowFrames
  private(set) lazy var input = WindowInput(
    display: server.xDisplay, devices: display.devices.scrollDevices
  ) { [weak self] in self?.deliver($0) }
  /// The input of text by an input method.
  package private(set) lazy var textInput = TextInput(
    of: id, on: server, method: display.inputMethod)
  private let server: XServer
  private let visual: WindowVisual
  private let colormap: Colormap
  private let clientSize: ClientSize
  private let properties: WindowProperties
  private let state: WindowState
  let monitor: WindowMonitor
  /// The receiver of drags from other programs; nil when the window accepts none.
  private var dropTarget: DropTarget?
  /// Whether the window becomes fullscreen when it is shown.
  private var startsFullscreen: Bool
  /// Whether another program has destroyed the X window.
  private var isDestroyed = false

  /// Makes a window that is not shown yet.
  ///
  /// - Throws: `noUsableVisual` when the server has no visual with 24-bit colour.
  public init(
    _ display: DisplayConnection, _ configuration: WindowConfiguration
  ) throws(WindowingError) {
    self.display = display
    server = display.server
    visual = try WindowVisual(display: server.xDisplay, screen: server.screen)
    colormap = XCreateColormap(server.xDisplay, server.root, visual.visual, AllocNone)
    clientSize = ClientSize(configuration.size, timers: display.timers)
    id = Self.create(
      on: server, visual: visual, colormap: colormap, size: clientSize.current, configuration)
    frames = WindowFrames(
      of: id, on: server, visual: visual, background: configuration.background, size: clientSize,
      timers: display.timers)
    properties = WindowProperties(of: id, on: server, configuration)
    state = WindowState(of: id, on: server)
    monitor = WindowMonitor(
      root: server.root, monitors: display.monitorList, profiles: display.profiles)
    startsFullscreen = configuration.isFullscreen
    monitor.windowWillAppear(
      at: configuration.position.map { Rect(origin: $0, size: configuration.size.size) })
    scaleCursor()
    display.devices.selectInput(on: id)
    display.register(self, as: id)
    frames.makePixelMemory()
    if display.isSetUp { joinSyncProtocol() }
    // A window that is made after an action of the user gets the focus.
    let time = display.time.lastUserActionTime
    if time != 0 { properties.setUserTime(time) }
  }

  isolated deinit { close() }

  private static func create(
    on server: XServer, visual: WindowVisual, colormap: Colormap, size: PixelSize,
    _ configuration: WindowConfiguration
  ) -> UInt {
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = 0
    attributes.background_pixel = UInt(configuration.background ?? 0)
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap
    attributes.event_mask = eventMask(server.extensions)
    let backgroundBit = configuration.background == nil ? CWBackPixmap : CWBackPixel
    let mask = backgroundBit | CWBorderPixel | CWBitGravity | CWEventMask | CWColormap
    return XCreateWindow(
      server.xDisplay, server.root, Int32(configuration.position?.x ?? 0),
      Int32(configuration.position?.y ?? 0), UInt32(size.width), UInt32(size.height), 0,
      visual.depth, UInt32(InputOutput), visual.visual, UInt(mask), &attributes)
  }

  /// The mask of core protocol events that the window receives; pointer events are included only
  /// without XInput 2.
  private static func eventMask(_ extensions: ServerExtensions) -> Int {
    var mask =
      ExposureMask | StructureNotifyMask | PropertyChangeMask | VisibilityChangeMask
      | FocusChangeMask | KeyPressMask | KeyReleaseMask
    if extensions.inputOpcode == nil {
      mask |=
        PointerMotionMask | ButtonPressMask | ButtonReleaseMask | EnterWindowMask
        | LeaveWindowMask
    }
    return mask
  }

  /// Whether requests about the window can be sent to the server.
  private var isUsable: Bool { isOpen && !server.isLost }

  /// Maps the window. It appears when the window manager has handled the request.
  public func show() {
    guard isOpen else { return }
    XMapWindow(server.xDisplay, id)
    if startsFullscreen, !display.hasWindowManager { setFullscreen(true) }
    startsFullscreen = false
    server.flush()
  }

  /// Destroys the window. The delegate receives no more calls.
  public func close() {
    guard isOpen else { return }
    _ = display.dragSource.receive(.cancelled(.now), of: id)
    isOpen = false
    textInput.close()
    frames.stop()
    clientSize.stop()
    display.unregister(id)
    guard !server.isLost else { return }
    if !isDestroyed { XDestroyWindow(server.xDisplay, id) }
    XFreeColormap(server.xDisplay, colormap)
    server.flush()
  }

  /// Handles a DestroyNotify event: another program has destroyed the X window. The delegate's
  /// `windowShouldClose(_:)` is called, but its result has no effect.
  private func destroyed() {
    isDestroyed = true
    _ = delegate?.windowShouldClose(self)
    close()
  }

  /// Performs the setup of the window that its first frame did not need.
  func finishSetup() {
    guard isOpen else { return }
    joinSyncProtocol()
    monitorsDidChange()
  }

  private func joinSyncProtocol() {
    guard let counter = frames.makeSyncCounter() else { return }
    properties.joinSyncProtocol(counter: counter)
  }

  // MARK: Properties

  /// Sets the title of the window.
  public func setTitle(_ title: String) { if isUsable { properties.setTitle(title) } }

  /// Sets the window's icon in several sizes. Sizes that exceed the server's maximum request are
  /// left out.
  public func setIcon(_ icons: [WindowIcon]) { if isUsable { properties.setIcon(icons) } }

  /// Tells the compositor whether all pixels of the window are opaque, so that it need not draw the
  /// content behind them. Has no effect for a window without an alpha channel.
  package func setOpaque(_ isOpaque: Bool) {
    guard isUsable, isTranslucent else { return }
    properties.setOpaque(isOpaque ? size : nil)
  }

  /// Sets the client ID by which a session manager recognises the program.
  package func setSessionID(_ id: String) { if isUsable { properties.setSessionID(id) } }

  /// Sets the shape of the mouse cursor over the window.
  public func setCursor(_ cursor: Cursor) {
    if isUsable { display.cursors.define(cursor, of: id) }
  }

  /// Whether the window's pixels have an alpha channel. It has an effect only while a compositor
  /// runs.
  public var isTranslucent: Bool { visual.isTranslucent }

  // MARK: Size and state

  /// The size of the client area in device pixels.
  public var size: PixelSize { clientSize.current }
  public var isFullscreen: Bool { state.isFullscreen }
  public var isMaximized: Bool { state.isMaximized }
  /// Whether at least a part of the window can be seen.
  public var isVisible: Bool { state.isVisible }
  /// Whether the window has the keyboard focus.
  public var isFocused: Bool { state.isFocused }

  /// Enters or leaves fullscreen; the delegate is called when that has happened.
  public func setFullscreen(_ isOn: Bool) {
    guard isUsable, isOn != isFullscreen else { return }
    if display.hasWindowManager {
      state.requestFullscreen(isOn)
    } else {
      report(state.coverMonitor(isOn, of: display.monitors, from: frameOnScreen))
    }
  }

  /// Asks for a size of the client area, in device pixels; the window manager may choose another
  /// one.
  public func resize(to newSize: PixelSize) {
    guard isUsable, !newSize.isEmpty else { return }
    XResizeWindow(server.xDisplay, id, UInt32(newSize.width), UInt32(newSize.height))
    server.flush()
  }

  /// The rectangle of the client area on the X screen, in device pixels.
  ///
  /// - Complexity: one round trip.
  public var frameOnScreen: Rect {
    var (x, y): (Int32, Int32) = (0, 0)
    var child: CX11.Window = 0
    guard isUsable else { return Rect(origin: .zero, size: size.size) }
    XTranslateCoordinates(server.xDisplay, id, server.root, 0, 0, &x, &y, &child)
    return Rect(origin: Point(x: Double(x), y: Double(y)), size: size.size)
  }

  private func report(_ change: WindowState.Change?) {
    guard isOpen else { return }
    switch change {
    case .visibility(let isVisible): delegate?.window(self, didChangeVisibility: isVisible)
    case .focus(let isFocused): delegate?.window(self, didChangeFocus: isFocused)
    case .fullscreen(let isOn, let isManaged):
      if isManaged { clientSize.awaitChange { [weak self] in self?.requestFrame() } }
      delegate?.window(self, didChangeFullscreen: isOn)
    case nil: break
    }
  }

  // MARK: Frames

  /// Whether requested frames are not drawn yet, for a host that knows that better content arrives
  /// soon. Default: false.
  public var holdsFrames: Bool {
    get { frames.isHeld }
    set { frames.isHeld = newValue }
  }

  /// Requests a frame, which begins with the delegate's `windowDidTick(_:frame:)`. Further requests
  /// before that call have no effect.
  public func requestFrame() { if isUsable { frames.request() } }

  /// Whether a requested frame can be drawn now, so that the event loop must not sleep.
  var isFrameDue: Bool { isOpen && frames.isDue(isOffScreen: state.isOffScreen) }

  /// Draws the changed areas of the window and shows them. Call it from the delegate's
  /// `windowDidTick(_:frame:)`.
  ///
  /// - Parameters:
  ///   - damage: the rectangles that have changed since the last frame, in device pixels. After a
  ///     new size the whole window is drawn.
  ///   - draw: receives the memory to draw into (premultiplied BGRA; without an alpha channel the
  ///     alpha byte is ignored) and the rectangles to fill, disjoint and in whole pixels. They
  ///     include `damage` and older damage that this memory does not have yet. All other pixels
  ///     must be neither read nor written. The first frame of a window with a background colour is
  ///     drawn by several calls, each for a part of the rows.
  public func present(damage: [Rect], draw: (PixelBuffer, _ repaint: [Rect]) -> Void) {
    guard isUsable else { return }
    guard frames.present(damage: damage, draw: draw) else { return }
    properties.endStartup()
    // Without a window manager, no event reports the position of a window that is made after the
    // display's setup.
    if display.isSetUp { monitorsDidChange() }
  }

  /// Prepares the pixel memory for continuous motion. Call it after the first picture, when nothing
  /// is urgent.
  public func prepareForMotion() { if isUsable { frames.prepareForMotion() } }

  /// Checks whether ``presentEarly(_:at:)`` is supported, and prepares it. Call it at startup while
  /// nothing is urgent.
  ///
  /// - Returns: false when the server does not support MIT-SHM 1.2, as over a network, or a library
  ///   is missing.
  /// - Complexity: one round trip.
  public func prepareEarlyPresent() -> Bool { isUsable && frames.prepareEarly() }

  /// Shows `pixels` immediately: the server reads them from their shared memory, which saves
  /// drawing the first frame into untouched memory, half of the time that a frame takes. The first
  /// frame must follow and have the same pixels at the same position.
  ///
  /// Does nothing unless ``prepareEarlyPresent()`` has returned true and no frame was presented
  /// before.
  ///
  /// - Parameter corner: the position of the top left pixel, in whole device pixels of the window.
  /// - Returns: whether the pixels were sent.
  public func presentEarly(_ pixels: SharedPixels, at corner: Point) -> Bool {
    isUsable && frames.presentEarly(pixels, at: corner)
  }

  /// Performs the window's work before the event loop sleeps: adopts a new size, delivers
  /// movements, and draws the frame that is due.
  func finishLoopTurn() {
    guard isOpen else { return }
    adoptSize()
    if !frames.isPending { input.flush() }
    guard isOpen, frames.mayBegin(isOffScreen: state.isOffScreen) else { return }
    input.flush()
    guard isOpen else { return }
    delegate?.windowDidTick(self, frame: frames.begin())
    frames.end()
    if isOpen { frames.answerSync() }
  }

  private func adoptSize() {
    switch clientSize.adopt() {
    case .none: break
    case .unchanged: if frames.isAwaitedByManager { requestFrame() }
    case .changed:
      frames.sizeDidChange()
      requestFrame()
      delegate?.window(self, didResizeTo: size)
    }
  }

  // MARK: Clipboard

  /// Puts data on the clipboard in several formats, in place of what was there.
  ///
  /// - Returns: false when another program has taken the clipboard meanwhile, or the window is
  ///   closed.
  @discardableResult
  public func copy(_ formats: [ClipboardFormat]) -> Bool {
    isUsable
      && display.clipboard.takeOwnership(formats, for: id, at: display.time.lastUserActionTime)
  }

  /// Removes the data from the clipboard if this program has put it there.
  package func clearClipboard() { if isUsable { display.clipboard.clear() } }

  /// Finds the types of the data on the clipboard. `deliver` is called once, immediately or later,
  /// with the offered data; with nil when the clipboard is empty or its owner does not reply in
  /// time.
  package func readClipboard(then deliver: @escaping (OfferedData?) -> Void) {
    guard isUsable else { return deliver(nil) }
    display.clipboard.requestOffer(at: display.time.lastUserActionTime, then: deliver)
  }

  /// Transfers the data that this program has put on the clipboard to the desktop's clipboard
  /// manager, so that the data remains when the program ends. Calls `done` once, within about a
  /// second, also when there is nothing to transfer.
  public func saveClipboard(then done: @escaping () -> Void) {
    guard isUsable else { return done() }
    display.clipboard.save(then: done)
  }

  // MARK: Drag and drop

  /// Accepts drags from other programs over the window, which `handler` receives.
  package func acceptDrops(by handler: any DropHandler) {
    guard isUsable else { return }
    dropTarget = display.makeDropTarget(of: id, for: handler)
  }

  /// Begins to drag data out of the window, while the primary button is held. Until the button is
  /// released, the delegate receives no input.
  ///
  /// - Parameter pointer: the position of the pointer in device pixels of the window.
  /// - Returns: false when no drag can begin.
  package func begin(_ drag: OutgoingDrag, pointer: Point) -> Bool {
    isUsable
      && display.dragSource.begin(drag, from: id, at: frameOnScreen, pointer: pointer)
  }

  /// Handles the destruction of another program's X window, which ends a drag from it.
  func foreignWindowDestroyed(_ window: CX11.Window) {
    if dropTarget?.sourceWindow == window { dropTarget?.sourceVanished() }
  }

  // MARK: Events

  /// Handles an X event of the core protocol for this window.
  func handle(_ event: inout XEvent) {
    guard isOpen else { return }
    switch event.type {
    case Expose: handleExpose(event.xexpose)
    case ConfigureNotify: handleConfigure(event.xconfigure)
    case ReparentNotify: monitor.windowDidReparent(event.xreparent)
    case DestroyNotify: destroyed()
    case MapNotify: report(state.setMapped(true))
    case UnmapNotify:
      input.receive(.interrupted(.now))
      report(state.setMapped(false))
    case VisibilityNotify:
      report(state.setCovered(event.xvisibility.state == VisibilityFullyObscured))
    case PropertyNotify:
      if event.xproperty.atom == server.atoms[.frameSent] { return frames.serverDidProcessFrame() }
      guard event.xproperty.atom == server.atoms[.netWMState] else { return }
      for change in state.read() { report(change) }
    case FocusIn, FocusOut: handleFocusChange(event.xfocus)
    case ClientMessage: handleMessage(&event)
    case KeyPress, KeyRelease: handleKey(&event.xkey)
    default:
      if event.type == ButtonPress { recordUserAction(at: event.xbutton.time) }
      if let pointer = InputDecoder(display.time).pointer(event) { input.receive(pointer) }
    }
  }

  private func handleKey(_ e: inout XKeyEvent) {
    var symbol = input.symbol(of: e)
    if let text = textInput.text(of: &e) {
      // Text that an input method commits has no key code.
      if e.keycode == 0 { symbol = KeySymbol(name: .other(0), text: text) }
      if !symbol.text.isEmpty { symbol.text = text }
    }
    guard e.keycode != 0 || !symbol.text.isEmpty else { return }
    if e.keycode == 0 { e.state = 0 } else { recordUserAction(at: e.time) }
    input.receive(InputDecoder(display.time).key(e, symbol))
  }

  /// Whether the input method has consumed a press or release of a key.
  func offerKeyToInputMethod(_ event: inout XEvent) -> Bool {
    guard isOpen, textInput.isOn else { return false }
    let symbol = input.symbol(of: event.xkey)
    let key = KeyEvent(
      symbol.name, text: symbol.text, isPress: event.type == KeyPress,
      modifiers: Modifiers(state: event.xkey.state), time: .now)
    return textInput.offerToInputMethod(&event, key)
  }

  private func handleExpose(_ e: XExposeEvent) {
    let rect = Rect(
      x: Double(e.x), y: Double(e.y), width: Double(e.width), height: Double(e.height))
    guard frames.receiveExpose(rect, serial: e.serial, isLast: e.count == 0) else { return }
    requestFrame()
    delegate?.windowDidExpose(self)
  }

  private func handleConfigure(_ e: XConfigureEvent) {
    clientSize.receive(
      PixelSize(width: Int(e.width), height: Int(e.height)), isSynthetic: e.send_event != 0)
    frames.announcedSizeDidArrive()
    if display.isSetUp, let frame = monitor.frame(in: e) { moved(to: frame) }
  }

  private func handleFocusChange(_ e: XFocusChangeEvent) {
    // Events of grabs are ignored: a shortcut of the desktop grabs the keyboard for a moment, and
    // the focus itself does not change.
    guard e.mode != NotifyGrab, e.mode != NotifyUngrab, e.detail != NotifyPointer,
      e.detail != NotifyInferior
    else { return }
    let hasFocus = e.type == FocusIn
    // During a drag the loss of the focus interrupts nothing, because the focus may follow the
    // pointer over other windows.
    if !hasFocus, !display.dragSource.takesInput(of: id) { input.receive(.interrupted(.now)) }
    textInput.windowFocusDidChange(hasFocus)
    report(state.setFocused(hasFocus))
  }

  private func handleMessage(_ event: inout XEvent) {
    let message = event.xclient
    guard message.format == 32, dropTarget?.receive(message) != true,
      !display.dragSource.receive(message), message.message_type == server.atoms[.wmProtocols]
    else { return }
    switch Atom(bitPattern: message.data.l.0) {
    case server.atoms[.wmDeleteWindow]:
      if delegate?.windowShouldClose(self) ?? true { close() }
    case server.atoms[.netWMPing]:
      event.xclient.window = server.root
      let mask = SubstructureRedirectMask | SubstructureNotifyMask
      XSendEvent(server.xDisplay, server.root, 0, mask, &event)
    case server.atoms[.wmSaveYourself]: properties.setCommand(restoreCommand())
    case server.atoms[.netWMSyncRequest]:
      frames.announceSync(low: message.data.l.2, high: message.data.l.3)
    default: break
    }
  }

  /// Records the server time of a user action and sets `_NET_WM_USER_TIME` to it.
  func recordUserAction(at time: Time) {
    if display.time.recordUserAction(at: time) { properties.setUserTime(time) }
  }

  private func deliver(_ event: InputEvent) {
    guard isOpen, !display.dragSource.receive(event, of: id) else { return }
    // During a drag the dragging program has grabbed the pointer, so a press in this window shows
    // that the drag has ended.
    if case .pointer(let pointer) = event, case .pressed = pointer.kind,
      dropTarget?.sourceWindow != nil
    {
      dropTarget?.sourceVanished()
    }
    delegate?.window(self, didReceive: event)
  }
}
