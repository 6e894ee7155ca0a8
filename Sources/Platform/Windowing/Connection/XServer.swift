import CX11
import Geometry
import Glibc

/// The Xlib connection: its display, screen, atoms, extensions, properties and errors. All parts of
/// a ``DisplayConnection`` and its windows reach the X server through it.
final class XServer {
  /// The Xlib display; owned, and closed in `deinit`.
  let xDisplay: OpaquePointer
  let screen: Int32
  let root: CX11.Window
  let atoms: Atoms
  let extensions: ServerExtensions
  /// Whether the connection to the server is lost. No Xlib function may be called after that.
  private(set) var isLost = false
  /// The window that represents the whole program and is never shown: the leader of its window
  /// group, with its session ID.
  ///
  /// - Source: ICCCM 2.0, sections 4.1.11 and 5.1.
  private(set) lazy var leaderWindow = makeLeaderWindow()
  /// Called once when the connection to the X server is lost.
  var onLost: () -> Void = {}
  /// Called with one sentence for each X error.
  private let log: (String) -> Void

  /// Connects to the X server of a display name; nil takes the environment variable `DISPLAY`.
  ///
  /// - Parameters:
  ///   - withInput: false behaves as if the server had no XInput 2.
  ///   - log: receives one sentence for each X error.
  /// - Throws: `noDisplay` when no server answers.
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
    LibraryWorkarounds.installErrorHandlers()
    ErrorRecorder.shared.watch(UInt(bitPattern: display))
    atoms = Atoms(display: display, screen: screen)
    extensions = ServerExtensions(display: display, withInput: withInput)
    LibraryWorkarounds.reportLoss(of: display, to: Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    ErrorRecorder.shared.forget(UInt(bitPattern: xDisplay))
    if !isLost { XCloseDisplay(xDisplay) }
  }

  private func makeLeaderWindow() -> CX11.Window {
    let window = XCreateSimpleWindow(xDisplay, root, -1, -1, 1, 1, 0, 0, 0)
    set(atoms[.wmClientLeader], of: window, type: XA_WINDOW, longs: [window])
    return window
  }

  /// The file descriptor that becomes readable when the server has sent data.
  var fileDescriptor: Int32 { XConnectionNumber(xDisplay) }

  /// Whether the connection goes through a network, as with `ssh -X`: such a server shares no
  /// memory, and bytes cost time.
  private(set) lazy var isRemote = isConnectedByNetwork()

  private func isConnectedByNetwork() -> Bool {
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    guard getpeername(fileDescriptor, &address, &length) == 0 else { return false }
    return address.sa_family != sa_family_t(AF_UNIX)
  }

  /// The size of the X screen, which spans all monitors, in device pixels.
  var screenSize: Size {
    Size(
      width: Double(XDisplayWidth(xDisplay, screen)),
      height: Double(XDisplayHeight(xDisplay, screen)))
  }

  /// Sends the requests that Xlib has buffered to the server; does nothing when the connection is
  /// lost.
  func flush() { if !isLost { XFlush(xDisplay) } }

  /// Whether events are in the memory of Xlib or XCB, or can be read from the socket without
  /// blocking.
  ///
  /// `poll` alone does not notice the former: XCB reads ahead while it waits for a reply or for
  /// room to write, so the socket can be empty although events are pending. `QueuedAfterReading`
  /// includes XCB's queue.
  var hasQueuedEvents: Bool { !isLost && XEventsQueued(xDisplay, QueuedAfterReading) > 0 }

  /// The next X event that has arrived; nil when none has. Does not wait.
  func nextEvent() -> XEvent? {
    guard !isLost, XPending(xDisplay) > 0, !isLost else { return nil }
    var event = XEvent()
    XNextEvent(xDisplay, &event)
    return event
  }

  /// Notes that Xlib has found the connection broken, and calls `onLost` the first time.
  func connectionWasLost() {
    guard !isLost else { return }
    isLost = true
    onLost()
  }

  // MARK: Errors

  /// Runs `body` and waits until the server has processed the requests that `body` has sent.
  ///
  /// - Returns: whether none of these requests caused an X error.
  /// - Complexity: one round trip.
  func succeeds(_ body: () -> Void) -> Bool {
    let first = XNextRequest(xDisplay)
    body()
    XSync(xDisplay, 0)
    let errors = ErrorRecorder.shared.removeErrors(of: UInt(bitPattern: xDisplay))
    for e in errors where e.serial < first { log(e) }
    return !errors.contains { $0.serial >= first }
  }

  /// Logs the X errors that have arrived since errors were last logged or checked.
  func logErrors() {
    for e in ErrorRecorder.shared.removeErrors(of: UInt(bitPattern: xDisplay)) { log(e) }
  }

  private func log(_ e: ErrorRecord) {
    log("X error \(e.code) from request \(e.majorOpcode).\(e.minorOpcode)")
  }

  // MARK: Properties

