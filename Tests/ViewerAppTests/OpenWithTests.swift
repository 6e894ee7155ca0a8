import Desktop
import Geometry
import Input
import TestSupport
import Testing
import Views

@testable import ViewerApp

@MainActor @Suite struct OpenWithTests {
  /// A sheet on a stage.
  @MainActor private final class Desk {
    let rig: StageRig
    let sheet: OpenWithSheet
    var opened: [String] = []

    init(recommended: [String], others: [String], size: (Int, Int) = (800, 600)) {
      rig = StageRig(size.0, size.1)
      sheet = OpenWithSheet(
        "Open “a.jpg” With",
        DesktopApplication.Candidates(
          recommended: recommended.map(Self.application), hasDefault: true,
          others: others.map(Self.application)))
      sheet.onOpen = { [weak self] in self?.opened.append($0.name) }
      sheet.open(on: rig.stage)
      rig.settle()
    }

    private static func application(_ name: String) -> DesktopApplication {
      DesktopApplication(id: "\(name.lowercased()).desktop", name: name)
    }

    func key(_ name: KeyEvent.Name, text: String = "") {
      rig.stage.receive(.key(KeyEvent(name, text: text, time: rig.now)))
      rig.settle()
    }
  }

  @Test func `Enter opens the default application`() {
    let desk = Desk(recommended: ["Viewer", "Painter"], others: ["Sorter"])
    #expect(desk.sheet.titles == ["Viewer", "Painter", "Other Applications…"])
    desk.key(.enter)
    #expect(desk.opened == ["Viewer"] && desk.sheet.isLeaving)
  }

  @Test func `the last row shows the other applications`() {
    let desk = Desk(recommended: ["Viewer"], others: ["Archiver", "Sorter"])
    desk.key(.down)
    desk.key(.enter)
    #expect(desk.sheet.titles == ["Viewer", "Archiver", "Sorter"])
    desk.key(.down)
    desk.key(.enter)
    #expect(desk.opened == ["Sorter"])
  }

  @Test func `typed text searches in all applications, Escape clears it first`() {
    let desk = Desk(recommended: ["Viewer"], others: ["Archiver", "Photo Sorter"])
    for letter in "sort" { desk.key(.character(letter), text: String(letter)) }
    #expect(desk.sheet.titles == ["Photo Sorter"])
    desk.key(.escape)
    #expect(!desk.sheet.isLeaving && desk.sheet.titles.count == 2)
    for letter in "sort" { desk.key(.character(letter), text: String(letter)) }
    desk.key(.enter)
    #expect(desk.opened == ["Photo Sorter"])
  }

  @Test func `without a registered application the others are shown`() {
    let desk = Desk(recommended: [], others: ["Archiver"])
    #expect(desk.sheet.titles == ["Archiver"])
  }

  @Test(arguments: [(240, 200), (320, 420), (1600, 1000)])
  func `many applications scroll inside the window`(width: Int, height: Int) {
    let desk = Desk(
      recommended: (0..<30).map { "Application \($0)" }, others: [], size: (width, height))
    let panel = desk.sheet.panel.frame
    #expect(panel.minX >= 0 && panel.minY >= 0)
    #expect(panel.maxX <= Double(width) && panel.maxY <= Double(height))
    desk.key(.end)
    desk.key(.enter)
    #expect(desk.opened == ["Application 29"])
  }
}
