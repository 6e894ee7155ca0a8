import Geometry
import Testing

extension EndToEnd {
  @Suite(.needsDisplay)
  struct SlideshowTests {
    /// The option of a slideshow that leaves the window as it is.
    private static let window: [RawName] = ["--no-slideshow-fullscreen"]

    @Test func `keys change the time of a picture, and a slideshow fills the screen`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 3, options: ["--slideshow-effect", "ken-burns"])
      try session.viewer.wait(for: "slideshow state=running", after: { try session.x.key("s") })
      try session.viewer.wait(
        for: "preferences slideshow-seconds=4", after: { try session.x.key("Up") })
      try session.viewer.wait(
        for: "preferences slideshow-seconds=3", after: { try session.x.key("minus") })
      try session.viewer.wait(for: "page index=1", after: { try session.x.key("Right") })
      try session.viewer.wait(
        for: "slideshow state=off", after: { try session.x.key("Escape") })
    }

    @Test func `a slideshow turns pages, pauses and resumes by Space, ends at the last`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 3, options: ["--slideshow", "2"] + Self.window)
      try session.viewer.wait(for: "slideshow state=running page=0")
      let start = session.viewer.mark
      try session.reporting { try session.viewer.wait(for: "rest page=1", since: start) }
      try session.viewer.wait(
        for: "slideshow state=paused page=1", after: { try session.x.key("space") })
      Pace.hold(milliseconds: 3000)
      #expect(try session.shows(picture: 1))
      try session.viewer.wait(
        for: "slideshow state=running page=1", after: { try session.x.key("space") })
      try session.reporting {
        try session.viewer.wait(for: "slideshow state=ended page=2", since: start)
      }
      #expect(try session.shows(picture: 2))
    }

    @Test func `a slideshow of picks keeps the other filter, which remains at its end`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 3,
        options: ["--slideshow-picks", "--filter", "name:picture"] + Self.window)
      try session.reporting {
        try session.viewer.wait(
          for: "marked count=1 failed=0", after: { try session.x.key("p", holding: ["Alt_L"]) })
        let start = session.viewer.mark
        try session.x.key("s")
        let filter = try session.viewer.wait(for: "filter text=name:picture", since: start)
        #expect(filter.description.hasSuffix("filter text=name:picture flag:pick"))
        try session.viewer.wait(for: "pages count=1 index=0", since: start)
        let end = session.viewer.mark
        try session.x.key("Escape")
        let former = try session.viewer.wait(for: "filter text=name:picture", since: end)
        #expect(former.description.hasSuffix("filter text=name:picture"))
        try session.viewer.wait(for: "pages count=3 index=0", since: end)
      }
    }

    @Test func `with --loop a slideshow continues until Escape`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 2,
        options: ["--loop", "--slideshow", "0.5"] + Self.window)
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

    @Test func `a held button and an open context menu pause a slideshow`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 3, options: Self.window)
      try session.viewer.wait(for: "slideshow state=running", after: { try session.x.key("s") })
      session.x.press()
      let start = session.viewer.mark
      Pace.hold(milliseconds: 3500)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "page" })
      // The long press has opened the context menu.
      session.x.release()
      Pace.hold(milliseconds: 3500)
      #expect(!session.viewer.traces(since: start).contains { $0.name == "page" })
      _ = try session.rest(onPage: 1) { try session.x.key("Escape") }
    }

    @Test func `a slideshow pauses while the photo is renamed`() throws {
      // The page does not turn before the key arrives, also on a busy machine.
      let session = try Session(
        on: try Displays.plain(), pictures: 2, options: ["--slideshow", "600"] + Self.window)
      try session.viewer.wait(for: "slideshow state=running")
      try session.reporting {
        try session.viewer.wait(
          for: "slideshow state=paused page=0", after: { try session.x.key("F2") })
      }
    }

    @Test func `a slideshow draws no frames between two page turns`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 2, options: ["--slideshow", "9"] + Self.window)
      try session.viewer.wait(for: "slideshow state=running")
      // The toast and the controls are hidden after this pause.
      Pace.hold(milliseconds: 4500)
      let start = session.viewer.mark
      Pace.hold(milliseconds: 1000)
      let frames = session.viewer.traces(since: start).filter { $0.name == "frame" }
      #expect(frames.isEmpty, "\(frames.count) frames")
    }
  }
}
