import Geometry
import Input
import TestSupport
import Testing
import Views

@testable import ViewerApp

@MainActor @Suite struct UndoHistorySheetTests {
  private final class Choices { var counts: [Int] = [] }

  /// Opens a sheet with many steps in a low window.
  private func open(_ count: Int, _ choices: Choices) -> (rig: StageRig, sheet: UndoHistorySheet) {
    let rig = StageRig(480, 400)
    let sheet = UndoHistorySheet(
      (0..<count).map { (name: "Rename", photos: "“\($0).jpg”") }
    ) { choices.counts.append($0) }
    sheet.open(on: rig.stage)
    rig.settle()
    return (rig, sheet)
  }

  private func key(_ name: KeyEvent.Name, _ rig: StageRig) {
    rig.stage.receive(.key(KeyEvent(name, time: rig.now)))
    rig.settle()
  }

  @Test func `all steps are listed, and the last one is undone with those above it`() {
    let choices = Choices()
    let (rig, sheet) = open(40, choices)
    #expect(sheet.tabStops.count == 40)
    #expect(sheet.panel.frame.minY >= 0 && sheet.panel.frame.maxY <= 400)
    key(.end, rig)
    key(.enter, rig)
    #expect(choices.counts == [40] && sheet.isLeaving)
  }

  @Test func `the latest step has the focus first`() {
    let choices = Choices()
    let (rig, sheet) = open(3, choices)
    key(.enter, rig)
    #expect(choices.counts == [1] && sheet.isLeaving)
  }
}
