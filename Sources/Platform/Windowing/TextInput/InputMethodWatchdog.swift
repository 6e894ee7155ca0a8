import CLinux
import CX11
import Descriptors
import Glibc
import Synchronization
import Threads

/// A timeout for functions of Xlib that wait for an input method server.
///
/// Xlib waits for a reply with `XIfEvent`, which never returns when the server has ended or hangs.
/// A thread examines the server every ``interval`` seconds over a connection of its own. Once the
/// server has ended, or has not replied for ``timeout`` seconds, the thread sends a window of the
/// waiting connection a message that Xlib takes for the announcement of a reply in a property. The
/// property does not exist, therefore the function fails. The thread sleeps while no function runs.
///
/// `XOpenIM` waits for other events first: for replies about the server's selection, at a window
/// that Xlib makes, and for a message of the type `_XIM_XCONNECT`. The thread refuses the selection
/// to the windows of the connection that were made since the call, and sends a message of that type
/// that names the root window as the server's, from which no reply comes.
///
/// - Source: libX11, `modules/im/ximcp`. `imTrX.c`: `_CheckCMEvent` and `_CheckConnect` compare
///   only the type of the message; `_XimXGetReadData` fails without the property. `imDefIm.c`:
///   `_XimGetSelectionNotify` fails without a property.
nonisolated final class InputMethodWatchdog: Sendable {
  /// The time between two examinations of the input method server, in seconds.
  private static let interval = 0.25
  /// The time after which an input method server that exists but does not reply is given up, in
  /// seconds: longer than a reply takes on a busy machine.
  private static let timeout = 4.0

  /// The timer that expires repeatedly while a function waits, and on which the thread sleeps.
  private let timer: OwnedDescriptor
  private let display: String
  private let selection: String
  private let root: xcb_window_t
  /// The window of the waiting connection to which the thread sends its messages; no other program
  /// sends messages to it.
  let window: CX11.Window
  private let hasEnded = Atomic(false)
  /// The number of calls and returns, so far, of the Xlib functions that are called by
  /// ``callWithTimeout(openingAfter:_:)``: odd while a function runs, even when none does.
  private let callAndReturnCount = Atomic(0)
  /// The value of ``callAndReturnCount`` during the last function that the thread has ended.
  private let endedCallNumber = Atomic(0)
  /// The last window that the connection had made before a running call of `XOpenIM`; 0 when
  /// another function runs.
  private let lastWindowBeforeOpening = Atomic<UInt32>(0)

  /// Starts the thread; nil when the system has no timer or thread left.
  ///
  /// - Parameters:
  ///   - display: the name of the X display.
  ///   - selection: the name of the selection that the input method server owns.
  ///   - root: the root window of the screen.
  ///   - window: a window of the connection whose functions wait. It exists until ``end()`` is
  ///     called.
  static func start(
    display: String, selection: String, root: CX11.Window, window: CX11.Window
  ) -> InputMethodWatchdog? {
    let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
    guard timer >= 0 else { return nil }
    let watchdog = InputMethodWatchdog(
      OwnedDescriptor(timer), display: display, selection: selection, root: root, window: window)
    return PosixThread.detach({ watchdog.runThread() }) ? watchdog : nil
  }

  private init(
    _ timer: OwnedDescriptor, display: String, selection: String, root: CX11.Window,
    window: CX11.Window
  ) {
    self.timer = timer
    self.display = display
    self.selection = selection
    self.root = xcb_window_t(truncatingIfNeeded: root)
    self.window = window
  }

  /// Calls a function of Xlib that may wait for the input method server.
  ///
  /// - Parameter window: the last window that the connection has made, if the function is
  ///   `XOpenIM`; 0 for any other function. Default: 0.
  /// - Returns: the result of the function, and whether the server has replied in time.
  func callWithTimeout<Result>(
    openingAfter window: CX11.Window = 0, _ function: () -> Result
  ) -> (result: Result, isInTime: Bool) {
    lastWindowBeforeOpening.store(
      UInt32(truncatingIfNeeded: window), ordering: .sequentiallyConsistent)
    let number = callAndReturnCount.add(1, ordering: .sequentiallyConsistent).newValue
    setTimer(Self.interval)
    let result = function()
    setTimer(0)
    _ = callAndReturnCount.add(1, ordering: .sequentiallyConsistent)
    return (result, endedCallNumber.load(ordering: .acquiring) != number)
  }

  /// Ends the thread; called once, when no function runs.
  func end() {
    hasEnded.store(true, ordering: .releasing)
    setTimer(1e-6)
  }

  /// Sets the timer to expire every `seconds`; 0 stops it.
  private func setTimer(_ seconds: Double) {
    let time = timespec(
      tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
    var setting = itimerspec(it_interval: time, it_value: time)
    timerfd_settime(timer.number, 0, &setting, nil)
  }

  private func runThread() {
    var examined = (call: 0, count: 0)
    while true {
      var count: UInt64 = 0
      let length = read(timer.number, &count, MemoryLayout<UInt64>.size)
      if hasEnded.load(ordering: .acquiring) { return }
      guard length > 0 else {
        if length < 0, errno == EINTR { continue }
        return
      }
      let number = callAndReturnCount.load(ordering: .sequentiallyConsistent)
      guard !number.isMultiple(of: 2) else { continue }
      examined = (number, examined.call == number ? examined.count + 1 : 1)
      examineServer(during: number, after: Double(examined.count) * Self.interval)
    }
  }

  /// Makes the waiting function fail when the input method server has ended, or has not replied for
  /// ``timeout`` seconds. Runs on the thread of the watchdog and does not use Xlib, whose error
  /// handler belongs to the main thread.
  ///
  /// - Parameters:
  ///   - number: the value of ``callAndReturnCount`` while the function runs.
  ///   - seconds: the time since the call of the function, in seconds.
  private func examineServer(during number: Int, after seconds: Double) {
    let connection = xcb_connect(display, nil)
    defer { xcb_disconnect(connection) }
    guard xcb_connection_has_error(connection) == 0,
      let selection = atom(selection, connection), let type = atom("_XIM_PROTOCOL", connection),
      let reply = xcb_get_selection_owner_reply(
        connection, xcb_get_selection_owner(connection, selection), nil)
    else { return }
    let owner = reply.pointee.owner
    free(reply)
    let before = lastWindowBeforeOpening.load(ordering: .sequentiallyConsistent)
    let connect = before != 0 ? atom("_XIM_XCONNECT", connection) : nil
    let opened = before != 0 ? windows(madeAfter: before, connection) : []
    // The function may have returned meanwhile, and another one may run.
    guard owner == 0 || seconds >= Self.timeout,
      callAndReturnCount.load(ordering: .sequentiallyConsistent) == number
    else { return }
    endedCallNumber.store(number, ordering: .releasing)
    for window in opened { refuseSelection(to: window, connection) }
    if let connect { send(connect, (root, 0), connection) }
    // The message has the length of the reply in bytes, and the name of its property.
    send(type, (4, type), connection)
    xcb_flush(connection)
  }

  /// The top-level windows that the waiting connection has made after the window `window`.
  private func windows(
    madeAfter window: xcb_window_t, _ connection: OpaquePointer?
  ) -> [xcb_window_t] {
    guard let setup = xcb_get_setup(connection),
      let reply = xcb_query_tree_reply(connection, xcb_query_tree(connection, root), nil)
    else { return [] }
    defer { free(reply) }
    // The upper bits of an X identifier are those of its connection; the lower bits are a number
    // that grows with each identifier.
    let connectionBits = ~setup.pointee.resource_id_mask
    let children = UnsafeBufferPointer(
      start: xcb_query_tree_children(reply), count: Int(xcb_query_tree_children_length(reply)))
    return children.filter { $0 & connectionBits == window & connectionBits && $0 > window }
  }

  /// Sends an event to a window of the waiting connection which says that a selection has no data.
  private func refuseSelection(to window: xcb_window_t, _ connection: OpaquePointer?) {
    var event = xcb_selection_notify_event_t()
    event.response_type = UInt8(XCB_SELECTION_NOTIFY)
    event.requestor = window
    send(event, to: window, connection)
  }

  /// Sends a client message with two values to the watchdog's window of the waiting connection.
  private func send(
    _ type: xcb_atom_t, _ data: (UInt32, UInt32), _ connection: OpaquePointer?
  ) {
    let target = xcb_window_t(truncatingIfNeeded: window)
    var event = xcb_client_message_event_t()
    event.response_type = UInt8(XCB_CLIENT_MESSAGE)
    event.format = 32
    event.window = target
    event.type = type
    event.data.data32.0 = data.0
    event.data.data32.1 = data.1
    send(event, to: target, connection)
  }

  /// Sends an X event to the connection that has made a window.
  private func send<Event>(
    _ event: Event, to window: xcb_window_t, _ connection: OpaquePointer?
  ) {
    // Every event has 32 bytes in the X protocol.
    var bytes = [CChar](repeating: 0, count: 32)
    withUnsafeBytes(of: event) { fields in
      bytes.withUnsafeMutableBytes { $0.copyMemory(from: .init(rebasing: fields.prefix(32))) }
    }
    _ = xcb_send_event(connection, 0, window, 0, bytes)
  }

  private func atom(_ name: String, _ connection: OpaquePointer?) -> xcb_atom_t? {
    let cookie = xcb_intern_atom(connection, 0, UInt16(clamping: name.utf8.count), name)
    guard let reply = xcb_intern_atom_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    return reply.pointee.atom
  }
}
