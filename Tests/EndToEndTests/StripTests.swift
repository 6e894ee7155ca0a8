import Geometry
import Testing

extension EndToEnd {
  /// Pictures with an extreme aspect ratio, read by keys.
  @Suite(.needsDisplay)
  struct StripTests {
    private static func session(_ width: Int, _ height: Int) throws -> Session {
      try Session(on: try Displays.plain(), pictures: 2, size: (width, height))
    }

    /// Presses a key and returns the geometry after the picture has settled.
    private static func rest(_ session: Session, _ key: String, page: Int = 0) throws
      -> Session.Rest
    {
      try session.rest(onPage: page) { try session.x.key(key) }
    }

    @Test func `Space pans down a tall picture and then turns the page`() throws {
      let session = try Self.session(600, 2900)
      let top = try #require(session.rest)
      #expect(top.frame == Rect(x: 200, y: 0, width: 600, height: 2900))
      // The picture extends 2100 points below the window; each step is 720.
      for y in [-720.0, -1440, -2100] {
        let rest = try Self.rest(session, "space")
        #expect(abs(rest.frame.minY - y) < 1, "\(rest.frame)")
      }
      let back = try session.rest(onPage: 0) {
        try session.x.key("space", holding: ["Shift_L"])
      }
      #expect(abs(back.frame.minY + 1380) < 1)
      _ = try Self.rest(session, "Next")
      let next = try Self.rest(session, "Next", page: 1)
      #expect(next.frame.minY == 0)
      #expect(try Self.rest(session, "Down", page: 1).frame.minY == -120)
      #expect(try Self.rest(session, "Prior", page: 1).frame.minY == 0)
      _ = try Self.rest(session, "Prior", page: 0)
    }

    @Test func `Space and Right pan a panorama sideways and then turn the page`() throws {
      let session = try Self.session(2900, 600)
      let left = try #require(session.rest)
      #expect(left.frame == Rect(x: 0, y: 100, width: 2900, height: 600))
      #expect(abs(try Self.rest(session, "space").frame.minX + 900) < 1)
      #expect(abs(try Self.rest(session, "Right").frame.minX + 1350) < 1)
      #expect(abs(try Self.rest(session, "space").frame.minX + 1900) < 1)
      _ = try Self.rest(session, "Right", page: 1)
    }
  }
}
