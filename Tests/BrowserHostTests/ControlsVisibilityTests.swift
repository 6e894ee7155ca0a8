import Motion
import Testing

@testable import BrowserHost

@MainActor @Suite struct ControlsVisibilityTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test func `controls stay three seconds after the last movement, then fade`() {
    var timer = ControlsVisibility()
    timer.touch(at: at(10))
    #expect(timer.deadline == at(13))
    timer.advance(to: at(12.9), stays: false)
    #expect(timer.isShown && timer.alpha(at: at(12.9)) == 1)
    timer.touch(at: at(12.9))
    timer.advance(to: at(13.5), stays: false)
    #expect(timer.isShown)
    timer.advance(to: at(15.9), stays: false)
    #expect(!timer.isShown && timer.isMoving(at: at(15.95)) && timer.deadline == nil)
    let half = timer.alpha(at: at(16))
    #expect(half > 0 && half < 1)
    timer.touch(at: at(16))
    #expect(abs(timer.alpha(at: at(16)) - half) < 1e-9, "it comes back from where it is")
    #expect(timer.alpha(at: at(16.5)) == 1 && !timer.isMoving(at: at(16.5)))
  }

  @Test func `controls stay while the pointer is over them`() {
    var timer = ControlsVisibility()
    timer.touch(at: at(0))
    timer.advance(to: at(3), stays: true)
    #expect(timer.isShown && timer.deadline == nil, "nothing wakes up for what stays")
    timer.advance(to: at(3), stays: false)
    #expect(timer.isShown && timer.deadline == at(6))
    timer.advance(to: at(6), stays: false)
    #expect(!timer.isShown)
  }

  @Test func `controls shown by a key hide again, and controls hidden by a key stay hidden`() {
    var timer = ControlsVisibility()
    timer.show(false, at: at(1))
    timer.advance(to: at(100), stays: false)
    #expect(!timer.isShown && timer.deadline == nil)
    timer.show(true, at: at(100))
    #expect(timer.isShown && timer.deadline == at(103))
    timer.advance(to: at(103), stays: false)
    #expect(!timer.isShown)
  }
}
