import CGio
import CLinux
import Localization

/// A method call of the desktop's portal, which asks the user where necessary.
///
/// The call waits for the user: run it on a thread of its own. Each call has a D-Bus connection of
/// its own, so that the portal ends its dialog when the program ends.
///
/// - Source: `org.freedesktop.portal.Request` of xdg-desktop-portal.
nonisolated package struct PortalRequest: Sendable {
  /// An argument or option of the portal's method.
  package enum PortalArgument: Sendable {
    case text(String)
    case flag(Bool)
    /// An open file, given by its descriptor, which stays open.
    case file(Int32)
    case files([Int32])
    /// An empty dictionary of options.
    case emptyDictionary
  }
  /// The user's answer to the portal's dialog; `done` also when the portal did not ask.
  package enum UserAnswer: Hashable, Sendable {
    case done, cancelled
  }

  /// The name of the portal's interface without the prefix `org.freedesktop.portal.`.
  package var interface: String
  package var method: String
  /// The arguments of the method before the dictionary of options, which is the last one.
  package var arguments: [PortalArgument]
  package var options: [(name: String, value: PortalArgument)]

  package init(
    _ interface: String, _ method: String, _ arguments: [PortalArgument],
    options: [(name: String, value: PortalArgument)] = []
  ) {
    self.interface = interface
    self.method = method
    self.arguments = arguments
    self.options = options
  }

  static let busName = "org.freedesktop.portal.Desktop"
  static let objectPath = "/org/freedesktop/portal/desktop"
  /// The timeout for the portal to accept a request, in milliseconds: the bus may have to start the
  /// portal first.
  private static let timeoutMilliseconds: Int32 = 25_000
  /// The response code of the portal when the user has cancelled.
  private static let cancelledCode: UInt32 = 1

  /// Calls the portal's method and waits for the user's answer.
  ///
  /// - Parameter address: the D-Bus address of the bus; nil for the session bus.
  /// - Throws: `.noSessionBus` when there is no bus; `.system` when there is no such portal, it
  ///   refuses, or GIO is not installed.
  package func ask(address: String? = nil) throws(DesktopError) -> UserAnswer {
    guard let address = address ?? SessionBus.defaultAddress else { throw .noSessionBus }
    let library: PortalLibrary
    do throws(GLibFailure) { library = try PortalLibrary.shared.get() } catch {
      throw .system(call: method, reason: error.reason)
    }
    // Signals are handled in the main context that is the thread's default when subscribing.
    guard let context = library.makeContext() else {
      throw .system(call: method, reason: "GLib has no memory")
    }
    library.pushContext(context)
    defer {
      library.popContext(context)
      library.unrefContext(context)
    }
    return try ask(SessionBus(address), library, context)
  }

  private func ask(
    _ bus: SessionBus, _ library: PortalLibrary, _ context: PortalLibrary.Context
  ) throws(DesktopError) -> UserAnswer {
    let response = PortalResponse(bus.gio)
    let data = Unmanaged.passUnretained(response).toOpaque()
    // The subscription precedes the call, because the response may come before the reply to the
    // call.
    let answers = library.subscribe(
      bus.connection, Self.busName, "org.freedesktop.portal.Request", "Response", nil, nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, values, data in
        guard let data else { return }
        Unmanaged<PortalResponse>.fromOpaque(data).takeUnretainedValue().record(values)
      }, data, nil)
    let owners = library.subscribe(
      bus.connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", nil,
      Self.busName, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, values, data in
        guard let data else { return }
        Unmanaged<PortalResponse>.fromOpaque(data).takeUnretainedValue().ownerDidChange(values)
      }, data, nil)
    let closing = library.connectClosed(
      bus.connection, "closed",
      { _, _, _, data in
        guard let data else { return }
        Unmanaged<PortalResponse>.fromOpaque(data).takeUnretainedValue().fail(
          tr("the connection to the session bus is lost"))
      }, data, nil, 0)
    defer {
      library.unsubscribe(bus.connection, answers)
      library.unsubscribe(bus.connection, owners)
      library.disconnect(bus.connection, closing)
      // Handlers that are already queued are called while `response` exists.
      while library.iterate(context, 0) != 0 {}
      withExtendedLifetime(response) {}
    }
    try call(bus, library)
    while response.ending == nil { _ = library.iterate(context, 1) }
    switch response.ending {
    case .responseCode(0): return .done
    case .responseCode(Self.cancelledCode): return .cancelled
    case .failed(let reason): throw .system(call: method, reason: reason)
    case .responseCode, nil: throw .system(call: method, reason: tr("the desktop refuses it"))
    }
  }

  /// Calls the portal's method; file descriptors in its arguments are duplicated and stay open.
  private func call(_ bus: SessionBus, _ library: PortalLibrary) throws(DesktopError) {
    let gio = bus.gio
    guard let files = library.makeDescriptorList() else {
      throw .system(call: method, reason: "GLib has no memory")
    }
    defer { gio.unref(files) }
    do throws(GLibFailure) {
      var values: [GioLibrary.Value?] = []
      for argument in arguments { values.append(try value(of: argument, gio, library, files)) }
      let table = gio.makeDict(nil)
      for option in options {
        gio.insert(table, option.name, try value(of: option.value, gio, library, files))
      }
      values.append(gio.endDict(table))
      gio.unrefDict(table)
      let reply = try gio.glib.result { failure in
        library.call(
          bus.connection, Self.busName, Self.objectPath, "org.freedesktop.portal.\(interface)",
          method,
          gio.makeTuple(values, UInt(values.count)), nil, G_DBUS_CALL_FLAGS_NONE,
          Self.timeoutMilliseconds,
          files, nil, nil, failure)
      }
      gio.unrefValue(reply)
    } catch {
      throw .system(call: method, reason: error.reason)
    }
  }

  private func value(
    of argument: PortalArgument, _ gio: GioLibrary, _ library: PortalLibrary, _ files: OpaquePointer
  ) throws(GLibFailure) -> GioLibrary.Value? {
    func descriptor(_ number: Int32) throws(GLibFailure) -> GioLibrary.Value? {
      let index = try gio.glib.result { failure in
        let index = library.appendDescriptor(files, number, failure)
        return index < 0 ? nil : index
      }
      return gio.makeDescriptorHandle(index)
    }
    switch argument {
    case .text(let text): return gio.makeText(text)
    case .flag(let flag): return gio.makeFlag(flag ? 1 : 0)
    case .file(let number): return try descriptor(number)
    case .files(let numbers):
      var values: [GioLibrary.Value?] = []
      for number in numbers { values.append(try descriptor(number)) }
      return gio.makeArray(nil, values, UInt(values.count))
    case .emptyDictionary:
      let table = gio.makeDict(nil)
      defer { gio.unrefDict(table) }
      return gio.endDict(table)
    }
  }
}

