import CLinux
import CX11
import Motion
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"))
@MainActor
struct EventLoopTests {
  @Test func `timers fire in order and cancelled timers never`() throws {
    let stage = try Stage()
    let now = stage.loop.now
    var order: [Int] = []
    let timers = [
      stage.loop.schedule(at: now + 0.02) { order.append(2) },
      stage.loop.schedule(at: now + 0.01) { order.append(1) },
      stage.loop.schedule(at: now + 0.015) { order.append(9) },
    ]
    timers[2].cancel()
    _ = stage.loop.schedule(at: now + 0.005) { order.append(8) }
    #expect(stage.run { order.count == 2 })
    #expect(order == [1, 2])
  }

  @Test func `a timer with a past deadline fires at once`() throws {
    let stage = try Stage()
    var isCalled = false
    let deadline = stage.loop.schedule(at: .zero) { isCalled = true }
    #expect(stage.run { isCalled })
    withExtendedLifetime(deadline) {}
  }

  @Test func `a readable descriptor calls its handler until it is cancelled`() throws {
    let stage = try Stage()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    var calls = 0
    let watch = stage.loop.watch(descriptor: ends[0]) { calls += 1 }
    write(ends[1], "x", 1)
    #expect(stage.run { calls >= 2 })
    watch.cancel()
    let before = calls
    stage.pump()
    #expect(calls == before)
  }

  @Test func `many events are processed in several turns, and the loop does not sleep between`()
    throws
  {
    let stage = try Stage()
    #expect(stage.run { stage.recorder.ticks > 0 })
    stage.recorder.closes = false
    let all = DisplayConnection.maxEventsPerTurn + 10
    for _ in 0..<all { stage.onlooker.send("WM_DELETE_WINDOW", to: stage.window.id) }
    XSync(stage.display.server.xDisplay, 0)
    stage.display.processEvents()
    #expect(stage.recorder.closeRequests <= DisplayConnection.maxEventsPerTurn)
    #expect(stage.loop.prepareToWait() == 0)
    stage.display.processEvents()
    #expect(stage.recorder.closeRequests == all)
  }

  @Test func `stop ends run with the given exit code`() throws {
    let stage = try Stage()
    let deadline = stage.loop.schedule(at: stage.loop.now) { stage.loop.stop(7) }
    #expect(stage.loop.run() == 7)
    withExtendedLifetime(deadline) {}
  }
}
