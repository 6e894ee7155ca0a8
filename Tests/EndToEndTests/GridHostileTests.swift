import Foundation
import Geometry
import Testing

/// The folder of the test collection, which is not part of the repository; nil when unset.
private let collectionFolder = ProcessInfo.processInfo.environment["PBVIEW_TESTDATA"]

extension EndToEnd {
  /// Unusable folders, files and thumbnail caches: at most one cell is affected.
  @Suite(.needsDisplay)
  struct GridHostileTests {
    @Test func `an empty folder shows pictures added later`() throws {
      let album = try ScratchFolder()
      let session = try Session(
        starting: [RawName(album.path)], on: try Displays.plain(), album: album)
      try session.reporting { try session.viewer.wait(for: "grid items=0") }
      try album.writePictures(2)
      try session.reporting { try session.viewer.wait(for: "grid items=2") }
      session.x.move(to: Session.middle)
      #expect(try session.shows(thumbnail: 1, in: try session.focus(1)))
    }

    @Test(.enabled(if: getuid() != 0, "nothing is unreadable for root"))
    func `an unreadable folder is an empty grid with the reason, which is printed, too`() throws {
      let album = try ScratchFolder()
      let folder = try album.subfolder("locked")
      chmod(folder, 0)
      defer { chmod(folder, 0o700) }
      let session = try Session(
        starting: [RawName(folder)], on: try Displays.plain(), album: album)
      try session.reporting { try session.viewer.wait(for: "grid items=0") }
      let errors = session.viewer.process.errors.lines
      #expect(errors.contains { $0.hasSuffix("locked: Permission denied") }, "\(errors)")
    }

    @Test func `an invalid file gets a cell with an error mark`() throws {
      let album = try ScratchFolder()
      try album.writePictures(4)
      try album.write(Array("no picture".utf8), to: "picture 1b.jpg")
      let session = try Session(gridOf: album, on: try Displays.plain(), items: 5)
      #expect(try session.shows(thumbnail: 1, in: try session.focus(1)))
      #expect(try session.shows(thumbnail: nil, in: try session.right()))
      #expect(try session.shows(thumbnail: 2, in: try session.right()))
      try session.x.key("Left")
      let start = session.viewer.mark
      try session.x.key("Return")
      try session.reporting {
        try session.viewer.wait(for: "flight ended at=page page=2", since: start)
      }
      try session.flyHome(fromPage: 2) { try session.x.key("Escape") }
    }

    @Test(arguments: [0o500, 0o000])
    func `a read-only or inaccessible thumbnail cache does not prevent thumbnails`(
      mode: mode_t
    ) throws {
      let cache = try ScratchFolder()
      let folder = try cache.subfolder("thumbnails")
      chmod(folder, mode)
      defer { chmod(folder, 0o700) }
      let session = try Session(
        gridOf: 6, on: try Displays.plain(), environment: ["XDG_CACHE_HOME": cache.path])
      #expect(try session.shows(thumbnail: 5, in: try session.focus(5)))
      let stray = session.viewer.process.errors.lines.filter { !$0.hasPrefix("pbview: trace:") }
      #expect(stray.isEmpty, "\(stray)")
    }

    @Test func `a thumbnail cache path that is a file does not prevent thumbnails`() throws {
      let cache = try ScratchFolder()
      let file = try cache.write([], to: "cache")
      let session = try Session(
        gridOf: 6, on: try Displays.plain(),
        environment: ["XDG_CACHE_HOME": String(decoding: file.bytes, as: UTF8.self)])
      #expect(try session.shows(thumbnail: 5, in: try session.focus(5)))
    }

    @Test func `thumbnails are cached, private to the user`() throws {
      let (cache, album) = (try ScratchFolder(), try ScratchFolder())
      try album.writePictures(3)
      // A file modified a moment ago may still change; its thumbnail is not cached yet.
      try album.age(by: 60)
      for _ in 0..<2 {
        let session = try Session(
          gridOf: album, on: try Displays.plain(), items: 3,
          environment: ["XDG_CACHE_HOME": cache.path])
        #expect(try session.shows(thumbnail: 2, in: try session.focus(2)))
        try session.x.key("q", holding: ["Control_L"])
        #expect(session.viewer.process.exitCode() == 0)
      }
      let folder = "\(cache.path)/thumbnails"
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      #expect(files.count { $0.hasSuffix(".png") && !$0.hasPrefix("fail") } == 3, "\(files)")
      for file in files {
        var about = stat()
        #expect(stat("\(folder)/\(file)", &about) == 0)
        #expect(about.st_mode & 0o077 == 0, "\(file)")
      }
    }

    @Test(
      .enabled(if: collectionFolder != nil, "PBVIEW_TESTDATA names no folder"),
      .timeLimit(.minutes(20)))
    func `a collection of valid and broken pictures scrolls from end to end`() throws {
      let folder = try #require(collectionFolder)
      let session = try Session(
        gridOf: try ScratchFolder(), on: try Displays.plain(), folders: [RawName(folder)],
        options: ["--recursive"])
      let known = try #require(session.viewer.traces().last { $0["items"] >= 0 })
      let count = Int(known["items"])
      try #require(count > 20)
      // A larger window shows more photos, so that fewer pages have to be scrolled.
      let small = session.viewer.mark
      _ = try session.gridRest {
        session.x.resize(session.window, width: 1800, height: 1000)
      }
      try session.reporting {
        try session.viewer.wait(for: "thumbs", since: small, within: 60)
      }
      var place = -1
      var seen = Self.cells(of: session.viewer.traces())
      while place < count - 1 {
        let start = session.viewer.mark
        let focused = try session.focusedCell { try session.x.key("Next") }
        try #require(focused.index > place, "page down from \(place) went to \(focused.index)")
        place = focused.index
        guard let cells = Self.cells(of: session.viewer.traces(since: start)), cells != seen
        else { continue }
        seen = cells
        // Every visible thumbnail is loaded or has failed before the next page.
        try session.reporting {
          try session.viewer.wait(for: "thumbs", since: start, within: 60)
        }
      }
      let bytes = ProcessTable.residentBytes(of: session.viewer.process.id)
      print("collection in the grid: \(count) files, viewer \(bytes >> 20) MB")
      #expect(bytes < 400 << 20)
      let stray = session.viewer.process.errors.lines.filter { !$0.hasPrefix("pbview: trace:") }
      #expect(stray.isEmpty, "\(stray)")
      try session.x.key("q", holding: ["Control_L"])
      #expect(session.viewer.process.exitCode() == 0)
    }

    /// The first and last visible cells at the last settle; nil before the first.
    private static func cells(of traces: [Trace]) -> [String?]? {
      traces.last { $0["first"] >= 0 }.map { [$0.fields["first"], $0.fields["last"]] }
    }
  }
}
