import Motion
import Testing

@testable import BrowserHost

@MainActor @Suite struct PointerTimerTests {
  private let start = Timestamp(seconds: 5)

  /// A timer whose idle time is over: controls and pointer are hidden.
  private func idle() -> ControlsVisibility {
    var timer = ControlsVisibility()
    timer.touch(at: start - 10)
    timer.advance(to: start - 5, stays: false)
    return timer
  }

  @Test func `controls and pointer hide three seconds after the last movement`() {
    var timer = ControlsVisibility()
    timer.touch(at: start)
    timer.pointerMoved(by: 1, at: start + 2)
    timer.advance(to: start + 4.9, stays: false)
    #expect(timer.isShown && timer.isPointerShown && timer.deadline == start + 5)
    timer.advance(to: start + 5, stays: false)
    #expect(!timer.isShown && !timer.isPointerShown && timer.deadline == nil)
    #expect(timer.alpha(at: start + 6) == 0)
  }

  @Test func `a slight movement shows only the pointer`() {
    var timer = idle()
    for step in 0..<7 { timer.pointerMoved(by: 2, at: start + 0.05 * Double(step)) }
    #expect(timer.isPointerShown && !timer.isShown)
    timer.pointerMoved(by: 2, at: start + 0.35)
    #expect(timer.isShown, "16 points in a row")
  }

  @Test func `distant movements are not added up`() {
    var timer = idle()
    for step in 0..<20 { timer.pointerMoved(by: 5, at: start + 0.6 * Double(step)) }
    #expect(timer.isPointerShown && !timer.isShown)
  }

  @Test func `pointer movement during a drag does not show the controls`() {
    var timer = idle()
    timer.pointerMoved(by: 10, at: start)
    timer.resetMovement()
    timer.pointerMoved(by: 10, at: start + 0.1)
    #expect(!timer.isShown)
  }

  @Test func `controls and pointer stay visible while in use`() {
    var timer = ControlsVisibility()
    timer.touch(at: start)
    for second in 1...20 {
      timer.advance(to: start + Double(second), stays: true)
      #expect(timer.deadline == nil, "nothing to wake up for")
    }
    #expect(timer.isShown && timer.isPointerShown)
    timer.advance(to: start + 21, stays: false)
    #expect(timer.isShown && timer.deadline == start + 23, "three seconds after it was in use")
    timer.advance(to: start + 30, stays: false)
    #expect(!timer.isShown && !timer.isPointerShown)
  }
}
