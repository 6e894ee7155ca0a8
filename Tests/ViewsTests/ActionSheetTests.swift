import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct ActionSheetTests {
  private final class Log {
    var lines: [String] = []
  }

  @MainActor private final class Desk {
    let fixture: StageFixture
    let log = Log()
    let sheet: ActionSheet

    init(
      _ entries: [(String, Bool)] = [("Rename…", false), ("Copy", false), ("Move to Trash", true)],
      width: Int = 480, height: Int = 400, scale: Double = 1, title: String = "IMG_2034.jpg",
      message: String = ""
    ) {
      let log = log
      fixture = StageFixture(width, height, scale: scale)
      sheet = ActionSheet(
        title, message: message,
        entries: entries.map { name, isDestructive in
          MenuItem(name, isDestructive: isDestructive) { log.lines.append(name) }
        }, onCancel: { log.lines.append("cancelled") })
      sheet.onClose = { log.lines.append("gone") }
      sheet.open(on: fixture.stage)
      pass(0.3)
    }

    /// Advances the time by `seconds`, frame by frame.
    func pass(_ seconds: Double) {
      for _ in 0..<Int((seconds * 60).rounded()) { fixture.frame(after: 1.0 / 60) }
    }

    func press(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) {
      #expect(fixture.key(name, modifiers: modifiers), "\(name) was not handled by the sheet")
    }

    var focus: String { fixture.stage.focus?.accessibilityLabel ?? "" }

    func row(_ label: String) -> View? {
      sheet.panel.children.first { $0.accessibilityLabel == label }
    }
  }

  @Test func `a cancelled sheet slides out within 250 ms and is removed`() {
    let desk = Desk()
    let rest = desk.sheet.panel.frame
    #expect(rest.maxY == 388 && rest.midX == 240)
    desk.press(.escape)
    desk.pass(0.1)
    #expect(desk.sheet.panel.frame.minY > rest.minY && desk.sheet.isLeaving)
    #expect(desk.fixture.picture.isSame(as: desk.fixture.redrawn()))
    desk.pass(0.15)
    #expect(desk.sheet.parent == nil && desk.log.lines == ["cancelled", "gone"])
    #expect(!desk.fixture.stage.needsFrame)
    #expect(desk.fixture.picture.isSame(as: desk.fixture.redrawn()))
  }

  @Test func `keyboard focus begins at a harmless entry and wraps around`() {
    let desk = Desk([("Delete", true), ("Duplicate", false)])
    #expect(desk.focus == "Duplicate")
    desk.press(.down)
    #expect(desk.focus == "Cancel")
    desk.press(.down)
    #expect(desk.focus == "Delete")
    desk.press(.tab, .shift)
    #expect(desk.focus == "Cancel")
    desk.press(.home)
    #expect(desk.focus == "Delete")
    desk.press(.end)
    desk.press(.up)
    #expect(desk.focus == "Duplicate")
    let all = Desk([("Delete", true)])
    #expect(all.focus == "Cancel", "the initial focus is never a destructive entry")
  }

  @Test func `Enter chooses once and closes the sheet`() {
    let desk = Desk()
    desk.press(.down)
    desk.press(.enter)
    #expect(desk.log.lines == ["Copy"] && desk.sheet.isLeaving)
    desk.fixture.key(.enter)
    desk.pass(0.3)
    #expect(desk.log.lines == ["Copy", "gone"])
  }

  @Test func `a click on an entry chooses it and a click outside cancels`() {
    let desk = Desk()
    let point = desk.row("Copy").map { $0.originInStage + Vector(dx: 30, dy: 10) } ?? .zero
    desk.fixture.click(point.x, point.y)
    #expect(desk.log.lines == ["Copy"])
    let other = Desk()
    other.fixture.click(240, other.sheet.panel.frame.minY + 4)
    #expect(other.log.lines.isEmpty, "the panel itself is no entry")
    other.fixture.click(5, 5)
    #expect(other.log.lines == ["cancelled"])
  }

  @Test func `a tap chooses an entry`() {
    let desk = Desk()
    let point = desk.row("Rename…").map { $0.originInStage + Vector(dx: 30, dy: 10) } ?? .zero
    for phase in [InputEvent.Touch.Phase.began, .ended] {
      let touch = InputEvent.Touch(id: 1, phase, at: point, time: desk.fixture.now)
      desk.fixture.stage.receive(.touch(touch))
    }
    #expect(desk.log.lines == ["Rename…"])
  }

  @Test func `views behind a sheet get no events, and the focus returns after closing`() {
    let fixture = StageFixture(400, 300)
    let behind = IconButton(.menu, label: "Behind")
    behind.frame = Rect(x: 0, y: 0, width: 400, height: 300)
    fixture.stage.root.add(behind)
    fixture.stage.setFocus(behind)
    let sheet = ActionSheet(entries: [MenuItem("Do") {}])
    sheet.open(on: fixture.stage)
    fixture.frame(after: 0.5)
    for name in [KeyEvent.Name.character("q"), .pageDown, .delete, .left, .function(5)] {
      #expect(fixture.key(name))
    }
    fixture.pointer(.moved, 20, 20)
    #expect(behind.hoverProgress == 0 && fixture.stage.hovered === sheet)
    fixture.key(.escape)
    #expect(fixture.stage.focus === behind)
  }

  @Test(arguments: [1.0, 2])
  func `in a narrow or low window every entry stays inside and high enough to hit`(
    _ scale: Double
  ) {
    let entries = (1...6).map { ("A choice with a rather long name \($0)", $0 == 6) }
    for (width, height) in [(320, 240), (200, 400), (1600, 300)] {
      let desk = Desk(
        entries, width: Int(Double(width) * scale), height: Int(Double(height) * scale),
        scale: scale, message: "It cannot be brought back, and whoever looks for it looks in vain.")
      let panel = desk.sheet.panel
      #expect(desk.fixture.stage.bounds.union(panel.frame) == desk.fixture.stage.bounds)
      for row in panel.children {
        #expect(row.frame.height >= 20 * scale, "\(width)×\(height)")
        #expect(panel.bounds.union(row.frame) == panel.bounds)
      }
    }
  }

  @Test func `reopening a closing sheet restores its position and focus`() {
    let desk = Desk()
    let rest = desk.sheet.panel.frame
    desk.press(.escape)
    desk.pass(0.1)
    desk.sheet.open(on: desk.fixture.stage)
    desk.pass(0.4)
    #expect(desk.sheet.panel.frame == rest && desk.focus == "Rename…")
  }

  @Test func `with reduced motion a sheet appears at once`() {
    let fixture = StageFixture(400, 300)
    let sheet = ActionSheet(entries: [MenuItem("Do") {}])
    sheet.reducesMotion = true
    sheet.open(on: fixture.stage)
    fixture.frame()
    #expect(sheet.panel.frame.maxY == 288 && !fixture.stage.needsFrame)
  }
}
