import CGio
import CLinux

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
  /// What was granted ends with it.
  private let bus: SessionBus
  private let grant: Grant

  /// The portal's word for idle.
  private static let idleFlag: UInt32 = 8
  private static let saver = SessionBus.Service(
    name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
    interface: "org.freedesktop.ScreenSaver")
  private static let portal = SessionBus.Service(
    name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
    interface: "org.freedesktop.portal.Inhibit")

  /// Asks the session to stay awake.
  ///
  /// - Parameters:
  ///   - application: who asks, for a person who wonders.
  ///   - reason: why.
  ///   - address: the bus; the session's own when nil.
  /// - Throws: `.noSession` when there is no bus, `.system` when nobody there knows how, or GIO is not
  ///   installed.
  public init(application: String, reason: String, address: String? = nil) throws(DesktopError) {
    guard let address = address ?? SessionBus.usualAddress else { throw .noSession }
    bus = try SessionBus(address)
    grant = try Self.ask(bus, application, reason)
  }

  /// Lets the session go idle again.
  public func end() {
    switch grant {
    case .cookie(let cookie):
      _ = try? bus.call("UnInhibit", [bus.gio.makeNumber(cookie)], of: Self.saver, starts: false)
    case .request(let path):
      let request = SessionBus.Service(
        name: Self.portal.name, path: path, interface: "org.freedesktop.portal.Request")
      _ = try? bus.call("Close", [], of: request, starts: false)
    }
  }

  private static func ask(
    _ bus: SessionBus, _ application: String, _ reason: String
  ) throws(DesktopError) -> Grant {
    let gio = bus.gio
    let words = [gio.makeText(application), gio.makeText(reason)]
    if let answer = try? bus.call("Inhibit", words, of: saver, starts: false) {
      defer { gio.dropValue(answer) }
      if let cookie = gio.child(of: answer, "u") {
        defer { gio.dropValue(cookie) }
        return .cookie(gio.number(cookie))
      }
    }
    return try askPortal(bus, reason)
  }

  private static func askPortal(
    _ bus: SessionBus, _ reason: String
  ) throws(DesktopError) -> Grant {
    let gio = bus.gio
    let options = gio.makeTable(nil)
    gio.insert(options, "reason", gio.makeText(reason))
    let words = [gio.makeText(""), gio.makeNumber(idleFlag), gio.endTable(options)]
    gio.freeTable(options)
    let answer = try bus.call("Inhibit", words, of: portal, starts: true)
    defer { gio.dropValue(answer) }
    guard let path = gio.child(of: answer, "o") else {
      throw .system(call: "Inhibit", reason: "the portal's answer makes no sense")
    }
    defer { gio.dropValue(path) }
    return .request(path: gio.text(path, nil).map { String(cString: $0) } ?? "")
  }
}

nonisolated extension GioLibrary {
  /// The only thing in an answer, if it is of the kind that was hoped for; the caller owns it.
  fileprivate func child(of answer: Value, _ kind: String) -> Value? {
    let isRight = self.kind(answer).map { String(cString: $0) } == "(\(kind))"
    return isRight ? child(answer, 0) : nil
  }
}
