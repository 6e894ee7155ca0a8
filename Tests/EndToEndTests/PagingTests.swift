import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct PagingTests {
    /// The size of a picture nearly as wide as the window: 20 pixels remain on each side, and 30
    /// lie between two pages.
    private static let size = (960, 600)
    private static let gap = 20 + 30 + 20
    /// The width of a page and the gap after it.
    private static let pitch = Double(Session.width + 30)

    private static func session(at page: Int = 1, of count: Int = 3) throws -> Session {
      try Session(on: try Displays.plain(), pictures: count, at: page, size: size)
    }

    @Test func `a drag shows the neighbouring page under the pointer with the gap between`() throws
    {
      let session = try Self.session()
      let before = try #require(session.rest)
      let row = before.frame.midY + 5
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: -300, dy: 0), over: 240)
      let middle = try session.x.steadyScreenshot(of: session.window)
      let (own, next) = (
        try #require(session.extent(of: 1, row: row, in: middle)),
        try #require(session.extent(of: 2, row: row, in: middle))
      )
      #expect((Self.gap...(Self.gap + 2)).contains(next.lowerBound - own.upperBound - 1))

      session.x.glide(to: Session.middle + Vector(dx: -400, dy: 0), over: 100)
      let (_, followsPointer) = try session.x.look(at: session.window) { screenshot in
        let now = session.extent(of: 2, row: row, in: screenshot)
        return now.map { abs(next.lowerBound - $0.lowerBound - 100) <= 1 } ?? false
      }
      #expect(followsPointer)
      let after = try session.rest(onPage: 1) {
        Pace.hold(milliseconds: 150)
        session.x.release()
      }
      #expect(after.frame == before.frame)
    }

    @Test func `a slow drag past half the width turns the page`() throws {
      let session = try Self.session()
      _ = try session.rest(onPage: 2) {
        session.x.drag(
          from: Session.middle + Vector(dx: 300, dy: 0),
          to: Session.middle + Vector(dx: -330, dy: 0), over: 400, rest: 200)
      }
      #expect(try session.shows(picture: 2))
    }

    @Test func `a flick turns the page in both directions`() throws {
      let session = try Self.session()
      for (dx, page) in [(-120.0, 2), (120.0, 1), (120.0, 0)] {
        _ = try session.rest(onPage: page) {
          session.x.drag(
            from: Session.middle, to: Session.middle + Vector(dx: dx, dy: 4), over: 64)
        }
        #expect(try session.shows(picture: page))
      }
    }

    @Test func `the fastest flick turns one page`() throws {
      let session = try Self.session(at: 1, of: 6)
      let start = session.viewer.mark
      _ = try session.rest(onPage: 2) {
        session.x.drag(
          from: Session.middle + Vector(dx: 450, dy: 0),
          to: Session.middle + Vector(dx: -480, dy: 0), over: 48)
      }
      let indices = session.viewer.traces(since: start).filter { $0.name == "page" }
      #expect(indices.allSatisfy { $0["index"] == 2 || $0["index"] == 1 }, "\(indices)")
    }

    @Test func `keys turn pages`() throws {
      let session = try Self.session(at: 0, of: 5)
      let steps = [
        ("Right", 1), ("space", 2), ("Next", 3), ("Left", 2), ("Prior", 1), ("End", 4),
        ("Home", 0), ("n", 1), ("p", 0),
      ]
      for (key, page) in steps {
        _ = try session.rest(onPage: page) { try session.x.key(key) }
        #expect(try session.shows(picture: page), "after \(key)")
      }
    }

    @Test func `a held key shows the pictures in order and no blank page`() throws {
      let last = 15
      let session = try Self.session(at: 0, of: last + 1)
      let start = session.viewer.mark
      let middle = Point(x: Double(Session.width / 2) + 3, y: Double(Session.height / 2) + 30)
      var seen: [Int?] = []
      try session.x.holding("Right") {
        _ = try session.x.look(at: session.window) { screenshot in
          seen.append(session.cell(at: middle, in: screenshot)?.picture)
          return seen.last == last
        }
      }
      let pictures = seen.compactMap(\.self)
      #expect(pictures.count == seen.count, "\(seen)")
      #expect(pictures == pictures.sorted() && pictures.last == last, "\(pictures)")
      #expect(Set(pictures).count > last / 2, "\(pictures)")
      try session.reporting { try session.viewer.wait(for: "exact page=\(last)", since: start) }
      #expect(try session.shows(picture: last))
    }

    @Test func `each wheel notch turns one page`() throws {
      let session = try Self.session()
      for (button, page) in [(XClient.Button.wheelDown, 2), (.wheelUp, 1), (.wheelUp, 0)] {
        _ = try session.rest(onPage: page) { session.x.wheel(button) }
        #expect(try session.shows(picture: page))
      }
    }

    @Test(arguments: [(0, 300.0), (2, -300.0)])
    func `the first and last page resist an outward drag and spring back`(
      page: Int, dx: Double
    ) throws {
      let session = try Self.session(at: page)
      let before = try #require(session.rest)
      let row = before.frame.midY + 5
      let start = session.viewer.mark
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: dx, dy: 0), over: 240)
      let screen = try session.x.steadyScreenshot(of: session.window)
      let own = try #require(session.extent(of: page, row: row, in: screen))
      // The picture's offset, measured at the border that stays in the window.
      let moved =
        dx > 0
        ? Double(own.lowerBound) - before.frame.minX
        : Double(own.upperBound + 1) - before.frame.maxX
      #expect(abs(moved) > 20 && abs(moved) < 0.9 * abs(dx) && moved * dx > 0, "\(moved)")
      let after = try session.rest(onPage: page) { session.x.release() }
      #expect(after.frame == before.frame)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "page" })
    }

    @Test func `a press catches a moving page, and a drag returns to the previous page`() throws {
      let session = try Self.session()
      let row = try #require(session.rest).frame.midY + 5
      session.x.drag(
        from: Session.middle + Vector(dx: 300, dy: 0),
        to: Session.middle + Vector(dx: -100, dy: 0), over: 120)
      let start = session.viewer.mark
      Pace.hold(milliseconds: 30)
      session.x.press()
      Pace.hold(milliseconds: 100)
      let caught = try session.x.screenshot(of: session.window)
      Pace.hold(milliseconds: 200)
      let later = try session.x.screenshot(of: session.window)
      let place = try #require(session.extent(of: 2, row: row, in: caught))
      #expect(place.lowerBound > 20 + 10, "already settled: \(place)")
      #expect(session.extent(of: 2, row: row, in: later) == place)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "rest" })
      _ = try session.rest(onPage: 1) {
        session.x.glide(to: Session.middle + Vector(dx: 400, dy: 0), over: 150)
        session.x.release()
      }
      #expect(try session.shows(picture: 1))
    }

    @Test func `a burst of keys never shows a blank page`() throws {
      let session = try Self.session(at: 0, of: 12)
      let start = session.viewer.mark
      var blanks = 0
      for _ in 0..<11 {
        try session.x.key("Right")
        for _ in 0..<4 {
          Pace.hold(milliseconds: Pace.frameInterval)
          let screen = try session.x.screenshot(of: session.window)
          let isSomethingShown = stride(from: 5, to: Double(screen.width), by: 40).contains {
            session.cell(at: Point(x: $0, y: 405), in: screen) != nil
          }
          if !isSomethingShown { blanks += 1 }
        }
      }
      #expect(blanks == 0)
      try session.reporting { try session.viewer.wait(for: "rest page=11", since: start) }
      #expect(try session.shows(picture: 11))
    }

    @Test func `a held key turns pages until released`() throws {
      let session = try Self.session(at: 0, of: 16)
      let start = session.viewer.mark
      try session.x.holding("Right") { Pace.hold(milliseconds: 1200) }
      try session.reporting { try session.viewer.wait(for: "rest", since: start) }
      let index = try #require(session.viewer.traces(since: start).last { $0.name == "page" })
      #expect(index["index"] > 2)
      #expect(try session.shows(picture: Int(index["index"])))
    }
  }
}
