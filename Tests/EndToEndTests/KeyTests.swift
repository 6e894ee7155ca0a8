import Testing

extension EndToEnd {
  /// Keys of the preferences file and of other programs, and keys that are changed by pressing
  /// them.
  @Suite(.needsDisplay)
  struct KeyTests {
    @Test func `keys of the preferences file work, and an error names its line`() throws {
      let folder = try ScratchFolder()
      let file = try folder.write(
        Array("[keys]\nnext = X\nno-command = K\n".utf8), to: "preferences")
      let session = try Session(
        on: try Displays.plain(), pictures: 3, options: ["--config", file])
      _ = try session.rest(onPage: 1) { try session.x.key("x") }
      let lines = session.viewer.process.errors.lines
      #expect(lines.contains { $0.contains("line 3: “no-command” is not a command") })
    }

    @Test func `a profile has the keys of its program`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 3, options: ["--keys", "geeqie"])
      _ = try session.rest(onPage: 1) { try session.x.key("Next") }
      _ = try session.rest(onPage: 0) { try session.x.key("BackSpace") }
    }

    @Test func `a key added in the sheet of keys takes effect at once`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 3)
      try session.viewer.wait(for: "keys") { try session.x.key("k", holding: ["Control_L"]) }
      for letter in ["l", "a", "s", "t"] { try session.x.key(letter) }
      try session.x.key("Return")
      try session.x.key("Return")
      try session.viewer.wait(for: "keys of=last count=3") { try session.x.key("F6") }
      try session.viewer.wait(for: "keys") { try session.x.key("Escape") }
      // The search field has the focus again: the first Escape clears it, and the second one
      // closes the sheet.
      for _ in 1...2 { try session.x.key("Escape") }
      _ = try session.rest(onPage: 2) { try session.x.key("F6") }
    }
  }
}
