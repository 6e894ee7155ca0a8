import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite(.tags(.seeded)) struct MenuTests {
  private let fixture = StageFixture(400, 300)
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  private func makeMenu(
    at anchor: Point = Point(x: 20, y: 20), corner: MenuView.PanelAnchor = .topLeft
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

  @Test func `arrow keys skip disabled items and separators and wrap around`() {
    let menu = makeMenu()
    fixture.key(.down)
    #expect(menu.highlightedIndex == 1)
    fixture.key(.down)
    #expect(menu.highlightedIndex == 3)
    fixture.key(.down)
    fixture.key(.down)
    #expect(menu.highlightedIndex == 1)
    fixture.key(.up)
    #expect(menu.highlightedIndex == 4)
    fixture.key(.enter)
    #expect(log.lines == ["closed", "trash"])
    #expect(menu.parent == nil)
    #expect(fixture.stage.focus == nil)
  }

  @Test func `letters highlight the next item that begins with them`() {
    let menu = makeMenu()
    func letter(_ text: String) {
      fixture.stage.receive(
        .key(KeyEvent(.character(Character(text)), text: text, time: fixture.now)))
    }
    letter("m")
    #expect(menu.highlightedIndex == 4)
    letter("c")
    #expect(menu.highlightedIndex == 1)
    letter("c")
    #expect(menu.highlightedIndex == 1)
    // The disabled item cannot be reached, and an unknown letter changes nothing.
    letter("o")
    letter("x")
    #expect(menu.highlightedIndex == 1)
    #expect(log.lines.isEmpty && menu.parent != nil)
  }

  @Test func `the right arrow opens the other menu of the highlighted item only`() {
    var opened = 0
    let menu = MenuView(
      [MenuItem("Copy") { opened += 10 }, MenuItem("Share", shortcut: "›") { opened += 1 }],
      at: Point(x: 20, y: 20))
    menu.open(on: fixture.stage)
    fixture.frame()
    fixture.key(.right)
    fixture.key(.down)
    fixture.key(.right)
    #expect(opened == 0 && menu.parent != nil)
    fixture.key(.down)
    fixture.key(.right)
    #expect(opened == 1 && menu.parent == nil)
  }

  @Test(arguments: [KeyEvent.Name.left, .backspace, .escape])
  func `the left arrow and Backspace lead back from the menu of an entry`(key: KeyEvent.Name) {
    var lines: [String] = []
    let menu = MenuView([MenuItem("Print…") {}], at: Point(x: 20, y: 20), title: "Share")
    menu.onClose = { lines.append("closed") }
    menu.onBack = { lines.append("back") }
    menu.open(on: fixture.stage)
    fixture.frame()
    fixture.key(key)
    #expect(lines == (key == .escape ? ["closed"] : ["closed", "back"]) && menu.parent == nil)
  }

  @Test func `Escape and a press outside close the menu without a choice`() {
    _ = makeMenu()
    #expect(fixture.key(.escape))
    #expect(log.lines == ["closed"])
    _ = makeMenu()
    #expect(fixture.pointer(.pressed(.primary), 390, 290))
    #expect(log.lines == ["closed", "closed"])
  }

  @Test func `a click chooses an enabled item and ignores a disabled one`() {
    let menu = makeMenu()
    let disabled = menu.rowFrame(at: 0).center
    fixture.click(disabled.x, disabled.y)
    #expect(log.lines.isEmpty)
    let copy = menu.rowFrame(at: 1).center
    fixture.pointer(.moved, copy.x, copy.y)
    #expect(menu.highlightedIndex == 1)
    fixture.click(copy.x, copy.y)
    #expect(log.lines == ["closed", "copy"])
    fixture.frame()
    #expect(fixture.picture.pixel(x: 40, y: 40) == 0)
  }

  @Test func `a menu stays inside the window`() {
    var g = SeededGenerator(seed: 8)
    for _ in 0..<40 {
      let anchor = Point(
        x: Double.random(in: -50...450, using: &g), y: Double.random(in: -50...350, using: &g))
      let menu = makeMenu(at: anchor, corner: Bool.random(using: &g) ? .topLeft : .topRight)
      let panel = menu.panelFrame
      #expect(panel.minX >= 0 && panel.minY >= 0)
      #expect(panel.maxX <= 400 && panel.maxY <= 300)
      menu.close()
    }
  }

  @Test func `the keys reach both ends of a menu taller than the window`() {
    let menu = MenuView(
      (1...40).map { MenuItem("Item \($0)") {} }, at: Point(x: 10, y: 10))
    menu.open(on: fixture.stage)
    fixture.frame()
    fixture.key(.end)
    #expect(menu.highlightedIndex == 39)
    #expect(menu.panelFrame.contains(menu.rowFrame(at: 39).center))
    fixture.frame()
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
    fixture.key(.down)
    #expect(menu.panelFrame.contains(menu.rowFrame(at: 0).center))
  }

  // MARK: A menu that does not fit

  /// An open menu of 40 rows, taller than the window, which logs the number of a chosen row.
  private func tallMenu() -> MenuView {
    let log = log
    let menu = MenuView(
      (1...40).map { number in MenuItem("Item \(number)") { log.lines.append("\(number)") } },
      at: Point(x: 10, y: 10))
    menu.open(on: fixture.stage)
    fixture.frame()
    return menu
  }

  /// Advances the time by `seconds`, frame by frame.
  private func pass(_ seconds: Double) {
    for _ in 0..<Int(seconds * 60) { fixture.frame(after: 1.0 / 60) }
  }

  @Test func `a scroll arrow is shown at each edge that cuts the menu off`() throws {
    let small = makeMenu()
    #expect(small.arrowFrame(at: .top) == nil && small.arrowFrame(at: .bottom) == nil)
    small.close()
    let menu = tallMenu()
    #expect(menu.arrowFrame(at: .top) == nil)
    let arrow = try #require(menu.arrowFrame(at: .bottom))
    #expect(arrow.maxY == menu.panelFrame.maxY)
    fixture.key(.end)
    #expect(menu.arrowFrame(at: .top) != nil && menu.arrowFrame(at: .bottom) == nil)
  }

  @Test func `hovering a scroll arrow scrolls to the end and then highlights a row`() throws {
    let menu = tallMenu()
    let arrow = try #require(menu.arrowFrame(at: .bottom))
    fixture.pointer(.moved, arrow.midX, arrow.midY)
    #expect(menu.highlightedIndex == nil)
    let before = menu.rowFrame(at: 0).minY
    pass(0.5)
    // The menu scrolls by 400 points per second.
    #expect(abs(before - menu.rowFrame(at: 0).minY - 200) < 15)
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
    pass(4)
    #expect(menu.arrowFrame(at: .bottom) == nil)
    #expect(menu.highlightedIndex == 39 && !fixture.stage.needsFrame)
    fixture.click(arrow.midX, arrow.midY)
    #expect(log.lines == ["40"])
  }

  @Test func `a click on a scroll arrow chooses nothing and leaves the menu open`() throws {
    let menu = tallMenu()
    let arrow = try #require(menu.arrowFrame(at: .bottom))
    fixture.click(arrow.midX, arrow.midY)
    #expect(log.lines.isEmpty && menu.parent != nil)
  }

  @Test func `after wheel scrolling the row under the pointer is highlighted`() {
    let menu = tallMenu()
    fixture.pointer(.moved, 60, 100)
    let lit = menu.highlightedIndex ?? 0
    fixture.stage.receive(
      .scroll(
        InputEvent.Scroll(
          .wheel, delta: Vector(dx: 0, dy: 3), at: Point(x: 60, y: 100), time: fixture.now)))
    #expect(menu.highlightedIndex == lit + 3)
  }

  @Test func `a touch drag scrolls without a choice, and a tap chooses`() {
    let menu = tallMenu()
    func touch(_ phase: InputEvent.Touch.Phase, _ y: Double) {
      fixture.stage.receive(
        .touch(InputEvent.Touch(id: 1, phase, at: Point(x: 60, y: y), time: fixture.now)))
    }
    let before = menu.rowFrame(at: 0).minY
    touch(.began, 200)
    touch(.moved, 150)
    touch(.moved, 80)
    #expect(menu.rowFrame(at: 0).minY == before - 120 && menu.highlightedIndex == nil)
    touch(.ended, 80)
    #expect(log.lines.isEmpty && menu.parent != nil)
    touch(.began, 100)
    touch(.ended, 100)
    #expect(log.lines.count == 1)
  }

  @Test func `arrow keys keep the highlighted row clear of the scroll arrows`() {
    let menu = tallMenu()
    for key in Array(repeating: KeyEvent.Name.down, count: 45) + Array(repeating: .up, count: 20) {
      fixture.key(key)
      fixture.frame()
      let row = menu.rowFrame(at: menu.highlightedIndex ?? 0)
      for edge in ScrollEdge.allCases {
        #expect(
          menu.arrowFrame(at: edge)?.intersection(row) == nil, "\(menu.highlightedIndex ?? -1)")
      }
      #expect(menu.panelFrame.contains(row.center))
    }
  }

  @Test func `moving the highlight redraws only the changed rows`() {
    let menu = makeMenu()
    fixture.key(.down)
    fixture.key(.down)
    fixture.frame()
    fixture.key(.down)
    let damage = fixture.frame()
    #expect(damage.allSatisfy { $0.height <= 2 * menu.rowFrame(at: 1).height })
    #expect(fixture.picture.isSame(as: fixture.redrawn()))
  }
}
