import Geometry
import Testing

extension EndToEnd {
  /// The program opened on one file, and the grid of that file's folder.
  @Suite(.needsDisplay)
  struct FileToGridTests {
    /// Opens one picture of an album and waits until its folder is listed.
    private static func session(
      opening index: Int = 2, of count: Int = 6, options: [RawName] = []
    ) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(count)
      let session = try Session(
        on: try Displays.plain(), album: album,
        names: [album.path / RawName(ScratchFolder.name(index))], options: options, page: nil)
      try session.reporting { try session.viewer.wait(for: "list count=\(count)") }
      return session
    }

    @Test(arguments: ["Return", "BackSpace", "alt-Left", "back arrow"])
    func `a photo opened as a file flies into the grid of its folder`(way: String) throws {
      let session = try Self.session()
      let cell = try session.flyHome(fromPage: 2) {
        switch way {
        case "alt-Left": try session.x.key("Left", holding: ["Alt_L"])
        case "back arrow":
          session.x.click(at: try session.onScreen(Point(x: 24, y: 24)))
        default: try session.x.key(way)
        }
      }
      #expect(try session.isOnScreen(cell))
      #expect(try session.shows(thumbnail: 2, in: cell))
      #expect(session.viewer.process.isRunning)
      // The grid works as usual: a cell opens, and Escape returns to that cell.
      try session.open(4)
      #expect(try session.shows(picture: 4))
      try session.flyHome(fromPage: 4) { try session.x.key("Escape") }
      #expect(session.viewer.process.isRunning)
    }

    @Test func `Return pressed before the folder is listed takes effect afterwards`() throws {
      let album = try ScratchFolder()
      try album.writePictures(4)
      let session = try Session(
        starting: [album.path / RawName(ScratchFolder.name(1))], on: try Displays.plain(),
        album: album)
      session.x.move(to: Session.middle)
      try session.flyHome(fromPage: 1) { try session.x.key("Return") }
      try session.reporting { try session.viewer.wait(for: "grid items=4") }
    }

    @Test func `the grid of an opened file is scrolled to that file`() throws {
      let session = try Self.session(opening: 57, of: 60)
      let cell = try session.flyHome(fromPage: 57) { try session.x.key("Return") }
      #expect(try session.isOnScreen(cell))
      #expect(try session.shows(thumbnail: 57 % 16, in: cell))
    }

