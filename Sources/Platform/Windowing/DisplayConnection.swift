import CLinux
import CX11
public import Geometry
import Motion

/// The connection to the X server, and what that server can do.
///
/// Opening it asks only what the first picture needs. Everything else waits for `finishSetup`,
/// to be called once that picture is on the screen.
@MainActor
public final class DisplayConnection {
  /// Xlib's handle; owned, closed in `deinit`.
  let xDisplay: OpaquePointer
  let screen: Int32
  let root: CX11.Window
  let atoms: Atoms
  let extensions: Extensions
  let deadlines = Deadlines()
  var cursors: CursorCache
  /// Where sentences about X errors go.
  let log: (String) -> Void

  /// Called once when the server has gone. Ends the process with status 3 unless replaced; when
  /// a replacement returns, every window is dead and `EventLoop.run` returns 3.
  public var onServerLost: () -> Void = { exit(DisplayConnection.serverLostStatus) }
  /// Called when a compositor came or went.
  public var onCompositingChange: ((Bool) -> Void)?
  /// Called when monitors came, went or changed their mode.
  public var onMonitorsChange: (() -> Void)?
  /// Called when the desktop's settings changed, and when they were read for the first time.
  public var onSettingsChange: (() -> Void)?

  /// The exit status that says there is no display.
  public static let serverLostStatus: Int32 = 3

  /// True once the server has gone; then nothing may be asked of it.
  private(set) var isLost = false
  /// True once `finishSetup` was called.
  var isSetUp = false
  /// Where the watched settings live; 0 for nowhere.
  var settingsOwner: CX11.Window = 0
  /// The desktop's settings; none before `finishSetup`.
  var settings = XSettings()
  /// What is known of the input devices; nothing before `finishSetup`.
  var devices = ScrollDevices()
  /// What XFixes events are counted from; nil before `finishSetup` or where it is missing.
  var fixesEventBase: Int32?
  /// What RandR events are counted from; nil before `finishSetup` or where it is missing.
  var randrEventBase: Int32?
  /// What is known of the monitors' colours.
  var profiles = MonitorProfiles()
  /// The server time of the last thing a person did, as told to the window manager.
  var lastUserTime: Time = 0
  /// What was copied here, and who pastes it.
  private(set) lazy var clipboard = Clipboard(self)
  private var serverClock = ServerClock()
  private var windowTable: [CX11.Window: WeakWindow] = [:]
  private var knownMonitors: [Monitor]?
  private var knownCompositing: Bool?

  private struct WeakWindow { weak var window: Window? }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - name: A display name such as `:0`; nil takes the variable `DISPLAY`.
  ///   - log: Gets one sentence for each X error; they are never fatal.
  /// - Throws: `noDisplay` when nobody answers.
  public convenience init(
    name: String? = nil, log: @escaping (String) -> Void = { _ in }
  ) throws(WindowingError) {
    try self.init(name: name, withInput: true, log: log)
  }

  /// Connects, with or without XInput 2: no server can be told to leave it out.
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

  /// The descriptor that becomes readable when the server has said something.
  public var fileDescriptor: Int32 { XConnectionNumber(xDisplay) }

  /// The screen's size in device pixels.
  public var screenSize: Size {
    Size(
      width: Double(XDisplayWidth(xDisplay, screen)),
      height: Double(XDisplayHeight(xDisplay, screen)))
  }

  /// Device pixels for each unit of the interface: from `GDK_SCALE`, the desktop's settings or the
  /// resource `Xft.dpi`, else 1. The desktop's settings are known after `finishSetup`;
  /// `onSettingsChange` tells when it may have changed.
  public private(set) lazy var uiScale: Double = UIScale.value(
    gdkScale: getenv("GDK_SCALE").map { String(cString: $0) },
    resources: XResourceManagerString(xDisplay).map { String(cString: $0) } ?? "")

  /// The monitors; asked for once, and again when they change.
  public var monitors: [Monitor] {
    if let knownMonitors { return knownMonitors }
    let found = queryMonitors()
    knownMonitors = found
    return found
  }

