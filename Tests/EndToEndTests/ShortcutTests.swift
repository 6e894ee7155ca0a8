import Geometry
import Testing

extension EndToEnd {
  /// The sheet of shortcuts, and tooltips, with real keys and a real pointer.
  @Suite(.needsDisplay)
  struct ShortcutTests {
    /// Whether a pixel has the colour of a menu, sheet or tooltip over a dark background.
    private static func isPanel(_ pixel: UInt32?) -> Bool {
      guard let pixel else { return false }
      let channels = [pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff].map(Int.init)
      return zip(channels, [36, 36, 41]).allSatisfy { abs($0 - $1) <= 6 }
    }

    @Test func `F1 shows the commands, typing filters them, and Return runs the selected command`()
      throws
    {
      let session = try Session(on: try Displays.plain(), pictures: 4)
      session.x.move(to: Session.middle)
      let shown = try session.viewer.wait(for: "shortcuts") { try session.x.key("F1") }
      #expect(shown["rows"] > 50)
      for letter in ["l", "a", "s", "t"] { try session.x.key(letter) }
      _ = try session.rest(onPage: 3) { try session.x.key("Return") }
    }

    @Test func `F1 works over the grid, and Escape closes only the sheet`() throws {
      let session = try Session(gridOf: 3, on: try Displays.plain())
      let shown = try session.viewer.wait(for: "shortcuts") { try session.x.key("F1") }
      #expect(shown["rows"] > 20)
      try session.x.key("Escape")
      #expect(session.viewer.process.isRunning)
      try session.open(1)
    }

    @Test func `a pointer resting on a title bar button shows its tooltip, and a key hides it`()
      throws
    {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (1000, 800))
      session.x.glide(to: Session.middle + Vector(dx: 40, dy: 0), over: 100)
      let button = try session.onScreen(Point(x: 1000 - 6 - 18, y: 24))
      session.x.glide(to: button, over: 150)
      // The tooltip is right-aligned with the window, 6 points below the button.
      let rect = Rect(x: 880, y: 50, width: 112, height: 26)
      func panelShare(_ screenshot: Screenshot) -> Double {
        let pixels = screenshot.cropped(to: rect).pixels
        return Double(pixels.filter { Self.isPanel($0) }.count) / Double(max(1, pixels.count))
      }
      let shown = try session.x.look(at: session.window) { panelShare($0) > 0.5 }
      #expect(shown.isShown, "\(shown.0.keep(as: "tooltip"))")
      try session.x.key("Tab")
      let hidden = try session.x.look(at: session.window) { panelShare($0) < 0.1 }
      #expect(hidden.isShown, "\(hidden.0.keep(as: "tooltip-hidden"))")
    }

    @Test func `no frames are drawn while a tooltip is shown`() throws {
      let session = try Session(on: try Displays.plain(), pictures: 2, size: (1000, 800))
      session.x.glide(to: try session.onScreen(Point(x: 1000 - 6 - 18, y: 24)), over: 150)
      // The pause is longer than the delay of the tooltip and the loading of the pictures.
      Pace.hold(milliseconds: 4000)
      let start = session.viewer.mark
      Pace.hold(milliseconds: 4000)
      #expect(session.viewer.traces(since: start).allSatisfy { $0.name != "frame" })
    }
  }
}
