import CGDBus
import Foundation

/// An assistive program: a session bus of its own with the registry of AT-SPI, and a client on it.
final class AssistiveClient {
  /// A reference to an element.
  struct Element: Hashable {
    let name: String
    let path: String
  }

  private let daemon: ChildProcess
  private let folder: ScratchFolder
  private let session: OpaquePointer
  private let bus: OpaquePointer
  /// The environment variables with which a program finds the bus.
  let environment: [String: String]

  private static let launcher = "/usr/libexec/at-spi-bus-launcher"
  private static let accessible = "org.a11y.atspi.Accessible"

  /// Starts the bus; nil, with a message, where at-spi2-core or a D-Bus daemon is not installed.
  static func ofTest(on display: VirtualDisplay) throws -> AssistiveClient? {
    let files = FileManager.default
    guard files.isExecutableFile(atPath: launcher),
      files.isExecutableFile(atPath: "/usr/bin/dbus-daemon")
    else {
      print("skipped: there is no at-spi2-core or no dbus-daemon")
      return nil
    }
    return try AssistiveClient(on: display)
  }

  private init(on display: VirtualDisplay) throws {
    folder = try ScratchFolder()
    daemon = try ChildProcess(
      "/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=1"],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": folder.path, "DISPLAY": display.name,
        "XDG_RUNTIME_DIR": folder.path,
      ])
    guard let address = daemon.output.first(from: 0, within: 30, where: { $0 }) else {
      throw HarnessError("dbus-daemon prints no address")
    }
    environment = ["DBUS_SESSION_BUS_ADDRESS": address]
    session = try Self.connect(address)
    let service = ("org.a11y.Bus", "/org/a11y/bus")
    _ = try Self.call(
      session, service, "org.freedesktop.DBus.Properties", "Set",
      "('org.a11y.Status', 'IsEnabled', <true>)")
    let answer = try Self.call(session, service, "org.a11y.Bus", "GetAddress", "()")
    bus = try Self.connect(answer.split(separator: "'").dropFirst().first.map(String.init) ?? "")
  }

  deinit {
    for connection in [bus, session] { g_object_unref(UnsafeMutableRawPointer(connection)) }
    daemon.end()
  }

  private static func connect(_ address: String) throws -> OpaquePointer {
    let flags = GDBusConnectionFlags(
      rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard
      let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
    else { throw HarnessError("no bus at \(address)") }
    return connection
  }

  /// Calls a method with arguments in the text format of GVariant.
  ///
  /// - Returns: the reply in that format.
  private static func call(
    _ bus: OpaquePointer, _ object: (name: String, path: String), _ interface: String,
    _ method: String, _ arguments: String
  ) throws -> String {
    guard let values = g_variant_parse(nil, arguments, nil, nil, nil) else {
      throw HarnessError("wrong arguments: \(arguments)")
    }
    let reply = g_dbus_connection_call_sync(
      bus, object.name, object.path, interface, method, values, nil, G_DBUS_CALL_FLAGS_NONE, 30_000,
      nil, nil)
    guard let reply, let text = g_variant_print(reply, 0) else {
      throw HarnessError("\(method) on \(object.path) fails")
    }
    defer {
      g_free(text)
      g_variant_unref(reply)
    }
    return String(cString: text)
  }

  // MARK: Elements

  /// Calls a method of an element.
  @discardableResult
  func call(
    _ element: Element, _ interface: String, _ method: String, _ arguments: String = "()"
  ) throws -> String {
    try Self.call(
      bus, (element.name, element.path), "org.a11y.atspi.\(interface)", method, arguments)
  }

  /// The references in a reply.
  private static func elements(in reply: String) -> [Element] {
    reply.matches(of: /\('(:[0-9.]+)', '?(?:objectpath )?'?(\/[^']*)'\)/).map {
      Element(name: String($0.1), path: String($0.2))
    }
  }

  func children(of element: Element) throws -> [Element] {
    Self.elements(in: try call(element, "Accessible", "GetChildren"))
  }

  /// The text between the outermost quotes of a property.
  func property(_ name: String, of element: Element, _ interface: String = "Accessible") throws
    -> String
  {
    let reply = try Self.call(
      bus, (element.name, element.path), "org.freedesktop.DBus.Properties", "Get",
      "('org.a11y.atspi.\(interface)', '\(name)')")
    return reply.trimmingCharacters(in: CharacterSet(charactersIn: "(<'\">,)"))
  }

  func role(of element: Element) throws -> String {
    try call(element, "Accessible", "GetRoleName")
      .trimmingCharacters(in: CharacterSet(charactersIn: "(',)"))
  }

  /// The first element below one, itself included, with a role and a name.
  func find(_ role: String, _ name: String? = nil, in element: Element) throws -> Element? {
    if try self.role(of: element) == role, try name == nil || property("Name", of: element) == name
    {
      return element
    }
    for child in try children(of: element) {
      // An element may go while it is asked.
      if let found = try? find(role, name, in: child) { return found }
    }
    return nil
  }

  /// Repeats a test until it has a result. Every test waits for the answer to a call.
  func wait<Result>(for what: String, _ test: () throws -> Result?) throws -> Result {
    let end = Date() + ViewerProcess.timeout
    while Date() < end {
      if let found = try? test() { return found }
    }
    throw HarnessError("no \(what) within \(ViewerProcess.timeout) s")
  }

  /// Waits for the program on the desktop.
  func application() throws -> Element {
    let desktop = Element(
      name: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")
    return try wait(for: "application") {
      try children(of: desktop).first { try property("Name", of: $0) == "pbview" }
    }
  }

  /// Performs the first action of an element.
  func press(_ element: Element) throws {
    try call(element, "Action", "DoAction", "(int32 0,)")
  }
}
