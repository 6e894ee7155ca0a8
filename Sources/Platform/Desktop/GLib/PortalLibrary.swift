import CGio
import RuntimeLibraries

/// The functions of GLib and GIO that a request to a portal needs: descriptors, signals and a main
/// context; opened with the first request.
nonisolated final class PortalLibrary: Sendable {
  typealias Failure = GLibLibrary.Failure
  typealias Value = GioLibrary.Value
  /// A GMainContext.
  typealias Context = OpaquePointer
  /// Arguments: connection, sender, object path, interface, signal, parameters, and the data of the
  /// subscription.
  typealias OnSignal =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, OpaquePointer?, UnsafeMutableRawPointer?
    ) -> Void
  /// Arguments: connection, whether the peer closed it, the error, and the data of the handler.
  typealias OnClose =
    @convention(c) (OpaquePointer?, gboolean, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

  let makeContext: @convention(c) () -> Context?
  let dropContext: @convention(c) (Context) -> Void
  let pushContext: @convention(c) (Context) -> Void
  let popContext: @convention(c) (Context) -> Void
  /// Handles events of a context; waits for one where the flag is TRUE.
  let iterate: @convention(c) (Context, gboolean) -> gboolean
  /// Subscribes to signals: sender, interface, signal, object path, first argument, flags, handler,
  /// its data and the release of its data. The result is 0 on failure.
  let subscribe:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32, OnSignal, UnsafeMutableRawPointer?,
      OpaquePointer?
    ) -> UInt32
  let unsubscribe: @convention(c) (OpaquePointer, UInt32) -> Void
  /// Connects a handler of a GObject's signal: object, signal, handler, data, its release, flags.
  let connectClosed:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, OnClose, UnsafeMutableRawPointer?, OpaquePointer?, Int32
    ) -> UInt
  let disconnect: @convention(c) (OpaquePointer, UInt) -> Void
  /// The number of children of a container.
  let count: @convention(c) (Value) -> UInt
  let flag: @convention(c) (Value) -> gboolean
  let real: @convention(c) (Value) -> Double
  /// A list of descriptors; must be released.
  let makeDescriptors: @convention(c) () -> OpaquePointer?
  /// Adds a duplicate of a descriptor; the result is its index, or −1.
  let append: @convention(c) (OpaquePointer, Int32, Failure?) -> Int32
  /// Calls a method as `GioLibrary.call` does, with a list of descriptors and a location for one.
  let call:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>,
      UnsafePointer<CChar>, Value?, OpaquePointer?, Int32, Int32, OpaquePointer?, OpaquePointer?,
      OpaquePointer?, Failure?
    ) -> Value?

  /// The library, or the error that it is not installed.
  static let shared = Result { () throws(RuntimeLibrary.Missing) in try PortalLibrary() }
    .mapError(GLibFailure.init)

  private init() throws(RuntimeLibrary.Missing) {
    // GLib and GObject are found through GIO, which is linked with them.
    let library = try RuntimeLibrary("libgio-2.0.so.0")
    makeContext = try library.function("g_main_context_new")
    dropContext = try library.function("g_main_context_unref")
    pushContext = try library.function("g_main_context_push_thread_default")
    popContext = try library.function("g_main_context_pop_thread_default")
    iterate = try library.function("g_main_context_iteration")
    subscribe = try library.function("g_dbus_connection_signal_subscribe")
    unsubscribe = try library.function("g_dbus_connection_signal_unsubscribe")
    connectClosed = try library.function("g_signal_connect_data")
    disconnect = try library.function("g_signal_handler_disconnect")
    count = try library.function("g_variant_n_children")
    flag = try library.function("g_variant_get_boolean")
    real = try library.function("g_variant_get_double")
    makeDescriptors = try library.function("g_unix_fd_list_new")
    append = try library.function("g_unix_fd_list_append")
    call = try library.function("g_dbus_connection_call_with_unix_fd_list_sync")
  }
}
