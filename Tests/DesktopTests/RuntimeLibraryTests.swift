import Testing

@testable import Desktop

@Suite struct RuntimeLibraryTests {
  private func reason(_ body: () throws(GLibFailure) -> Void) -> String? {
    do throws(GLibFailure) { try body() } catch { return error.reason }
    return nil
  }

  @Test func `a library that is missing is called by its name`() {
    #expect(
      reason { () throws(GLibFailure) in _ = try RuntimeLibrary("libgio-0.7") }
        == "libgio-0.7 is not installed")
  }

  @Test func `a function that is missing is called by its name`() {
    let words = reason { () throws(GLibFailure) in
      let library = try RuntimeLibrary("libglib-2.0")
      let _: @convention(c) () -> Void = try library.function("g_no_such_thing")
    }
    #expect(words == "libglib-2.0 has no g_no_such_thing")
  }

  @Test func `what GLib says is the reason, and silence is told from success`() throws {
    let glib = try GLibLibrary.shared.get()
    #expect(reason { () throws(GLibFailure) in try glib.check { _ in 1 } } == nil)
    #expect(
      reason { () throws(GLibFailure) in try glib.check { _ in 0 } } == "GLib does not say why")
    let file = try #require(glib.makeKeyFile())
    defer { glib.freeKeyFile(file) }
    let words = reason { () throws(GLibFailure) in
      try glib.check { glib.loadKeyFile(file, "/nowhere/at all", 0, $0) }
    }
    #expect(words == "No such file or directory")
  }
}
