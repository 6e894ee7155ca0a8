import Foundation
import Testing

extension EndToEnd {
  /// The commands that export, crop and turn photos, by keys, with Undo.
  @Suite(.needsDisplay)
  struct ExportTests {
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    /// Opens the folder's pictures in a browser.
    ///
    /// - Parameter isRelative: whether the path is relative to the working directory.
    private func session(_ count: Int, isRelative: Bool = false) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(count)
      var first = album.path / RawName(ScratchFolder.name(0))
      if isRelative {
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let upwards = Array(String(repeating: "../", count: depth).utf8)
        first = RawName(bytes: upwards + first.bytes.dropFirst())
      }
      let session = try Session(
        starting: [first], on: try Displays.plain(), album: album,
        environment: ["HOME": home.path, "XDG_DATA_HOME": home.path])
      try session.viewer.wait(for: "list count=\(count)")
      try session.viewer.wait(for: "rest page=0") { $0["width"] > 0 }
      session.x.move(to: Session.middle)
      return session
    }

    private func press(
      _ session: Session, _ key: String, holding held: [String] = [], until line: String
    ) throws {
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key(key, holding: held)
        try session.viewer.wait(for: line, since: start)
      }
    }

    private func names(_ session: Session) throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: "\(session.album.path)"))
    }

    @Test func `an exported photo appears beside the original, and Undo removes it`() throws {
      let session = try session(1)
      let before = try names(session)
      try press(session, "e", holding: ["Control_L", "Shift_L"], until: "estimate")
      _ = try session.x.steadyScreenshot(of: session.window)
      try session.x.key("End")
      try press(session, "Return", until: "made count=1 failed=0 cancelled=0")
      #expect(try names(session).count == before.count + 1)
      try press(session, "z", holding: ["Control_L"], until: "deleted count=1")
      #expect(try names(session) == before)
    }

    @Test func `the folder of an export is chosen among the favourites, and can be made`() throws {
      let session = try session(1)
      try press(session, "e", holding: ["Control_L", "Shift_L"], until: "estimate")
      _ = try session.x.steadyScreenshot(of: session.window)
      // The last control is the button that exports; that of the folder is the second before it.
      try session.x.key("End")
      for _ in 0..<2 { try session.x.key("Tab", holding: ["Shift_L"]) }
      let start = session.viewer.mark
      try press(session, "Return", until: "chooser targets=0")
      try session.viewer.wait(for: "chooser folders=0", since: start)
      try session.x.key("n", holding: ["Control_L"])
      try press(session, "Return", until: "chooser folders=0")
      #expect(try names(session).contains("New Folder"))
      try press(session, "Return", holding: ["Control_L"], until: "export sheet count=1")
    }

    @Test func `a crop by keys is saved as a copy, which the page shows until Undo`() throws {
      let session = try session(2)
      let before = try names(session)
      let start = session.viewer.mark
      try press(session, "c", holding: ["Shift_L"], until: "crop open=true")
      try session.x.key("a")
      try session.x.key("minus")
      try press(session, "Return", until: "crop open=false")
      let added = try names(session).subtracting(before)
      #expect(added.count == 1 && added.first?.contains("(cropped)") == true)
      try session.reporting { try session.viewer.wait(for: "page index=1", since: start) }
      // The page of the photo that was cropped is shown again, not the next one.
      try press(session, "z", holding: ["Control_L"], until: "page index=0")
      #expect(try names(session) == before)
    }

    @Test func `the copy that a crop makes is shown also for a relative path`() throws {
      let session = try session(2, isRelative: true)
      let start = session.viewer.mark
      try press(session, "c", holding: ["Shift_L"], until: "crop open=true")
      try session.x.key("minus")
      try press(session, "Return", until: "crop open=false")
      try session.reporting { try session.viewer.wait(for: "page index=1", since: start) }
    }

    @Test func `a crop leaves the window when its page is left before the copy is there`() throws {
      let session = try session(2)
      try press(session, "c", holding: ["Shift_L"], until: "crop open=true")
      try session.x.key("minus")
      try press(session, "Return", until: "crop apply")
      try session.x.key("BackSpace")
      try session.viewer.wait(for: "crop open=false")
      #expect(session.viewer.process.exitCode(within: 0) == nil)
    }

    @Test func `Escape leaves the crop without a change`() throws {
      let session = try session(1)
      let before = try names(session)
      try press(session, "c", holding: ["Shift_L"], until: "crop open=true")
      try session.x.key("minus")
      try press(session, "Escape", until: "crop open=false")
      #expect(try names(session) == before)
      #expect(session.viewer.process.exitCode(within: 0) == nil)
    }
  }
}
