import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct MenuTests {
  private let fixture = StageFixture(400, 300)
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  private func makeMenu(
    at anchor: Point = Point(x: 20, y: 20), corner: MenuView.Corner = .topLeft
  ) -> MenuView {
    let log = log
    let menu = MenuView(
      [
        MenuItem("Open with…", isEnabled: false) { log.lines.append("open") },
        MenuItem("Copy", shortcut: "Ctrl+C") { log.lines.append("copy") },
        .separator,
        MenuItem("Loop", isChecked: true) { log.lines.append("loop") },
        MenuItem("Move to trash", shortcut: "Delete") { log.lines.append("trash") },
      ], at: anchor, corner: corner)
    menu.onClose = { log.lines.append("closed") }
    menu.open(on: fixture.stage)
    fixture.frame()
    return menu
  }

  @Test func `the arrows skip what cannot be chosen and go round`() {
    let menu = makeMenu()
    fixture.key(.down)
    #expect(menu.highlighted == 1)
    fixture.key(.down)
    #expect(menu.highlighted == 3)
    fixture.key(.down)
    fixture.key(.down)
    #expect(menu.highlighted == 1)
    fixture.key(.up)
    #expect(menu.highlighted == 4)
    fixture.key(.enter)
    #expect(log.lines == ["closed", "trash"])
    #expect(menu.parent == nil)
    #expect(fixture.stage.focus == nil)
  }

  @Test func `Escape and a press outside close it, choosing nothing`() {
    _ = makeMenu()
    #expect(fixture.key(.escape))
    #expect(log.lines == ["closed"])
    _ = makeMenu()
    #expect(fixture.pointer(.pressed(.primary), 390, 290))
    #expect(log.lines == ["closed", "closed"])
  }

  @Test func `a click chooses, but not what is disabled`() {
    let menu = makeMenu()
    let disabled = menu.row(0).center
    fixture.click(disabled.x, disabled.y)
    #expect(log.lines.isEmpty)
    let copy = menu.row(1).center
    fixture.pointer(.moved, copy.x, copy.y)
    #expect(menu.highlighted == 1)
    fixture.click(copy.x, copy.y)
    #expect(log.lines == ["closed", "copy"])
    fixture.frame()
    #expect(fixture.picture.pixel(x: 40, y: 40) == 0)
  }

  @Test func `it stays inside the window`() {
    var g = SeededGenerator(seed: 8)
    for _ in 0..<40 {
      let anchor = Point(
        x: Double.random(in: -50...450, using: &g), y: Double.random(in: -50...350, using: &g))
      let menu = makeMenu(at: anchor, corner: Bool.random(using: &g) ? .topLeft : .topRight)
      let panel = menu.panel
      #expect(panel.minX >= 0 && panel.minY >= 0)
      #expect(panel.maxX <= 400 && panel.maxY <= 300)
      menu.close()
    }
  }

  @Test func `a menu taller than the window can be reached to its end`() {
    let menu = MenuView(
      (1...40).map { MenuItem("Item \($0)") {} }, at: Point(x: 10, y: 10))
    menu.open(on: fixture.stage)
    fixture.frame()
    fixture.key(.end)
    #expect(menu.highlighted == 39)
    #expect(menu.panel.contains(menu.row(39).center))
    fixture.frame()
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
    fixture.key(.down)
    #expect(menu.panel.contains(menu.row(0).center))
  }

  @Test func `moving through it draws only the lines that changed`() {
    let menu = makeMenu()
    fixture.key(.down)
    fixture.key(.down)
    fixture.frame()
    fixture.key(.down)
    let damage = fixture.frame()
    #expect(damage.allSatisfy { $0.height <= 2 * menu.row(1).height })
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }
}
