import CX11
import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// The controls over a photo, and the pointer shape.
  @Suite(.needsDisplay)
  struct ControlsTests {
    /// Milliseconds after which the idle controls and pointer are hidden.
    private static let idle = 3600.0

    /// Whether any pixel is as light as the text of the controls. Every cell colour of the test
    /// pictures has at least one dark channel.
    private static func hasControls(_ screenshot: Screenshot) -> Bool {
      screenshot.pixels.contains { pixel in
        let channels = [pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff]
        return channels.allSatisfy { $0 > 150 }
      }
    }

    /// Whether the title bar is drawn over the top of a picture that fills the window.
    private static func hasBar(_ screenshot: Screenshot) -> Bool {
      hasControls(
        screenshot.cropped(to: Rect(x: 0, y: 4, width: Double(screenshot.width), height: 40)))
    }

    private static func session(_ pictures: Int = 2, options: [RawName] = []) throws -> Session {
      try Session(
        on: try Displays.plain(), pictures: pictures, options: options, size: (1000, 800))
    }

    private static func rest(_ session: Session) { Pace.hold(milliseconds: idle) }

    @Test func `in fullscreen pointer movement shows the bar, and its button ends fullscreen`()
      throws
    {
      let session = try Session(
        on: try Displays.managed(), pictures: 2, size: (1000, 800))
      try session.viewer.wait(for: "state fullscreen=1") { try session.x.key("f") }
      Self.rest(session)
      let bare = try session.x.look(at: session.window) { !Self.hasBar($0) }
      #expect(bare.isShown, "idle, no title bar: \(bare.0.keep(as: "fullscreen-idle"))")
      session.x.glide(to: session.x.pointer + Vector(dx: 120, dy: 30), over: 200)
      let moved = try session.x.look(at: session.window) { Self.hasBar($0) }
      #expect(moved.isShown, "title bar shown: \(moved.0.keep(as: "fullscreen-moved"))")
      let frame = try session.x.frame(of: session.window)
      // The fullscreen button is the second from the right.
      let button = Point(x: frame.maxX - 6 - 36 - 2 - 18, y: frame.minY + 24)
      try session.viewer.wait(for: "state fullscreen=0") { session.x.click(at: button) }
    }

    @Test func `an idle pointer hides in a window, and a slight movement shows only the pointer`()
      throws
    {
      let session = try Self.session()
      try session.viewer.wait(for: "cursor shape=hidden") { Self.rest(session) }
      let bare = try session.x.look(at: session.window) { !Self.hasBar($0) }
      #expect(bare.isShown)
      try session.viewer.wait(for: "cursor shape=arrow") {
        session.x.move(to: session.x.pointer + Vector(dx: 4, dy: 0))
      }
      Pace.hold(milliseconds: 400)
      #expect(!Self.hasBar(try session.x.screenshot(of: session.window)), "no bar yet")
      session.x.glide(to: session.x.pointer + Vector(dx: 60, dy: 0), over: 100)
      #expect(try session.x.look(at: session.window) { Self.hasBar($0) }.isShown)
    }

    @Test func `the indicator hides with the controls and stays hidden on a page turn by key`()
      throws
    {
      let session = try Self.session(5)
      let dots = Rect(x: 400, y: 750, width: 200, height: 40)
      let seen = try session.x.look(at: session.window) {
        Self.hasControls($0.cropped(to: dots))
      }
      #expect(seen.isShown, "\(seen.0.keep(as: "dots"))")
      Self.rest(session)
      let gone = try session.x.look(at: session.window) {
        !Self.hasControls($0.cropped(to: dots))
      }
      #expect(gone.isShown, "\(gone.0.keep(as: "dots-idle"))")
      try session.x.key("Right")
      Pace.hold(milliseconds: 500)
      #expect(!Self.hasControls(try session.x.screenshot(of: session.window).cropped(to: dots)))
    }

    @Test func `the pointer is an open hand over a pannable picture and a closed hand in a drag`()
      throws
    {
      let session = try Self.session()
      try session.viewer.wait(for: "cursor shape=grab") { try session.x.key("2") }
      session.x.move(to: Session.middle)
      try session.viewer.wait(for: "cursor shape=grabbing") {
        session.x.press()
        session.x.glide(to: Session.middle + Vector(dx: -60, dy: 0), over: 200)
      }
      try session.viewer.wait(for: "cursor shape=grab") { session.x.release() }
      try session.viewer.wait(for: "cursor shape=arrow") { try session.x.key("0") }
    }

    @Test func `Tab shows hidden controls, and Return does not activate hidden controls`() throws {
      let session = try Self.session()
      Self.rest(session)
      #expect(try session.x.look(at: session.window) { !Self.hasBar($0) }.isShown)
      try session.x.key("Tab")
      #expect(try session.x.look(at: session.window) { Self.hasBar($0) }.isShown)
      // Tab focused the first button; Esc returns the focus to the page, and the controls hide.
      try session.x.key("Escape")
      Self.rest(session)
      #expect(try session.x.look(at: session.window) { !Self.hasBar($0) }.isShown)
      try session.x.key("Return")
      Pace.hold(milliseconds: 400)
      #expect(session.viewer.process.isRunning)
    }

    // MARK: Numbers

    @Test func `typing a page number does not zoom`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 13, size: (1800, 1200))
      let start = session.viewer.mark
      let rest = try session.rest(onPage: 11) {
        try session.x.key("1")
        Pace.hold(milliseconds: 120)
        try session.x.key("2")
        Pace.hold(milliseconds: 500)
        try session.x.key("Return")
      }
      #expect(rest.page == 11)
      let zooms = session.viewer.traces(since: start).filter {
        $0.name == "frame" && $0.fields["kind"] == "zoom" && abs($0["scale"] - rest.scale) > 0.01
      }
      #expect(zooms.isEmpty)
    }

    @Test func `a single digit zooms after its delay`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (1800, 1200))
      _ = try session.rest(onPage: 0) {
        try session.x.key("1")
      } where: {
        $0.scale == 1
      }
    }
  }
}
