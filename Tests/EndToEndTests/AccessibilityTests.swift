import Foundation
import Testing

extension EndToEnd {
  /// The program as an assistive program sees and uses it, through AT-SPI alone.
  @Suite(.needsDisplay)
  struct AccessibilityTests {
    /// Shows a grid of three pictures to an assistive program, with files of its own in `home`.
    private static func session(
      of client: AssistiveClient, on display: VirtualDisplay, home: ScratchFolder
    ) throws -> Session {
      try Session(
        gridOf: 3, on: display,
        environment: client.environment.merging(
          ["HOME": home.path, "XDG_DATA_HOME": home.path]) { $1 })
    }

    @Test func `a photo is opened, zoomed, moved to the trash and restored`() throws {
      let display = try Displays.plain()
      guard let client = try AssistiveClient.ofTest(on: display) else { return }
      let home = try ScratchFolder()
      let session = try Self.session(of: client, on: display, home: home)
      let application = try client.application()
      let grid = try client.wait(for: "grid") { try client.find("list", "Grid", in: application) }
      let cells = try client.children(of: grid)
      #expect(cells.count == 3)
      let name = try client.property("Name", of: cells[1])
      #expect(name == ScratchFolder.name(1))

      try session.viewer.wait(for: "rest page=1") { try client.press(cells[1]) }
      let opened = try client.wait(for: "page") {
        try client.find("image", name, in: application)
      }
      #expect(try client.property("Description", of: opened).hasPrefix("2 of 3"))
      // Keys are offered to the assistive program first.
      session.x.move(to: Session.middle)
      try session.viewer.wait(for: "rest page=2") { try session.x.key("Right") }
      #expect(try client.find("image", ScratchFolder.name(2), in: application) != nil)
      try session.viewer.wait(for: "rest page=1") { try session.x.key("Left") }
      let page = try client.wait(for: "page") {
        try client.find("image", name, in: application)
      }
      let before = try client.property("CurrentValue", of: page, "Value")
      try client.call(page, "Action", "DoAction", "(int32 1,)")
      _ = try client.wait(for: "zoom") {
        try client.property("CurrentValue", of: page, "Value") != before ? true : nil
      }

      try client.press(
        client.wait(for: "menu button") {
          try client.find("push button", "Open Menu", in: application)
        })
      let menu = try client.wait(for: "menu") { try client.find("menu", in: application) }
      let trash = try #require(try client.find("menu item", "Move to Trash", in: menu))
      try session.viewer.wait(for: "deleted count=1 permanent=0") { try client.press(trash) }
      let undo = try client.wait(for: "Undo") {
        try client.find("push button", "Undo", in: application)
      }
      #expect(try client.find("notification", in: application) != nil)
      try session.viewer.wait(for: "restored count=1") { try client.press(undo) }
      let file = "\(session.album.path)/\(ScratchFolder.name(1))"
      #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func `another order of the grid is announced`() throws {
      let display = try Displays.plain()
      guard let client = try AssistiveClient.ofTest(on: display) else { return }
      let home = try ScratchFolder()
      let session = try Self.session(of: client, on: display, home: home)
      let application = try client.application()
      try session.x.key("s", holding: ["Alt_L"])
      _ = try client.wait(for: "message") {
        try client.find("notification", "Largest First", in: application)
      }
      try session.x.key("r", holding: ["Alt_L"])
      _ = try client.wait(for: "second message") {
        try client.find("notification", "Reverse Order: On", in: application)
      }
      #expect(try client.find("notification", "Largest First", in: application) == nil)
    }

    @Test func `the number of selected photos is announced`() throws {
      let display = try Displays.plain()
      guard let client = try AssistiveClient.ofTest(on: display) else { return }
      let home = try ScratchFolder()
      let session = try Self.session(of: client, on: display, home: home)
      let application = try client.application()
      try session.x.key("i", holding: ["Control_L"])
      _ = try client.wait(for: "number") {
        try client.find("notification", "3 selected", in: application)
      }
      try session.x.key("Escape")
      _ = try client.wait(for: "second number") {
        try client.find("notification", "Nothing selected", in: application)
      }
    }

    /// Nothing of AT-SPI may delay the first frame.
    @Test func `assistive programs are looked for after the first frame`() throws {
      let session = try Session(gridOf: 2, on: Displays.plain())
      try session.viewer.wait(for: "accessibility")
      let names = session.viewer.traces().map(\.name)
      let start = try #require(names.firstIndex(of: "accessibility"))
      #expect(names.prefix(start).contains("frame"))
    }
  }
}
