import Geometry
import Testing

extension EndToEnd {
  /// Opening, pull-down and pan as visible motion, in the program, with real X events.
  @Suite(.needsDisplay)
  struct MotionTests {
    @Test(arguments: ["click", "Return"])
    func `no frame of an opening flight shows the title bar early`(way: String) throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      for turn in 0..<10 {
        let cell = try session.focus(turn % 6)
        let start = session.viewer.mark
        try session.arrive(atPage: turn % 6) {
          if way == "click" {
            session.x.click(at: try session.onScreen(cell.center))
          } else {
            try session.x.key(way)
          }
        }
        let frames = session.viewer.traces(since: start).filter {
          $0.name == "frame" && $0.fields["kind"] == "flight"
        }
        #expect(!frames.isEmpty)
        let early = frames.filter { $0["bar"] > $0["chrome"] + 0.002 }
        #expect(early.isEmpty, "opening \(turn): \(early.map(\.fields))")
        // The pointer must not be over the cell that the next key opens.
        session.x.move(to: Session.middle)
        try session.flyHome(fromPage: turn % 6) { try session.x.key("Escape") }
      }
    }

    @Test func `a pull-down released at 40 percent without velocity closes`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      let start = session.viewer.mark
      session.x.drag(
        from: Session.middle - Vector(dx: 0, dy: 150),
        to: Session.middle + Vector(dx: 0, dy: 170), over: 300, rest: 400)
      try session.reporting { try session.viewer.wait(for: "dismissed", since: start) }
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `a click with a slight downward drift does not close`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      let before = try #require(session.rest)
      for _ in 0..<3 {
        let start = session.viewer.mark
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: 0, dy: 16), over: 32)
        try session.reporting { try session.viewer.wait(for: "rest page=0", since: start) }
        #expect(!session.viewer.traces(since: start).contains { $0.name == "dismissed" })
      }
      #expect(session.viewer.process.isRunning && session.rest?.frame == before.frame)
    }

    @Test func `a pull-down does not show hidden controls`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      var start = session.viewer.mark
      try session.x.key("b")
      try session.reporting {
        try session.viewer.wait(for: "frame", since: start) { $0["bar"] == 0 }
      }
      start = session.viewer.mark
      _ = try session.rest(onPage: 0) {
        session.x.press()
        session.x.glide(to: Session.middle + Vector(dx: 0, dy: 90), over: 250)
        session.x.glide(to: Session.middle + Vector(dx: 0, dy: 30), over: 100)
        session.x.release()
      }
      let frames = session.viewer.traces(since: start).filter { $0.name == "frame" }
      #expect(frames.contains { $0.fields["kind"] == "pull" })
      #expect(frames.allSatisfy { $0["bar"] == 0 }, "\(frames.filter { $0["bar"] > 0 })")
    }

    @Test func `one drag pans a zoomed picture to its edge and continues to the next page`() throws
    {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (1000, 720))
      let zoomed = try session.rest(onPage: 0) {
        session.x.click(at: Session.middle, count: 2)
      } where: {
        $0.scale > 1.3
      }
      let room = zoomed.frame.maxX - Double(Session.width)
      #expect(room > 100)
      // The first drag leads to a position near the edge, and ends without velocity.
      let near = try session.rest(onPage: 0) {
        session.x.drag(
          from: Session.middle + Vector(dx: 400, dy: 0),
          to: Session.middle + Vector(dx: 400 - room + 90, dy: 0), over: 400, rest: 300)
      }
      #expect(near.frame.maxX > Double(Session.width) + 40)
      let start = session.viewer.mark
      _ = try session.rest(onPage: 1) {
        session.x.drag(
          from: Session.middle + Vector(dx: 400, dy: 0),
          to: Session.middle + Vector(dx: -420, dy: 0), over: 500, rest: 200)
      }
      #expect(!session.viewer.traces(since: start).contains { $0.name == "pull" })
      #expect(try session.shows(picture: 1))
    }
  }
}