  /// True when a compositor blends our window with what lies behind it.
  public var isCompositing: Bool {
    if let knownCompositing { return knownCompositing }
    let found = XGetSelectionOwner(xDisplay, atoms.compositor) != 0
    knownCompositing = found
    return found
  }

  /// The longest time from one click to the next that makes a double click, in seconds; nil unless the
  /// desktop has a setting.
  public var doubleClickTime: Double? {
    settings.integer("Net/DoubleClickTime").map { Double($0) / 1000 }
  }

  /// True unless the desktop's setting `Gtk/EnableAnimations` is 0.
  public var areAnimationsEnabled: Bool { settings.integer("Gtk/EnableAnimations") != 0 }

  /// The distance of a press before it is a drag, in device pixels; nil unless the desktop has a setting.
  public var dragThreshold: Double? {
    settings.integer("Net/DndDragThreshold").map { Double($0) * uiScale }
  }

  /// Puts the desktop's settings and the resources of the root window in force.
  func takeSettings() {
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

  /// Sends what is buffered.
  public func flush() { if !isLost { XFlush(xDisplay) } }

  /// The instant of a server time.
  func instant(of time: Time) -> Timestamp {
    time == 0
      ? .now : serverClock.instant(of: UInt32(truncatingIfNeeded: time), now: .now)
  }
}

// MARK: - Windows and changes

extension DisplayConnection {
  /// The windows that are open.
  var windows: [Window] { windowTable.values.compactMap(\.window) }

  /// The window of this number, if it is one of ours.
  func window(_ id: CX11.Window) -> Window? { windowTable[id]?.window }

  /// Routes events of this number to a window.
  func register(_ window: Window, as id: CX11.Window) {
    windowTable[id] = WeakWindow(window: window)
  }

  /// Stops routing.
  func unregister(_ id: CX11.Window) { windowTable[id] = nil }

  /// The monitors are not what they were.
  func monitorsChanged() {
    knownMonitors = nil
    for window in windows { window.monitorChanged() }
    onMonitorsChange?()
  }

  /// A compositor may have come or gone.
  func compositorChanged() {
    let was = knownCompositing
    knownCompositing = nil
    if let was, was != isCompositing { onCompositingChange?(!was) }
  }

  /// Xlib found the connection broken.
  func serverWasLost() {
    guard !isLost else { return }
    isLost = true
    onServerLost()
  }

  /// Runs `body` and waits until the server has done it.
  ///
  /// - Returns: True when it caused no X error.
  /// - Complexity: One round trip.
  func succeeds(_ body: () -> Void) -> Bool {
    let first = XNextRequest(xDisplay)
    body()
    XSync(xDisplay, 0)
    let errors = ErrorRecorder.shared.take(UInt(bitPattern: xDisplay))
    for e in errors where e.serial < first { log(e) }
    return !errors.contains { $0.serial >= first }
  }

  /// Logs the errors that arrived since the last call.
  func logErrors() {
    for e in ErrorRecorder.shared.take(UInt(bitPattern: xDisplay)) { log(e) }
  }

  private func log(_ e: ErrorRecord) {
    log("X error \(e.code) from request \(e.request).\(e.minor)")
  }

  /// The numbers of a property, none when it is absent.
  func cardinals(_ name: Atoms.Name, of window: CX11.Window) -> [UInt] {
    property(atoms[name], of: window) { data, count in
      data.withMemoryRebound(to: UInt.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    } ?? []
  }

  /// The bytes of a property, none when it is absent.
  func bytes(_ property: Atom, of window: CX11.Window) -> [UInt8] {
    self.property(property, of: window) { data, count in
      Array(UnsafeBufferPointer(start: data, count: count))
    } ?? []
  }

  /// Reads a property of at most a megabyte; `read` gets Xlib's memory and the number of items,
  /// which are `unsigned long` for 32-bit formats.
  private func property<Value>(
    _ atom: Atom, of window: CX11.Window,
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
    guard count > 0, format != 0 else { return nil }
    return read(data, Int(count))
  }
}
