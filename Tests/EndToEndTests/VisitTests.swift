import CX11
import Geometry
import Testing

extension EndToEnd {
  /// Pages that appear and are gone, each once for a visit.
  @Suite(.needsDisplay)
  struct VisitTests {
    @Test func `each page appears once and is gone once for each visit`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 4)
      try session.hear("+0")
      for page in 1...2 {
        _ = try session.rest(onPage: page) { try session.x.key("Right") }
        try session.hear("+\(page)")
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
        "a peek and a pull that comes back are no visits")
    }

    @Test func `a window that is put away ends the visit, and begins it again`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      try session.hear("+0")
      try session.reporting {
        try session.hear("-0") {
          XUnmapWindow(session.x.display, session.window)
          session.x.synchronise()
        }
        try session.hear("+0") {
          XMapWindow(session.x.display, session.window)
          session.x.synchronise()
        }
      }
      #expect(session.visits == ["+0", "-0", "+0"])
    }

    @Test func `a photo that flies home or is swiped away is gone`() throws {
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
        try session.hear("-2")
      }
      // A swipe that changes its mind has the page appear again, though it never was gone.
      #expect(session.visits == ["+1", "+1", "-1", "+2", "-2"])
    }

    @Test func `closing the window ends the visit`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2)
      try session.hear("+0")
      try session.x.key("q")
      #expect(session.viewer.process.exitCode() == 0)
      #expect(session.visits == ["+0", "-0"])
    }
  }
}

extension Session {
  /// Waits until it is said that a page appeared (`+3`) or was gone (`-3`), after an action if there
  /// is one.
  fileprivate func hear(_ visit: String, after action: (() throws -> Void)? = nil) throws {
    let start = action == nil ? 0 : viewer.mark
    try action?()
    try viewer.wait(for: "cell", since: start) { Self.visit($0) == visit }
  }

  private static func visit(_ trace: Trace) -> String {
    (trace.description.contains(" appear ") ? "+" : "-") + "\(Int(trace["page"]))"
  }

  /// What was said of pages so far: `+3` that the fourth one appeared, `-3` that it was gone.
  fileprivate var visits: [String] {
    viewer.traces().filter { $0.name == "cell" }.map(Self.visit)
  }
}
