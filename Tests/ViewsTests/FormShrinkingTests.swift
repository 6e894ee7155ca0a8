import Geometry
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
}
