import BaseDirectories
import CGio
import CLinux

/// A private connection to a D-Bus message bus.
nonisolated final class SessionBus: Sendable {
  /// An object of a D-Bus service, with the interface that is used.
  struct ServiceObject: Sendable {
    var name: String
    var path: String
    var interface: String
  }

  let gio: GioLibrary
  // Sendable because a GDBus connection is thread-safe.
  /// The GDBusConnection; a strong reference, released in `deinit`, which closes the connection.
  nonisolated(unsafe) let connection: OpaquePointer

  /// The default timeout for a reply, in milliseconds.
  static let defaultTimeoutMilliseconds: Int32 = 5000

  /// The D-Bus address of the user's session bus; nil when no session bus runs. GIO would start one
  /// in this case; a viewer does not.
  static var defaultAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    guard let folder = BaseDirectories.ofUser.runtime else { return nil }
    let path = folder + "/bus"
    return access(path, F_OK) == 0 ? "unix:path=\(path)" : nil
  }

  /// Connects to the bus at a D-Bus address.
  ///
  /// - Throws: `.system` when there is no connection, or GIO is not installed.
  init(_ address: String) throws(DesktopError) {
    let flags =
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
      | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION
    do throws(GLibFailure) {
      let gio = try GioLibrary.shared.get()
      connection = try gio.glib.result { gio.connect(address, flags, nil, nil, $0) }
      self.gio = gio
    } catch {
      throw .system(call: "connect", reason: error.reason)
    }
  }

  deinit { gio.unref(connection) }

  /// Calls a method of a D-Bus service and waits for the reply, a tuple that the caller releases.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the method, whose ownership is taken.
  ///   - startsService: whether the bus starts a service that is not running.
  ///   - timeout: the timeout for the reply, in milliseconds.
  /// - Throws: `.system` with the error of the service or the bus.
  func call(
    _ method: String, _ arguments: [GioLibrary.Value?], of service: ServiceObject,
    startsService: Bool,
    timeout: Int32 = defaultTimeoutMilliseconds
  ) throws(DesktopError) -> GioLibrary.Value {
    let flags = startsService ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
    do throws(GLibFailure) {
      return try gio.glib.result { failure in
        gio.call(
          connection, service.name, service.path, service.interface, method,
          gio.makeTuple(arguments, UInt(arguments.count)), nil, flags, timeout, nil, failure)
      }
    } catch {
      throw .system(call: method, reason: error.reason)
    }
  }
}
