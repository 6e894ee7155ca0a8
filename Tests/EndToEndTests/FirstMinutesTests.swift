import Geometry
import Testing

extension EndToEnd {
  /// A program opened on one file, and the grid of the folder around it.
  @Suite(.needsDisplay)
  struct FileToGridTests {
    /// Opens one picture of an album, and waits until its neighbours are known.
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
      // From there it is a grid as any other: a cell opens, and Escape leads back to it.
      try session.open(4)
      #expect(try session.shows(picture: 4))
      try session.flyHome(fromPage: 4) { try session.x.key("Escape") }
      #expect(session.viewer.process.isRunning)
    }

    @Test func `Enter pressed at once is done when the folder is known`() throws {
      let album = try ScratchFolder()
      try album.writePictures(4)
      let session = try Session(
        starting: [album.path / RawName(ScratchFolder.name(1))], on: try Displays.plain(),
        album: album)
      session.x.move(to: Session.middle)
      try session.flyHome(fromPage: 1) { try session.x.key("Return") }
      try session.reporting { try session.viewer.wait(for: "grid items=4") }
    }

    @Test func `the grid of an opened file is deep in its folder where the file is`() throws {
      let session = try Self.session(opening: 57, of: 60)
      let cell = try session.flyHome(fromPage: 57) { try session.x.key("Return") }
      #expect(try session.isOnScreen(cell))
      #expect(try session.shows(thumbnail: 57 % 16, in: cell))
    }

    @Test(arguments: ["Escape", "pull"])
    func `Escape and a pull close a program opened on a file`(way: String) throws {
      let session = try Self.session()
      if way == "Escape" {
        try session.x.key("Escape")
      } else {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: 0, dy: 380), over: 120, rest: 0)
      }
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `files given one by one fly into a grid of exactly those`() throws {
      let album = try ScratchFolder()
      try album.writePictures(6)
      let names = [4, 1, 3].map { album.path / RawName(ScratchFolder.name($0)) }
      let session = try Session(on: try Displays.plain(), album: album, names: names)
      let cell = try session.flyHome(fromPage: 0) { try session.x.key("BackSpace") }
      try session.reporting { try session.viewer.wait(for: "grid items=3") }
      #expect(try session.shows(thumbnail: 4, in: cell))
    }
  }

  /// What a key that is held down must not do.
  @Suite(.needsDisplay)
  struct HeldKeyTests {
    /// Longer than a server waits before a key repeats, and some repeats, in milliseconds.
    private static let held = 1300.0

    @Test(arguments: ["Escape", "BackSpace"])
    func `a key held down closes the photo and not the program`(key: String) throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      try session.open(1)
      try session.flyHome(fromPage: 1) {
        try session.x.holding(key) { Pace.hold(milliseconds: Self.held) }
      }
      #expect(session.viewer.process.isRunning)
      // A press of its own does close the grid.
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `Escape that closes a menu does not go on to the photo`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 3)
      try session.x.key("Menu")
      try session.x.holding("Escape") { Pace.hold(milliseconds: Self.held) }
      #expect(session.viewer.process.isRunning)
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }
  }

  /// `--start` with something that is there, and with something that is not.
  @Suite(.needsDisplay)
  struct StartTests {
    @Test(arguments: ["nosuch", "0", "99"])
    func `a start that matches nothing is told, and the first picture is shown`(
      start: String
    ) throws {
      for place in ["--browse", "--grid"] {
        let album = try ScratchFolder()
        try album.writePictures(3)
        let session = try Session(
          starting: [RawName(place), "--start", RawName(start), RawName(album.path)],
          on: try Displays.plain(), album: album)
        let line = session.viewer.process.errors.first(from: 0, within: 10) { line in
          line.contains("--start") ? line : nil
        }
        #expect(line?.contains(start) ?? false, "\(place): \(line ?? "nothing was said")")
        if place == "--browse" { #expect(try session.shows(picture: 0)) }
      }
    }

    @Test func `the grid shows the focus ring on the cell it starts at`() throws {
      let session = try Session(
        gridOf: 6, on: try Displays.plain(), options: ["--start", "5"])
      let cell = try session.slot(4)
      let (_, isShown) = try session.x.look(at: session.window) { screenshot in
        // The ring is two pixels wide and begins 1.5 outside of the cell.
        let colour = screenshot[Point(x: cell.minX - 3, y: cell.midY)] ?? 0
        return colour & 0xff > 200 && colour >> 16 & 0xff < 140
      }
      #expect(isShown)
      try session.arrive(atPage: 4) { try session.x.key("Return") }
    }
  }
}
