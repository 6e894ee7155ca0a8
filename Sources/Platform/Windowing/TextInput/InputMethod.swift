import CX11
import Glibc
import Motion

/// The X input method (XIM) of a connection, which handles dead keys, the Compose key, and text
/// that the user composes with another program.
///
/// That program, the input method server, is asked for a reply when a view first takes text, and is
/// used when it has replied. Without a server, dead keys and Compose work by Xlib's own tables,
/// which are read for the first key; the server is used as soon as it appears. Xlib waits for the
/// server without a timeout, hence ``InputMethodWatchdog``: a server that does not reply is no
/// longer used.
///
/// - Source: Xlib, "Locales and Internationalized Text Functions"; the X Input Method Protocol,
///   section 3.3: the owner of the selection `@server=NAME` answers requests for `TRANSPORT`.
final class InputMethod {
  /// The timeout for the first reply of an input method server, in seconds.
  private static let replyTimeout = 0.5
  /// The timeout for the first reply of an input method server while Xlib's own tables are in use,
  /// in seconds: no key waits for the reply, and a server that is starting may take longer.
  private static let serverStartTimeout = 10.0

  private enum State {
    case closed
    /// The server was asked for a reply.
    case awaitingReply
    /// Xlib's own tables are in use.
    case builtIn(OpaquePointer)
    case server(OpaquePointer)
  }

  /// The state of the input contexts of the input method that was in use before.
  enum FormerContextState {
    case alive
    /// The server of the contexts does not reply, so that they cannot be destroyed.
    case unresponsive
    case destroyed
  }

  /// Called when windows have to make new input contexts. `former` says whether the contexts before
  /// still exist and can be destroyed.
  var onChange: (_ former: FormerContextState) -> Void = { _ in }

  /// The window of the input method server, whose events Xlib selects; 0 before a server was found.
  private(set) var serverWindow: CX11.Window = 0

  private let server: XServer
  private let reader: SelectionReader
  private let timers: TimerQueue
  /// Asks the X server to report new owners of a selection; false when it cannot.
  private let watchOwner: (Atom) -> Bool
  private var state = State.closed
  private var isLocaleSet = false
  /// The selection whose next owner is the awaited input method server; nil when none is awaited.
  private var awaitedSelection: Atom?
  private var scheduledAction: LoopTimer?
  private var watchdog: InputMethodWatchdog?
  /// Whether a function of Xlib is running that may wait for the input method server.
  private var isServerCallRunning = false

  init(
    on server: XServer, reader: SelectionReader, timers: TimerQueue,
    watchOwner: @escaping (Atom) -> Bool
  ) {
    self.server = server
    self.reader = reader
    self.timers = timers
    self.watchOwner = watchOwner
  }

  isolated deinit { close() }

  /// Whether X events must be passed to `XFilterEvent`.
  private(set) var mustFilterEvents = false

  /// The handle of Xlib's input method; nil while none is open.
  var handle: OpaquePointer? {
    switch state {
    case .builtIn(let handle), .server(let handle): handle
    case .closed, .awaitingReply: nil
    }
  }

  /// The kind of the input method in use, for diagnostic output: `none`, `asking`, `built-in` or
  /// `server`.
  var kind: String {
    switch state {
    case .closed: "none"
    case .awaitingReply: "asking"
    case .builtIn: "built-in"
    case .server: "server"
    }
  }

  /// Runs a function of Xlib that may wait for the input method server. When the server does not
  /// reply in time, its handle and contexts are not used any more.
  func withWatchdog<Result>(_ function: () -> Result) -> Result {
    guard case .server = state, let watchdog, !isServerCallRunning else { return function() }
    isServerCallRunning = true
    let (result, isInTime) = watchdog.callWithTimeout(function)
    isServerCallRunning = false
    if !isInTime { giveUpServer() }
    return result
  }

  /// Takes the focus from an input context whose server does not reply, so that the server gets no
  /// keys.
  func unfocus(_ context: OpaquePointer) {
    guard let watchdog else { return }
    _ = watchdog.callWithTimeout { XUnsetICFocus(context) }
  }

  private func giveUpServer() {
    guard case .server = state else { return }
    state = .closed
    onChange(.unresponsive)
    scheduledAction = timers.schedule(at: .now) { [weak self] in self?.openBuiltInForKey() }
  }

  // MARK: Opening

  /// Asks the input method server for a reply, unless it was already asked or is in use. Called
  /// whenever a view begins to take text.
  func askServerToReply() {
    guard !server.isLost, let name = serverName else { return }
    switch state {
    case .closed, .builtIn: requestReply(from: name)
    case .awaitingReply, .server: break
    }
  }

  /// Opens Xlib's own tables for a key, unless an input method is in use or the server was asked.
  func openBuiltInForKey() {
    if case .closed = state, !server.isLost { useBuiltIn() }
  }

  private var serverName: String? {
    Self.serverName(ofModifiers: getenv("XMODIFIERS").map { String(cString: $0) })
  }

  /// The name of the input method server in the value of the environment variable `XMODIFIERS`; nil
  /// when it names none.
  nonisolated static func serverName(ofModifiers modifiers: String?) -> String? {
    guard let modifiers,
      let name = modifiers.split(separator: "@").first(where: { $0.hasPrefix("im=") })?.dropFirst(3)
    else { return nil }
    return name.isEmpty || name == "none" || name == "local" ? nil : String(name)
  }

