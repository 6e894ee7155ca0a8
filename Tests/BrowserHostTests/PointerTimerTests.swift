import Motion
import Testing

@testable import BrowserHost

@MainActor @Suite struct PointerTimerTests {
  private let start = Timestamp(seconds: 5)

  /// A timer whose idle time is over: controls and pointer are hidden.
  private func idle() -> ControlsVisibility {
    var controls = ControlsVisibility()
    controls.reveal(at: start - 10)
    controls.advance(to: start - 5, keepsVisible: false)
    return controls
  }

  @Test func `controls and pointer hide three seconds after the last movement`() {
    var controls = ControlsVisibility()
    controls.reveal(at: start)
    controls.pointerMoved(by: 1, at: start + 2)
    controls.advance(to: start + 4.9, keepsVisible: false)
    #expect(controls.isShown && controls.isPointerShown && controls.nextHideTime == start + 5)
    controls.advance(to: start + 5, keepsVisible: false)
    #expect(!controls.isShown && !controls.isPointerShown && controls.nextHideTime == nil)
    #expect(controls.alpha(at: start + 6) == 0)
  }

  @Test func `a slight movement shows only the pointer`() {
    var controls = idle()
    for step in 0..<7 { controls.pointerMoved(by: 2, at: start + 0.05 * Double(step)) }
    #expect(controls.isPointerShown && !controls.isShown)
    controls.pointerMoved(by: 2, at: start + 0.35)
    #expect(controls.isShown, "16 points in a row")
  }

  @Test func `distant movements are not added up`() {
    var controls = idle()
    for step in 0..<20 { controls.pointerMoved(by: 5, at: start + 0.6 * Double(step)) }
    #expect(controls.isPointerShown && !controls.isShown)
  }

  @Test func `pointer movement during a drag does not show the controls`() {
    var controls = idle()
    controls.pointerMoved(by: 10, at: start)
    controls.resetMovement()
    controls.pointerMoved(by: 10, at: start + 0.1)
    #expect(!controls.isShown)
  }

  @Test func `controls and pointer stay visible while in use`() {
    var controls = ControlsVisibility()
    controls.reveal(at: start)
    for second in 1...20 {
      controls.advance(to: start + Double(second), keepsVisible: true)
      #expect(controls.nextHideTime == nil, "nothing to wake up for")
    }
    #expect(controls.isShown && controls.isPointerShown)
    controls.advance(to: start + 21, keepsVisible: false)
    #expect(
      controls.isShown && controls.nextHideTime == start + 23, "three seconds after it was in use")
    controls.advance(to: start + 30, keepsVisible: false)
    #expect(!controls.isShown && !controls.isPointerShown)
  }
}
