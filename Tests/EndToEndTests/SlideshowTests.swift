import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct SlideshowTests {
    @Test func `it turns the pages, is held by Space, goes on, and ends with the last one`() throws
    {
      let session = try Session(
        on: try Displays.plain(), pictures: 3, options: ["--slideshow", "0.5"])
      try session.viewer.wait(for: "slideshow state=running page=0")
      let start = session.viewer.mark
      try session.reporting { try session.viewer.wait(for: "rest page=1", since: start) }
      try session.viewer.wait(
        for: "slideshow state=paused page=1", after: { try session.x.key("space") })
      Pace.hold(milliseconds: 1200)
      #expect(try session.shows(picture: 1))
      try session.viewer.wait(
        for: "slideshow state=running page=1", after: { try session.x.key("space") })
      try session.reporting {
        try session.viewer.wait(for: "slideshow state=ended page=2", since: start)
      }
      #expect(try session.shows(picture: 2))
    }

    @Test func `in a circle it goes on, until it is ended`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 2, options: ["--loop", "--slideshow", "0.5"])
      let start = session.viewer.mark
      try session.reporting {
        try session.viewer.wait(for: "page index=1")
        try session.viewer.wait(for: "page index=0")
      }
      try session.viewer.wait(for: "slideshow state=off", after: { try session.x.key("Escape") })
      let after = session.viewer.mark
      Pace.hold(milliseconds: 1500)
      #expect(!session.viewer.traces(since: after).contains { $0.name == "page" })
      #expect(!session.viewer.traces(since: start).contains { $0.name == "dismissed" })
    }

    @Test func `a hand holds it, and so does its menu`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 3)
      try session.viewer.wait(for: "slideshow state=running", after: { try session.x.key("s") })
      session.x.press()
      let start = session.viewer.mark
      Pace.hold(milliseconds: 3500)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "page" })
      // The hand was there for so long that it got a menu.
      session.x.release()
      Pace.hold(milliseconds: 3500)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "page" })
      _ = try session.rest(onPage: 1) { try session.x.key("Escape") }
    }

    @Test func `between two turns it draws nothing`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 2, options: ["--slideshow", "9"])
      try session.viewer.wait(for: "slideshow state=running")
      // Toast and controls have gone by then.
      Pace.hold(milliseconds: 4500)
      let start = session.viewer.mark
      Pace.hold(milliseconds: 1000)
      let frames = session.viewer.traces(since: start).filter { $0.name == "frame" }
      #expect(frames.isEmpty, "\(frames.count) frames")
    }
  }
}
