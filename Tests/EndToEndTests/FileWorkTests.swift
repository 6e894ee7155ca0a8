import Foundation
import Testing

extension EndToEnd {
  /// The commands that move, copy and rename photos, by keys, with Undo.
  @Suite(.needsDisplay)
  struct FileWorkTests {
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    private var environment: [String: String] { ["HOME": home.path, "XDG_DATA_HOME": home.path] }

    private func grid(_ count: Int) throws -> Session {
      let session = try Session(gridOf: count, on: try Displays.plain(), environment: environment)
      session.x.move(to: Session.middle)
      return session
    }

    private func isThere(_ name: String, in session: Session) -> Bool {
      FileManager.default.fileExists(atPath: "\(session.album.path)/\(name)")
    }

    /// Waits for a trace line after an action.
    private func wait(
      _ pattern: String, in session: Session, after action: () throws -> Void
    ) throws {
      try session.reporting { try session.viewer.wait(for: pattern, after: action) }
    }

    @Test func `F8 moves the photo to a folder, the next one is shown, and Undo brings it back`()
      throws
    {
      let album = try ScratchFolder()
      try album.writePictures(3)
      _ = try album.subfolder("best")
      let name = ScratchFolder.name(1)
      try album.write([60], to: RawName("\(name).xmp"))
      let session = try Session(
        starting: [album.path / RawName(name)], on: try Displays.plain(), album: album,
        environment: environment)
      try session.reporting {
        try session.viewer.wait(for: "list count=3")
        try session.viewer.wait(for: "rest") { $0["width"] > 0 }
      }
      session.x.move(to: Session.middle)
      try wait("chooser folders=1", in: session) { try session.x.key("F8") }
      try wait("chooser folders=0", in: session) { try session.x.key("Right") }
      try wait("transferred count=1 failed=0", in: session) {
        try session.x.key("Return", holding: ["Control_L"])
      }
      #expect(try session.shows(picture: 2))
      #expect(isThere("best/\(name)", in: session) && isThere("best/\(name).xmp", in: session))
      #expect(!isThere(name, in: session) && !isThere("\(name).xmp", in: session))
      try wait("moved back count=1", in: session) {
        try session.x.key("z", holding: ["Control_L"])
      }
      #expect(try session.shows(picture: 1))
      #expect(isThere(name, in: session) && isThere("\(name).xmp", in: session))
      // The folder has the digit 1 now.
      try wait("chooser targets=1", in: session) { try session.x.key("F7") }
      try wait("transferred count=1 failed=0", in: session) { try session.x.key("1") }
      #expect(isThere("best/\(name)", in: session) && isThere(name, in: session))
      // One key copies into the same folder again.
      try wait("rest page=2", in: session) { try session.x.key("n") }
      try wait("transferred count=1 failed=0", in: session) {
        try session.x.key("F7", holding: ["Shift_L"])
      }
      #expect(isThere("best/\(ScratchFolder.name(2))", in: session))
    }

    @Test func `the picks are selected by one key, and F7 begins with the folders beside`() throws {
      let parent = try ScratchFolder()
      let album = try ScratchFolder(at: parent.subfolder("event"))
      try album.writePictures(3)
      let best = try parent.subfolder("best")
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 3, environment: environment)
      session.x.move(to: Session.middle)
      try session.focus(1)
      try wait("marked count=1 failed=0", in: session) {
        try session.x.key("p", holding: ["Alt_L"])
      }
      try session.focus(0)
      try wait("selection count=1", in: session) {
        try session.x.key("p", holding: ["Control_L", "Shift_L"])
      }
      try wait("chooser folders=0", in: session) { try session.x.key("F7") }
      try session.x.key("b")
      try wait("chooser folders=0", in: session) { try session.x.key("Return") }
      try wait("transferred count=1 failed=0", in: session) {
        try session.x.key("Return", holding: ["Control_L"])
      }
      let name = ScratchFolder.name(1)
      for copy in [name, "\(name).xmp"] {
        #expect(FileManager.default.fileExists(atPath: "\(best)/\(copy)"))
      }
    }

