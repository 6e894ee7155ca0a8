import CGio
import RuntimeLibraries

/// The functions of GIO that a service on the session bus needs (messages, message filters), loaded
/// after the first picture is shown.
nonisolated final class ServiceLibrary: Sendable {
  /// A `GDBusMessage *`.
  typealias Message = OpaquePointer
  typealias Value = GioLibrary.Value
  /// A `GDBusMessageFilterFunction`. Arguments: connection, message, whether the message is
  /// incoming, and the data of the filter. The result is the message to handle further; nil when
  /// the filter has taken ownership of the message.
  typealias Filter =
    @convention(c) (OpaquePointer?, Message?, gboolean, UnsafeMutableRawPointer?) -> Message?
  typealias DestroyNotify = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// `g_dbus_connection_add_filter`. Arguments: connection, filter, the filter's data, and a
  /// function that frees the data.
  let addFilter:
    @convention(c) (OpaquePointer, Filter, UnsafeMutableRawPointer?, DestroyNotify?) -> UInt32
  let messageType: @convention(c) (Message) -> Int32
  // The message owns the strings that the next three functions return: its method, interface and
  // object path.
  let member: @convention(c) (Message) -> UnsafePointer<CChar>?
  let interface: @convention(c) (Message) -> UnsafePointer<CChar>?
  let path: @convention(c) (Message) -> UnsafePointer<CChar>?
  /// `g_dbus_message_get_body`: the arguments of a message, as a tuple owned by the message; nil
  /// without arguments.
  let body: @convention(c) (Message) -> Value?
  /// `g_dbus_message_new_method_reply`: a reply to a message, without arguments; the caller
  /// releases it.
  let makeReply: @convention(c) (Message) -> Message?
  /// `g_dbus_message_new_method_error_literal`: an error reply to a message, with the error's name
  /// and text; the caller releases it.
  let makeError: @convention(c) (Message, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Message?
  /// `g_dbus_message_set_body`: sets the arguments of a message, a tuple whose ownership is taken.
  let setBody: @convention(c) (Message, Value?) -> Void
  /// `g_dbus_connection_send_message`. Arguments: connection, message, flags, location for the
  /// serial number, location for an error.
  let send:
    @convention(c) (
      OpaquePointer, Message, Int32, UnsafeMutablePointer<UInt32>?, GLibLibrary.ErrorPointer?
    ) -> gboolean
  /// `g_dbus_connection_flush_sync`: blocks until all messages are sent. Arguments: connection,
  /// cancellable, location for an error.
  let flush: @convention(c) (OpaquePointer, OpaquePointer?, GLibLibrary.ErrorPointer?) -> gboolean
  /// `g_variant_n_children`: the number of children of a container.
  let childCount: @convention(c) (Value) -> UInt
  /// `g_variant_get_size`: the size of a serialised value in bytes.
  let size: @convention(c) (Value) -> UInt
  /// `g_variant_new_strv`: an array of strings from an array of C strings and its length; a
  /// floating reference.
  let makeTexts: @convention(c) (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Value?
  /// `g_object_ref`: adds a reference to an object, and returns the object.
  let retain: @convention(c) (OpaquePointer) -> OpaquePointer?

  /// The functions of GIO, or the error that GIO is not installed.
  static let shared = Result { () throws(RuntimeLibrary.Missing) in try ServiceLibrary() }
    .mapError(GLibFailure.init)

  private init() throws(RuntimeLibrary.Missing) {
    // The functions of GLib and GObject are found through GIO, which is linked with them.
    let library = try RuntimeLibrary("libgio-2.0.so.0")
    addFilter = try library.function("g_dbus_connection_add_filter")
    messageType = try library.function("g_dbus_message_get_message_type")
    member = try library.function("g_dbus_message_get_member")
    interface = try library.function("g_dbus_message_get_interface")
    path = try library.function("g_dbus_message_get_path")
    body = try library.function("g_dbus_message_get_body")
    makeReply = try library.function("g_dbus_message_new_method_reply")
    makeError = try library.function("g_dbus_message_new_method_error_literal")
    setBody = try library.function("g_dbus_message_set_body")
    send = try library.function("g_dbus_connection_send_message")
    flush = try library.function("g_dbus_connection_flush_sync")
    childCount = try library.function("g_variant_n_children")
    size = try library.function("g_variant_get_size")
    makeTexts = try library.function("g_variant_new_strv")
    retain = try library.function("g_object_ref")
  }
}
