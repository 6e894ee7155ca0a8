import Geometry
import Input
import Testing
import Views

/// Keyboard focus of hidden and fading controls.
@MainActor @Suite struct HiddenFocusTests {
  private let fixture = StageFixture(200, 100)
  private let bar = View(frame: Rect(x: 0, y: 0, width: 200, height: 40))

  private func button(_ action: @escaping () -> Void) -> IconButton {
    let button = IconButton(.back, label: "Back", action: action)
    button.frame = Rect(x: 0, y: 0, width: 36, height: 36)
    bar.add(button)
    fixture.stage.root.add(bar)
    return button
  }

  @Test func `a control that is hidden with its bar loses the focus`() {
    var count = 0
    let button = button { count += 1 }
    #expect(fixture.key(.tab) && button.isFocused)
    #expect(fixture.key(.enter) && count == 1)
    bar.isHidden = true
    #expect(!button.isFocused && fixture.stage.focus == nil)
    #expect(!fixture.key(.enter) && count == 1, "no view handles Return")
  }

  @Test func `a control in a non-interactive bar loses the focus and does not act`() {
    var count = 0
    let button = button { count += 1 }
    #expect(fixture.key(.tab) && button.isFocused)
    bar.isInteractive = false
    #expect(!fixture.key(.enter) && count == 0)
    #expect(fixture.stage.focus == nil)
  }

  @Test func `a sheet that closes behind another one leaves it the focus`() {
    let button = button {}
    fixture.stage.setFocus(button)
    let sheets = [SettingRow("A", isOn: true), SettingRow("B", isOn: true)].map { row in
      let sheet = BottomSheet("Settings", items: [row])
      sheet.reducesMotion = true
      sheet.open(on: fixture.stage)
      fixture.frame()
      return sheet
    }
    sheets[0].close()
    fixture.frame()
    #expect(sheets[0].parent == nil && fixture.stage.focus === sheets[1].initialFocus)
    // The row that had the focus before has left with its sheet.
    sheets[1].close()
    fixture.frame()
    #expect(sheets[1].parent == nil && button.isFocused)
  }

  @Test func `a view that comes to the front keeps the focus inside it`() {
    let button = button {}
    let other = View(frame: bar.frame)
    fixture.stage.root.add(other)
    fixture.stage.setFocus(button)
    fixture.stage.root.add(bar)
    #expect(button.isFocused && fixture.stage.root.children.last === bar)
    #expect(fixture.stage.root.children.filter { $0 === bar }.count == 1)
    fixture.stage.root.insert(bar, at: 0)
    #expect(button.isFocused && fixture.stage.root.children.first === bar)
    other.add(bar)
    #expect(!button.isFocused, "a view that changes its parent leaves the stage for a moment")
  }
}
