import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The shown file is saved, replaced, truncated, removed and restored by other programs.
  @Suite(.needsDisplay)
  struct FollowingTests {
    /// Seconds without a change after which a page accepts an invalid or missing file.
    private static let idleTime = 3.0

    private let album: ScratchFolder
    private let file: RawName
    private let session: Session

    /// A viewer opened on one file with picture 1.
    init() throws {
      album = try ScratchFolder()
      file = try album.write(Pictures.png(.init(number: 1)), to: "one.png")
      session = try Session(on: try Displays.plain(), album: album, names: [file])
      // The folder is watched from here on.
      try session.viewer.wait(for: "list count=1")
    }

    /// Whether every screenshot during `seconds` shows picture `number`.
    private func keeps(picture number: Int, seconds: Double) throws -> Bool {
      let end = Pace.milliseconds + seconds * 1000
      while Pace.milliseconds < end {
        let screen = try session.x.screenshot(of: session.window)
        // A screenshot on a busy machine may show the window after the end.
        guard Pace.milliseconds < end else { break }
        let middle = Point(x: Double(screen.width / 2) + 3, y: Double(screen.height / 2) + 30)
        guard session.cell(at: middle, in: screen)?.picture == number else {
          print("kept \(screen.keep(as: "not-kept-\(number)"))")
          return false
        }
        Pace.hold(milliseconds: 2 * Pace.frameInterval)
      }
      return true
    }

    @Test func `a file saved again is reloaded at the same zoom`() throws {
      // The picture is enlarged, so that the middle of the window is not on the border of a cell.
      for _ in 0..<2 {
        _ = try session.viewer.wait(for: "rest page=0") { try session.x.key("plus") }
      }
      let rest = try #require(session.rest)
      try album.write(Pictures.png(.init(number: 5)), to: "one.png")
      // Interpolation between the cells of an enlarged picture produces other colours.
      let (_, isShown) = try session.x.look(at: session.window) { screen in
        (0..<20).contains { step in
          let point = Point(x: rest.frame.midX + Double(step), y: rest.frame.midY + Double(step))
          return session.cell(at: point, in: screen)?.picture == 5
        }
      }
      #expect(isShown)
      #expect(session.rest?.frame == rest.frame)
    }

    @Test func `a file replaced by rename is reloaded`() throws {
      try album.write(Pictures.png(.init(number: 6)), to: ".one.png.part")
      try album.replace("one.png", with: ".one.png.part")
      #expect(try session.shows(picture: 6))
    }

    @Test func `a file removed and written again keeps its page`() throws {
      let start = session.viewer.mark
      try album.remove("one.png")
      #expect(try keeps(picture: 1, seconds: 0.3))
      try album.write(Pictures.png(.init(number: 7)), to: "one.png")
      #expect(try session.shows(picture: 7))
      #expect(!session.viewer.traces(since: start).contains { $0.name == "failed" })
    }

    @Test func `the page of a removed file stays for the idle time and then goes`() throws {
      let start = session.viewer.mark
      try album.write(Pictures.png(.init(number: 2)), to: "two.png")
      try session.reporting { try session.viewer.wait(for: "exact page=1", since: start) }
      try album.remove("one.png")
      #expect(try keeps(picture: 1, seconds: Self.idleTime - 1))
      #expect(try session.shows(picture: 2))
      #expect(!session.viewer.traces(since: start).contains { $0.name == "failed" })
    }

    @Test func `a file removed and saved again among others keeps its page`() throws {
      var start = session.viewer.mark
      try album.write(Pictures.png(.init(number: 2)), to: "two.png")
      try session.reporting { try session.viewer.wait(for: "exact page=1", since: start) }
      start = session.viewer.mark
      try album.remove("one.png")
      #expect(try keeps(picture: 1, seconds: 0.5))
      try album.write(Pictures.png(.init(number: 7)), to: "one.png")
      #expect(try session.shows(picture: 7))
      #expect(
        !session.viewer.traces(since: start).contains { ["failed", "page"].contains($0.name) })
    }

    @Test func `an invalid file shows an error only after the idle time`() throws {
      let start = session.viewer.mark
      try album.write(Array("no picture at all".utf8), to: "one.png")
      let written = Pace.milliseconds
      #expect(try keeps(picture: 1, seconds: Self.idleTime - 0.5))
      try session.reporting { try session.viewer.wait(for: "failed page=0", since: start) }
      #expect(Pace.milliseconds - written >= Self.idleTime * 1000)
      try album.write(Pictures.png(.init(number: 8)), to: "one.png")
      #expect(try session.shows(picture: 8))
    }

    @Test func `a file overwritten slowly keeps the old picture until the new one is complete`()
      throws
    {
      let bytes = Pictures.png(.init(number: 9))
      try album.write([], to: "one.png")
      let pieces = 20
      for piece in 0..<pieces {
        let (from, to) = (bytes.count * piece / pieces, bytes.count * (piece + 1) / pieces)
        try album.append(Array(bytes[from..<to]), to: "one.png")
        if piece < pieces - 1 { #expect(try keeps(picture: 1, seconds: 0.05)) }
      }
      #expect(try session.shows(picture: 9))
    }

    @Test func `files added to the folder become pages, and the pages of removed files go`() throws
    {
      let start = session.viewer.mark
      try album.write(Pictures.png(.init(number: 2)), to: "two.png")
      try session.reporting { try session.viewer.wait(for: "exact page=1", since: start) }
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
      #expect(try session.shows(picture: 2))
      _ = try session.rest(onPage: 0) { try album.remove("one.png") }
      #expect(try session.shows(picture: 2))
    }
  }

  /// Partial downloads.
  @Suite(.needsDisplay)
  struct GrowingTests {
    @Test func `a picture being downloaded shows the rows received so far`() throws {
      let album = try ScratchFolder()
      let bytes = Pictures.png(.init(number: 4))
      let file = try album.write(Array(bytes[..<(bytes.count / 4)]), to: "one.png")
      let session = try Session(on: try Displays.plain(), album: album, names: [file])
      try session.viewer.wait(for: "list count=1")
      let rest = try #require(session.rest)
      let (top, bottom) = (
        Point(x: rest.frame.midX + 3, y: rest.frame.minY + 30),
        Point(x: rest.frame.midX + 3, y: rest.frame.maxY - 30)
      )
      func sees(_ point: Point) throws -> Bool {
        try session.x.look(at: session.window) {
          session.cell(at: point, in: $0)?.picture == 4
        }.1
      }
      #expect(try sees(top))
      let now = try session.x.screenshot(of: session.window)
      #expect(session.cell(at: bottom, in: now) == nil)
      for part in 1..<4 {
        let next = bytes[(bytes.count * part / 4)..<(bytes.count * (part + 1) / 4)]
        try album.append(Array(next), to: "one.png")
        Pace.hold(milliseconds: 300)
      }
      #expect(try sees(bottom))
      #expect(!session.viewer.traces().contains { $0.name == "notice" })
    }

    @Test func `the first rows of a large picture are shown before the last are decoded`() throws {
      let album = try ScratchFolder()
      var names = try (0..<6).map { number in
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(number).bmp"))
      }
      let large = Pictures.Plan(number: 9, width: 4000, height: 2600, cell: 325)
      names.append(try album.write(Pictures.png(large), to: "6.png"))
      let session = try Session(on: try Displays.plain(), album: album, names: names)
      #expect(session.x.wait { session.viewer.helpers.count == 2 })
      let (helpers, start) = (session.viewer.helpers, session.viewer.mark)
      func all(_ signal: Int32) { for helper in helpers { kill(helper, signal) } }
      all(SIGSTOP)
      defer { all(SIGCONT) }
      try session.viewer.wait(for: "page index=6") { try session.x.key("End") }
      // Helpers that run only in short slices are slow on every machine.
      for _ in 0..<2000 {
        if session.viewer.traces(since: start).contains(where: { $0.name == "partial" }) { break }
        all(SIGCONT)
        Pace.hold(milliseconds: 2)
        all(SIGSTOP)
        Pace.hold(milliseconds: 10)
      }
      let (top, bottom) = (
        Point(x: Double(Session.width / 2) + 20, y: Double(Session.height) * 0.15),
        Point(x: Double(Session.width / 2) + 20, y: Double(Session.height) * 0.85)
      )
      let (screen, isThere) = try session.x.look(at: session.window) {
        session.cell(at: top, in: $0)?.picture == 9
      }
      #expect(isThere && session.cell(at: bottom, in: screen) == nil)
      all(SIGCONT)
      let (_, isWhole) = try session.x.look(at: session.window) {
        session.cell(at: bottom, in: $0)?.picture == 9
      }
      #expect(isWhole)
    }

    @Test func `an empty file of a starting download is not an error`() throws {
      let album = try ScratchFolder()
      let file = try album.write([], to: "one.png")
      let session = try Session(
        starting: [file], on: try Displays.plain(), album: album)
      try session.viewer.wait(for: "list count=1")
      Pace.hold(milliseconds: 500)
      try album.write(Pictures.png(.init(number: 3)), to: "one.png")
      #expect(try session.shows(picture: 3))
      #expect(!session.viewer.traces().contains { $0.name == "failed" })
    }
  }
}

extension ScratchFolder {
  /// Renames one file over another, as programs do that save atomically.
  fileprivate func replace(_ name: String, with other: String) throws {
    guard Glibc.rename("\(path)/\(other)", "\(path)/\(name)") == 0 else {
      throw HarnessError("rename: \(String(cString: strerror(errno)))")
    }
  }

  /// Appends to a file.
  fileprivate func append(_ bytes: [UInt8], to name: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}
