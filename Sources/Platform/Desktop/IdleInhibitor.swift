import CGio
import CLinux

/// A request that keeps the desktop session from becoming idle, as long as this object lives or
/// until ``end()``: no screen saver, no lock, no dark screen.
///
/// `init` and ``end()`` wait for a reply on the session bus; call them on a background thread. Each
/// request has its own connection, so that the session drops the request if the program dies.
///
/// - Source: `org.freedesktop.ScreenSaver`, the idle inhibition service of the desktops, and the
///   portal `org.freedesktop.portal.Inhibit` for sandboxed programs.
nonisolated public final class IdleInhibitor: Sendable {
  /// The identifier of the idle inhibition that the service or the portal returned, by which the
  /// inhibition is ended.
  private enum Inhibition: Sendable {
    case cookie(UInt32)
    case request(path: String)
  }
  /// The connection to the session bus; when the connection closes, the session drops the
  /// inhibition.
  private let bus: SessionBus
  private let inhibition: Inhibition

  /// The flag of the portal's `Inhibit` method for inhibiting the idle state.
  private static let idleFlag: UInt32 = 8
  private static let screenSaver = SessionBus.ServiceObject(
    name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
    interface: "org.freedesktop.ScreenSaver")
  private static let portal = SessionBus.ServiceObject(
    name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Inhibit")

  /// Asks the desktop session not to become idle.
  ///
  /// - Parameters:
  ///   - application: the name of the program, shown to the user by the desktop.
  ///   - reason: the reason, shown to the user by the desktop.
  ///   - address: the D-Bus address of the bus; nil for the session bus.
  /// - Throws: `.noSessionBus` when there is no bus; `.system` when no service supports inhibition,
  ///   or GIO is not installed.
  public init(application: String, reason: String, address: String? = nil) throws(DesktopError) {
    guard let address = address ?? SessionBus.defaultAddress else { throw .noSessionBus }
    bus = try SessionBus(address)
    inhibition = try Self.requestInhibition(bus, application, reason)
  }

  /// Ends the request, so that the session can become idle again.
  public func end() {
    let reply: GioLibrary.Value?
    switch inhibition {
    case .cookie(let cookie):
      reply = try? bus.call(
        "UnInhibit", [bus.gio.makeNumber(cookie)], of: Self.screenSaver, startsService: false)
    case .request(let path):
      let request = SessionBus.ServiceObject(
        name: Self.portal.name, path: path, interface: "org.freedesktop.portal.Request")
      reply = try? bus.call("Close", [], of: request, startsService: false)
    }
    if let reply { bus.gio.unrefValue(reply) }
  }

  private static func requestInhibition(
    _ bus: SessionBus, _ application: String, _ reason: String
  ) throws(DesktopError) -> Inhibition {
    let gio = bus.gio
    let arguments = [gio.makeText(application), gio.makeText(reason)]
    if let answer = try? bus.call("Inhibit", arguments, of: screenSaver, startsService: false) {
      defer { gio.unrefValue(answer) }
      if let cookie = gio.onlyArgument(of: answer, "u") {
        defer { gio.unrefValue(cookie) }
        return .cookie(gio.number(cookie))
      }
    }
    return try requestFromPortal(bus, reason)
  }

  private static func requestFromPortal(
    _ bus: SessionBus, _ reason: String
  ) throws(DesktopError) -> Inhibition {
    let gio = bus.gio
    let options = gio.makeDict(nil)
    gio.insert(options, "reason", gio.makeText(reason))
    let arguments = [gio.makeText(""), gio.makeNumber(idleFlag), gio.endDict(options)]
    gio.unrefDict(options)
    let answer = try bus.call("Inhibit", arguments, of: portal, startsService: true)
    defer { gio.unrefValue(answer) }
    guard let path = gio.onlyArgument(of: answer, "o") else {
      throw .system(call: "Inhibit", reason: "the portal's answer is invalid")
    }
    defer { gio.unrefValue(path) }
    return .request(path: gio.text(path, nil).map { String(cString: $0) } ?? "")
  }
}

nonisolated extension GioLibrary {
  /// The only argument of a D-Bus reply, which the caller releases; nil when the reply has another
  /// D-Bus type than `kind`.
  fileprivate func onlyArgument(of answer: Value, _ kind: String) -> Value? {
    let isRight = self.typeString(answer).map { String(cString: $0) } == "(\(kind))"
    return isRight ? child(answer, 0) : nil
  }
}
