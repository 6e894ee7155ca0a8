import Geometry
import Testing

extension EndToEnd {
  /// The cards that represent subfolders in a grid.
  @Suite(.needsDisplay)
  struct FolderCardTests {
    /// A grid of two photos and two cards: “dunes” with three photos, “trip” with four photos in a
    /// subfolder.
    private static func session() throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(2)
      for name in ["dunes", "trip", "trip/oslo", "notes"] { _ = try album.subfolder(name) }
      for number in 0..<3 {
        try album.write(Pictures.bmp(.init(number: number + 2)), to: "dunes/\(number).bmp")
      }
      for number in 0..<4 {
        try album.write(Pictures.bmp(.init(number: number + 5)), to: "trip/oslo/\(number).bmp")
      }
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 2)
      try session.viewer.wait(for: "grid items=2 sections=2 folders=2")
      return session
    }

    @Test(arguments: ["Escape", "BackSpace", "alt-Left", "back arrow"])
    func `a card opens the grid of its folder, and every back command returns to the card`(
      way: String
    ) throws {
      let session = try Self.session()
      let card = try session.focus(0)
      let before = try session.x.steadyScreenshot(of: session.window)
      let start = session.viewer.mark
      try session.x.key("Return")
      try session.viewer.wait(for: "folder opened name=dunes", since: start)
      try session.viewer.wait(for: "grid items=3 sections=1", since: start)
      try session.viewer.wait(for: "scene name=grid", since: start)
      // Photos of the inner grid open and close.
      try session.open(1)
      #expect(try session.shows(picture: 3))
      try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
      let back = session.viewer.mark
      switch way {
      case "alt-Left": try session.x.key("Left", holding: ["Alt_L"])
      case "back arrow": session.x.click(at: try session.onScreen(Point(x: 24, y: 24)))
      default: try session.x.key(way)
      }
      try session.viewer.wait(for: "scene name=grid", since: back)
      #expect(session.viewer.process.isRunning)
      if way != "back arrow" {
        let (_, isSame) = try session.x.look(at: session.window) { $0 == before }
        #expect(isSame, "the outer grid is unchanged, with the focus on the card")
      }
      #expect(try session.slot(0) == card)
    }

    @Test func `a click opens a card whose pictures are in deeper subfolders`() throws {
      let session = try Self.session()
      let card = try session.focus(1)
      let start = session.viewer.mark
      session.x.click(at: try session.onScreen(card.center))
      try session.viewer.wait(for: "folder opened name=trip", since: start)
      try session.viewer.wait(for: "grid items=4", since: start)
    }

    @Test func `photos beside cards open on their own pages`() throws {
      let session = try Self.session()
      let cell = try session.focus(3)
      try session.arrive(atPage: 1) { session.x.click(at: try session.onScreen(cell.center)) }
      #expect(try session.shows(picture: 1))
    }

    @Test func `the cards of a folder that was just opened are visible above its photos`() throws {
      let album = try ScratchFolder()
      try album.writePictures(60)
      _ = try album.subfolder("dunes")
      try album.write(Pictures.bmp(.init(number: 3)), to: "dunes/0.bmp")
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 60)
      try session.viewer.wait(for: "grid items=60 sections=2 folders=1")
      let lines = session.viewer.process.errors.lines
      let cards = try #require(lines.firstIndex { $0.contains("folders=1") })
      try session.viewer.wait(for: "grid rest first=0 scroll=0.000", since: cards)
    }

    @Test func `a new subfolder gets a card`() throws {
      let session = try Self.session()
      let start = session.viewer.mark
      _ = try session.album.subfolder("new")
      try session.album.write(Pictures.bmp(.init(number: 9)), to: "new/0.bmp")
      try session.x.key("F5")
      try session.viewer.wait(for: "grid items=2 sections=2 folders=3", since: start)
    }
  }
}
