import BrowserHost
import Geometry
import Input
import PhotoBrowser
import TestSupport
import Testing
import Views

@testable import ViewerApp

@MainActor @Suite(.tags(.seeded)) struct ShortcutSectionTests {
  private static let all = [CommandKeys.standard, .rightToLeft, .downwards, .grid]

  @Test func `every command with a key is listed once with all of its keys`() {
    for bindings in Self.all {
      let items = ShortcutSection.all(of: bindings, gestures: []).flatMap(\.items)
      let listed = items.compactMap(\.command)
      #expect(Set(listed).count == listed.count)
      #expect(
        Set(listed) == Set(Command.allCases.filter { !bindings.chords(for: $0).isEmpty }))
      for item in items {
        guard let command = item.command else { continue }
        for chord in bindings.chords(for: command) where chord.name != .character("=") {
          #expect(item.labels.contains(chord.label), "\(command): \(chord.label)")
        }
      }
    }
  }

  @Test func `a search finds titles, keys and headings, in any case and order`() {
    let sections = ShortcutSection.all(
      of: .standard,
      gestures: ShortcutSection.photoGestures(
        axis: .horizontal, wheel: .page, clickCloses: false, hasGrid: true))
    func found(_ query: String) -> [String] {
      ShortcutSection.filter(sections, by: query).flatMap(\.items).map(\.title)
    }
    #expect(found("") == sections.flatMap(\.items).map(\.title))
    #expect(found("  ") == found(""))
    #expect(found("FULLSCREEN").first == "Fullscreen")
    #expect(found("in zoom slightly") == ["Zoom In Slightly"])
    #expect(found("f11") == ["Fullscreen"])
    #expect(found("ctrl+shift+c") == ["Copy Path"])
    #expect(found("pinch").contains("Zoom"))
    #expect(found("slideshow and").contains("Play/Pause"))
    #expect(found("nosuchcommand").isEmpty)
  }

  @Test func `the listed gestures depend on the paging axis and the click action`() {
    func titles(_ axis: Axis, _ click: Bool) -> [String] {
      ShortcutSection.photoGestures(axis: axis, wheel: .page, clickCloses: click, hasGrid: false)
        .flatMap { $0.items.flatMap { [$0.title] + $0.labels } }
    }
    #expect(titles(.horizontal, false).contains("Drag down"))
    #expect(!titles(.vertical, false).contains("Drag down"), "pages are pulled in rows only")
    #expect(titles(.horizontal, true).filter { $0 == "Close" }.count == 4)
  }

  @Test func `columns have the least possible height and keep the order`() {
    var g = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let heights = (0..<Int.random(in: 1...9, using: &g)).map { _ in
        Double(Int.random(in: 10...300, using: &g))
      }
      let count = Int.random(in: 1...4, using: &g)
      let gap = 12.0
      func height(_ range: Range<Int>) -> Double {
        heights[range].reduce(0, +) + gap * Double(range.count - 1)
      }
      let columns = ShortcutList.columns(of: heights, gap: gap, count: count)
      #expect(columns.flatMap { Array($0) } == Array(heights.indices))
      #expect(columns.count <= count)
      // No other division has a lower tallest column.
      func best(_ start: Int, _ left: Int) -> Double {
        guard start < heights.count else { return 0 }
        guard left > 1 else { return height(start..<heights.count) }
        return (start..<heights.count).map { end in
          max(height(start..<(end + 1)), best(end + 1, left - 1))
        }.min() ?? 0
      }
      #expect(columns.map(height).max() == best(0, count))
    }
  }
}

@MainActor @Suite struct ShortcutsSheetTests {
  /// A sheet on a stage.
  @MainActor private final class Desk {
    let rig: StageRig
    let sheet: ShortcutsSheet
    var ran: [Command] = []

    init(_ width: Int = 900, _ height: Int = 600, scale: Double = 1) {
      rig = StageRig(width, height, scale: scale)
      sheet = ShortcutsSheet(
        ShortcutSection.all(
          of: .standard,
          gestures: ShortcutSection.photoGestures(
            axis: .horizontal, wheel: .page, clickCloses: false, hasGrid: true)))
      sheet.onRun = { [weak self] in self?.ran.append($0) }
      sheet.open(on: rig.stage)
      rig.settle()
    }

    func key(_ name: KeyEvent.Name, text: String = "") {
      rig.stage.receive(.key(KeyEvent(name, text: text, time: rig.now)))
      rig.settle()
    }

    func type(_ text: String) {
      for letter in text { key(.character(letter), text: String(letter)) }
    }

    /// The row with the keyboard focus.
    var focused: ShortcutRow? { sheet.rows.first { $0.isFocused } }

    /// The frame of a row in the coordinates of the stage.
    func rowFrame(_ row: ShortcutRow) -> Rect {
      Rect(origin: row.originInStage, size: row.frame.size)
    }

    func row(_ command: Command) -> ShortcutRow? {
      sheet.rows.first { $0.item.command == command }
    }
  }