  /// Sets the process's locale for text, on which the tables of dead keys depend. The format of
  /// numbers stays that of the locale C.
  private func setLocale() {
    guard !isLocaleSet else { return }
    isLocaleSet = true
    let name = setlocale(LC_CTYPE, "").map { String(cString: $0) }
    if name == nil || name == "C" || name == "POSIX" || XSupportsLocale() == 0 {
      setlocale(LC_CTYPE, "C.UTF-8")
    }
  }

  private func requestReply(from name: String) {
    let selection = XInternAtom(server.xDisplay, "@server=\(name)", 0)
    let owner = XGetSelectionOwner(server.xDisplay, selection)
    guard owner != 0 else { return waitForServer(selection) }
    serverWindow = owner
    var timeout = Self.serverStartTimeout
    if case .closed = state { (state, timeout) = (.awaitingReply, Self.replyTimeout) }
    let transport = XInternAtom(server.xDisplay, "TRANSPORT", 0)
    reader.probe(selection, transport, within: timeout) { [weak self] isAlive in
      self?.serverReplyDidArrive(isAlive: isAlive)
    }
  }

  private func serverReplyDidArrive(isAlive: Bool) {
    guard !server.isLost else { return }
    if case .server = state { return }
    guard isAlive else {
      guard case .awaitingReply = state else { return }
      useBuiltIn()
      // The reply timeout was short for a server that is starting, so it is asked once more with a
      // longer one.
      if case .builtIn = state { askServerToReply() }
      return
    }
    setLocale()
    XSetLocaleModifiers("")
    guard let handle = openServer() else {
      // The server does not support this locale, or does not reply.
      return useBuiltIn()
    }
    awaitedSelection = nil
    switchTo(.server(handle))
    var callback = XIMCallback(
      client_data: opaqueSelf,
      callback: { _, data, _ in
        let address = UInt(bitPattern: data)
        MainActor.assumeIsolated { InputMethod.instance(at: address)?.serverHasEnded() }
      })
    pbview_set_im_destroyed(handle, &callback)
  }

  /// Opens the input method of the server; nil when the server does not reply in time.
  private func openServer() -> OpaquePointer? {
    let open = { [server] in XOpenIM(server.xDisplay, nil, nil, nil) }
    if watchdog == nil { watchdog = makeWatchdog() }
    guard let watchdog else { return open() }
    let window = makeWindow()
    let (handle, isInTime) = watchdog.callWithTimeout(openingAfter: window, open)
    guard !server.isLost else { return nil }
    XDestroyWindow(server.xDisplay, window)
    if !isInTime { discardMessages(to: watchdog.window) }
    return handle
  }

  /// Removes the unused messages that ``InputMethodWatchdog`` has sent: the next call of `XOpenIM`
  /// would take them for replies.
  private func discardMessages(to window: CX11.Window) {
    XSync(server.xDisplay, 0)
    var event = XEvent()
    while XCheckTypedWindowEvent(server.xDisplay, window, ClientMessage, &event) != 0 {}
  }

  private func makeWatchdog() -> InputMethodWatchdog? {
    let name = String(cString: XDisplayString(server.xDisplay))
    return InputMethodWatchdog.start(
      display: name, selection: "@server=\(serverName ?? "")", root: server.root,
      window: makeWindow())
  }

  /// Makes an X window that is never shown.
  private func makeWindow() -> CX11.Window {
    var attributes = XSetWindowAttributes()
    return XCreateWindow(
      server.xDisplay, server.root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, &attributes)
  }

  private func useBuiltIn() {
    if case .builtIn = state { return }
    setLocale()
    XSetLocaleModifiers("@im=none")
    guard let handle = XOpenIM(server.xDisplay, nil, nil, nil) else {
      state = .closed
      return
    }
    switchTo(.builtIn(handle))
  }

  private func switchTo(_ new: State) {
    let former = handle
    // The former input method is closed last, because `onChange` lets the windows destroy its
    // input contexts.
    state = new
    mustFilterEvents = true
    onChange(.alive)
    if let former { XCloseIM(former) }
  }

  // MARK: The end and the return of the server

  private var opaqueSelf: UnsafeMutablePointer<CChar> {
    Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self)
  }

  private static func instance(at address: UInt) -> InputMethod? {
    UnsafeRawPointer(bitPattern: address).map {
      Unmanaged<InputMethod>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Handles the end of the input method server. Xlib has freed the input method and its contexts,
  /// and calls this function from one of its own functions; therefore the next input method is
  /// opened later.
  private func serverHasEnded() {
    if case .server = state {
      state = .closed
      onChange(.destroyed)
    }
    // Another input method server may already own the selection.
    scheduledAction = timers.schedule(at: .now) { [weak self] in self?.askServerToReply() }
  }

  /// Waits until an input method server owns its selection. Xlib's own notification is not used,
  /// because it connects to the server without a timeout (`XRegisterIMInstantiateCallback`).
  private func waitForServer(_ selection: Atom) {
    guard awaitedSelection == nil, watchOwner(selection) else { return }
    awaitedSelection = selection
    // The server may have taken the selection before it was watched.
    if XGetSelectionOwner(server.xDisplay, selection) != 0 { ownerDidChange(of: selection) }
  }

  /// Handles the event that a selection has a new owner or none.
  func ownerDidChange(of selection: Atom) {
    guard selection == awaitedSelection else { return }
    scheduledAction = timers.schedule(at: .now) { [weak self] in self?.askServerToReply() }
  }

  private func close() {
    guard !server.isLost else { return }
    if let handle { withWatchdog { _ = XCloseIM(handle) } }
    state = .closed
    watchdog?.end()
  }
}
