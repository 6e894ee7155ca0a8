import Desktop
import Testing

@Suite struct IdleInhibitorTests {
  @Test func `the screen saver is inhibited until end`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(as: "org.freedesktop.ScreenSaver", ["Inhibit": "(uint32 42,)"])
    defer { PrivateBus.end(service) }
    let inhibitor = try IdleInhibitor(
      application: "pbview", reason: "A slideshow is running", address: bus.address)
    #expect(bus.questions == ["Inhibit('pbview', 'A slideshow is running')"])
    inhibitor.end()
    #expect(bus.questions.last == "UnInhibit(42,)")
  }

  @Test func `the portal is used without a screen saver service`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(
      as: "org.freedesktop.portal.Desktop", ["Inhibit": "(objectpath '/request/7',)"])
    defer { PrivateBus.end(service) }
    let inhibitor = try IdleInhibitor(
      application: "pbview", reason: "A slideshow is running", address: bus.address)
    #expect(bus.questions == ["Inhibit('', 8, {'reason': <'A slideshow is running'>})"])
    inhibitor.end()
    #expect(bus.questions.last == "Close()")
  }

  @Test func `a reply of a wrong type is an error`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let service = bus.serve(as: "org.freedesktop.ScreenSaver", ["Inhibit": "('yes',)"])
    defer { PrivateBus.end(service) }
    #expect(throws: DesktopError.self) {
      _ = try IdleInhibitor(application: "pbview", reason: "", address: bus.address)
    }
  }

  @Test func `a bus with neither service is an error`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
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
