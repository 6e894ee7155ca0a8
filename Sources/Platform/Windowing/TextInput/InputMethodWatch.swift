import CLinux
import CX11
import Descriptors
import Glibc
import Synchronization
import Threads

/// A time limit for functions of Xlib that wait for the server of an input method.
///
/// Xlib waits for an answer with `XIfEvent`, which never returns when the server has ended or
/// hangs. A thread examines the server every ``interval`` seconds over a connection of its own.
/// Once the server has ended, or has not answered for ``timeout`` seconds, the thread sends a
/// window of the waiting connection a message that Xlib takes for the announcement of an answer in
/// a property. The property does not exist, therefore the function fails. The thread sleeps while
/// nothing waits.
///
/// `XOpenIM` waits for other events first: for answers about the server's selection, at a window
/// that Xlib makes, and for a message of the type `_XIM_XCONNECT`. The thread refuses the selection
/// to the windows of the connection that were made since the call, and sends a message of that type
/// that names the root window as the server's, from which no answer comes.
///
/// - Source: libX11, `modules/im/ximcp`. `imTrX.c`: `_CheckCMEvent` and `_CheckConnect` compare
///   only the type of the message; `_XimXGetReadData` fails without the property. `imDefIm.c`:
///   `_XimGetSelectionNotify` fails without a property.
nonisolated final class InputMethodWatch: Sendable {
  /// The time between two examinations of the server, in seconds.
  private static let interval = 0.25
  /// The time in which a server that exists has to answer, in seconds: longer than an answer takes
  /// on a busy machine.
  private static let timeout = 4.0

  /// A timer that expires while a function waits; the thread reads it.
  private let timer: OwnedDescriptor
  private let display: String
  private let selection: String
  private let root: xcb_window_t
  /// The window of the waiting connection that gets the messages, and no other ones.
  let window: CX11.Window
  private let hasEnded = Atomic(false)
  /// The number of the call of a function, odd while it runs, even afterwards.
  private let call = Atomic(0)
  /// The number of the last call that the thread has ended.
  private let endedCall = Atomic(0)
  /// The last window that was made before a call of `XOpenIM`; 0 during any other call.
  private let windowBefore = Atomic<UInt32>(0)

  /// Starts the thread; nil when there are no resources.
  ///
  /// - Parameters:
  ///   - display: The name of the display.
  ///   - selection: The name of the selection that the server owns.
  ///   - root: The root window of the screen.
  ///   - window: A window of the connection that waits. It exists until ``end()`` is called.
  static func start(
    display: String, selection: String, root: CX11.Window, window: CX11.Window
  ) -> InputMethodWatch? {
    let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
    guard timer >= 0 else { return nil }
    let watch = InputMethodWatch(
      OwnedDescriptor(timer), display: display, selection: selection, root: root, window: window)
    return PosixThread.detach({ watch.work() }) ? watch : nil
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

  /// Calls a function that may wait for the server.
  ///
  /// - Parameter window: The last window that the connection has made, if the function is
  ///   `XOpenIM`; 0 for any other function. Default: 0.
  /// - Returns: The result, and whether the server has answered in time.
  func limit<Result>(
    openingAfter window: CX11.Window = 0, _ function: () -> Result
  ) -> (result: Result, isInTime: Bool) {
    windowBefore.store(UInt32(truncatingIfNeeded: window), ordering: .sequentiallyConsistent)
    let number = call.add(1, ordering: .sequentiallyConsistent).newValue
    setTimer(Self.interval)
    let result = function()
    setTimer(0)
    _ = call.add(1, ordering: .sequentiallyConsistent)
    return (result, endedCall.load(ordering: .acquiring) != number)
  }

  /// Ends the thread.
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

  private func work() {
    var examined = (call: 0, count: 0)
    while true {
      var count: UInt64 = 0
      let length = read(timer.number, &count, MemoryLayout<UInt64>.size)
      if hasEnded.load(ordering: .acquiring) { return }
      guard length > 0 else {
        if length < 0, errno == EINTR { continue }
        return
      }
      let number = call.load(ordering: .sequentiallyConsistent)
      guard !number.isMultiple(of: 2) else { continue }
      examined = (number, examined.call == number ? examined.count + 1 : 1)
      examineServer(during: number, after: Double(examined.count) * Self.interval)
    }
  }

  /// Ends the waiting of the function when it is in vain. Xlib is not used here: its error handler
  /// belongs to the main thread.
  ///
  /// - Parameters:
  ///   - number: The number of the call.
  ///   - seconds: The time since the call.
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
    let before = windowBefore.load(ordering: .sequentiallyConsistent)
    let connect = before != 0 ? atom("_XIM_XCONNECT", connection) : nil
    let opened = before != 0 ? windows(madeAfter: before, connection) : []
    // The function may have returned meanwhile, and another one may have been called.
    guard owner == 0 || seconds >= Self.timeout,
      call.load(ordering: .sequentiallyConsistent) == number
    else { return }
    endedCall.store(number, ordering: .releasing)
    for window in opened { refuseSelection(to: window, connection) }
    if let connect { send(connect, (root, 0), connection) }
    // The length of the answer in bytes, and the name of its property.
    send(type, (4, type), connection)
    xcb_flush(connection)
  }

  /// The windows that the waiting connection has made after another one.
  private func windows(
    madeAfter window: xcb_window_t, _ connection: OpaquePointer?
  ) -> [xcb_window_t] {
    guard let setup = xcb_get_setup(connection),
      let reply = xcb_query_tree_reply(connection, xcb_query_tree(connection, root), nil)
    else { return [] }
    defer { free(reply) }
    // The upper bits of an identifier are those of its connection; the lower ones count.
    let connectionBits = ~setup.pointee.resource_id_mask
    let children = UnsafeBufferPointer(
      start: xcb_query_tree_children(reply), count: Int(xcb_query_tree_children_length(reply)))
    return children.filter { $0 & connectionBits == window & connectionBits && $0 > window }
  }

  /// Tells a window of the waiting connection that a selection is not available.
  private func refuseSelection(to window: xcb_window_t, _ connection: OpaquePointer?) {
    var event = xcb_selection_notify_event_t()
    event.response_type = UInt8(XCB_SELECTION_NOTIFY)
    event.requestor = window
    send(event, to: window, connection)
  }

  /// Sends a message to the window of the waiting connection.
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

  /// Sends an event to the connection that has made a window.
  private func send<Event>(
    _ event: Event, to window: xcb_window_t, _ connection: OpaquePointer?
  ) {
    // Every event has 32 bytes in the protocol.
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
