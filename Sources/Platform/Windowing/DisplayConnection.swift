import CLinux
import CX11
public import Geometry
import Motion

/// A connection to an X server, with its capabilities and settings.
///
/// Opening it queries only the data that the first frame needs. The rest follows in `finishSetup`,
/// which is called once that frame is on the screen.
@MainActor
public final class DisplayConnection {
  /// The Xlib display; owned, and closed in `deinit`.
  let xDisplay: OpaquePointer
  let screen: Int32
  let root: CX11.Window
  let atoms: Atoms
  let extensions: Extensions
  let deadlines = Deadlines()
  var cursors: CursorCache
  /// Receives one sentence for each X error.
  let log: (String) -> Void

  /// Called once when the connection to the server is lost. By default it ends the process with
  /// status 3. When a replacement returns, all windows are unusable and `EventLoop.run` returns 3.
  public var onServerLost: () -> Void = { exit(DisplayConnection.serverLostStatus) }
  /// Called when a compositor starts or stops, with whether one is running.
  public var onCompositingChange: ((Bool) -> Void)?
  /// Called when monitors are connected, disconnected, rearranged or change their mode.
  public var onMonitorsChange: (() -> Void)?
  /// Called when the desktop's settings have changed, and after they are read for the first time.
  public var onSettingsChange: (() -> Void)?

  /// The exit status for a missing or lost display.
  public static let serverLostStatus: Int32 = 3

  /// Whether the connection to the server is lost. No Xlib function may be called after that.
  private(set) var isLost = false
  /// Whether `finishSetup` was called.
  var isSetUp = false
  /// The window of the settings manager; 0 without one.
  var settingsOwner: CX11.Window = 0
  /// The desktop's settings; empty before `finishSetup`.
  var settings = XSettings()
  /// The known input devices; none before `finishSetup`.
  var devices = ScrollDevices()
  /// The base of XFixes event codes; nil before `finishSetup` or without the extension.
  var fixesEventBase: Int32?
  /// The base of RandR event codes; nil before `finishSetup` or without the extension.
  var randrEventBase: Int32?
  /// The cached ICC profiles of the monitors.
  var profiles = MonitorProfiles()
  /// The server time of the user's last action, as reported in `_NET_WM_USER_TIME`.
  var lastUserTime: Time = 0
  /// The owner of the CLIPBOARD selection.
  private(set) lazy var clipboard = Clipboard(self)
  private var serverClock = ServerClock()
  private var windowTable: [CX11.Window: WeakWindow] = [:]
  private var cachedMonitors: [Monitor]?
  private var cachedCompositing: Bool?

  private struct WeakWindow { weak var window: Window? }

  /// Connects to an X server.
  ///
  /// - Parameters:
  ///   - name: A display name such as `:0`; nil takes the environment variable `DISPLAY`.
  ///   - log: Receives one sentence for each X error. X errors are never fatal.
  /// - Throws: `noDisplay` when no server answers.
  public convenience init(
    name: String? = nil, log: @escaping (String) -> Void = { _ in }
  ) throws(WindowingError) {
    try self.init(name: name, withInput: true, log: log)
  }

  /// Connects with or without XInput 2. Tests use this, as a server cannot be started without it.
  init(
    name: String?, withInput: Bool, log: @escaping (String) -> Void
  ) throws(WindowingError) {
    guard let display = XOpenDisplay(name) else {
      throw .noDisplay(name ?? getenv("DISPLAY").map { String(cString: $0) } ?? "")
    }
    xDisplay = display
    screen = XDefaultScreen(display)
    root = XRootWindow(display, screen)
    self.log = log
    Quirks.installErrorHandlers()
    ErrorRecorder.shared.watch(UInt(bitPattern: display))
    atoms = Atoms(display: display, screen: screen)
    extensions = Extensions(display: display, withInput: withInput)
    cursors = CursorCache(display: display, root: root)
    Quirks.reportLoss(of: display, to: Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    ErrorRecorder.shared.forget(UInt(bitPattern: xDisplay))
    if !isLost { XCloseDisplay(xDisplay) }
  }

  /// The file descriptor that becomes readable when the server has sent data.
  public var fileDescriptor: Int32 { XConnectionNumber(xDisplay) }

  /// The size of the X screen, which spans all monitors, in device pixels.
  public var screenSize: Size {
    Size(
      width: Double(XDisplayWidth(xDisplay, screen)),
      height: Double(XDisplayHeight(xDisplay, screen)))
  }

  /// The device pixels per point: from `GDK_SCALE`, the desktop's settings or the resource
  /// `Xft.dpi`, else 1. The desktop's settings are known after `finishSetup`; `onSettingsChange`
  /// reports that the value may have changed.
  public private(set) lazy var uiScale: Double = UIScale.value(
    gdkScale: getenv("GDK_SCALE").map { String(cString: $0) },
    resources: XResourceManagerString(xDisplay).map { String(cString: $0) } ?? "")

  /// The monitors. They are queried on first use and again after a change.
  public var monitors: [Monitor] {
    if let cachedMonitors { return cachedMonitors }
    let found = queryMonitors()
    cachedMonitors = found
    return found
  }

  /// Whether a compositor is running, so that translucent windows show the content behind them.
  public var isCompositing: Bool {
    if let cachedCompositing { return cachedCompositing }
    let found = XGetSelectionOwner(xDisplay, atoms.compositor) != 0
    cachedCompositing = found
    return found
  }

  /// The longest time between the two clicks of a double click, in seconds; nil when the desktop
  /// has no such setting.
  public var doubleClickTime: Double? {
    settings.integer("Net/DoubleClickTime").map { Double($0) / 1000 }
  }

  /// Whether the desktop wants animations: true unless its setting `Gtk/EnableAnimations` is 0.
  public var areAnimationsEnabled: Bool { settings.integer("Gtk/EnableAnimations") != 0 }

  /// The distance a pressed pointer moves before a drag begins, in device pixels; nil when the
  /// desktop has no such setting.
  public var dragThreshold: Double? {
    settings.integer("Net/DndDragThreshold").map { Double($0) * uiScale }
  }

  /// Applies the desktop's settings and the X resources of the root window: scale and cursors.
  func applySettings() {
    let resources = String(decoding: bytes(XA_RESOURCE_MANAGER, of: root), as: UTF8.self)
    uiScale = UIScale.value(
      gdkScale: getenv("GDK_SCALE").map { String(cString: $0) }, resources: resources,
      settings: settings)
    let theme = settings.string("Gtk/CursorThemeName")
    if cursors.take(theme: theme, size: settings.integer("Gtk/CursorThemeSize")) {
      for window in windows { window.redefineCursor() }
    }
    onSettingsChange?()
  }

  /// Sends the buffered requests to the server.
  public func flush() { if !isLost { XFlush(xDisplay) } }

  /// The instant of a server time; now for 0 (`CurrentTime`).
  func instant(of time: Time) -> Timestamp {
    time == 0
      ? .now : serverClock.instant(of: UInt32(truncatingIfNeeded: time), now: .now)
  }
}

// MARK: - Windows and changes

extension DisplayConnection {
  /// The open windows.
  var windows: [Window] { windowTable.values.compactMap(\.window) }

