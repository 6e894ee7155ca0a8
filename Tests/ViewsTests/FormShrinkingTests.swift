import Geometry
import Input
import TestSupport
import Testing

@testable import Views

@MainActor @Suite struct FormShrinkingTests {
  /// An item that shrinks before others.
  private final class Preview: View, FormItem {
    func height(for width: Double, scale: Double) -> Double { 260 * scale }
    var shrinksFirst: Bool { true }
  }

  @Test(arguments: [(900, 1.0), (560, 1), (470, 1), (980, 2)])
  func `a preview shrinks before rows and buttons do`(height: Int, scale: Double) {
    let rig = StageRig(Int(600 * scale), height, scale: scale)
    let preview = Preview()
    let rows = (0..<5).map { SettingRow("Row \($0)", choices: ["A", "B"], index: 0) }
    let button = PillButton("Print")
    let sheet = BottomSheet("Print", items: [preview] + rows + [FormButtons([button])])
    sheet.open(on: rig.stage)
    rig.settle()
    #expect((preview.frame.height < 260 * scale) == (Double(height) < 600 * scale))
    for row in rows { #expect(row.frame.height == 44 * scale) }
    let bottom = button.originInStage.y + button.frame.height
    #expect(bottom <= sheet.panel.frame.maxY && sheet.panel.frame.minY >= 0)
  }

  @Test func `in a window that is too low the rows keep their height and scroll to the focus`() {
    let rig = StageRig(600, 300)
    let rows = (0..<8).map { SettingRow("Row \($0)", choices: ["A", "B"], index: 0) }
    let sheet = BottomSheet("Settings", items: rows)
    sheet.open(on: rig.stage)
    rig.settle()
    func isVisible(_ row: SettingRow) -> Bool {
      row.originInStage.y >= sheet.panel.frame.minY
        && row.originInStage.y + row.frame.height <= sheet.panel.frame.maxY
    }
    for row in rows { #expect(row.frame.height == 44) }
    #expect(sheet.panel.frame.minY >= 0 && isVisible(rows[0]) && !isVisible(rows[7]))
    rig.stage.receive(.key(KeyEvent(.end, time: rig.now)))
    rig.settle()
    #expect(rows[7].isFocused && isVisible(rows[7]) && !isVisible(rows[0]))
    rig.stage.receive(.key(KeyEvent(.tab, time: rig.now)))
    rig.settle()
    #expect(rows[0].isFocused && isVisible(rows[0]))
  }

  @Test(arguments: [1.0, 2])
  func `items that fade out leave the rounded corners of the card alone`(scale: Double) {
    let rig = StageRig(Int(600 * scale), Int(300 * scale), scale: scale)
    let rows = (0..<8).map { SettingRow("Row \($0)", choices: ["A", "B"], index: 0) }
    let sheet = BottomSheet("Settings", items: rows)
    sheet.open(on: rig.stage)
    rig.settle()
    let panel = sheet.panel.frame
    func corner() -> [UInt32] {
      let (left, bottom) = (Int(panel.minX), Int(panel.maxY))
      let rows = (bottom - Int(16 * scale))..<bottom
      return rows.flatMap { y in (0..<Int(3 * scale)).map { rig.pixel(left + $0, y) } }
    }
    let fading = corner()
    rig.stage.receive(.key(KeyEvent(.end, time: rig.now)))
    rig.settle()
    #expect(rows[7].isFocused && corner() == fading)
  }
}
