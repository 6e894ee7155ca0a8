import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct ZoomTests {
    /// The size of the picture: as wide as the page and nearly as high, so that a small zoom
    /// overflows in both directions.
    private static let size = (1000, 720)
    /// A corner where four cells meet, in picture pixels. A picture lower than the page stays
    /// centred vertically, so only a point of the middle row can keep its position throughout.
    private static let corner = Point(x: 300, y: 360)
    /// A corner for a zoom in one step, which overflows in both directions at once.
    private static let offCentre = Point(x: 300, y: 240)

    private static func session() throws -> Session {
      try Session(on: try Displays.plain(), pictures: 2, size: size)
    }

    /// The position of a picture pixel in window coordinates.
    private static func position(of pixel: Point, in rest: Session.Rest) -> Point {
      rest.frame.origin + (pixel - .zero) * rest.scale
    }

    /// Whether the four cells around `corner` meet at `point` of the window.
    private static func isShown(
      _ corner: Point, at point: Point, _ session: Session
    ) throws -> Bool {
      let (screen, isShown) = try session.x.look(at: session.window) { screenshot in
        [(-1, -1), (1, -1), (-1, 1), (1, 1)].allSatisfy { (sideX, sideY) in
          let nearby = Point(x: point.x + Double(sideX) * 4, y: point.y + Double(sideY) * 4)
          let expected = Pictures.Plan(number: 0).cell(
            x: Int(corner.x) + sideX, y: Int(corner.y) + sideY)
          return session.cell(at: nearby, in: screenshot) == expected
        }
      }
      if !isShown { print("kept \(screen.keep(as: "corner-not-at-\(point.x)-\(point.y)"))") }
      return isShown
    }

    @Test func `a locked zoom stays on the next page, and a held key flicks to the page before`()
      throws
    {
      let session = try Session(on: try Displays.plain(), pictures: 3, size: Self.size)
      func frame(onPage page: Int, after key: String) throws -> Rect {
        try session.rest(onPage: page) { try session.x.key(key) }.frame
      }
      let zoomed = try frame(onPage: 0, after: "3")
      try session.viewer.wait(for: "lock on=true") { try session.x.key("v") }
      #expect(try frame(onPage: 1, after: "Right") == zoomed)
      try session.viewer.wait(for: "lock on=false") { try session.x.key("v") }
      #expect(try frame(onPage: 2, after: "Right") != zoomed)
      #expect(try frame(onPage: 2, after: "3") == zoomed)
      let start = session.viewer.mark
      var released = start
      try session.x.holding("y") {
        let flicked = try session.viewer.wait(for: "rest page=1", since: start)
        #expect(Session.Rest(flicked).frame == zoomed)
        released = session.viewer.mark
      }
      let back = try session.viewer.wait(for: "rest page=2", since: released)
      #expect(Session.Rest(back).frame == zoomed)
    }

    @Test func `Ctrl+wheel keeps the pixel under the pointer`() throws {
      let session = try Self.session()
      let fit = try #require(session.rest)
      let position = Self.position(of: Self.corner, in: fit)
      #expect(try Self.isShown(Self.corner, at: position, session))
      session.x.move(to: try session.onScreen(position))
      let zoomed = try session.rest(onPage: 0) {
        try session.x.holding("Control_L") { session.x.wheel(.wheelUp, notches: 3) }
      } where: {
        $0.scale > fit.scale * 1.3
      }
      #expect(Self.position(of: Self.corner, in: zoomed).distance(to: position) < 1.5)
      #expect(try Self.isShown(Self.corner, at: position, session))
      let back = try session.rest(onPage: 0) {
        try session.x.holding("Control_L") { session.x.wheel(.wheelDown, notches: 4) }
      } where: {
        $0.scale < zoomed.scale / 1.3
      }
      #expect(back.frame == fit.frame)
    }

    @Test func `a double click zooms in at the pointer and out again`() throws {
      let session = try Self.session()
      let fit = try #require(session.rest)
      let position = Self.position(of: Self.offCentre, in: fit)
      let point = try session.onScreen(position)
      let zoomed = try session.rest(onPage: 0) {
        session.x.click(at: point, count: 2)
      } where: {
        $0.scale > fit.scale * 1.3
      }
      #expect(Self.position(of: Self.offCentre, in: zoomed).distance(to: position) < 1.5)
      #expect(try Self.isShown(Self.offCentre, at: position, session))
      let back = try session.rest(onPage: 0) {
        session.x.click(at: point, count: 2)
      } where: {
        $0.scale < zoomed.scale / 1.3
      }
      #expect(back.frame == fit.frame)
    }

    @Test func `dragging a zoomed picture pans it and keeps the page`() throws {
      let session = try Self.session()
      let zoomed = try session.rest(onPage: 0) {
        session.x.click(at: Session.middle, count: 2)
      } where: {
        $0.scale > 1.3
      }
      let moved = try session.rest(onPage: 0) {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: -160, dy: -100), over: 300,
          rest: 200)
      } where: {
        $0.frame.minX < zoomed.frame.minX - 100
      }
      #expect(moved.scale == zoomed.scale)
      let way = moved.frame.origin - zoomed.frame.origin
      // The drag slop may be missing from the movement.
      #expect(abs(way.dx + 160) <= 12 && abs(way.dy + 100) <= 12, "\(way)")
    }

    @Test func `a flick continues the pan of a zoomed picture`() throws {
      let session = try Self.session()
      let zoomed = try session.rest(onPage: 0) {
        session.x.click(at: Session.middle, count: 2)
      } where: {
        $0.scale > 1.3
      }
      let moved = try session.rest(onPage: 0) {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: -100, dy: 0), over: 100)
      } where: {
        $0.frame.minX < zoomed.frame.minX - 110
      }
      #expect(moved.frame.maxX >= Double(Session.width) - 1)
    }

    @Test func `keys zoom in steps, to fit, to 100 % and to 200 %`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (1800, 1200))
      let fit = try #require(session.rest)
      for (key, scale) in [
        ("plus", fit.scale * 1.5), ("minus", fit.scale), ("1", 1), ("2", 2), ("0", fit.scale),
      ] {
        _ = try session.rest(onPage: 0) {
          try session.x.key(key)
        } where: {
          abs($0.scale - scale) < 0.005
        }
      }
      #expect(try #require(session.rest).frame == fit.frame)
    }

    @Test func `Ctrl+wheel zoom stays below twenty times the fit`() throws {
      let session = try Self.session()
      let fit = try #require(session.rest)
      let zoomed = try session.rest(onPage: 0) {
        try session.x.holding("Control_L") { session.x.wheel(.wheelUp, notches: 30) }
      } where: {
        $0.scale > fit.scale * 4
      }
      #expect(zoomed.scale <= fit.scale * 20.01)
    }

    @Test func `turning the page resets the zoom`() throws {
      let session = try Self.session()
      let fit = try #require(session.rest)
      _ = try session.rest(onPage: 0) {
        try session.x.key("2")
      } where: {
        $0.scale == 2
      }
      let next = try session.rest(onPage: 1) { try session.x.key("Right") }
      #expect(next.scale == fit.scale)
      #expect(try session.shows(picture: 1))
    }
  }
}
