import Geometry
import Testing

extension EndToEnd {
  /// The grid under touch, with simulated input devices.
  @Suite(.needsRig)
  struct GridTouchTests {
    private static func session(_ count: Int = 100) throws -> (Session, InputDevices) {
      let display = try Displays.withDevices()
      let session = try Session(gridOf: count, on: display)
      let devices = try #require(display.devices)
      try devices.movePointer(to: Session.middle)
      return (session, devices)
    }

    @Test func `two fingers on a touchpad scroll the grid`() throws {
      let (session, devices) = try Self.session()
      let down = try session.gridRest { try devices.scroll(dy: 600, over: 200) }
      #expect(down["scroll"] > 100)
      let top = try session.gridRest { try devices.scroll(dy: -3000, over: 300) }
      #expect(top["scroll"] == 0)
    }

    @Test func `a flick scrolls the grid beyond the drag distance`() throws {
      let (session, devices) = try Self.session()
      let push = 200.0
      let rest = try session.gridRest {
        let (low, high) = (
          Session.middle + Vector(dx: 0, dy: push), Session.middle
        )
        try devices.touch(.begin, at: low)
        try devices.glide(from: low, to: high, over: 100)
        try devices.touch(.end, at: high)
      }
      #expect(rest["scroll"] > push, "no momentum: \(rest)")
    }

    @Test func `a touch stops the scrolling grid and opens no cell`() throws {
      let (session, devices) = try Self.session()
      // All thumbnails have been loaded once, so that no thumbnail appears during the scroll.
      for key in ["End", "Home"] { _ = try session.gridRest { try session.x.key(key) } }
      let start = session.viewer.mark
      try devices.touch(.begin, at: Session.middle + Vector(dx: 0, dy: 250))
      try devices.glide(
        from: Session.middle + Vector(dx: 0, dy: 250), to: Session.middle, over: 80)
      try devices.touch(.end, at: Session.middle)
      try devices.touch(.begin, at: Session.middle)
      // The area excludes the scroll bar, which fades.
      let cells = Rect(x: 0, y: 60, width: 960, height: 740)
      let held = try session.x.steadyScreenshot(of: session.window).cropped(to: cells)
      Pace.hold(milliseconds: 200)
      #expect(try session.x.screenshot(of: session.window).cropped(to: cells) == held)
      try devices.touch(.end, at: Session.middle)
      // The touch that stops the scroll opens no cell.
      try session.reporting {
        try session.viewer.wait(for: "grid", since: start) { $0.fields["first"] != nil }
      }
      #expect(!session.viewer.traces(since: start).contains { $0.name == "flight" })
    }

    @Test func `a tap opens a photo, and a touch pull-down returns it to its cell`() throws {
      let (session, devices) = try Self.session(6)
      let cell = try session.focus(1)
      try session.arrive(atPage: 1) {
        let point = try session.onScreen(cell.center)
        try devices.touch(.begin, at: point)
        Pace.hold(milliseconds: 40)
        try devices.touch(.end, at: point)
      }
      #expect(try session.shows(picture: 1))
      let home = try session.flyHome(fromPage: 1) {
        let low = Session.middle + Vector(dx: 10, dy: 300)
        try devices.touch(.begin, at: Session.middle)
        try devices.glide(from: Session.middle, to: low, over: 300)
        try devices.touch(.end, at: low)
      }
      #expect(home.isClose(to: cell))
    }

    @Test func `a pinch below fit dismisses the photo to its cell`() throws {
      let (session, devices) = try Self.session(6)
      try session.open(1)
      try devices.movePointer(to: Session.middle)
      try session.flyHome(fromPage: 1) { try devices.pinch(to: 0.3, over: 300) }
    }

    @Test func `a pinch changes the size of the cells`() throws {
      let (session, devices) = try Self.session(40)
      let before = try session.focus(0).width
      try devices.movePointer(to: Session.middle)
      _ = try session.gridRest { try devices.pinch(to: 1.8, over: 300) }
      let after = try session.focusedCell { try session.x.key("Right") }
      #expect(after.frame.width > before * 1.3)
    }
  }
}
