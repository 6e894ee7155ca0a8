import Geometry
import Testing

extension EndToEnd {
  /// The page turns other than sliding.
  @Suite(.needsDisplay)
  struct PageEffectTests {
    static let names = [
      "fade", "move-in", "push", "reveal", "cube", "flip", "page-curl", "page-un-curl",
    ]

    private static func session(effect: String, at page: Int = 0) throws -> Session {
      try Session(
        on: try Displays.plain(), pictures: 3, at: page,
        options: ["--page-effect", RawName(effect)], size: (960, 600))
    }

    @Test(arguments: names)
    func `every page effect turns pages by key`(name: String) throws {
      let session = try Self.session(effect: name)
      let start = session.viewer.mark
      for (key, page) in [("Right", 1), ("Right", 2), ("Left", 1)] {
        _ = try session.rest(onPage: page) { try session.x.key(key) }
        #expect(try session.shows(picture: page))
      }
      let kinds = session.viewer.traces(since: start).filter { $0.fields["kind"] == "effect" }
      #expect(kinds.count > 10, "\(kinds.count) frames of an effect")
    }

    @Test(arguments: ["cube", "page-curl"])
    func `a drag scrubs a page effect forward and backward`(name: String) throws {
      let session = try Self.session(effect: name)
      let before = try session.x.steadyScreenshot(of: session.window)
      session.x.press()
      let (near, far) = (
        Session.middle + Vector(dx: -200, dy: 0), Session.middle + Vector(dx: -400, dy: 0)
      )
      session.x.glide(to: near, over: 200)
      let held = try session.x.steadyScreenshot(of: session.window)
      #expect(held != before)
      session.x.glide(to: far, over: 200)
      #expect(try session.x.steadyScreenshot(of: session.window) != held)
      // The frame depends only on the pointer's position, not on its direction.
      session.x.glide(to: near, over: 200)
      #expect(try session.x.look(at: session.window) { $0 == held }.isShown)
      _ = try session.rest(onPage: 0) {
        session.x.glide(to: Session.middle, over: 300)
        Pace.hold(milliseconds: 150)
        session.x.release()
      }
      #expect(try session.shows(picture: 0))
      _ = try session.rest(onPage: 1) {
        session.x.drag(
          from: Session.middle + Vector(dx: 300, dy: 0),
          to: Session.middle + Vector(dx: -350, dy: 0), over: 400)
      }
      #expect(try session.shows(picture: 1))
    }

    @Test func `a burst of keys ends on the last page`() throws {
      let session = try Session(
        on: try Displays.plain(), pictures: 6, options: ["--page-effect", "cube"],
        size: (960, 600))
      _ = try session.rest(onPage: 5) { for _ in 0..<5 { try session.x.key("Right") } }
      #expect(try session.shows(picture: 5))
    }

    @Test func `the effect chooser applies the chosen effect`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 3, size: (960, 600))
      let start = session.viewer.mark
      let before = try session.x.steadyScreenshot(of: session.window)
      try session.x.key("t")
      #expect(try session.x.look(at: session.window) { $0 != before }.isShown)
      try session.x.key("Right")
      try session.x.key("Return")
      #expect(try session.x.look(at: session.window) { $0 == before }.isShown)
      _ = try session.rest(onPage: 1) { try session.x.key("Right") }
      #expect(try session.shows(picture: 1))
      #expect(session.viewer.traces(since: start).contains { $0.fields["kind"] == "effect" })
    }

    @Test(arguments: [
      ("--list-animators", ["fade", "zoom", "smooth-zoom", "morph", "none"]),
      ("--list-page-effects", names),
    ])
    func `--list-animators and --list-page-effects print all names`(
      option: String, expected: [String]
    ) throws {
      let viewer = try ViewerProcess([RawName(option)], display: nil, traced: false)
      #expect(viewer.process.exitCode() == 0)
      let output = viewer.process.output.wholeOutput(within: 5) ?? []
      let listed = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap {
        $0.split(separator: "\t").first.map(String.init)
      }
      for name in expected { #expect(listed.contains(name), "\(listed)") }
    }

    @Test(arguments: ["--animator", "--page-effect"])
    func `an unknown animator or page effect is refused`(option: String) throws {
      let viewer = try ViewerProcess([RawName(option), "wobble"], display: nil, traced: false)
      #expect(viewer.process.exitCode() == 2)
      _ = viewer.process.errors.wholeOutput(within: 5)
      #expect(viewer.process.errors.lines.count == 1, "\(viewer.process.errors.lines)")
    }
  }
}
