import CGio

/// Keeps the session from going idle for as long as it lives: no screen saver, no lock, no dark
/// screen.
///
/// Making and ending one asks the session's bus and waits for the answer: to be done on a thread of
/// its own. The connection is its own, too: should the program die, the session notices.
///
/// - Source: the idle inhibition service that the desktops share, `org.freedesktop.ScreenSaver`, and
///   the portal for programs that do not see it.
nonisolated public final class IdleInhibitor: Sendable {
  /// What the session gave, to be given back.
  private enum Grant: Sendable {
    case cookie(UInt32)
    case request(path: String)
  }
  // The rule that makes this Sendable: a GDBus connection may be used by every thread.
  /// Owned.
  private nonisolated(unsafe) let connection: OpaquePointer
  private let grant: Grant

  /// Nobody waits longer for an answer, in milliseconds.
  private static let patience: Int32 = 5000
  /// The portal's word for idle.
  private static let idleFlag: UInt32 = 8
  private static let saver = Service(
    name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
    interface: "org.freedesktop.ScreenSaver")
  private static let portal = Service(
    name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Inhibit")

  /// Asks the session to stay awake.
  ///
  /// - Parameters:
  ///   - application: who asks, for a person who wonders.
  ///   - reason: why.
  ///   - address: the bus; the session's own when nil.
  /// - Throws: `.noSession` when there is no bus, `.system` when nobody there knows how.
  public init(application: String, reason: String, address: String? = nil) throws(DesktopError) {
    guard let address = address ?? Self.usualAddress else { throw .noSession }
    let connection = try Self.connect(to: address)
    do throws(DesktopError) {
      grant = try Self.ask(connection, application, reason)
      self.connection = connection
    } catch {
      g_object_unref(UnsafeMutableRawPointer(connection))
      throw error
    }
  }

  deinit {
    // What was granted ends with its connection.
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Lets the session go idle again.
  public func end() {
    switch grant {
    case .cookie(let cookie):
      _ = try? Self.saver.call(
        "UnInhibit", [g_variant_new_uint32(cookie)], on: connection, starts: false)
    case .request(let path):
      let request = Service(
        name: Self.portal.name, path: path, interface: "org.freedesktop.portal.Request")
      _ = try? request.call("Close", [], on: connection, starts: false)
    }
  }

  // MARK: Asking

  private static func ask(
    _ connection: OpaquePointer, _ application: String, _ reason: String
  ) throws(DesktopError) -> Grant {
    let words = [g_variant_new_string(application), g_variant_new_string(reason)]
    if let answer = try? saver.call("Inhibit", words, on: connection, starts: false) {
      defer { g_variant_unref(answer) }
      if let cookie = child(of: answer, "u") {
        defer { g_variant_unref(cookie) }
        return .cookie(g_variant_get_uint32(cookie))
      }
    }
    return try askPortal(connection, reason)
  }

  private static func askPortal(
    _ connection: OpaquePointer, _ reason: String
  ) throws(DesktopError) -> Grant {
    let options = g_variant_dict_new(nil)
    g_variant_dict_insert_value(options, "reason", g_variant_new_string(reason))
    let words = [
      g_variant_new_string(""), g_variant_new_uint32(idleFlag), g_variant_dict_end(options),
    ]
    g_variant_dict_unref(options)
    let answer = try portal.call("Inhibit", words, on: connection, starts: true)
    defer { g_variant_unref(answer) }
    guard let path = child(of: answer, "o") else {
      throw .system(call: "Inhibit", reason: "the portal's answer makes no sense")
    }
    defer { g_variant_unref(path) }
    return .request(path: g_variant_get_string(path, nil).map { String(cString: $0) } ?? "")
  }

  /// The only thing in an answer, if it is of the kind that was hoped for; the caller owns it.
  private static func child(of answer: OpaquePointer, _ kind: String) -> OpaquePointer? {
    let isRight = g_variant_get_type_string(answer).map { String(cString: $0) } == "(\(kind))"
    return isRight ? g_variant_get_child_value(answer, 0) : nil
  }

  // MARK: The bus

  /// Where the session's bus is. GIO would start one where there is none; a viewer does not.
  private static var usualAddress: String? {
    if let address = g_getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    guard let folder = g_getenv("XDG_RUNTIME_DIR") else { return nil }
    let path = String(cString: folder) + "/bus"
    return g_file_test(path, G_FILE_TEST_EXISTS) != 0 ? "unix:path=\(path)" : nil
  }

  private static func connect(to address: String) throws(DesktopError) -> OpaquePointer {
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    var failure: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&failure) }
    let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &failure)
    guard let connection else { throw .bus(call: "connect", failure) }
    return connection
  }

  /// Somebody on the bus.
  private struct Service: Sendable {
    var name: String
    var path: String
    var interface: String

    /// Calls a method and waits for the answer, which the caller owns.
    ///
    /// - Parameter starts: true to have the bus start a service that is not there.
    func call(
      _ method: String, _ words: [OpaquePointer?], on connection: OpaquePointer, starts: Bool
    ) throws(DesktopError) -> OpaquePointer {
      var failure: UnsafeMutablePointer<GError>?
      defer { g_clear_error(&failure) }
      let flags = starts ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
      let answer = g_dbus_connection_call_sync(
        connection, name, path, interface, method, g_variant_new_tuple(words, gsize(words.count)),
        nil, flags, IdleInhibitor.patience, nil, &failure)
      guard let answer else { throw .bus(call: method, failure) }
      return answer
    }
  }
}

nonisolated extension DesktopError {
  fileprivate static func bus(
    call: String, _ failure: UnsafeMutablePointer<GError>?
  ) -> DesktopError {
    .system(call: call, reason: failure.map { String(cString: $0.pointee.message) } ?? "no answer")
  }
}
