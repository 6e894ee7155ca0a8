import Imaging
import Testing

@testable import BrowserHost

@MainActor @Suite struct LoopBridgeTests {
  /// The timers of a test, and the numbers of those that have fired.
  @MainActor private final class Timers {
    var all: [Cancellation] = []
    var fired: [Int] = []
  }

  @Test func `without an event loop, timers that are due together fire in order`() {
    let (bridge, timers) = (LoopBridge(), Timers())
    for number in 0..<12 {
      timers.all.append(bridge.schedule(after: 0) { timers.fired.append(number) })
    }
    bridge.run { false }
    #expect(timers.fired == Array(0..<12))
  }

  @Test func `a timer that another due timer has cancelled does not fire`() {
    let (bridge, timers) = (LoopBridge(), Timers())
    for number in 0..<12 {
      timers.all.append(
        bridge.schedule(after: 0) {
          timers.fired.append(number)
          for timer in timers.all { timer.cancel() }
        })
    }
    bridge.run { false }
    #expect(timers.fired == [0])
  }
}
