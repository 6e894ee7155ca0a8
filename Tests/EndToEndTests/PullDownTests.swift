import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct PullDownTests {
    private static func session(options: [RawName] = []) throws -> Session {
      try Session(on: try Displays.plain(), pictures: 2, options: options)
    }

    @Test func `the picture follows the pointer, shrinks, and the backdrop fades`() throws {
      let session = try Self.session()
      let before = try #require(session.rest)
      // The pixel is a corner where four cells meet; all four are checked.
      let pixel = Point(x: 300, y: 200)
      let start = try session.onScreen(before.frame.origin + (pixel - .zero) * before.scale)
      session.x.move(to: start)
      session.x.press()
      session.x.glide(to: start + Vector(dx: 60, dy: 240), over: 300)
      let end = session.x.pointer - Vector(dx: Double(Session.left), dy: Double(Session.top))
      let (screen, isHeld) = try session.x.look(at: session.window) { screenshot in
        [(-1, -1), (1, -1), (-1, 1), (1, 1)].allSatisfy { (sideX, sideY) in
          let nearby = Point(x: end.x + Double(sideX) * 5, y: end.y + Double(sideY) * 5)
          let expected = Pictures.Plan(number: 0).cell(
            x: Int(pixel.x) + sideX, y: Int(pixel.y) + sideY)
          return session.cell(at: nearby, in: screenshot) == expected
        }
      }
      #expect(isHeld, "kept \(isHeld ? "nothing" : screen.keep(as: "not-in-the-hand"))")
      let pull = try #require(session.viewer.traces().last { $0.name == "pull" })
      #expect(pull["scale"] > 0.5 && pull["scale"] < 0.85, "\(pull)")
      #expect(abs(pull["alpha"] - (1 - 1.5 * (1 - pull["scale"]))) < 0.02, "\(pull)")
      session.x.release()
    }

    @Test func `releasing while moving down closes with exit code 0`() throws {
      let session = try Self.session()
      try session.viewer.wait(for: "dismissed") {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: 0, dy: 260), over: 250)
      }
      #expect(session.viewer.process.exitCode() == 0)
      try session.viewer.wait(for: "exit code=0")
    }

    @Test func `pulling down and pushing back up keeps the page`() throws {
      let session = try Self.session()
      let before = try #require(session.rest)
      let start = session.viewer.mark
      let after = try session.rest(onPage: 0) {
        session.x.press()
        session.x.glide(to: Session.middle + Vector(dx: 20, dy: 300), over: 250)
        session.x.glide(to: Session.middle + Vector(dx: 10, dy: 80), over: 250)
        session.x.release()
      }
      #expect(after.frame == before.frame)
      let traces = session.viewer.traces(since: start)
      #expect(traces.contains { $0.name == "pull" && $0["scale"] < 0.8 })
      #expect(!traces.contains { $0.name == "dismissed" })
      #expect(session.viewer.process.isRunning)
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
      #expect(try session.shows(picture: 1))
    }

    @Test func `a press catches the picture on its way back`() throws {
      let session = try Self.session()
      let start = session.viewer.mark
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: 0, dy: 300), over: 200)
      session.x.glide(to: Session.middle + Vector(dx: 0, dy: 140), over: 60)
      session.x.release()
      Pace.hold(milliseconds: 30)
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: 0, dy: 420), over: 200)
      session.x.release()
      try session.reporting { try session.viewer.wait(for: "dismissed", since: start) }
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `a drag that starts sideways never becomes a pull-down`() throws {
      let session = try Self.session()
      let start = session.viewer.mark
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: -100, dy: 0), over: 100)
      session.x.glide(to: Session.middle + Vector(dx: -100, dy: 300), over: 200)
      Pace.hold(milliseconds: 150)
      session.x.release()
      try session.reporting { try session.viewer.wait(for: "rest", since: start) }
      #expect(!session.viewer.traces(since: start).contains { $0.name == "pull" })
      #expect(session.viewer.process.isRunning)
    }

    @Test func `a zoomed picture pans and is not pulled down while its top is outside the window`()
      throws
    {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (1000, 720))
      _ = try session.rest(onPage: 0) {
        session.x.click(at: Session.middle, count: 2)
      } where: {
        $0.scale > 1.3
      }
      let start = session.viewer.mark
      _ = try session.rest(onPage: 0) {
        session.x.drag(
          from: Session.middle, to: Session.middle + Vector(dx: 0, dy: 60), over: 200, rest: 150)
      }
      #expect(!session.viewer.traces(since: start).contains { $0.name == "pull" })
      #expect(session.viewer.process.isRunning)
    }

    @Test func `without a compositor the backdrop is one dark colour`() throws {
      let session = try Self.session()
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: 0, dy: 240), over: 250)
      // The part is an area at the bottom left that no picture, title or indicator covers.
      let (corner, isPlain) = try session.x.look(at: session.window) { screenshot in
        let part = screenshot.cropped(to: Rect(x: 10, y: 690, width: 150, height: 100))
        return part.colours == 1 && Self.isDark(part.pixels[0])
      }
      #expect(
        isPlain, "\(corner.cropped(to: Rect(x: 10, y: 690, width: 150, height: 100)).colours)")
      session.x.glide(to: Session.middle, over: 100)
      session.x.release()
    }

    @Test(arguments: ["Escape", "q"])
    func `a key closes the viewer with exit code 0`(key: String) throws {
      let session = try Self.session()
      try session.x.key(key)
      #expect(session.viewer.process.exitCode() == 0)
      #expect(session.viewer.process.errors.lines.allSatisfy { $0.hasPrefix("pbview: trace:") })
    }

    private static func isDark(_ colour: UInt32) -> Bool {
      [16, 8, 0].allSatisfy { colour >> $0 & 0xff < 64 }
    }
  }
}
