import RuntimeLibraries
import Testing

@Suite struct RuntimeLibraryTests {
  private func missing(
    _ body: () throws(RuntimeLibrary.Missing) -> Void
  ) -> RuntimeLibrary.Missing? {
    do throws(RuntimeLibrary.Missing) { try body() } catch { return error }
    return nil
  }

  @Test func `a function is loaded from a library`() throws {
    let absolute: @convention(c) (Int32) -> Int32 = try RuntimeLibrary("libc.so.6").function("abs")
    #expect(absolute(-7) == 7)
  }

  @Test func `the first installed library is loaded`() throws {
    let cosine: @convention(c) (Double) -> Double =
      try RuntimeLibrary("libm.so.0.7", or: "libm.so.6", "libc.so.6").function("cos")
    #expect(cosine(0) == 1)
  }

  @Test func `functions of a library's dependencies are found`() throws {
    let length: @convention(c) (UnsafePointer<CChar>) -> Int =
      try RuntimeLibrary("libm.so.6").function("strlen")
    #expect(length("seven.") == 6)
  }

  @Test func `address returns the same function as function`() throws {
    let library = try RuntimeLibrary("libc.so.6")
    let function: @convention(c) (Int32) -> Int32 = try library.function("abs")
    #expect(try library.address("abs") == unsafeBitCast(function, to: UnsafeMutableRawPointer.self))
  }

  @Test func `a missing library is named in the error`() {
    let missing = missing { () throws(RuntimeLibrary.Missing) in
      _ = try RuntimeLibrary("libgio-0.7.so.0")
    }
    #expect(missing?.description == "libgio-0.7 is not installed")
  }

  @Test func `the error of several missing libraries names the last, with the reason`() throws {
    let missing = missing { () throws(RuntimeLibrary.Missing) in
      _ = try RuntimeLibrary("libnothing.so.7", or: "libnothing.so.6")
    }
    guard case .library("libnothing.so.6", let message) = missing else {
      Issue.record("the error is not the missing library")
      return
    }
    #expect(message.hasPrefix("libnothing.so.6: cannot open"))
  }

  @Test func `a missing function is named in the error`() {
    let missing = missing { () throws(RuntimeLibrary.Missing) in
      let _: @convention(c) () -> Void = try RuntimeLibrary("libm.so.6").function("no_such_thing")
    }
    #expect(missing == .symbol("no_such_thing", soname: "libm.so.6"))
    #expect(missing?.description == "libm has no no_such_thing")
  }
}