  /// The values of a window's property of format 32; empty when the property is absent or has
  /// another format.
  func cardinals(_ property: Atom, of window: CX11.Window) -> [UInt] {
    self.property(property, format: 32, of: window) { data, count in
      data.withMemoryRebound(to: UInt.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    } ?? []
  }

  /// The values of a window's property of format 32, by its name; empty when the property is absent
  /// or has another format.
  func cardinals(_ name: Atoms.Name, of window: CX11.Window) -> [UInt] {
    cardinals(atoms[name], of: window)
  }

  /// The bytes of a window's property of format 8, at most a megabyte; empty when the property is
  /// absent or has another format.
  func bytes(_ property: Atom, of window: CX11.Window) -> [UInt8] {
    self.property(property, format: 8, of: window) { data, count in
      Array(UnsafeBufferPointer(start: data, count: count))
    } ?? []
  }

  /// The bytes of a window's long property, read in chunks of 128 KiB so that the server need not
  /// send megabytes at once. Nil when the property is absent, is not of format 8, or is longer than
  /// `limit` bytes.
  func allBytes(_ property: Atom, of window: CX11.Window, atMost limit: Int) -> [UInt8]? {
    let chunkWords = 1 << 15
    var bytes: [UInt8] = []
    var rest: UInt = 0
    repeat {
      var type: Atom = 0
      var format: Int32 = 0
      var count: UInt = 0
      var data: UnsafeMutablePointer<UInt8>?
      let status = XGetWindowProperty(
        xDisplay, window, property, bytes.count / 4, chunkWords, 0, 0, &type, &format, &count,
        &rest, &data)
      guard status == 0, let data else { return nil }
      defer { XFree(data) }
      guard format == 8, count > 0, bytes.count + Int(count) + Int(rest) <= limit else {
        return nil
      }
      bytes += UnsafeBufferPointer(start: data, count: Int(count))
    } while rest > 0
    return bytes
  }

  /// All values of a window's property of format 32; nil when the property is absent, has another
  /// format, or has more than 2¹⁸ values.
  func allCardinals(_ property: Atom, of window: CX11.Window) -> [UInt]? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      xDisplay, window, property, 0, 1 << 18, 0, 0, &type, &format, &count, &rest, &data)
    guard status == 0, let data else { return nil }
    defer { XFree(data) }
    guard format == 32, rest == 0 else { return nil }
    return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  /// Reads the data of a selection from a property of the requesting window and deletes the
  /// property, which asks the owner of the selection for the next chunk.
  ///
  /// - Parameter limit: the maximum number of bytes; larger data are `.unusable`.
  func readAndDelete(
    _ property: Atom, of window: CX11.Window, atMost limit: Int
  ) -> IncomingSelection.Content {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    // Reading one word more than the limit distinguishes an oversized property from a full one.
    let words = min(max(0, limit), 1 << 30) / 4 + 1
    let status = XGetWindowProperty(
      xDisplay, window, property, 0, words, 0, 0, &type, &format, &count, &rest, &data)
    XDeleteProperty(xDisplay, window, property)
    guard status == 0 else { return .unusable }
    defer { if let data { XFree(data) } }
    if type == atoms[.incr] { return .incremental }
    guard rest == 0, type != 0 else { return .unusable }
    guard let data, count > 0 else { return .bytes([]) }
    switch format {
    case 8: return .bytes(Array(UnsafeBufferPointer(start: data, count: Int(count))))
    case 32:
      return .longs(
        data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
          Array(UnsafeBufferPointer(start: $0, count: Int(count)))
        })
    default: return .unusable
    }
  }

  /// The names of atoms; nil for atoms that do not exist. Empty when the connection is lost.
  ///
  /// - Complexity: one round trip.
  func names(of atoms: [Atom]) -> [String?] {
    guard !atoms.isEmpty, !isLost else { return [] }
    var atoms = atoms
    var names = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
    XGetAtomNames(xDisplay, &atoms, Int32(atoms.count), &names)
    return names.map { name in
      guard let name else { return nil }
      defer { XFree(name) }
      return String(cString: name)
    }
  }

  /// Sets a window's property of format 32, whose values Xlib takes as `unsigned long`.
  func set(_ property: Atom, of window: CX11.Window, type: Atom, longs values: [UInt]) {
    values.withUnsafeBytes { raw in
      _ = XChangeProperty(
        xDisplay, window, property, type, 32, PropModeReplace,
        raw.bindMemory(to: UInt8.self).baseAddress, Int32(values.count))
    }
  }

  /// Sets a window's property of format 8.
  func set(_ property: Atom, of window: CX11.Window, type: Atom, bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { buffer in
      _ = XChangeProperty(
        xDisplay, window, property, type, 8, PropModeReplace, buffer.baseAddress,
        Int32(buffer.count))
    }
  }

  /// The result of `read` for the first megabyte of a window's property. `read` receives Xlib's
  /// memory and the number of items, which are `unsigned long` for format 32. Nil when the property
  /// is absent or empty, or when it has another format: any program can set the properties of the
  /// root window.
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
