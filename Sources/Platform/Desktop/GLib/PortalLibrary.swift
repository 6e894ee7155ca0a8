import CGio
import RuntimeLibraries

/// The functions of GLib and GIO that a request to a desktop portal needs (file descriptors,
/// signals, main contexts), loaded with the first request.
nonisolated final class PortalLibrary: Sendable {
  typealias ErrorPointer = GLibLibrary.ErrorPointer
  typealias Value = GioLibrary.Value
  /// A `GMainContext *`.
  typealias Context = OpaquePointer
  /// A `GDBusSignalCallback`. Arguments: connection, sender, object path, interface, signal,
  /// parameters, and the data of the subscription.
  typealias SignalCallback =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, OpaquePointer?, UnsafeMutableRawPointer?
    ) -> Void
  /// A handler of the `closed` signal of a connection. Arguments: connection, whether the other
  /// side closed it, the error, and the data of the handler.
  typealias ClosedCallback =
    @convention(c) (OpaquePointer?, gboolean, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

  let makeContext: @convention(c) () -> Context?
  let unrefContext: @convention(c) (Context) -> Void
  let pushContext: @convention(c) (Context) -> Void
  let popContext: @convention(c) (Context) -> Void
  /// `g_main_context_iteration`: handles the pending events of a context. With the flag TRUE it
  /// waits for an event.
  let iterate: @convention(c) (Context, gboolean) -> gboolean
  /// `g_dbus_connection_signal_subscribe`. Arguments: connection, sender, interface, signal, object
  /// path, first argument, flags, handler, the handler's data, and a function that frees the data.
  /// The result identifies the subscription.
  let subscribe:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32, SignalCallback, UnsafeMutableRawPointer?,
      OpaquePointer?
    ) -> UInt32
  let unsubscribe: @convention(c) (OpaquePointer, UInt32) -> Void
  /// `g_signal_connect_data`. Arguments: object, signal, handler, the handler's data, a function
  /// that frees the data, flags. The result identifies the handler.
  let connectClosed:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, ClosedCallback, UnsafeMutableRawPointer?, OpaquePointer?,
      Int32
    ) -> UInt
  let disconnect: @convention(c) (OpaquePointer, UInt) -> Void
  /// `g_variant_n_children`: the number of children of a container.
  let childCount: @convention(c) (Value) -> UInt
  let flag: @convention(c) (Value) -> gboolean
  let real: @convention(c) (Value) -> Double
  /// `g_unix_fd_list_new`: an empty list of file descriptors; the caller releases it.
  let makeDescriptorList: @convention(c) () -> OpaquePointer?
  /// `g_unix_fd_list_append`: adds a duplicate of a file descriptor to a list; the result is its
  /// index, or −1.
  let appendDescriptor: @convention(c) (OpaquePointer, Int32, ErrorPointer?) -> Int32
  /// `g_dbus_connection_call_with_unix_fd_list_sync`: calls a D-Bus method as `GioLibrary.call`
  /// does, with a list of file descriptors to send and a location for a list of received ones.
  let call:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>,
      UnsafePointer<CChar>, Value?, OpaquePointer?, Int32, Int32, OpaquePointer?, OpaquePointer?,
      OpaquePointer?, ErrorPointer?
    ) -> Value?

  /// The functions of GIO, or the error that GIO is not installed.
  static let shared = Result { () throws(RuntimeLibrary.Missing) in try PortalLibrary() }
    .mapError(GLibFailure.init)

  private init() throws(RuntimeLibrary.Missing) {
    // The functions of GLib and GObject are found through GIO, which is linked with them.
    let library = try RuntimeLibrary("libgio-2.0.so.0")
    makeContext = try library.function("g_main_context_new")
    unrefContext = try library.function("g_main_context_unref")
    pushContext = try library.function("g_main_context_push_thread_default")
    popContext = try library.function("g_main_context_pop_thread_default")
    iterate = try library.function("g_main_context_iteration")
    subscribe = try library.function("g_dbus_connection_signal_subscribe")
    unsubscribe = try library.function("g_dbus_connection_signal_unsubscribe")
    connectClosed = try library.function("g_signal_connect_data")
    disconnect = try library.function("g_signal_handler_disconnect")
    childCount = try library.function("g_variant_n_children")
    flag = try library.function("g_variant_get_boolean")
    real = try library.function("g_variant_get_double")
    makeDescriptorList = try library.function("g_unix_fd_list_new")
    appendDescriptor = try library.function("g_unix_fd_list_append")
    call = try library.function("g_dbus_connection_call_with_unix_fd_list_sync")
  }
}
