import CX11
import Geometry
import Testing

extension EndToEnd {
  /// The appear and disappear events of pages.
  @Suite(.needsDisplay)
  struct VisitTests {
    @Test func `each visit of a page sends one appear and one disappear event`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 4)
      try session.expectVisit("+0")
      for page in 1...2 {
        _ = try session.rest(onPage: page) { try session.x.key("Right") }
        try session.expectVisit("+\(page)")
      }
      #expect(session.visits == ["+0", "-0", "+1", "-1", "+2"])
      let peek = Vector(dx: -200, dy: 0)
      session.x.drag(from: Session.middle, to: Session.middle + peek, over: 150, rest: 100)
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: 0, dy: 200), over: 150)
      session.x.glide(to: Session.middle + Vector(dx: 0, dy: 60), over: 150)
      session.x.release()
      _ = try session.rest(onPage: 0) { try session.x.key("Home") }
      try session.viewer.wait(for: "dismissed") { try session.x.key("Escape") }
      try session.viewer.wait(for: "exit code=0")
      #expect(
        session.visits == ["+0", "-0", "+1", "-1", "+2", "-2", "+0", "-0"],
        "cancelled drags are not visits")
    }

    @Test func `unmapping the window ends the visit, and mapping it starts another`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      try session.expectVisit("+0")
      try session.reporting {
        try session.expectVisit("-0") {
          XUnmapWindow(session.x.display, session.window)
          session.x.synchronise()
        }
        try session.expectVisit("+0") {
          XMapWindow(session.x.display, session.window)
          session.x.synchronise()
        }
      }
      #expect(session.visits == ["+0", "-0", "+0"])
    }

    @Test func `a photo dismissed by flight or edge swipe gets a disappear event`() throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      try session.open(1)
      let edge = try session.onScreen(Point(x: 8, y: Double(Session.height) / 2))
      try session.reporting {
        try session.viewer.wait(for: "scene name=browser") {
          session.x.drag(from: edge, to: edge + Vector(dx: 250, dy: 0), rest: 200)
        }
      }
      try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
      try session.open(2)
      try session.reporting {
        try session.viewer.wait(for: "scene name=grid") {
          session.x.drag(from: edge, to: edge + Vector(dx: 800, dy: 0), rest: 200)
        }
        try session.expectVisit("-2")
      }
      // A cancelled swipe sends a second appear event without a disappear event before it.
      #expect(session.visits == ["+1", "+1", "-1", "+2", "-2"])
    }

    @Test func `closing the window ends the visit`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      try session.expectVisit("+0")
      try session.x.key("q")
      #expect(session.viewer.process.exitCode() == 0)
      #expect(session.visits == ["+0", "-0"])
    }
  }
}

extension Session {
  /// Waits for the appear (`+3`) or disappear (`-3`) event of a page. With an action, only events
  /// after its start count.
  fileprivate func expectVisit(_ visit: String, after action: (() throws -> Void)? = nil) throws {
    let start = action == nil ? 0 : viewer.mark
    try action?()
    try viewer.wait(for: "cell", since: start) { Self.visit($0) == visit }
  }

  private static func visit(_ trace: Trace) -> String {
    (trace.description.contains(" appear ") ? "+" : "-") + "\(Int(trace["page"]))"
  }

  /// The events so far: `+3` for the appear event of page 3, `-3` for its disappear event.
  fileprivate var visits: [String] {
    viewer.traces().filter { $0.name == "cell" }.map(Self.visit)
  }
}
