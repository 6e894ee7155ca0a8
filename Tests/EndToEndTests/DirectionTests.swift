import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct DirectionTests {
    private static func session(_ options: RawName..., at page: Int = 0) throws -> Session {
      try Session(
        on: try Displays.plain(), pictures: 3, at: page, options: options, size: (960, 600))
    }

    private static func swipe(_ session: Session, by way: Vector) {
      session.x.drag(from: Session.middle, to: Session.middle + way, over: 80)
    }

    @Test func `with --loop the first page follows the last by keys, wheel and drag`() throws {
      let session = try Self.session("--loop", at: 2)
      let steps: [(Int, (Session) throws -> Void)] = [
        (0, { try $0.x.key("Right") }), (2, { try $0.x.key("Left") }),
        (0, { $0.x.wheel(.wheelDown) }), (2, { Self.swipe($0, by: Vector(dx: 120, dy: 0)) }),
        (0, { Self.swipe($0, by: Vector(dx: -120, dy: 0)) }), (2, { try $0.x.key("End") }),
        (0, { try $0.x.key("Home") }), (1, { try $0.x.key("bracketright") }),
      ]
      for (page, step) in steps {
        _ = try session.rest(onPage: page) { try step(session) }
        #expect(try session.shows(picture: page))
      }
    }

    @Test func `with --loop the last page appears beside the first across the page gap`() throws {
      let session = try Self.session("--loop")
      let row = try #require(session.rest).frame.midY + 5
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: 300, dy: 0), over: 240)
      let screen = try session.x.steadyScreenshot(of: session.window)
      let last = try #require(session.extent(of: 2, row: row, in: screen))
      let first = try #require(session.extent(of: 0, row: row, in: screen))
      #expect((70...72).contains(first.lowerBound - last.upperBound - 1))
      _ = try session.rest(onPage: 0) { session.x.release() }
    }

    @Test func `Ctrl+L toggles looping`() throws {
      let session = try Self.session()
      _ = try session.rest(onPage: 2) {
        try session.x.key("l", holding: ["Control_L"])
        try session.x.key("Left")
      }
      try session.x.key("l", holding: ["Control_L"])
      let start = session.viewer.mark
      try session.x.key("Right")
      Pace.hold(milliseconds: 400)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "page" })
    }

    @Test func `with --rtl Left and a drag to the right page forward, as do Space and Page Down`()
      throws
    {
      let session = try Self.session("--rtl")
      let steps: [(Int, (Session) throws -> Void)] = [
        (1, { try $0.x.key("Left") }), (0, { try $0.x.key("Right") }),
        (1, { try $0.x.key("space") }), (2, { try $0.x.key("Next") }),
        (1, { $0.x.wheel(.wheelUp) }), (2, { Self.swipe($0, by: Vector(dx: 120, dy: 0)) }),
        (1, { Self.swipe($0, by: Vector(dx: -120, dy: 0)) }),
      ]
      for (page, step) in steps {
        _ = try session.rest(onPage: page) { try step(session) }
        #expect(try session.shows(picture: page))
      }
    }

    @Test func `with --vertical keys, wheel and drags page vertically, and no pull-down starts`()
      throws
    {
      let session = try Self.session("--vertical")
      let steps: [(Int, (Session) throws -> Void)] = [
        (1, { try $0.x.key("Down") }), (0, { try $0.x.key("Up") }),
        (1, { try $0.x.key("Next") }), (2, { $0.x.wheel(.wheelDown) }),
        (1, { Self.swipe($0, by: Vector(dx: 0, dy: 120)) }),
        (2, { Self.swipe($0, by: Vector(dx: 0, dy: -120)) }),
      ]
      for (page, step) in steps {
        _ = try session.rest(onPage: page) { try step(session) }
        #expect(try session.shows(picture: page))
      }
      #expect(!session.viewer.traces().contains { $0.name == "pull" })
      // The same keys pan a zoomed picture.
      let zoomed = try session.rest(onPage: 2, after: { try session.x.key("2") }) { $0.scale == 2 }
      let moved = try session.rest(onPage: 2, after: { try session.x.key("Down") }) {
        $0.frame.minY < zoomed.frame.minY
      }
      #expect(moved.frame.minX == zoomed.frame.minX)
      try session.viewer.wait(for: "dismissed", after: { try session.x.key("Escape") })
    }
  }
}
