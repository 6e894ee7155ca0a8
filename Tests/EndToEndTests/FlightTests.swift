import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Flights of a photo between its cell and its page, undisturbed and caught by a press.
  @Suite(.needsDisplay)
  struct FlightTests {
    @Test(arguments: ["click", "Return"])
    func `a cell opens, and the photo flies back to it`(way: String) throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      let cell = try session.focus(4)
      let start = session.viewer.mark
      try session.arrive(atPage: 4) {
        if way == "click" {
          session.x.click(at: try session.onScreen(cell.center))
        } else {
          try session.x.key(way)
        }
      }
      #expect(try session.shows(picture: 4))
      let home = try session.flyHome(fromPage: 4) { try session.x.key("Escape") }
      #expect(home.isClose(to: cell))
      #expect(try session.shows(thumbnail: 4, in: cell))
      let names = session.viewer.traces(since: start).filter { $0.name == "flight" }
      #expect(names.count == 4, "\(names)")
    }

    @Test func `the grid looks the same before and after a visit`() throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      let cell = try session.focus(2)
      // The pointer hovers over no cell.
      session.x.move(to: Session.middle + Vector(dx: 0, dy: 300))
      let before = try session.x.steadyScreenshot(of: session.window)
      try session.arrive(atPage: 2) { try session.x.key("Return") }
      try session.flyHome(fromPage: 2) { try session.x.key("Escape") }
      let (after, isEqual) = try session.x.look(at: session.window) { $0 == before }
      #expect(isEqual, "kept \(isEqual ? "nothing" : after.keep(as: "not-as-before")), \(cell)")
    }

    @Test func `a press during a flight catches the photo and holds it`() throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      let start = try Self.catchFlight(session, page: 5)
      let held = try session.x.steadyScreenshot(of: session.window)
      Pace.hold(milliseconds: 200)
      #expect(try session.x.screenshot(of: session.window) == held)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "scene" })
      // The flight of a photo that is released without a movement continues to its target.
      try session.reporting {
        session.x.release()
        try session.viewer.wait(for: "flight ended at=page page=5", since: start)
        try session.viewer.wait(for: "scene name=browser", since: start)
      }
      #expect(try session.shows(picture: 5))
    }

    @Test func `a photo caught in flight and thrown down returns to its cell`() throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      let start = try Self.catchFlight(session, page: 0)
      try session.reporting {
        session.x.glide(to: session.x.pointer + Vector(dx: 0, dy: 220), over: 120)
        session.x.release()
        try session.viewer.wait(for: "flight ended at=thumbnail page=0", since: start)
        try session.viewer.wait(for: "scene name=grid", since: start)
      }
      #expect(try session.shows(thumbnail: 0, in: try session.slot(0)))
      #expect(session.viewer.process.isRunning)
    }

    @Test func `a photo caught on its way to the cell and pushed up returns to its page`() throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      try session.open(1)
      session.x.move(to: Session.middle)
      let start = session.viewer.mark
      try session.x.key("Escape")
      try session.reporting {
        try session.viewer.wait(for: "flight began kind=dismiss page=1", since: start)
        session.x.press()
        try session.viewer.wait(for: "flight caught page=1", since: start)
        session.x.glide(to: session.x.pointer + Vector(dx: 0, dy: -60), over: 100)
        session.x.release()
        try session.viewer.wait(for: "flight ended at=page page=1", since: start)
      }
      #expect(try session.shows(picture: 1))
    }

    @Test(arguments: ["click", "keys"])
    func `another cell opens while the last photo flies to its cell`(way: String) throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      let other = try session.focus(5)
      try session.open(0)
      let start = session.viewer.mark
      try session.x.key("Escape")
      try session.reporting {
        try session.viewer.wait(for: "flight began kind=dismiss page=0", since: start)
        if way == "click" {
          session.x.click(at: try session.onScreen(other.center))
        } else {
          for key in ["End", "Return"] { try session.x.key(key) }
        }
        try session.viewer.wait(for: "flight ended at=page page=5", since: start)
        try session.viewer.wait(for: "scene name=browser", since: start)
      }
      #expect(try session.shows(picture: 5))
      try session.flyHome(fromPage: 5) { try session.x.key("Escape") }
    }

    @Test func `the slot is empty during a pull-down and filled after the flight`() throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      let neighbour = try session.focus(1)
      let cell = try session.open(0)
      session.x.move(to: Session.middle)
      let start = session.viewer.mark
      session.x.press()
      // The drag ends away from the first row, so that the dragged picture does not cover the slot.
      session.x.glide(to: Session.middle + Vector(dx: 150, dy: 260), over: 300)
      let (pulled, isEmpty) = try session.x.look(at: session.window) { screenshot in
        // The slot has the colour of the background below the cells; the neighbour does not.
        let ground = screenshot[Point(x: 60, y: 600)]
        return screenshot[cell.center] == ground && screenshot[neighbour.center] != ground
      }
      #expect(isEmpty, "kept \(isEmpty ? "nothing" : pulled.keep(as: "no-empty-slot"))")
      try session.reporting {
        session.x.glide(to: session.x.pointer + Vector(dx: 10, dy: 80), over: 80)
        session.x.release()
        try session.viewer.wait(for: "flight began kind=dismiss page=0", since: start)
        try session.viewer.wait(for: "flight ended at=thumbnail page=0", since: start)
        try session.viewer.wait(for: "scene name=grid", since: start)
      }
      #expect(try session.shows(thumbnail: 0, in: cell))
    }

    @Test func `a picture pulled down and pushed back up stays on its page`() throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      try session.open(3)
      session.x.move(to: Session.middle)
      let before = try #require(session.rest)
      let start = session.viewer.mark
      let after = try session.rest(onPage: 3) {
        session.x.press()
        session.x.glide(to: Session.middle + Vector(dx: 20, dy: 280), over: 250)
        session.x.glide(to: Session.middle + Vector(dx: 10, dy: 60), over: 250)
        session.x.release()
      }
      #expect(after.frame == before.frame)
      #expect(!session.viewer.traces(since: start).contains { $0.fields["name"] == "grid" })
    }

    @Test func `after six page turns the photo flies to the cell of the current page`() throws {
      let session = try Session(gridOf: 12, on: try Displays.plain())
      let first = try session.open(1)
      for page in 2...7 { _ = try session.rest(onPage: page) { try session.x.key("Right") } }
      let home = try session.flyHome(fromPage: 7) { try session.x.key("Escape") }
      #expect(!home.isClose(to: first))
      #expect(try session.shows(thumbnail: 7, in: home))
      #expect(try session.shows(thumbnail: 1, in: first))
    }

    @Test func `a cell outside the window is scrolled into view before the flight`() throws {
      let session = try Session(gridOf: 90, on: try Displays.plain())
      try session.open(0)
      _ = try session.rest(onPage: 89) { try session.x.key("End") }
      let home = try session.flyHome(fromPage: 89) { try session.x.key("Escape") }
      #expect(try session.isOnScreen(home), "\(home)")
      #expect(try session.shows(thumbnail: 89 % 16, in: home))
      let focused = try session.focusedCell { try session.x.key("Left") }
      #expect(focused.index == 88, "the focus follows the current page")
    }

    @Test func `a photo in flight reaches its target when the window is resized`() throws {
      let session = try Session(gridOf: 6, on: try Displays.plain())
      let cell = try session.focus(0)
      let start = session.viewer.mark
      session.x.click(at: try session.onScreen(cell.center))
      try session.reporting {
        try session.viewer.wait(for: "flight began kind=show page=0", since: start)
        session.x.resize(session.window, width: 700, height: 560)
        try session.viewer.wait(for: "flight ended at=page page=0", since: start)
        try session.viewer.wait(for: "rest page=0", since: start) {
          abs($0["x"] + $0["width"] / 2 - 350) <= 1
        }
      }
      #expect(try session.shows(picture: 0))
      let home = session.viewer.mark
      try session.x.key("Escape")
      try session.reporting {
        try session.viewer.wait(for: "flight began kind=dismiss page=0", since: home)
        session.x.resize(session.window, width: 1000, height: 800)
        try session.viewer.wait(for: "flight ended at=thumbnail page=0", since: home)
        try session.viewer.wait(for: "scene name=grid", since: home)
      }
      let (index, frame) = try session.focusedCell { try session.x.key("Right") }
      #expect(try session.shows(thumbnail: index, in: frame))
    }

    @Test(arguments: ["fade", "zoom", "smooth-zoom", "morph", "spring", "none"])
    func `every animator shows and dismisses a photo`(name: String) throws {
      let session = try Session(
        gridOf: 4, on: try Displays.plain(), options: ["--animator", RawName(name)])
      let cell = try session.open(2)
      #expect(try session.shows(picture: 2))
      try session.flyHome(fromPage: 2) { try session.x.key("Escape") }
      #expect(try session.shows(thumbnail: 2, in: cell))
    }

    @Test func `with reduced motion a photo opens and closes`() throws {
      let session = try Session(
        gridOf: 4, on: try Displays.plain(), options: ["--motion", "reduced"])
      let cell = try session.open(1)
      try session.flyHome(fromPage: 1) { try session.x.key("Escape") }
      #expect(try session.shows(thumbnail: 1, in: cell))
    }

    /// Opens a cell and presses on its photo in flight.
    ///
    /// - Returns: the position in the trace output before the cell is opened.
    private static func catchFlight(_ session: Session, page: Int) throws -> Int {
      let cell = try session.focus(page)
      let middle = try session.bounds.center
      let point = try session.onScreen(cell.center + (middle - cell.center) * 0.3)
      session.x.move(to: point)
      let start = session.viewer.mark
      try session.x.key("Return")
      try session.reporting {
        try session.viewer.wait(for: "flight began kind=show page=\(page)", since: start)
        session.x.press()
        try session.viewer.wait(for: "flight caught page=\(page)", since: start)
      }
      return start
    }
  }
}