    @Test func `F2 renames the photo on its page, which stays, and Undo gives the name back`()
      throws
    {
      let session = try grid(3)
      try session.open(1)
      let name = ScratchFolder.name(1)
      try wait("renaming photos=1", in: session) { try session.x.key("F2") }
      for key in ["z", "9"] { try session.x.key(key) }
      try wait("renamed count=1 failed=0", in: session) { try session.x.key("Return") }
      let ending = name.split(separator: ".").last ?? ""
      #expect(isThere("z9.\(ending)", in: session) && !isThere(name, in: session))
      #expect(try session.shows(picture: 1))
      try wait("moved back count=1", in: session) {
        try session.x.key("z", holding: ["Control_L"])
      }
      #expect(isThere(name, in: session))
      #expect(try session.shows(picture: 1))
    }

    @Test func `F2 renames a photo in its cell, Tab goes on to the next one, Escape leaves a name`()
      throws
    {
      let session = try grid(3)
      try session.focus(1)
      try wait("renaming photos=1", in: session) { try session.x.key("F2") }
      for key in ["a", "0"] { try session.x.key(key) }
      let mark = session.viewer.mark
      try session.x.key("Tab")
      try session.reporting {
        try session.viewer.wait(for: "renamed count=1 failed=0", since: mark)
        try session.viewer.wait(for: "renaming photos=1", since: mark)
      }
      for key in ["x", "Escape"] { try session.x.key(key) }
      // A wrong name is explained, and the field stays.
      try wait("renaming photos=1", in: session) { try session.x.key("F2") }
      try wait("rename preview problems=1", in: session) { try session.x.key("slash") }
      try session.x.key("BackSpace")
      for key in ["b", "0"] { try session.x.key(key) }
      try wait("renamed count=1 failed=0", in: session) { try session.x.key("Return") }
      let ending = ScratchFolder.name(1).split(separator: ".").last ?? ""
      #expect(isThere("a0.\(ending)", in: session) && isThere("b0.\(ending)", in: session))
      #expect(isThere(ScratchFolder.name(0), in: session))
      for number in [1, 2] { #expect(!isThere(ScratchFolder.name(number), in: session)) }
    }

    @Test func `selected photos are renamed by a pattern and moved into a new folder`() throws {
      let session = try grid(4)
      try session.focus(1)
      try session.x.key("Right", holding: ["Shift_L"])
      try wait("rename preview", in: session) { try session.x.key("F2") }
      try wait("rename preview problems=2", in: session) { try session.x.key("x") }
      for key in ["braceleft", "n"] { try session.x.key(key) }
      try wait("rename preview problems=0", in: session) { try session.x.key("braceright") }
      try wait("renamed count=2 failed=0", in: session) { try session.x.key("Return") }
      let ending = ScratchFolder.name(1).split(separator: ".").last ?? ""
      #expect(isThere("x1.\(ending)", in: session) && isThere("x2.\(ending)", in: session))
      let undo = session.viewer.mark
      try wait("moved back count=2", in: session) {
        try session.x.key("z", holding: ["Control_L"])
      }
      // The list of the grid has followed, and its focus is on the first of the photos.
      try session.reporting {
        try session.viewer.wait(for: "grid rest", since: undo)
        try session.viewer.wait(for: "slot index=1 ", since: undo)
      }
      try wait("new folder photos=2", in: session) {
        try session.x.key("n", holding: ["Control_L", "Shift_L"])
      }
      try wait("transferred count=2 failed=0", in: session) { try session.x.key("Return") }
      #expect(isThere("New Folder/\(ScratchFolder.name(2))", in: session))
      // The history has one step, as Undo has taken back the first one.
      try wait("history steps=1", in: session) { try session.x.key("z", holding: ["Alt_L"]) }
      try wait("moved back count=2", in: session) { try session.x.key("Return") }
      #expect(isThere(ScratchFolder.name(1), in: session) && !isThere("New Folder", in: session))
      // All steps are undone: the history lists the step that can be redone.
      try wait("history steps=1 redo=1", in: session) { try session.x.key("z", holding: ["Alt_L"]) }
      try wait("moved back count=2", in: session) { try session.x.key("Return") }
      #expect(isThere("New Folder/\(ScratchFolder.name(2))", in: session))
    }
  }
}
