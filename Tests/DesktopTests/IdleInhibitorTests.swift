import CGDBus
import Desktop
import Testing

@Suite struct IdleInhibitorTests {
  /// A private bus; nil, with a message, without dbus-daemon.
  private func makeBus() throws -> PrivateBus? {
    let bus = try PrivateBus()
    if bus == nil { print("skipped: there is no dbus-daemon") }
    return bus
  }

  private func end(_ connection: OpaquePointer?) {
    if let connection { g_object_unref(UnsafeMutableRawPointer(connection)) }
  }

  @Test func `the screen saver is inhibited until end`() throws {
    guard let bus = try makeBus() else { return }
    let service = bus.serve(as: "org.freedesktop.ScreenSaver", ["Inhibit": "(uint32 42,)"])
    defer { end(service) }
    let inhibitor = try IdleInhibitor(
      application: "pbview", reason: "A slideshow is running", address: bus.address)
    #expect(bus.questions == ["Inhibit('pbview', 'A slideshow is running')"])
    inhibitor.end()
    #expect(bus.questions.last == "UnInhibit(42,)")
  }

  @Test func `the portal is used without a screen saver service`() throws {
    guard let bus = try makeBus() else { return }
    let service = bus.serve(
      as: "org.freedesktop.portal.Desktop", ["Inhibit": "(objectpath '/request/7',)"])
    defer { end(service) }
    let inhibitor = try IdleInhibitor(
      application: "pbview", reason: "A slideshow is running", address: bus.address)
    #expect(bus.questions == ["Inhibit('', 8, {'reason': <'A slideshow is running'>})"])
    inhibitor.end()
    #expect(bus.questions.last == "Close()")
  }

  @Test func `a reply of a wrong type is an error`() throws {
    guard let bus = try makeBus() else { return }
    let service = bus.serve(as: "org.freedesktop.ScreenSaver", ["Inhibit": "('yes',)"])
    defer { end(service) }
    #expect(throws: DesktopError.self) {
      _ = try IdleInhibitor(application: "pbview", reason: "", address: bus.address)
    }
  }

  @Test func `a bus with neither service is an error`() throws {
    guard let bus = try makeBus() else { return }
    #expect(throws: DesktopError.self) {
      _ = try IdleInhibitor(application: "pbview", reason: "", address: bus.address)
    }
  }

  @Test func `a missing bus is an error`() {
    #expect(throws: DesktopError.self) {
      _ = try IdleInhibitor(application: "pbview", reason: "", address: "unix:path=/nowhere/bus")
    }
  }
}
