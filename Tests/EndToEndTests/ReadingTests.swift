import Geometry
import Testing

extension EndToEnd {
  /// Spreads and strips of pages, by keys.
  @Suite(.needsDisplay)
  struct ReadingTests {
    private static func session(_ options: RawName..., pages: Int) throws -> Session {
      try Session(
        on: try Displays.plain(), pictures: pages, options: options, size: (400, 600))
    }

    @Test func `two pages turn together, and the cover is alone on the right`() throws {
      let session = try Self.session(pages: 5)
      let cover = try session.rest(onPage: 0) { try session.x.key("b", holding: ["Shift_L"]) }
      #expect(cover.pixels == Rect(x: 500, y: 100, width: 400, height: 600))
      let left = try session.rest(onPage: 1) { try session.x.key("Right") }
      #expect(left.pixels == Rect(x: 100, y: 100, width: 400, height: 600))
      let screen = try session.x.steadyScreenshot(of: session.window)
      let row = 405.0
      #expect(session.extent(of: 1, row: row, in: screen) == 100...499)
      #expect(session.extent(of: 2, row: row, in: screen) == 500...899)
      _ = try session.rest(onPage: 3) {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: -300, dy: 0), over: 80)
      }
      _ = try session.rest(onPage: 1) { try session.x.key("Left") }
      let single = try session.rest(onPage: 1) {
        try session.x.key("b", holding: ["Shift_L"])
      }
      #expect(single.pixels.minX == 300)
    }

    @Test func `a folder keeps the arrangement that was chosen in it`() throws {
      let album = try ScratchFolder()
      let state = try ScratchFolder()
      let names = try (0..<3).map { number in
        try album.write(
          Pictures.bmp(.init(number: number, width: 400, height: 600)), to: "page \(number).bmp")
      }
      func session() throws -> Session {
        try Session(
          starting: [names[0]], on: try Displays.plain(), album: album,
          environment: ["XDG_STATE_HOME": state.path])
      }
      let first = try session()
      try first.reporting {
        try first.viewer.wait(for: "list count=3")
        // The keys go to the window under the pointer.
        first.x.move(to: Session.middle)
        try first.viewer.wait(for: "reading kept") {
          try first.x.key("v", holding: ["Shift_L"])
        }
      }
      try first.x.key("Escape")
      #expect(first.viewer.process.exitCode() == 0)
      let again = try session()
      try again.reporting {
        try again.viewer.wait(for: "rest page=0") { $0["width"] == 800 }
      }
    }

    @Test func `a strip opens at the photo that was given, in the middle of its folder`() throws {
      let album = try ScratchFolder()
      let names = try (0..<6).map { number in
        try album.write(
          Pictures.bmp(.init(number: number, width: 400, height: 600)), to: "page \(number).bmp")
      }
      let session = try Session(
        starting: ["--reading", "strip", names[3]], on: try Displays.plain(), album: album)
      try session.reporting {
        try session.viewer.wait(for: "pages count=6 index=3")
      }
    }

    @Test func `a strip is read by Space, turned by keys, and closed from its top`() throws {
      let session = try Self.session("--reading", "strip", pages: 4)
      // The column is as wide as the window is high.
      let top = try #require(session.rest)
      #expect(top.pixels == Rect(x: 100, y: 0, width: 800, height: 1200))
      #expect(try session.rest(onPage: 0) { try session.x.key("space") }.pixels.minY == -720)
      // The second page begins below the first one and the gap, at 1230.
      #expect(try session.rest(onPage: 1) { try session.x.key("Next") }.pixels.minY == -210)
      #expect(
        try session.rest(onPage: 0) { try session.x.key("space", holding: ["Shift_L"]) }
          .pixels.minY == -720)
      #expect(try session.rest(onPage: 1) { try session.x.key("Right") }.pixels.minY == 0)
      let end = try session.rest(onPage: 3) { try session.x.key("End") }
      #expect(end.pixels.minY == 0)
      let home = try session.rest(onPage: 0) { try session.x.key("Home") }
      #expect(home.pixels.minY == 0)
      let start = session.viewer.mark
      session.x.drag(
        from: Session.middle, to: Session.middle + Vector(dx: 0, dy: 300), over: 80)
      try session.viewer.wait(for: "dismissed", since: start)
    }
  }
}
