import CGio
import RuntimeLibraries

/// The functions of GIO that a service on the session bus needs: messages and their filter; opened
/// after the first picture.
nonisolated final class ServiceLibrary: Sendable {
  /// A GDBusMessage.
  typealias Message = OpaquePointer
  typealias Value = GioLibrary.Value
  /// Arguments: connection, message, whether it is incoming, and the data of the filter. The result
  /// is the message to handle further; nil when the filter has taken it, with its reference.
  typealias Filter =
    @convention(c) (OpaquePointer?, Message?, gboolean, UnsafeMutableRawPointer?) -> Message?
  typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// Adds a filter: connection, function, its data, and the release of the data.
  let addFilter:
    @convention(c) (OpaquePointer, Filter, UnsafeMutableRawPointer?, Release?) -> UInt32
  let kind: @convention(c) (Message) -> Int32
  // The texts are owned by the message.
  let member: @convention(c) (Message) -> UnsafePointer<CChar>?
  let interface: @convention(c) (Message) -> UnsafePointer<CChar>?
  let path: @convention(c) (Message) -> UnsafePointer<CChar>?
  /// The body, a tuple owned by the message; nil without one.
  let body: @convention(c) (Message) -> Value?
  /// A reply without a body; must be released.
  let makeReply: @convention(c) (Message) -> Message?
  /// A reply with the name and the text of an error; must be released.
  let makeError: @convention(c) (Message, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Message?
  /// Sets the body, a tuple whose ownership is taken.
  let setBody: @convention(c) (Message, Value?) -> Void
  /// Sends a message: connection, message, flags, location of a serial number, location of an
  /// error.
  let send:
    @convention(c) (
      OpaquePointer, Message, Int32, UnsafeMutablePointer<UInt32>?, GLibLibrary.Failure?
    ) -> gboolean
  /// The number of members of a container.
  let count: @convention(c) (Value) -> UInt
  /// The size of a serialised value in bytes.
  let size: @convention(c) (Value) -> UInt
  /// An array of strings from a list of C strings and its length; a floating reference.
  let makeTexts: @convention(c) (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Value?
  /// Adds a reference to an object, and returns the object.
  let retain: @convention(c) (OpaquePointer) -> OpaquePointer?

  /// The library, or the error that it is not installed.
  static let shared = Result { () throws(RuntimeLibrary.Missing) in try ServiceLibrary() }
    .mapError(GLibFailure.init)

  private init() throws(RuntimeLibrary.Missing) {
    // GLib and GObject are found through GIO, which is linked with them.
    let library = try RuntimeLibrary("libgio-2.0.so.0")
    addFilter = try library.function("g_dbus_connection_add_filter")
    kind = try library.function("g_dbus_message_get_message_type")
    member = try library.function("g_dbus_message_get_member")
    interface = try library.function("g_dbus_message_get_interface")
    path = try library.function("g_dbus_message_get_path")
    body = try library.function("g_dbus_message_get_body")
    makeReply = try library.function("g_dbus_message_new_method_reply")
    makeError = try library.function("g_dbus_message_new_method_error_literal")
    setBody = try library.function("g_dbus_message_set_body")
    send = try library.function("g_dbus_connection_send_message")
    count = try library.function("g_variant_n_children")
    size = try library.function("g_variant_get_size")
    makeTexts = try library.function("g_variant_new_strv")
    retain = try library.function("g_object_ref")
  }
}
