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
}
