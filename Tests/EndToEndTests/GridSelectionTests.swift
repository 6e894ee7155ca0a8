import Geometry
import Testing

extension EndToEnd {
  /// Selection in the grid, and the quick preview.
  @Suite(.needsDisplay)
  struct GridSelectionTests {
    private static func session() throws -> (Session, [Rect]) {
      let session = try Session(gridOf: 8, on: try Displays.plain())
      let cells = try (0..<8).map { try $0 == 0 ? session.focus(0) : session.right() }
      return (session, cells)
    }

    /// Whether the left edge of a cell shows the selection ring.
    private static func hasRing(_ cell: Rect, _ screenshot: Screenshot) -> Bool {
      let pixel = screenshot[Point(x: cell.minX + 1, y: cell.midY.rounded())] ?? 0
      return pixel & 0xff > 220 && pixel >> 16 & 0xff < 120
    }

    /// Waits until exactly these cells look selected and all cells show their pictures.
    private static func expectSelected(
      _ wanted: Set<Int>, _ session: Session, _ cells: [Rect]
    ) throws {
      let (last, isShown) = try session.x.look(at: session.window) { screenshot in
        cells.indices.allSatisfy { index in
          session.thumbnail(in: cells[index], of: screenshot) == index
            && hasRing(cells[index], screenshot) == wanted.contains(index)
        }
      }
      #expect(isShown, "kept \(isShown ? "nothing" : last.keep(as: "selection"))")
    }

    @Test func `Ctrl+A selects everything and Escape deselects everything`() throws {
      let (session, cells) = try Self.session()
      try session.x.key("a", holding: ["Control_L"])
      try Self.expectSelected(Set(0..<8), session, cells)
      try session.x.key("Escape")
      try Self.expectSelected([], session, cells)
      #expect(session.viewer.process.isRunning)
    }

    @Test func `a command on photos is refused while none is chosen`() throws {
      let session = try Session(gridOf: 2, on: try Displays.plain())
      let commands: [(key: String, held: [String], name: String)] = [
        ("Delete", ["Shift_L"], "deletePermanently"), ("r", ["Control_L"], "rotateRight"),
        ("5", ["Alt_L"], "rate5"), ("c", ["Control_L"], "copy"),
        ("c", ["Control_L", "Shift_L"], "copyPath"),
      ]
      for command in commands {
        let start = session.viewer.mark
        try session.x.key(command.key, holding: command.held)
        try session.viewer.wait(for: "refused empty command=\(command.name)", since: start)
      }
    }

    @Test func `Ctrl+click toggles single cells, Shift+click selects a range`() throws {
      let (session, cells) = try Self.session()
      try session.x.holding("Control_L") {
        for index in [1, 6] { session.x.click(at: try session.onScreen(cells[index].center)) }
      }
      try Self.expectSelected([1, 6], session, cells)
      try session.x.holding("Shift_L") {
        session.x.click(at: try session.onScreen(cells[3].center))
      }
      try Self.expectSelected([3, 4, 5, 6], session, cells)
    }

    @Test func `a rubber band selects the cells that it touches`() throws {
      let (session, cells) = try Self.session()
      // The drag leads from the background below the cells up across the last two cells.
      let (start, end) = (cells[7].center + Vector(dx: 0, dy: 300), cells[6].center)
      session.x.drag(
        from: try session.onScreen(start + Vector(dx: cells[7].width, dy: 0)),
        to: try session.onScreen(end), over: 300, rest: 100)
      try Self.expectSelected([6, 7], session, cells)
    }

    @Test func `Space shows a preview while held`() throws {
      let (session, _) = try Self.session()
      try session.focus(4)
      let before = try session.x.steadyScreenshot(of: session.window)
      func area(_ screenshot: Screenshot) -> Int {
        screenshot.pixels.count { Pictures.number(near: $0) == 7 }
      }
      try session.focusedCell { try session.x.key("End") }
      try session.x.holding("space") {
        let (_, isPreviewed) = try session.x.look(at: session.window) {
          area($0) > 2 * area(before)
        }
        #expect(isPreviewed)
      }
      #expect(try session.x.look(at: session.window) { area($0) <= area(before) }.isShown)
    }

    @Test func `a pointer resting on a cell shows a preview`() throws {
      let (session, cells) = try Self.session()
      let before = try session.x.steadyScreenshot(of: session.window)
      func area(_ screenshot: Screenshot) -> Int {
        screenshot.pixels.count { Pictures.number(near: $0) == 2 }
      }
      session.x.move(to: try session.onScreen(cells[3].center))
      session.x.glide(to: try session.onScreen(cells[2].center), over: 150)
      let (_, isPreviewed) = try session.x.look(at: session.window) { area($0) > 2 * area(before) }
      #expect(isPreviewed)
      session.x.move(to: Point(x: 1900, y: 1060))
      #expect(try session.x.look(at: session.window) { area($0) <= area(before) }.isShown)
    }
  }
}
