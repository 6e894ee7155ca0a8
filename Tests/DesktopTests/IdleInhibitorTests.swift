import CGDBus
import Desktop
import Testing

@Suite struct IdleInhibitorTests {
  /// Nil, and said so, where no bus can be started.
  private func makeBus() throws -> PrivateBus? {
    let bus = try PrivateBus()
    if bus == nil { print("skipped: there is no dbus-daemon") }
    return bus
  }

  private func end(_ connection: OpaquePointer?) {
    if let connection { g_object_unref(UnsafeMutableRawPointer(connection)) }
  }

  @Test func `the session is asked to stay awake, and then no more`() throws {
    guard let bus = try makeBus() else { return }
    let service = bus.serve(as: "org.freedesktop.ScreenSaver", ["Inhibit": "(uint32 42,)"])
    defer { end(service) }
    let inhibitor = try IdleInhibitor(
      application: "pbview", reason: "A slideshow is running", address: bus.address)
    #expect(bus.questions == ["Inhibit('pbview', 'A slideshow is running')"])
    inhibitor.end()
    #expect(bus.questions.last == "UnInhibit(42,)")
  }

  @Test func `where the desktop's own service is missing the portal is asked`() throws {
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

  @Test func `an answer that makes no sense is none`() throws {
    guard let bus = try makeBus() else { return }
    let service = bus.serve(as: "org.freedesktop.ScreenSaver", ["Inhibit": "('yes',)"])
    defer { end(service) }
    #expect(throws: DesktopError.self) {
      _ = try IdleInhibitor(application: "pbview", reason: "", address: bus.address)
    }
  }

  @Test func `a bus on which nobody can help says so at once`() throws {
    guard let bus = try makeBus() else { return }
    #expect(throws: DesktopError.self) {
      _ = try IdleInhibitor(application: "pbview", reason: "", address: bus.address)
    }
  }

  @Test func `no bus is no disaster`() {
    #expect(throws: DesktopError.self) {
      _ = try IdleInhibitor(application: "pbview", reason: "", address: "unix:path=/nowhere/bus")
    }
  }
}