  /// The window with an X window ID; nil for windows of other programs.
  func window(_ id: CX11.Window) -> Window? { windowTable[id]?.window }

  /// Starts routing the events of an X window ID to `window`.
  func register(_ window: Window, as id: CX11.Window) {
    windowTable[id] = WeakWindow(window: window)
  }

  /// Stops routing the events of an X window ID.
  func unregister(_ id: CX11.Window) { windowTable[id] = nil }

  /// Drops the cached monitors and reports the change.
  func monitorsChanged() {
    cachedMonitors = nil
    for window in windows { window.monitorChanged() }
    onMonitorsChange?()
  }

  /// Drops the cached compositor state and reports a change of it.
  func compositorChanged() {
    let was = cachedCompositing
    cachedCompositing = nil
    if let was, was != isCompositing { onCompositingChange?(!was) }
  }

  /// Called when Xlib has found the connection broken.
  func serverWasLost() {
    guard !isLost else { return }
    isLost = true
    onServerLost()
  }

  /// Runs `body` and waits until the server has processed its requests.
  ///
  /// - Returns: Whether none of them caused an X error.
  /// - Complexity: One round trip.
  func succeeds(_ body: () -> Void) -> Bool {
    let first = XNextRequest(xDisplay)
    body()
    XSync(xDisplay, 0)
    let errors = ErrorRecorder.shared.take(UInt(bitPattern: xDisplay))
    for e in errors where e.serial < first { log(e) }
    return !errors.contains { $0.serial >= first }
  }

  /// Logs the X errors that have arrived since the last call.
  func logErrors() {
    for e in ErrorRecorder.shared.take(UInt(bitPattern: xDisplay)) { log(e) }
  }

  private func log(_ e: ErrorRecord) {
    log("X error \(e.code) from request \(e.request).\(e.minor)")
  }

  /// The values of a property of format 32; empty when the property is absent or has another format.
  func cardinals(_ name: Atoms.Name, of window: CX11.Window) -> [UInt] {
    property(atoms[name], format: 32, of: window) { data, count in
      data.withMemoryRebound(to: UInt.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    } ?? []
  }

  /// The bytes of a property of format 8; empty when the property is absent or has another format.
  func bytes(_ property: Atom, of window: CX11.Window) -> [UInt8] {
    self.property(property, format: 8, of: window) { data, count in
      Array(UnsafeBufferPointer(start: data, count: count))
    } ?? []
  }

  /// Reads the first megabyte of a property. `read` receives Xlib's memory and the number of items,
  /// which are `unsigned long` for format 32. Returns nil when the property is absent or empty, or when
  /// it has another format: any program can set the properties of the root window.
  private func property<Value>(
    _ atom: Atom, format expected: Int32, of window: CX11.Window,
    read: (UnsafeMutablePointer<UInt8>, Int) -> Value
  ) -> Value? {
    var type: Atom = 0
    var format: Int32 = 0
    var count: UInt = 0
    var rest: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let anyType: Atom = 0
    let status = XGetWindowProperty(
      xDisplay, window, atom, 0, 1 << 18, 0, anyType, &type, &format, &count, &rest, &data)
    guard status == 0, let data else { return nil }
    defer { XFree(data) }
    guard count > 0, format == expected else { return nil }
    return read(data, Int(count))
  }
}