  @Test(arguments: [1.0, 2])
  func `rows lie in columns inside the window, and never over each other`(scale: Double) {
    for points in [200, 260, 320, 480, 640, 900, 1280, 2000] {
      for height in [160, 420, 1100] {
        let width = Int(Double(points) * scale)
        let desk = Desk(width, Int(Double(height) * scale), scale: scale)
        let frames = desk.sheet.rows.map(desk.rowFrame)
        #expect(frames.allSatisfy { $0.minX >= 0 && $0.maxX <= Double(width) }, "\(points)")
        let columns = Set(frames.map(\.minX))
        #expect(columns.count == [900: 2, 1280: 4, 2000: 4][points, default: 1])
        for column in columns {
          let rows = frames.filter { $0.minX == column }.sorted { $0.minY < $1.minY }
          for (one, next) in zip(rows, rows.dropFirst()) { #expect(one.maxY <= next.minY) }
        }
      }
    }
  }

  @Test func `typing filters, and Enter runs the first match`() {
    let desk = Desk()
    let all = desk.sheet.rows.count
    desk.type("slidesh")
    #expect(desk.sheet.rows.count < all && desk.sheet.query == "slidesh")
    #expect(desk.sheet.rows.first?.item.command == .slideshow)
    desk.key(.enter)
    #expect(desk.ran == [.slideshow] && desk.sheet.isLeaving)
  }

  @Test func `Enter without a search runs no command`() {
    let desk = Desk()
    desk.key(.enter)
    #expect(desk.ran.isEmpty && !desk.sheet.isLeaving)
  }

  @Test func `Escape first clears the search and then closes the sheet`() {
    let desk = Desk()
    let all = desk.sheet.rows.count
    desk.type("zoom")
    desk.key(.escape)
    #expect(desk.sheet.query.isEmpty && desk.sheet.rows.count == all && !desk.sheet.isLeaving)
    desk.key(.escape)
    #expect(desk.sheet.parent == nil)
  }

  @Test func `arrow keys reach all rows and keep the focused row visible`() {
    let desk = Desk(640, 400)
    for _ in 0..<desk.sheet.rows.count {
      desk.key(.down)
      guard let row = desk.focused else {
        Issue.record("no row has the keyboard")
        return
      }
      let frame = desk.rowFrame(row)
      let list = row.parent?.parent.map { Rect(origin: $0.originInStage, size: $0.frame.size) }
      #expect(list.map { $0.intersection(frame) == frame } ?? false, "\(row.item.title)")
    }
    desk.key(.enter)
    #expect(desk.ran == [desk.sheet.rows.last?.item.command].compactMap(\.self))
  }

  @Test func `Left and Right move between columns, and a letter continues the search`() throws {
    let desk = Desk(1280, 800)
    desk.key(.down)
    let first = try #require(desk.focused)
    desk.key(.right)
    let second = try #require(desk.focused)
    #expect(desk.rowFrame(second).minX > desk.rowFrame(first).maxX)
    #expect(abs(desk.rowFrame(second).midY - desk.rowFrame(first).midY) < 40)
    desk.key(.left)
    #expect(first.isFocused)
    desk.type("f11")
    #expect(desk.sheet.query == "f11" && desk.sheet.rows.map(\.item.command) == [.toggleFullscreen])
  }

  @Test func `a click runs a command and does nothing on a gesture`() throws {
    // All rows are visible.
    let desk = Desk(1280, 1400)
    let row = try #require(desk.row(.zoomIn))
    let middle = desk.rowFrame(row).center
    let rows = (row.parent?.children ?? []).compactMap { $0 as? ShortcutRow }
    let gestures = rows.filter { $0.item.command == nil }
    let gesture = try #require(gestures.first)
    let other = desk.rowFrame(gesture).center
    #expect(other.y < 1400)
    desk.rig.click(other.x, other.y)
    #expect(desk.ran.isEmpty && !desk.sheet.isLeaving)
    desk.rig.click(middle.x, middle.y)
    #expect(desk.ran == [.zoomIn] && desk.sheet.isLeaving)
  }

  @Test func `the wheel and a finger scroll without running a command`() throws {
    let desk = Desk(400, 400)
    let row = try #require(desk.sheet.rows.first)
    let top = desk.rowFrame(row).minY
    desk.rig.scroll(.wheel, Vector(dx: 0, dy: 1), at: Point(x: 200, y: 250))
    desk.rig.settle()
    #expect(desk.rowFrame(row).minY == top - 64)
    desk.rig.scroll(.wheel, Vector(dx: 0, dy: -5), at: Point(x: 200, y: 250))
    desk.rig.settle()
    #expect(desk.rowFrame(row).minY == top)
    desk.rig.touch(.began, 200, 300)
    desk.rig.touchDrag(to: 200, 200, over: 0.2)
    desk.rig.frame()
    #expect(abs(desk.rowFrame(row).minY - (top - 100)) <= 1)
    desk.rig.wait(0.3)
    desk.rig.touch(.ended, 200, 200)
    desk.rig.settle()
    #expect(desk.ran.isEmpty && abs(desk.rowFrame(row).minY - (top - 100)) <= 1)
    // A fling continues after the release.
    desk.rig.touch(.began, 200, 300)
    desk.rig.touchDrag(to: 200, 220, over: 0.08)
    desk.rig.touch(.ended, 200, 220)
    desk.rig.settle()
    #expect(desk.rowFrame(row).minY < top - 250 && desk.ran.isEmpty)
  }

  @Test func `at rest nothing moves, and drawing in parts equals a full redraw`() {
    let desk = Desk(640, 400)
    desk.rig.scroll(.wheel, Vector(dx: 0, dy: 3), at: Point(x: 300, y: 250))
    desk.rig.settle()
    desk.rig.seen(slack: 1)
    #expect(!desk.rig.stage.needsFrame && desk.rig.stage.nextDeadline == nil)
  }

  @Test(
    .enabled(if: TemporaryFolder.environment("PBVIEW_LOOK") == "1", "PBVIEW_LOOK=1 shows sheets"),
    arguments: [1.0, 2])
  func `the sheet is saved for inspection`(scale: Double) throws {
    for points in [200, 320, 560, 900, 1280, 2000] {
      let desk = Desk(Int(Double(points) * scale), Int(700 * scale), scale: scale)
      try Snapshot.save(desk.rig.picture, "shortcuts-\(points)-\(Int(scale))")
    }
  }
}
