import Motion
import Testing

@testable import BrowserHost

@MainActor @Suite struct ControlsVisibilityTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test func `controls stay three seconds after the last movement, then fade`() {
    var controls = ControlsVisibility()
    controls.reveal(at: at(10))
    #expect(controls.nextHideTime == at(13))
    controls.advance(to: at(12.9), keepsVisible: false)
    #expect(controls.isShown && controls.alpha(at: at(12.9)) == 1)
    controls.reveal(at: at(12.9))
    controls.advance(to: at(13.5), keepsVisible: false)
    #expect(controls.isShown)
    controls.advance(to: at(15.9), keepsVisible: false)
    #expect(!controls.isShown && controls.isMoving(at: at(15.95)) && controls.nextHideTime == nil)
    let half = controls.alpha(at: at(16))
    #expect(half > 0 && half < 1)
    controls.reveal(at: at(16))
    #expect(abs(controls.alpha(at: at(16)) - half) < 1e-9, "it comes back from where it is")
    #expect(controls.alpha(at: at(16.5)) == 1 && !controls.isMoving(at: at(16.5)))
  }

  @Test func `controls stay while the pointer is over them`() {
    var controls = ControlsVisibility()
    controls.reveal(at: at(0))
    controls.advance(to: at(3), keepsVisible: true)
    #expect(controls.isShown && controls.nextHideTime == nil, "nothing wakes up for what stays")
    controls.advance(to: at(3), keepsVisible: false)
    #expect(controls.isShown && controls.nextHideTime == at(6))
    controls.advance(to: at(6), keepsVisible: false)
    #expect(!controls.isShown)
  }

  @Test func `controls shown by a key hide again, and controls hidden by a key stay hidden`() {
    var controls = ControlsVisibility()
    controls.setShown(false, at: at(1))
    controls.advance(to: at(100), keepsVisible: false)
    #expect(!controls.isShown && controls.nextHideTime == nil)
    controls.setShown(true, at: at(100))
    #expect(controls.isShown && controls.nextHideTime == at(103))
    controls.advance(to: at(103), keepsVisible: false)
    #expect(!controls.isShown)
  }
}
