import BaseDirectories
import CGio
import CLinux

/// A connection to a message bus, of its maker's own.
nonisolated final class SessionBus: Sendable {
  /// Somebody on the bus.
  struct Service: Sendable {
    var name: String
    var path: String
    var interface: String
  }

  let gio: GioLibrary
  // The rule that makes this Sendable: a GDBus connection may be used by every thread.
  /// Owned; it ends in deinit.
  private nonisolated(unsafe) let connection: OpaquePointer

  /// Nobody waits longer for an answer, in milliseconds.
  private static let patience: Int32 = 5000

  /// Where the session's bus is. GIO would start one where there is none; a viewer does not.
  static var usualAddress: String? {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
    guard let folder = BaseDirectories.ofUser.runtime else { return nil }
    let path = folder + "/bus"
    return access(path, F_OK) == 0 ? "unix:path=\(path)" : nil
  }

  /// Connects to the bus at `address`.
  ///
  /// - Throws: `.system` when nobody answers there, or GIO is not installed.
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

  deinit { gio.drop(connection) }

  /// Calls a method and waits for the answer, which the caller owns.
  ///
  /// - Parameters:
  ///   - words: taken.
  ///   - starts: true to have the bus start a service that is not there.
  /// - Throws: `.system` with what the service says, or that nobody does.
  func call(
    _ method: String, _ words: [GioLibrary.Value?], of service: Service, starts: Bool
  ) throws(DesktopError) -> GioLibrary.Value {
    let flags = starts ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
    do throws(GLibFailure) {
      return try gio.glib.result { failure in
        gio.call(
          connection, service.name, service.path, service.interface, method,
          gio.makeTuple(words, UInt(words.count)), nil, flags, Self.patience, nil, failure)
      }
    } catch {
      throw .system(call: method, reason: error.reason)
    }
  }
}
