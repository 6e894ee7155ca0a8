import CGDBus
import Foundation
import Synchronization

/// A private D-Bus daemon with a scripted service.
final class PrivateBus: Sendable {
  /// The calls that the service received, as `method(values)`.
  private let asked = Mutex<[String]>([])
  private let daemon: Process
  /// The D-Bus address of the daemon.
  let address: String

  /// Starts the daemon; nil when dbus-daemon is not installed.
  init?() throws {
    daemon = Process()
    let output = Pipe()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon") else { return nil }
    daemon.arguments = ["--session", "--nofork", "--nopidfile", "--print-address=1"]
    daemon.standardOutput = output
    daemon.standardInput = FileHandle.nullDevice
    // The daemon may outlive a failed test and must not keep the test's output open.
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      line += part
    }
    address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// The bus of a test; nil, with a message, without dbus-daemon.
  static func ofTest() throws -> PrivateBus? {
    let bus = try PrivateBus()
    if bus == nil { print("skipped: there is no dbus-daemon") }
    return bus
  }

  /// Ends a service or another connection.
  static func end(_ connection: OpaquePointer?) {
    if let connection { g_object_unref(UnsafeMutableRawPointer(connection)) }
  }

  /// Ends the daemon, and with it all connections.
  func stop() {
    // The process identifier of a daemon that has ended may be another process's.
    if daemon.isRunning { kill(daemon.processIdentifier, SIGKILL) }
  }

  deinit {
    stop()
    daemon.waitUntilExit()
  }

  /// The code of a response with which the service leaves the bus instead.
  static let leaves = UInt32.max

  /// The calls that the service received, in order.
  var questions: [String] { asked.withLock { $0 } }

  /// A new connection to the bus, owned by the caller; nil on failure.
  func connect() -> OpaquePointer? {
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    return g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
  }

  /// Serves the bus name `name` until the returned connection ends. `answers` maps methods to reply
  /// bodies in GVariant text format; other methods get an empty reply. `responses` maps methods of
  /// a portal to the codes of the `Response` signals that follow their replies.
  func serve(
    as name: String, _ answers: [String: String], responses: [String: UInt32] = [:]
  ) -> OpaquePointer? {
    guard let connection = connect() else { return nil }
    let service = Unmanaged.passRetained(
      FakeService(answers: answers, responses: responses, bus: self))
    g_dbus_connection_add_filter(
      connection,
      { connection, message, isIncoming, user in
        guard isIncoming != 0, let user, let connection, let message else { return message }
        let service = Unmanaged<FakeService>.fromOpaque(user).takeUnretainedValue()
        return service.answer(message, on: connection)
      }, service.toOpaque(),
      { if let service = $0 { Unmanaged<FakeService>.fromOpaque(service).release() } })
    let words = [g_variant_new_string(name), g_variant_new_uint32(0)]
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", g_variant_new_tuple(words, 2), nil, G_DBUS_CALL_FLAGS_NONE, 30_000, nil, nil)
    if let reply { g_variant_unref(reply) }
    return connection
  }

  fileprivate func note(_ question: String) { asked.withLock { $0.append(question) } }
}

/// The message filter of the service, called on the connection's worker thread.
private final class FakeService: Sendable {
  private let answers: [String: String]
  private let responses: [String: UInt32]
  private let bus: PrivateBus

  init(answers: [String: String], responses: [String: UInt32], bus: PrivateBus) {
    self.answers = answers
    self.responses = responses
    self.bus = bus
  }

  func answer(_ message: OpaquePointer, on connection: OpaquePointer) -> OpaquePointer? {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      let member = g_dbus_message_get_member(message)
    else { return message }
    let method = String(cString: member)
    var values = "()"
    if let body = g_dbus_message_get_body(message), let text = g_variant_print(body, 0) {
      values = String(cString: text)
      g_free(text)
    }
    bus.note(method + values)
    guard let reply = g_dbus_message_new_method_reply(message) else { return message }
    if let answer = answers[method], let body = g_variant_parse(nil, answer, nil, nil, nil) {
      g_dbus_message_set_body(reply, body)
    }
    g_dbus_connection_send_message(
      connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
    if let code = responses[method] { respond(code, to: message, on: connection) }
    g_object_unref(UnsafeMutableRawPointer(message))
    return nil
  }

  /// Sends the `Response` signal of a portal to the sender of a call, or leaves the bus.
  private func respond(_ code: UInt32, to call: OpaquePointer, on connection: OpaquePointer) {
    guard code != PrivateBus.leaves else {
      g_dbus_connection_close(connection, nil, nil, nil)
      return
    }
    let signal = g_dbus_message_new_signal(
      "/request/7", "org.freedesktop.portal.Request", "Response")
    g_dbus_message_set_destination(signal, g_dbus_message_get_sender(call))
    g_dbus_message_set_body(
      signal, g_variant_parse(nil, "(uint32 \(code), @a{sv} {})", nil, nil, nil))
    g_dbus_connection_send_message(connection, signal, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    if let signal { g_object_unref(UnsafeMutableRawPointer(signal)) }
  }
}