/// The portal's response to a request, set by signal handlers on the thread that waits for it.
nonisolated private final class PortalResponse {
  enum ResponseEnding {
    case responseCode(UInt32)
    case failed(reason: String)
  }
  private(set) var ending: ResponseEnding?
  private let gio: GioLibrary

  init(_ gio: GioLibrary) { self.gio = gio }

  /// Records the response in the parameters of a `Response` signal: a code and a dictionary.
  func record(_ values: OpaquePointer?) {
    guard ending == nil, let values, gio.isTuple(values, startingWith: "u"),
      let code = gio.child(values, 0)
    else { return }
    ending = .responseCode(gio.number(code))
    gio.unrefValue(code)
  }

  /// Records a failure when the portal has ended, according to the parameters of
  /// `NameOwnerChanged`: the bus name, its old and its new owner.
  func ownerDidChange(_ values: OpaquePointer?) {
    guard let values, gio.isTuple(values, startingWith: "sss"), let former = gio.child(values, 1)
    else { return }
    defer { gio.unrefValue(former) }
    // A portal that is being started has no former owner.
    let hadOwner = gio.text(former, nil).map { $0.pointee != 0 } ?? false
    if hadOwner { fail(tr("the desktop portal has ended")) }
  }

  func fail(_ reason: String) {
    if ending == nil { ending = .failed(reason: reason) }
  }
}

nonisolated extension GioLibrary {
  /// Whether the D-Bus type of a value is a tuple whose first members have the types `kinds`.
  fileprivate func isTuple(_ value: Value, startingWith kinds: String) -> Bool {
    typeString(value).map { String(cString: $0) }?.hasPrefix("(\(kinds)") ?? false
  }
}
