import Geometry
import Testing

extension EndToEnd {
  /// The desktop's settings (XSETTINGS) apply at the start and when they change.
  @Suite(.needsDisplay)
  struct DesktopSettingsTests {
    /// A session on a display with an XSETTINGS manager.
    private func begin(
      _ numbers: [String: Int32]
    ) throws -> (Session, SettingsManager) {
      let display = try Displays.plain()
      let manager = SettingsManager(on: try XClient(display))
      manager.publish(numbers)
      let session = try Session(on: display, pictures: 3, size: (3000, 2000))
      return (session, manager)
    }

    private func clickTwice(_ session: Session, apart milliseconds: Double) {
      session.x.click(at: Session.middle)
      Pace.hold(milliseconds: milliseconds)
      session.x.click(at: Session.middle)
    }

    @Test func `the double-click time is the desktop's and follows changes`() throws {
      let (session, manager) = try begin(["Net/DoubleClickTime": 1200])
      try session.viewer.wait(for: "settings")
      let fit = try #require(session.rest).frame
      let zoomed = try session.rest(onPage: 0) {
        clickTwice(session, apart: 600)
      } where: {
        $0.frame.width > fit.width * 1.2
      }
      #expect(zoomed.frame.width > fit.width * 1.2)
      try session.viewer.wait(for: "settings") {
        manager.publish(["Net/DoubleClickTime": 150])
      }
      let start = session.viewer.mark
      clickTwice(session, apart: 500)
      Pace.hold(milliseconds: 500)
      let moved = session.viewer.traces(since: start).contains {
        $0.name == "rest" && $0["width"] < zoomed.frame.width * 0.9
      }
      #expect(!moved, "500 ms exceed the double-click time")
    }

    @Test func `the interface scale follows Xft DPI while the program runs`() throws {
      let (session, manager) = try begin(["Xft/DPI": 96 * 1024])
      try session.viewer.wait(for: "settings scale=1.0")
      try session.viewer.wait(for: "settings scale=2.0") {
        manager.publish(["Xft/DPI": 192 * 1024])
      }
      try session.viewer.wait(for: "settings scale=1.0") { manager.publish([:]) }
    }

    @Test func `the interface scale is that of the monitor to which the window is moved`() throws {
      let display = try Displays.plain()
      let x = try XClient(display)
      x.splitScreen("left", "right")
      defer { x.joinScreen("left", "right") }
      let session = try Session(
        gridOf: 3, on: display, environment: ["QT_SCREEN_SCALE_FACTORS": "left=1;right=2;"])
      let corner = Point(x: Double(Session.left), y: Double(Session.top))
      // The pointer is outside the window at both places.
      x.move(to: Point(x: 1900, y: 1060))
      let small = try x.steadyScreenshot(of: session.window)
      try session.viewer.wait(for: "settings scale=2.0") {
        x.move(session.window, to: corner + Vector(dx: 800, dy: 0))
      }
      let (_, isDrawn) = try x.look(at: session.window) { $0 != small }
      #expect(isDrawn, "everything is drawn at the new scale")
      try session.viewer.wait(for: "settings scale=1.0") { x.move(session.window, to: corner) }
    }

    @Test func `a desktop without animations reduces motion`() throws {
      let (session, manager) = try begin(["Gtk/EnableAnimations": 0])
      try session.viewer.wait(for: "desktop motion=reduced")
      try session.viewer.wait(for: "desktop motion=full") {
        manager.publish(["Gtk/EnableAnimations": 1])
      }
    }
  }
}
