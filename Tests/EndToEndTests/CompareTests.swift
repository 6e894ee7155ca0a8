import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The comparison of photos beside each other.
  @Suite(.needsDisplay)
  struct CompareTests {
    private let home: ScratchFolder

    init() throws { home = try ScratchFolder() }

    /// Opens a grid, and compares the first photos from it.
    private func compare(_ count: Int, of all: Int) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(all)
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: all, environment: ["HOME": home.path])
      try session.focus(0)
      try session.reporting {
        for _ in 1..<count { try session.x.key("Right", holding: ["Shift_L"]) }
        try session.x.key("c", holding: ["Alt_L"])
        try session.viewer.wait(for: "scene name=compare")
      }
      return session
    }

    /// Performs an action, and waits for resting panes with these pages.
    @discardableResult
    private func panes(
      _ pages: String, focus: Int, of session: Session, after action: () throws -> Void
    ) throws -> Trace {
      let start = session.viewer.mark
      return try session.reporting {
        try action()
        return try session.viewer.wait(for: "panes pages=\(pages) focus=\(focus)", since: start)
      }
    }

    @Test func `photos fly from the grid into panes and back, and keys move the focus`() throws {
      let session = try compare(3, of: 4)
      try panes("0,1,2", focus: 1, of: session) { try session.x.key("Tab") }
      try panes("0,1,2", focus: 2, of: session) { try session.x.key("Tab") }
      try panes("2,1,0", focus: 0, of: session) { try session.x.key("s") }
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("Escape")
        try session.viewer.wait(for: "compare closed", since: start)
        try session.viewer.wait(for: "scene name=grid", since: start)
      }
      #expect(session.viewer.process.isRunning)
    }

    @Test func `a zoom at the pointer shows the same part in all panes, until they are separated`()
      throws
    {
      let session = try compare(2, of: 2)
      func views(_ trace: Trace) -> [String] {
        (trace.fields["views"] ?? "").split(separator: ",").map(String.init)
      }
      session.x.move(to: Session.middle + Vector(dx: -200, dy: 40))
      let linked = try panes("0,1", focus: 0, of: session) {
        try session.x.holding("Control_L") { session.x.wheel(.wheelUp, notches: 1) }
      }
      #expect(views(linked).count == 2 && Set(views(linked)).count == 1)
      #expect(views(linked).first?.hasPrefix("1.000") == false)
      try panes("0,1", focus: 0, of: session) { try session.x.key("v") }
      let own = try panes("0,1", focus: 0, of: session) { try session.x.key("0") }
      #expect(Set(views(own)).count == 2)
    }

    @Test
    func `a rejected photo is replaced by the next one, and a promoted one becomes the first`()
      throws
    {
      let session = try compare(2, of: 5)
      try panes("0,1", focus: 1, of: session) { try session.x.key("Tab") }
      try panes("0,2", focus: 1, of: session) { try session.x.key("x") }
      try session.reporting { try session.viewer.wait(for: "marked count=1 failed=0") }
      let sidecar = "\(session.album.path)/\(ScratchFolder.name(1)).xmp"
      #expect(try String(contentsOfFile: sidecar, encoding: .utf8).contains("xmp:Rating=\"-1\""))
      try panes("2,3", focus: 1, of: session) { try session.x.key("Return") }
    }

    @Test func `the rejected photos of the list go to the trash, and others take their places`()
      throws
    {
      let session = try compare(2, of: 5)
      try panes("2,1", focus: 0, of: session) { try session.x.key("x") }
      try panes("3,1", focus: 0, of: session) { try session.x.key("x") }
      try session.x.key("x", holding: ["Alt_L"])
      let start = session.viewer.mark
      try session.reporting {
        try session.x.key("BackSpace", holding: ["Control_L"])
        try session.viewer.wait(for: "deleted count=3 permanent=0", since: start)
        try session.viewer.wait(for: "panes pages=1,0 focus=0", since: start)
      }
      let left = (0..<5).filter { number in
        FileManager.default.fileExists(
          atPath: "\(session.album.path)/\(ScratchFolder.name(number))")
      }
      #expect(left == [1, 4])
    }

    @Test func `the focused photo is renamed, and the panel shows the facts about it`() throws {
      let session = try compare(2, of: 3)
      try panes("0,1", focus: 1, of: session) { try session.x.key("Tab") }
      func wait(_ pattern: String, after action: () throws -> Void) throws {
        let start = session.viewer.mark
        try session.reporting {
          try action()
          try session.viewer.wait(for: pattern, since: start)
        }
      }
      try wait("renaming photos=1") { try session.x.key("F2") }
      for key in ["z", "9"] { try session.x.key(key) }
      try wait("renamed count=1 failed=0") { try session.x.key("Return") }
      let ending = ScratchFolder.name(1).split(separator: ".").last ?? ""
      #expect(FileManager.default.fileExists(atPath: "\(session.album.path)/z9.\(ending)"))
      try wait("compare info shown=true") { try session.x.key("F9") }
      try wait("compare info shown=false") { try session.x.key("F9") }
      try wait("export sheet count=1") {
        try session.x.key("e", holding: ["Control_L", "Shift_L"])
      }
    }

    @Test func `the panel shows the facts about a photo after it was rotated in its file`() throws {
      let album = try ScratchFolder()
      let file = "\(album.path)/a.png"
      for (number, name) in ["a.png", "b.png"].enumerated() {
        _ = try album.write(Pictures.png(Pictures.Plan(number: number)), to: RawName(name))
      }
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 2, environment: ["HOME": home.path])
      try session.focus(0)
      func wait(_ pattern: String, after action: () throws -> Void) throws {
        let start = session.viewer.mark
        try session.reporting {
          try action()
          try session.viewer.wait(for: pattern, since: start)
        }
      }
      func byteCount() throws -> Int { try Data(contentsOf: URL(fileURLWithPath: file)).count }
      try wait("scene name=compare") {
        try session.x.key("Right", holding: ["Shift_L"])
        try session.x.key("c", holding: ["Alt_L"])
      }
      let before = try byteCount()
      try wait("compare info bytes=\(before)") { try session.x.key("F9") }
      let start = session.viewer.mark
      try wait("turned count=1 failed=0") { try session.x.key("greater") }
      let after = try byteCount()
      #expect(after != before)
      try session.reporting {
        try session.viewer.wait(for: "compare info bytes=\(after)", since: start)
      }
    }
  }
}
