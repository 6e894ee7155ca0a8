import CX11
public import Geometry
import Glibc
import Motion

/// A connection to an X server, with its monitors, the desktop's settings and the windows of this
/// program.
///
/// Opening it queries only the data that the first frame needs. The rest follows in `finishSetup`,
/// which is called once, after that frame is on the screen.
@MainActor
public final class DisplayConnection {
  /// Called once when the connection to the server is lost. By default it ends the process with
  /// status 3. When a closure set instead returns, no window can be used any more, and
  /// `EventLoop.run` returns 3.
  public var onServerLost: () -> Void = { exit(DisplayConnection.serverLostStatus) }

  /// The exit status of the program when it cannot connect to an X server, or loses the connection.
  public static let serverLostStatus: Int32 = 3

  let server: XServer
  let timers = TimerQueue()
  let time = ServerTime()
  let devices: InputDevices
  let cursors: CursorCache
  let monitorList: MonitorList
  let profiles: MonitorProfiles
  /// The reader of selections, such as the clipboard, that other programs own.
  private(set) lazy var selectionReader = SelectionReader(on: server, timers: timers)
  /// The program's side of the CLIPBOARD selection.
  private(set) lazy var clipboard = Clipboard(
    on: server, timers: timers, reader: selectionReader
  ) { [weak self] in self?.isOwnOrWatchedWindow($0) ?? true }
  /// The input method, opened when a view first takes text input.
  private(set) lazy var inputMethod = makeInputMethod()
  /// The source of drags from windows of this program.
  private(set) lazy var dragSource = DragSource(
    on: server, timers: timers, time: time, cursors: cursors
  ) { [weak self] in self?.isOwnOrWatchedWindow($0) ?? true }
  /// Whether `finishSetup` was called.
  private(set) var isSetUp = false
  private let settings: DesktopSettings
  private let selections: SelectionOwnerWatch
  private let compositor: CompositorWatch
  /// Whether a view has needed the input method so far.
  private var hasMadeInputMethod = false
  private var windowTable: [CX11.Window: WeakWindow] = [:]

  /// The maximum number of X events that are handled between two frames: an eighth of a second of a
  /// mouse with 8000 reports per second. A program that sends events without end cannot stop the
  /// frames.
  static let maxEventsPerTurn = 1000

  private struct WeakWindow { weak var window: Window? }

  /// Connects to an X server.
  ///
  /// - Parameters:
  ///   - name: a display name such as `:0`; nil takes the environment variable `DISPLAY`.
  ///   - log: receives one sentence for each X error. X errors never end the program.
  /// - Throws: `noDisplay` when no server answers.
  public convenience init(
    name: String? = nil, log: @escaping (String) -> Void = { _ in }
  ) throws(WindowingError) {
    try self.init(name: name, withInput: true, log: log)
  }

  /// Connects to an X server, with or without XInput 2, and with other UI scales of monitors than
  /// those of the environment. Tests use this, as a server cannot be started without XInput 2.
  init(
    name: String?, withInput: Bool, screenFactors: ScreenScaleFactors = .ofEnvironment,
    log: @escaping (String) -> Void
  ) throws(WindowingError) {
    server = try XServer(name: name, withInput: withInput, log: log)
    devices = InputDevices(on: server)
    cursors = CursorCache(on: server)
    monitorList = MonitorList(on: server, factors: screenFactors)
    profiles = MonitorProfiles(on: server)
    settings = DesktopSettings(on: server)
    selections = SelectionOwnerWatch(on: server)
    compositor = CompositorWatch(on: server)
    server.onLost = { [weak self] in self?.onServerLost() }
    settings.onChange = { [weak self] in self?.settingsDidChange() }
    devices.onChange = { [weak self] change in
      self?.windows.forEach { $0.input.devicesDidChange(change) }
    }
  }

  /// Whether the connection to the server is lost.
  var isLost: Bool { server.isLost }

  /// The size of the X screen, which spans all monitors, in device pixels.
  public var screenSize: Size { server.screenSize }

  /// The device pixels per point: from the environment variable `GDK_SCALE`, the desktop's settings
  /// or the X resource `Xft.dpi`, else 1. The desktop's settings are known after `finishSetup`;
  /// `WindowDelegate.windowDidChangeSettings` reports that the value may have changed. On a monitor
  /// for which the environment sets another scale, ``Window/uiScale`` is that scale.
  public var uiScale: Double { settings.uiScale }

  /// The device pixels per point on the primary monitor, on which a window without a given position
  /// will probably appear.
  package var primaryMonitorScale: Double { monitorList.environmentScale(under: nil) ?? uiScale }

  /// The connected monitors; never empty. They are queried on first use and again after a change.
  public var monitors: [Monitor] { monitorList.all }

  /// The area of the primary monitor that panels of the desktop leave free, in device pixels of the
  /// X screen. It is the whole frame of the monitor when no window manager reports an area.
  ///
  /// - Complexity: two round trips, in addition to those of `monitors`.
  public var workArea: Rect { monitorList.workArea }

  /// Whether a compositor is running, so that translucent windows show the content behind them.
  public var isCompositing: Bool { compositor.isRunning }

