import CGio
import CLinux
import Localization
import Synchronization
import TextSearch

/// The bus name, object path and interfaces of this program on the session bus.
///
/// - Source: Desktop Entry Specification 1.5, “D-Bus Activation”: the bus name is the ID of the
///   desktop entry, and the object path follows from it.
nonisolated package enum ApplicationName {
  /// The well-known bus name of the program.
  package static let busName = "io.github.pbview.Pbview"
  static let objectPath = "/io/github/pbview/Pbview"
  /// The interface by which desktops start programs and pass files to them.
  static let applicationInterface = "org.freedesktop.Application"
  /// The interface of the program's own commands, for `pbview --remote`.
  static let remoteInterface = "io.github.pbview.Pbview.Remote"
}

/// The service of this program on the session bus: it implements `org.freedesktop.Application` and
/// the commands of `pbview --remote`.
///
/// A thread of GDBus reads the messages, and sleeps while none arrives. Every length is limited,
/// because any program of the user can call.
nonisolated package final class ApplicationService: Sendable {
  /// The limits of the calls that the service accepts; calls beyond them get an error.
  package enum CallLimit {
    /// The maximum size of all arguments of a call together, in bytes.
    package static let messageBytes: UInt = 1 << 20
    /// The maximum number of URIs or arguments in a call.
    package static let argumentCount = 4096
    /// The maximum length of a command's or action's name, or of a startup ID, in bytes.
    package static let nameBytes = 512
    /// The maximum number of accepted calls that the program has not handled yet.
    package static let pendingCalls = 32
  }

  private let bus: SessionBus

  /// Takes the program's name on the bus and serves calls until the object is released. Blocks
  /// until the bus has replied.
  ///
  /// - Parameters:
  ///   - address: the D-Bus address of the bus; nil for the session bus.
  ///   - handle: called on a thread of GDBus for each accepted call. It must call its second
  ///     argument when the call has been handled.
  /// - Returns: nil when another program has the name.
  /// - Throws: `.noSessionBus` when there is no bus; `.system` when it cannot be used, or GIO is
  ///   not installed.
  package static func make(
    address: String? = nil,
    handle: @escaping @Sendable (ApplicationCall, _ done: @escaping @Sendable () -> Void) -> Void
  ) throws(DesktopError) -> ApplicationService? {
    guard let address = address ?? SessionBus.defaultAddress else { throw .noSessionBus }
    let library: ServiceLibrary
    do throws(GLibFailure) { library = try ServiceLibrary.shared.get() } catch {
      throw .system(call: "RequestName", reason: error.reason)
    }
    let bus = try SessionBus(address)
    let receiver = CallReceiver(bus.gio, library, handle: handle)
    // The object must exist before the name is requested: otherwise the bus answers the call that
    // started the program with an error.
    _ = library.addFilter(
      bus.connection,
      { connection, message, isIncoming, data in
        guard isIncoming != 0, let data, let connection, let message else { return message }
        return Unmanaged<CallReceiver>.fromOpaque(data).takeUnretainedValue()
          .handle(message, on: connection)
      }, Unmanaged.passRetained(receiver).toOpaque(),
      { data in
        if let data { Unmanaged<CallReceiver>.fromOpaque(data).release() }
      })
    let daemon = SessionBus.ServiceObject(
      name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus")
    let doNotQueue: UInt32 = 4
    let arguments = [bus.gio.makeText(ApplicationName.busName), bus.gio.makeNumber(doNotQueue)]
    let reply = try bus.call("RequestName", arguments, of: daemon, startsService: false)
    defer { bus.gio.unrefValue(reply) }
    guard let code = bus.gio.child(reply, 0) else { return nil }
    defer { bus.gio.unrefValue(code) }
    let primaryOwner: UInt32 = 1
    guard bus.gio.typeString(code).map({ String(cString: $0) }) == "u",
      bus.gio.number(code) == primaryOwner
    else { return nil }
    return ApplicationService(bus)
  }

  private init(_ bus: SessionBus) { self.bus = bus }

  /// Blocks until all replies are sent: a process that ends at once would lose them.
  package func flush() {
    guard let library = try? ServiceLibrary.shared.get() else { return }
    _ = library.flush(bus.connection, nil, nil)
  }
}

/// The reader of the D-Bus messages that arrive for the service.
nonisolated private final class CallReceiver: Sendable {
  private let gio: GioLibrary
  private let library: ServiceLibrary
  private let handle: @Sendable (ApplicationCall, @escaping @Sendable () -> Void) -> Void
  /// The number of accepted calls that the program has not handled yet.
  private let pendingCallCount = Mutex(0)

  /// The error reply to a call that is refused: the name of the D-Bus error, and a message.
  private struct Refusal: Error {
    var name = "org.freedesktop.DBus.Error.InvalidArgs"
    var reason: String
  }

  init(
    _ gio: GioLibrary, _ library: ServiceLibrary,
    handle: @escaping @Sendable (ApplicationCall, @escaping @Sendable () -> Void) -> Void
  ) {
    self.gio = gio
    self.library = library
    self.handle = handle
  }

  /// Handles an incoming message if it is a method call on the program's object.
  ///
  /// - Returns: the message when GDBus is to handle it; nil when it was handled here.
  func handle(_ message: OpaquePointer, on connection: OpaquePointer) -> OpaquePointer? {
    guard library.messageType(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      text(library.path(message)) == ApplicationName.objectPath
    else { return message }
    let member = text(library.member(message))
    let interface = text(library.interface(message))
    if interface == "org.freedesktop.DBus.Introspectable" {
      return answer(message, on: connection, text: Self.introspectionXML)
    }
    guard
      [ApplicationName.applicationInterface, ApplicationName.remoteInterface, ""].contains(
        interface)
    else {
      return message
    }
    do throws(Refusal) {
      let reply = CallReply(message, connection, gio, library)
      let call = try applicationCall(member, library.body(message), reply)
      guard
        pendingCallCount.withLock({ count in
          guard count < ApplicationService.CallLimit.pendingCalls else { return false }
          count += 1
          return true
        })
      else {
        throw Refusal(
          name: "org.freedesktop.DBus.Error.LimitsExceeded", reason: tr("the program is busy"))
      }
      // Only commands return a value; other calls get an empty reply at once.
      if case .command = call {} else { reply.send(nil) }
      handle(call) { [self] in pendingCallCount.withLock { $0 = max(0, $0 - 1) } }
    } catch {
      if let reply = library.makeError(message, error.name, error.reason) {
        _ = library.send(connection, reply, 0, nil, nil)
        gio.unref(reply)
      }
    }
    gio.unref(message)
    return nil
  }

  private func answer(
    _ message: OpaquePointer, on connection: OpaquePointer, text: String
  ) -> OpaquePointer? {
    CallReply(message, connection, gio, library).send(text)
    gio.unref(message)
    return nil
  }

  // MARK: Reading

  private func applicationCall(
    _ member: String, _ body: OpaquePointer?, _ reply: CallReply
  ) throws(Refusal) -> ApplicationCall {
    if let body, library.size(body) > ApplicationService.CallLimit.messageBytes {
      throw Refusal(
        name: "org.freedesktop.DBus.Error.LimitsExceeded", reason: tr("the arguments are too long"))
    }
    let kind = body.flatMap { text(gio.typeString($0)) } ?? "()"
    switch (member, kind) {
    case ("Activate", "(a{sv})"): return .activate(try platformData(body, 0))
    case ("Open", "(asa{sv})"):
      return .open(uris: try textsArgument(body, 0), try platformData(body, 1))
    case ("ActivateAction", "(sava{sv})"):
      return .action(name: try nameArgument(body, 0), try platformData(body, 2))
    case ("Command", "(sasa{sv})"):
      return .command(
        name: try nameArgument(body, 0), arguments: try textsArgument(body, 1),
        try platformData(body, 2),
        ApplicationReply { result in
          switch result {
          case .success(let text): reply.send(text)
          case .failure(let failure): reply.fail(failure.reason)
          }
        })
    case ("Activate", _), ("Open", _), ("ActivateAction", _), ("Command", _):
      throw Refusal(reason: "\(member) does not take arguments of the type \(kind)")
    default:
      throw Refusal(
        name: "org.freedesktop.DBus.Error.UnknownMethod", reason: "there is no such method")
    }
  }

  /// Calls `body` with the child at an index of a `GVariant` container, and releases the child
  /// afterwards.
  ///
  /// - Throws: a refusal when the container has no such child, or the error of `body`.
  private func withChild<Result>(
    _ container: OpaquePointer?, _ index: UInt, _ body: (OpaquePointer) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    guard let container, index < library.childCount(container),
      let child = gio.child(container, index)
    else { throw Refusal(reason: "an argument is missing") }
    defer { gio.unrefValue(child) }
    return try body(child)
  }

  private func nameArgument(_ body: OpaquePointer?, _ index: UInt) throws(Refusal) -> String {
    try withChild(body, index) { (value) throws(Refusal) in
      guard library.size(value) <= ApplicationService.CallLimit.nameBytes else {
        throw Refusal(reason: tr("a name is too long"))
      }
      return text(gio.text(value, nil))
    }
  }

  private func textsArgument(_ body: OpaquePointer?, _ index: UInt) throws(Refusal) -> [String] {
    try withChild(body, index) { (list) throws(Refusal) in
      let count = library.childCount(list)
      guard count <= ApplicationService.CallLimit.argumentCount else {
        throw Refusal(
          reason: tr(
            "more than {number} files", ["number": ApplicationService.CallLimit.argumentCount])
        )
      }
      var texts: [String] = []
      for number in 0..<count {
        texts.append(try withChild(list, number) { (value) in text(gio.text(value, nil)) })
      }
      return texts
    }
  }

  /// The platform data in the argument at an index: the startup notification ID; other entries are
  /// ignored.
  private func platformData(
    _ body: OpaquePointer?, _ index: UInt
  ) throws(Refusal) -> ApplicationCall.PlatformData {
    try withChild(body, index) { (table) throws(Refusal) in
      var platform = ApplicationCall.PlatformData()
      for number
        in 0..<min(library.childCount(table), UInt(ApplicationService.CallLimit.argumentCount))
      {
        try withChild(table, number) { (entry) throws(Refusal) in
          let key = try withChild(entry, 0) { (key) in text(gio.text(key, nil)) }
          guard key == "desktop-startup-id" else { return }
          try withChild(entry, 1) { (variant) throws(Refusal) in
            try withChild(variant, 0) { (value) in
              guard text(gio.typeString(value)) == "s",
                library.size(value) <= ApplicationService.CallLimit.nameBytes
              else { return }
              platform.startupID = text(gio.text(value, nil))
            }
          }
        }
      }
      return platform
    }
  }

  private func text(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  /// The introspection data of the object: its interfaces, in XML.
  private static let introspectionXML = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="org.freedesktop.Application">
        <method name="Activate"><arg type="a{sv}" name="platform_data" direction="in"/></method>
        <method name="Open">
          <arg type="as" name="uris" direction="in"/>
          <arg type="a{sv}" name="platform_data" direction="in"/>
        </method>
        <method name="ActivateAction">
          <arg type="s" name="action_name" direction="in"/>
          <arg type="av" name="parameter" direction="in"/>
          <arg type="a{sv}" name="platform_data" direction="in"/>
        </method>
      </interface>
      <interface name="io.github.pbview.Pbview.Remote">
        <method name="Command">
          <arg type="s" name="name" direction="in"/>
          <arg type="as" name="words" direction="in"/>
          <arg type="a{sv}" name="platform_data" direction="in"/>
          <arg type="s" name="answer" direction="out"/>
        </method>
      </interface>
    </node>
    """
}

/// The reply to one D-Bus call, sent at most once.
nonisolated private final class CallReply: Sendable {
  private let gio: GioLibrary
  private let library: ServiceLibrary
  // Sendable because GDBus messages and connections are objects with atomic reference counts, and a
  // received message does not change.
  nonisolated(unsafe) private let message: OpaquePointer
  nonisolated(unsafe) private let connection: OpaquePointer
  private let isSent = Mutex(false)

  init(
    _ message: OpaquePointer, _ connection: OpaquePointer, _ gio: GioLibrary,
    _ library: ServiceLibrary
  ) {
    self.gio = gio
    self.library = library
    self.message = library.retain(message) ?? message
    self.connection = library.retain(connection) ?? connection
  }

  deinit {
    gio.unref(message)
    gio.unref(connection)
  }

  private func markSent() -> Bool {
    isSent.withLock { isSent in
      defer { isSent = true }
      return !isSent
    }
  }

  /// Sends a reply with a text as its only argument; nil for a reply without arguments.
  func send(_ text: String?) {
    guard markSent(), let reply = library.makeReply(message) else { return }
    defer { gio.unref(reply) }
    if let text { library.setBody(reply, gio.makeTuple([gio.makeText(text)], 1)) }
    _ = library.send(connection, reply, 0, nil, nil)
  }

  /// Sends an error of this program with the reason as its message.
  func fail(_ reason: String) {
    guard markSent(),
      let reply = library.makeError(message, "\(ApplicationName.remoteInterface).Error", reason)
    else { return }
    defer { gio.unref(reply) }
    _ = library.send(connection, reply, 0, nil, nil)
  }
}

/// Commands sent to the program that already runs on the session bus.
nonisolated package enum RunningApplication {
  /// The reason why a command has no result.
  package enum CommandFailure: Error, Hashable, Sendable {
    /// No program has pbview's bus name, or there is no session bus.
    case notRunning
    /// The program has replied with an error, or not at all; the payload is the reason.
    case refused(reason: String)
  }

  private static let service = SessionBus.ServiceObject(
    name: ApplicationName.busName, path: ApplicationName.objectPath,
    interface: ApplicationName.remoteInterface)

  /// Performs a command in the program that already runs, and waits for its reply.
  ///
  /// - Parameters:
  ///   - command: the name of the command.
  ///   - arguments: the arguments of the command.
  ///   - startupID: the startup notification ID of this process; nil without one.
  ///   - address: the D-Bus address of the bus; nil for the session bus.
  /// - Returns: the text that the command returns; empty when it returns nothing.
  package static func perform(
    _ command: String, _ arguments: [String] = [], startupID: String? = nil, address: String? = nil
  ) throws(CommandFailure) -> String {
    guard let address = address ?? SessionBus.defaultAddress else { throw .notRunning }
    let bus: SessionBus
    do throws(DesktopError) { bus = try SessionBus(address) } catch { throw .notRunning }
    let gio = bus.gio
    let texts = arguments.map { gio.makeText($0) }
    let library: ServiceLibrary
    do throws(GLibFailure) { library = try ServiceLibrary.shared.get() } catch {
      throw .refused(reason: error.reason)
    }
    let table = gio.makeDict(nil)
    if let startupID { gio.insert(table, "desktop-startup-id", gio.makeText(startupID)) }
    let platform = gio.endDict(table)
    gio.unrefDict(table)
    // GLib cannot derive the type of an empty array from its elements.
    let list =
      texts.isEmpty ? library.makeEmptyTexts() : gio.makeArray(nil, texts, UInt(texts.count))
    do throws(DesktopError) {
      let reply = try bus.call(
        "Command", [gio.makeText(command), list, platform], of: service, startsService: false)
      defer { gio.unrefValue(reply) }
      guard gio.typeString(reply).map({ String(cString: $0) }) == "(s)",
        let text = gio.child(reply, 0)
      else { throw DesktopError.system(call: "Command", reason: tr("its answer is invalid")) }
      defer { gio.unrefValue(text) }
      return gio.text(text, nil).map { String(cString: $0) } ?? ""
    } catch {
      let reason = error.reason
      // The name of the D-Bus error is searched for in the message, because GDBus puts it at the
      // beginning.
      if ["ServiceUnknown", "NameHasNoOwner"].contains(where: { reason.containsText($0) }) {
        throw .notRunning
      }
      throw .refused(reason: reason.droppingGDBusErrorPrefix)
    }
  }
}

nonisolated extension ServiceLibrary {
  /// An empty array of strings as a floating reference.
  fileprivate func makeEmptyTexts() -> Value? { makeTexts(nil, 0) }
}

nonisolated extension String {
  /// The message of a D-Bus error without the prefix `GDBus.Error:NAME: ` that GDBus puts before
  /// it.
  fileprivate var droppingGDBusErrorPrefix: String {
    guard hasPrefix("GDBus.Error:") else { return self }
    let parts = split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? String(parts[1]) : self
  }
}
