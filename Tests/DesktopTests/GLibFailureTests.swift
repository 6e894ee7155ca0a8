import RuntimeLibraries
import Testing

@testable import Desktop

@Suite struct GLibFailureTests {
  private func reason(_ body: () throws(GLibFailure) -> Void) -> String? {
    do throws(GLibFailure) { try body() } catch { return error.reason }
    return nil
  }

  @Test func `the reason names a missing library`() {
    #expect(
      GLibFailure(.library(soname: "libgio-2.0.so.0", message: "no such file")).reason
        == "libgio-2.0 is not installed")
  }

  @Test func `the reason is the message of GLib, or says that GLib gives none`() throws {
    let glib = try GLibLibrary.shared.get()
    #expect(reason { () throws(GLibFailure) in try glib.check { _ in 1 } } == nil)
    #expect(
      reason { () throws(GLibFailure) in try glib.check { _ in 0 } } == "GLib gives no reason")
    let file = try #require(glib.makeKeyFile())
    defer { glib.freeKeyFile(file) }
    let words = reason { () throws(GLibFailure) in
      try glib.check { glib.loadKeyFile(file, "no group", 8, 0, $0) }
    }
    #expect(words?.contains("no group") == true)
  }
}
