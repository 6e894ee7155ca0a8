import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct OpeningTests {
    @Test(arguments: Pictures.Format.allCases)
    func `a picture smaller than the window is shown pixel for pixel`(
      format: Pictures.Format
    ) throws {
      let album = try ScratchFolder()
      let plan = Pictures.Plan(number: 4, width: 377, height: 255, cell: 9)
      let file = try album.write(format.write(plan), to: RawName("one.\(format)"))
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      let rest = try #require(session.rest)
      #expect(rest.scale == 1)
      #expect(rest.frame.size == Size(width: 377, height: 255))
      let (screen, isShown) = try session.x.look(at: session.window) { screenshot in
        let part = screenshot.cropped(to: rest.pixels)
        return (0..<255).allSatisfy { y in
          (0..<377).allSatisfy { part.pixels[y * 377 + $0] == plan.cell(x: $0, y: y).colour }
        }
      }
      #expect(isShown, "kept \(isShown ? "nothing" : screen.keep(as: "not-exact-\(format)"))")
    }

    @Test func `a picture larger than the window is fitted into it`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 1, size: (1800, 1200))
      let rest = try #require(session.rest)
      #expect(rest.scale < 1)
      #expect(abs(rest.frame.width / rest.frame.height - 1.5) < 0.01)
      #expect(rest.frame.minX >= 0 && rest.frame.maxX <= Double(Session.width))
      #expect(rest.frame.minY >= 0 && rest.frame.maxY <= Double(Session.height))
      #expect(try session.shows(picture: 0))
    }

    @Test func `the picture is presented before the first frame, which contains it`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (1800, 1200))
      try session.viewer.wait(for: "exact page=0")
      let traces = session.viewer.traces(since: 0).map(\.name)
      let ahead = try #require(traces.firstIndex(of: "ahead"))
      let exact = try #require(traces.firstIndex(of: "exact"))
      #expect(traces[..<ahead].allSatisfy { $0 != "frame" })
      #expect(traces[ahead..<exact].count { $0 == "frame" } == 1)
      #expect(try session.shows(picture: 0))
    }

    @Test func `helpers have a higher niceness than the viewer`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 1, size: (1800, 1200))
      let viewer = session.viewer.process.id
      let helpers = ProcessTable.children(of: viewer, named: "pbview-decoder")
      #expect(!helpers.isEmpty)
      #expect(
        helpers.allSatisfy { ProcessTable.niceness(of: $0) > ProcessTable.niceness(of: viewer) }
      )
    }

    @Test func `one file opens the pictures of its folder in natural order`() throws {
      let album = try Self.album(["picture 10", "picture 9", "Picture 1", "picture 2"])
      let session = try Session(
        on: try Displays.plain(), album: album, names: [album.path / "picture 2.bmp"], page: nil)
      try session.viewer.wait(for: "list count=4")
      #expect(try session.shows(picture: 3))
      for (key, number) in [("Home", 2), ("Right", 3), ("Right", 1), ("End", 0)] {
        try session.x.key(key)
        #expect(try session.shows(picture: number), "after \(key)")
      }
    }

    @Test func `several files open in exactly the given order`() throws {
      let album = try Self.album(["a", "b", "c", "d"])
      let names = ["d.bmp", "a.bmp", "c.bmp"].map { album.path / RawName($0) }
      let session = try Session(on: try Displays.plain(), album: album, names: names)
      try session.viewer.wait(for: "list count=3")
      for number in [3, 0, 2, 2] {
        #expect(try session.shows(picture: number))
        try session.x.key("Right")
      }
    }

    @Test func `a folder with --browse opens at its first picture`() throws {
      let album = try Self.album(["b", "a"])
      try album.write(Array("no picture".utf8), to: "notes.txt")
      let session = try Session(
        on: try Displays.plain(), album: album, names: [RawName(album.path)],
        options: ["--browse"], page: nil)
      try session.viewer.wait(for: "list count=2")
      #expect(try session.shows(picture: 1))
    }

    @Test(arguments: [false, true])
    func `a list of files is read from standard input`(isNulSeparated: Bool) throws {
      let album = try Self.album(["a", "b", "c"])
      let end: [UInt8] = isNulSeparated ? [0] : [10]
      let list = ["c.bmp", "a.bmp"].flatMap { (album.path / RawName($0)).bytes + end }
      let session = try Session(
        on: try Displays.plain(), album: album, names: ["-"],
        options: isNulSeparated ? ["-0"] : [], input: list)
      try session.viewer.wait(for: "list count=2")
      #expect(try session.shows(picture: 2))
      try session.x.key("Right")
      #expect(try session.shows(picture: 0))
    }

    @Test func `--start takes a number or a name`() throws {
      let album = try Self.album(["a", "b", "c"])
      let names = ["a.bmp", "b.bmp", "c.bmp"].map { album.path / RawName($0) }
      for (start, number) in [("2", 1), ("c.bmp", 2)] {
        let session = try Session(
          on: try Displays.plain(), album: album, names: names,
          options: ["--start", RawName(start)], page: number)
        #expect(try session.shows(picture: number), "--start \(start)")
      }
    }

    @Test func `a file URL opens like a path`() throws {
      let album = try Self.album(["with space", "z"])
      let address = RawName("file://\(album.path)/with%20space.bmp")
      let session = try Session(
        on: try Displays.plain(), album: album, names: [address], page: nil)
      #expect(try session.shows(picture: 0))
    }

    /// A folder of numbered pictures with these names, in the order of the numbers.
    private static func album(_ names: [String]) throws -> ScratchFolder {
      let album = try ScratchFolder()
      for (number, name) in names.enumerated() {
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(name).bmp"))
      }
      return album
    }
  }
}