  /// The maximum time between the two clicks of a double click, in seconds; nil when the desktop
  /// has no such setting.
  public var doubleClickTime: Double? { settings.doubleClickTime }

  /// Whether the desktop's user wants animations: true unless the XSETTINGS value
  /// `Gtk/EnableAnimations` is 0.
  public var areAnimationsEnabled: Bool { settings.areAnimationsEnabled }

  /// The name of the desktop's GTK theme; nil when the desktop has no such setting.
  package var widgetThemeName: String? { settings.widgetThemeName }

  /// Whether ``uiScale`` already includes the desktop's factor of text sizes.
  package var uiScaleIncludesTextScale: Bool { settings.uiScaleIncludesTextScale }

  /// The distance that a pressed pointer must move before a drag begins, in device pixels at
  /// ``uiScale``; nil when the desktop has no such setting.
  public var dragThreshold: Double? { dragThreshold(at: uiScale) }

  /// The distance that a pressed pointer must move before a drag begins, in device pixels at a UI
  /// scale; nil when the desktop has no such setting.
  func dragThreshold(at scale: Double) -> Double? { settings.dragThreshold(at: scale) }

  /// Sends the requests that Xlib has buffered to the server.
  public func flush() { server.flush() }

  // MARK: Setup

  /// Performs the setup that the first frame does not need: input devices, key repeat, monitors and
  /// their ICC profiles, watching for a compositor, the desktop's settings. Call it once after the
  /// first frame; later calls have no effect.
  public func finishSetup() {
    guard !isLost, !isSetUp else { return }
    isSetUp = true
    var isSupported: Int32 = 0
    XkbSetDetectableAutoRepeat(server.xDisplay, 1, &isSupported)
    devices.watch()
    if selections.watch([server.atoms.compositor, server.atoms.settingsManager]) {
      // The compositor's selection may have got another owner between the first query and the
      // request for events about owners.
      compositorDidChange()
    }
    monitorList.watch()
    XSelectInput(server.xDisplay, server.root, PropertyChangeMask | StructureNotifyMask)
    // Profiles may have changed between their first read and the request for events about
    // properties.
    profiles.forgetAll()
    settings.watchManager()
    for window in windows { window.finishSetup() }
    flush()
  }

  /// Whether a window manager that supports EWMH is running.
  ///
  /// - Complexity: two round trips.
  var hasWindowManager: Bool {
    guard let check = server.cardinals(.netSupportingWMCheck, of: server.root).first else {
      return false
    }
    // The property on the root window can outlive its window manager; the window that it names
    // cannot.
    return server.cardinals(.netSupportingWMCheck, of: check).first == check
  }

  // MARK: Windows

  /// The open windows of this program.
  var windows: [Window] { windowTable.values.compactMap(\.window) }

  /// Starts delivering the events of an X window ID to `window`.
  func register(_ window: Window, as id: CX11.Window) {
    windowTable[id] = WeakWindow(window: window)
  }

  /// Stops delivering the events of an X window ID, before the X window is destroyed.
  func unregister(_ id: CX11.Window) {
    windowTable[id] = nil
    cursors.forget(id)
    clipboard.forgetData(of: id)
  }

  private func window(_ id: CX11.Window) -> Window? { windowTable[id]?.window }

  /// Makes the drop target of a window, which receives drags from other programs.
  func makeDropTarget(of id: CX11.Window, for handler: any DropHandler) -> DropTarget {
    DropTarget(
      of: id, on: server, reader: selectionReader,
      isOwnOrWatchedWindow: { [weak self] in self?.isOwnOrWatchedWindow($0) ?? true }, for: handler)
  }

  /// Whether an X window belongs to this program, or is one whose events this program has selected.
  /// Drag messages and selection requests that name such a window are ignored, because the exchange
  /// would change its event selection.
  private func isOwnOrWatchedWindow(_ id: CX11.Window) -> Bool {
    id == server.root || windowTable[id] != nil || id == settings.managerWindow
      || hasMadeInputMethod && id == inputMethod.serverWindow
  }

  private func makeInputMethod() -> InputMethod {
    let method = InputMethod(on: server, reader: selectionReader, timers: timers) { [selections] in
      selections.watch([$0])
    }
    method.onChange = { [weak self] former in
      self?.windows.forEach { $0.textInput.methodDidChange(former) }
    }
    hasMadeInputMethod = true
    return method
  }

  // MARK: Changes

  private func settingsDidChange() {
    cursors.setTheme(settings.cursorTheme, size: settings.cursorSize)
    for window in windows {
      window.scaleCursor()
      window.delegate?.windowDidChangeSettings(window)
    }
  }

  private func compositorDidChange() {
    guard let isCompositing = compositor.ownerDidChange() else { return }
    for window in windows { window.delegate?.window(window, didChangeCompositing: isCompositing) }
  }

  private func ownerDidChange(of selection: Atom) {
    if selection == server.atoms.compositor { compositorDidChange() }
    if selection == server.atoms.settingsManager { settings.watchManager() }
    if hasMadeInputMethod { inputMethod.ownerDidChange(of: selection) }
  }

