import AccessibilityTree
import Input
import Motion
import Testing

@testable import BrowserHost

@MainActor @Suite struct AccessibleKeyEventTests {
  private func key(_ name: KeyEvent.Name, _ text: String) -> AccessibleKeyEvent {
    AccessibleKeyEvent(KeyEvent(name, text: text, time: .zero))
  }

  @Test func `keys that type a blank are reported by name, others by their text`() {
    let space = key(.character(" "), " ")
    #expect(space.text == "space" && space.keysym == 0x20 && space.typesText)
    #expect(key(.enter, "\r").text == "Return")
    #expect(key(.tab, "\t").text == "Tab")
    #expect(key(.delete, "\u{7F}").text == "Delete")
    #expect(key(.character("ä"), "ä").text == "ä")
  }

  /// Orca finds its own commands by the key code.
  @Test func `keys are reported with their code`() {
    var event = KeyEvent(.character("h"), text: "h", time: .zero)
    #expect(AccessibleKeyEvent(event).keycode == 0)
    event.code = 43
    #expect(AccessibleKeyEvent(event).keycode == 43)
  }
}