    @Test(arguments: ["Escape", "pull"])
    func `Escape and a pull-down close a program opened on a file`(way: String) throws {
      let session = try Self.session()
      if way == "Escape" {
        try session.x.key("Escape")
      } else {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: 0, dy: 380), over: 120, rest: 0)
      }
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `files given one by one fly into a grid of exactly these files`() throws {
      let album = try ScratchFolder()
      try album.writePictures(6)
      let names = [4, 1, 3].map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(on: try Displays.plain(), album: album, names: names)
      let cell = try session.flyHome(fromPage: 0) { try session.x.key("BackSpace") }
      try session.reporting { try session.viewer.wait(for: "grid items=3") }
      #expect(try session.shows(thumbnail: 4, in: cell))
    }
  }

  /// Commands that a held key does not repeat.
  @Suite(.needsDisplay)
  struct HeldKeyTests {
    /// Milliseconds of holding a key: the X server's repeat delay and several repeats.
    private static let held = 1300.0

    @Test(arguments: ["Escape", "BackSpace"])
    func `a held key closes the photo and not the program`(key: String) throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      try session.open(1)
      try session.flyHome(fromPage: 1) {
        try session.x.holding(key) { Pace.hold(milliseconds: Self.held) }
      }
      #expect(session.viewer.process.isRunning)
      // A separate press closes the grid.
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `Escape that closes a menu does not close the photo`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 3)
      try session.x.key("Menu")
      try session.x.holding("Escape") { Pace.hold(milliseconds: Self.held) }
      #expect(session.viewer.process.isRunning)
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }
  }

  /// The option `--start`, with existing and missing targets.
  @Suite(.needsDisplay)
  struct StartTests {
    @Test(arguments: ["nosuch", "0", "99"])
    func `--start without a match prints a warning and shows the first picture`(
      start: String
    ) throws {
      for option in ["--browse", "--grid"] {
        let album = try ScratchFolder()
        try album.writePictures(3)
        let session = try Session(
          starting: [RawName(option), "--start", RawName(start), RawName(album.path)],
          on: try Displays.plain(), album: album)
        let errors = session.viewer.process.errors
        let line = errors.first(from: 0, within: ViewerProcess.timeout) { line in
          line.contains("--start") ? line : nil
        }
        #expect(line?.contains(start) ?? false, "\(option): \(line ?? "nothing was said")")
        if option == "--browse" { #expect(try session.shows(picture: 0)) }
      }
    }

    @Test func `the grid shows the focus ring on the cell of --start`() throws {
      let session = try Session(
        gridOf: 6, on: try Displays.plain(), options: ["--start", "5"])
      let cell = try session.slot(4)
      let (_, isShown) = try session.x.look(at: session.window) { screenshot in
        // The ring is 2 pixels wide and begins 1.5 pixels outside the cell.
        let colour = screenshot[Point(x: cell.minX - 3, y: cell.midY)] ?? 0
        return colour & 0xff > 200 && colour >> 16 & 0xff < 140
      }
      #expect(isShown)
      try session.arrive(atPage: 4) { try session.x.key("Return") }
    }
  }

  /// Nested folders, and folders without pictures.
  @Suite(.needsDisplay)
  struct SubfolderTests {
    /// Writes the subfolders `2024` and `2025` with 2 and 3 pictures, and `own` pictures beside
    /// them.
    private static func nested(own: Int = 0, in album: ScratchFolder, at top: String = "") throws {
      for (number, name) in ["2024", "2025"].enumerated() {
        _ = try album.subfolder(top + name)
        try album.writePictures(2 + number, from: number * 2, in: top + name + "/")
      }
      if own > 0 { try album.writePictures(own, from: 8, in: top) }
    }

    @Test func `without a path the Pictures folder opens with its subfolders`() throws {
      let album = try ScratchFolder()
      _ = try album.subfolder("Pictures")
      try Self.nested(own: 1, in: album, at: "Pictures/")
      let session = try Session(
        starting: [], on: try Displays.plain(), album: album, environment: ["HOME": album.path])
      try session.reporting { try session.viewer.wait(for: "grid items=6 sections=3") }
    }

    @Test func `a folder without pictures of its own opens with its subfolders`() throws {
      let album = try ScratchFolder()
      try Self.nested(in: album)
      let session = try Session(
        starting: [RawName(album.path)], on: try Displays.plain(), album: album)
      try session.reporting { try session.viewer.wait(for: "grid items=5 sections=2") }
      let list = try ViewerProcess(
        ["--print-list", RawName(album.path)], display: nil, traced: false)
      #expect(list.process.exitCode() == 0)
      #expect(list.process.output.lines.count == 5)
    }

    @Test func `Alt+I includes subfolders, and the choice is remembered for the folder`() throws {
      let album = try ScratchFolder()
      let state = try ScratchFolder()
      try Self.nested(own: 4, in: album)
      let environment = ["XDG_STATE_HOME": state.path]
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 4, environment: environment)
      try session.reporting {
        try session.viewer.wait(for: "grid items=9 sections=3") {
          try session.x.key("i", holding: ["Alt_L"])
        }
      }
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
      let again = try Session(
        gridOf: album, on: try Displays.plain(), items: 9, environment: environment)
      try again.reporting {
        // The subfolders are cards again.
        try again.viewer.wait(for: "grid items=4 sections=2 folders=2") {
          try again.x.key("i", holding: ["Alt_L"])
        }
      }
    }

    @Test func `an empty folder offers the folder chooser, and Backspace goes back`() throws {
      let album = try ScratchFolder()
      _ = try album.subfolder("empty")
      _ = try album.subfolder("full")
      try album.writePictures(3, in: "full/")
      let session = try Session(
        starting: [album.path / "empty"], on: try Displays.plain(), album: album)
      try session.reporting {
        try session.viewer.wait(for: "grid items=0")
        try session.viewer.wait(for: "scene name=grid")
        session.x.move(to: Session.middle)
        try session.viewer.wait(for: "chooser folders=0") { try session.x.key("Return") }
        // Left goes to the parent folder with the previous folder selected, Down and Right open the
        // next folder.
        try session.viewer.wait(for: "chooser folders=2") { try session.x.key("Left") }
        try session.x.key("Down")
        try session.viewer.wait(for: "chooser folders=0") { try session.x.key("Right") }
        try session.x.key("Tab")
        try session.x.key("Tab")
        try session.viewer.wait(for: "grid items=3 sections=1") { try session.x.key("Return") }
        try session.viewer.wait(for: "grid items=0 sections=0") { try session.x.key("BackSpace") }
      }
    }

    @Test func `clicks in the folder chooser navigate to a folder and open it`() throws {
      let album = try ScratchFolder()
      _ = try album.subfolder("a")
      _ = try album.subfolder("b")
      try album.writePictures(1, in: "a/")
      try album.writePictures(2, in: "b/")
      let session = try Session(
        gridOf: album, on: try Displays.plain(), folders: [album.path / "a"], items: 1)
      // The sheet is 440 wide and ends 12 above the bottom of the window; the list begins below the
      // heading and the text field, in rows of 36.
      func click(_ row: Double) throws {
        session.x.click(at: try session.onScreen(Point(x: 500, y: 450 + 36 * row)))
      }
      try session.reporting {
        try session.viewer.wait(for: "chooser folders=0") {
          try session.x.key("o", holding: ["Control_L"])
        }
        // Clicks take effect once the sheet's animation has ended.
        _ = try session.x.steadyScreenshot(of: session.window)
        try session.viewer.wait(for: "chooser folders=2") { try click(0) }
        try session.viewer.wait(for: "chooser folders=0") { try click(2) }
        try session.viewer.wait(for: "grid items=2 sections=1") {
          session.x.click(at: try session.onScreen(Point(x: 640, y: 760)))
        }
      }
    }

    @Test func `without a Pictures folder the chooser opens, and the home folder is not listed`()
      throws
    {
      let album = try ScratchFolder()
      try album.writePictures(2)
      let session = try Session(
        starting: [], on: try Displays.plain(), album: album, environment: ["HOME": album.path])
      try session.reporting {
        try session.viewer.wait(for: "chooser folders=0")
        try session.viewer.wait(for: "grid items=0")
      }
      #expect(session.viewer.traces().allSatisfy { $0.name != "grid" || $0["items"] != 2 })
    }
  }
}