  // MARK: Events

  /// Delivers the X events that have arrived, at most ``maxEventsPerTurn``. While more are left,
  /// the event loop does not sleep.
  func processEvents() {
    for _ in 0..<Self.maxEventsPerTurn {
      guard var event = server.nextEvent() else { return }
      if !offerToInputMethod(&event) { route(&event) }
    }
  }

  /// Whether the input method consumes an event: a key that it uses, or a message of its own
  /// protocol.
  private func offerToInputMethod(_ event: inout XEvent) -> Bool {
    guard hasMadeInputMethod else { return false }
    // The first key opens the input method; before that, no input method server sends messages.
    guard event.type == KeyPress || event.type == KeyRelease else {
      return inputMethod.mustFilterEvents && XFilterEvent(&event, 0) != 0
    }
    return window(event.xkey.window)?.offerKeyToInputMethod(&event) ?? false
  }

  private func route(_ event: inout XEvent) {
    if let selection = selections.selection(of: &event) { return ownerDidChange(of: selection) }
    if monitorList.dropMonitorsIfChanged(by: &event) {
      return windows.forEach { $0.monitorsDidChange() }
    }
    switch event.type {
    case GenericEvent:
      guard XGetEventData(server.xDisplay, &event.xcookie) != 0 else { return }
      defer { XFreeEventData(server.xDisplay, &event.xcookie) }
      routeGeneric(event.xcookie)
    case MappingNotify:
      XRefreshKeyboardMapping(&event.xmapping)
      for window in windows { window.input.keyboardDidChange() }
    case server.extensions.shmCompletionEvent:
      withUnsafePointer(to: &event) { pointer in
        pointer.withMemoryRebound(to: XShmCompletionEvent.self, capacity: 1) {
          window($0.pointee.drawable)?.frames.serverDidRead($0.pointee)
        }
      }
    case PropertyNotify: propertyDidChange(&event)
    case SelectionRequest: selectionRequested(event.xselectionrequest)
    case SelectionNotify:
      if !selectionReader.receive(event.xselection) { clipboard.receive(event.xselection) }
    case SelectionClear:
      clipboard.handleClear(event.xselectionclear)
      dragSource.handleClear(event.xselectionclear)
    case DestroyNotify where window(event.xany.window) == nil:
      for window in windows { window.foreignWindowDestroyed(event.xdestroywindow.window) }
    default: window(event.xany.window)?.handle(&event)
    }
  }

  private func selectionRequested(_ event: XSelectionRequestEvent) {
    if !clipboard.handleRequest(event) { _ = dragSource.handleRequest(event) }
  }

  private func propertyDidChange(_ event: inout XEvent) {
    let change = event.xproperty
    if settings.propertyDidChange(change) { return }
    if profiles.propertyDidChange(change) { return windows.forEach { $0.profileMayHaveChanged() } }
    if clipboard.handlePropertyChange(change) || selectionReader.handlePropertyChange(change)
      || dragSource.handlePropertyChange(change)
    {
      return
    }
    window(change.window)?.handle(&event)
  }

  private func routeGeneric(_ cookie: XGenericEventCookie) {
    guard let data = cookie.data else { return }
    if cookie.extension == server.extensions.presentOpcode {
      guard cookie.evtype == PresentCompleteNotify else { return }
      let e = data.load(as: XPresentCompleteNotifyEvent.self)
      if e.kind == UInt8(PresentCompleteKindNotifyMSC) {
        window(e.window)?.frames.receiveVerticalBlank(e)
      }
    } else if cookie.extension == server.extensions.inputOpcode {
      routeInput(cookie.evtype, data)
    }
  }

  private func routeInput(_ type: Int32, _ data: UnsafeMutableRawPointer) {
    switch type {
    case XI_DeviceChanged: devices.deviceChanged(data.load(as: XIDeviceChangedEvent.self))
    case XI_HierarchyChanged: devices.query()
    case XI_Enter, XI_Leave:
      let e = data.load(as: XIEnterEvent.self)
      guard e.detail != XINotifyInferior else { return }
      guard let window = window(e.event) else { return }
      window.input.receive(InputDecoder(time).crossing(e))
      // The values of scroll axes changed without events while the pointer was outside.
      if type == XI_Enter { devices.refreshScrollPositions() }
    case XI_GesturePinchBegin, XI_GesturePinchUpdate, XI_GesturePinchEnd:
      let e = data.load(as: XIGesturePinchEvent.self)
      window(e.event)?.input.receive(InputDecoder(time).pinch(e))
    case XI_GestureSwipeBegin, XI_GestureSwipeUpdate, XI_GestureSwipeEnd:
      let e = data.load(as: XIGestureSwipeEvent.self)
      window(e.event)?.input.receive(InputDecoder(time).swipe(e))
    default:
      let e = data.load(as: XIDeviceEvent.self)
      guard let window = window(e.event) else { return }
      if e.evtype == XI_ButtonPress { window.recordUserAction(at: e.time) }
      if let input = InputDecoder(time).device(e) { window.input.receive(input) }
    }
  }
}
