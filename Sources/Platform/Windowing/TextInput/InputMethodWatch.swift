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
/// Only waits for messages of the type `_XIM_PROTOCOL` end so. `XOpenIM` waits for one of the type
/// `_XIM_XCONNECT` first: a server that hangs just then is waited for without a limit.
///
/// - Source: libX11, `modules/im/ximcp/imTrX.c`: `_CheckCMEvent` compares only the type of the
///   message; `_XimXGetReadData` fails without the property.
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
  private let window: CX11.Window
  private let hasEnded = Atomic(false)
  /// The number of the call of a function, odd while it runs, even afterwards.
  private let call = Atomic(0)
  /// The number of the last call that the thread has ended.
  private let endedCall = Atomic(0)

  /// Starts the thread; nil when there are no resources.
  ///
  /// - Parameters:
  ///   - display: The name of the display.
  ///   - selection: The name of the selection that the server owns.
  ///   - window: A window of the connection that waits. It exists until ``end()`` is called.
  static func start(
    display: String, selection: String, window: CX11.Window
  ) -> InputMethodWatch? {
    let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
    guard timer >= 0 else { return nil }
    let watch = InputMethodWatch(
      OwnedDescriptor(timer), display: display, selection: selection, window: window)
    return PosixThread.detach({ watch.work() }) ? watch : nil
  }

  private init(
    _ timer: OwnedDescriptor, display: String, selection: String, window: CX11.Window
  ) {
    self.timer = timer
    self.display = display
    self.selection = selection
    self.window = window
  }

  /// Calls a function that may wait for the server.
  ///
  /// - Returns: The result, and whether the server has answered in time.
  func limit<Result>(_ function: () -> Result) -> (result: Result, isInTime: Bool) {
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
    // The function may have returned meanwhile, and another one may have been called.
    guard owner == 0 || seconds >= Self.timeout,
      call.load(ordering: .sequentiallyConsistent) == number
    else { return }
    endedCall.store(number, ordering: .releasing)
    var event = xcb_client_message_event_t()
    event.response_type = UInt8(XCB_CLIENT_MESSAGE)
    event.format = 32
    let target = xcb_window_t(truncatingIfNeeded: window)
    event.window = target
    event.type = type
    // The length of the answer in bytes, and the name of its property.
    event.data.data32.0 = 4
    event.data.data32.1 = type
    withUnsafeBytes(of: &event) { bytes in
      _ = xcb_send_event(
        connection, 0, target, 0, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    xcb_flush(connection)
  }

  private func atom(_ name: String, _ connection: OpaquePointer?) -> xcb_atom_t? {
    let cookie = xcb_intern_atom(connection, 0, UInt16(clamping: name.utf8.count), name)
    guard let reply = xcb_intern_atom_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    return reply.pointee.atom
  }
}
