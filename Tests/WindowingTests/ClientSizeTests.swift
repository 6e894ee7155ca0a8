import Motion
import Pixels
import Testing

@testable import Windowing

@MainActor struct ClientSizeTests {
  private static let small = PixelSize(width: 800, height: 600)
  private static let large = PixelSize(width: 1920, height: 1080)
  private let start = Timestamp.now

  @Test func `frames wait for the size that follows a fullscreen state`() {
    let size = ClientSize(Self.small, timers: TimerQueue())
    size.awaitChange(at: start) {}
    #expect(size.isAwaited)
    size.receive(Self.large)
    #expect(size.adopt(at: start + 0.005) == .changed)
    #expect(!size.isAwaited)
    #expect(size.current == Self.large)
  }

  @Test func `frames do not wait when the size arrived shortly before the state`() {
    let size = ClientSize(Self.small, timers: TimerQueue())
    size.receive(Self.large)
    #expect(size.adopt(at: start) == .changed)
    size.awaitChange(at: start + 0.01) {}
    #expect(!size.isAwaited)
  }

  @Test(arguments: [true, false])
  func `a fullscreen change soon after another one waits for a size of its own`(
    sizeIsFirst: Bool
  ) {
    let size = ClientSize(Self.small, timers: TimerQueue())
    if !sizeIsFirst { size.awaitChange(at: start) {} }
    size.receive(Self.large)
    #expect(size.adopt(at: start + 0.005) == .changed)
    if sizeIsFirst { size.awaitChange(at: start + 0.005) {} }
    #expect(!size.isAwaited)
    size.awaitChange(at: start + 0.02) {}
    #expect(size.isAwaited)
  }

  @Test func `an event of another client does not change the size`() {
    let size = ClientSize(Self.small, timers: TimerQueue())
    size.receive(PixelSize(width: 65535, height: 65535), isSynthetic: true)
    #expect(size.adopt(at: start) == .unchanged)
    #expect(size.current == Self.small)
    // A window manager repeats the size after the server has reported it.
    size.receive(Self.large)
    size.receive(Self.small, isSynthetic: true)
    #expect(size.adopt(at: start) == .changed)
    #expect(size.current == Self.large)
  }

  @Test func `the wait ends when no size arrives`() {
    let timers = TimerQueue()
    let size = ClientSize(Self.small, timers: timers)
    var timeouts = 0
    size.awaitChange(at: start) { timeouts += 1 }
    timers.run(until: start + 0.05)
    #expect(size.isAwaited)
    timers.run(until: start + 0.2)
    #expect(!size.isAwaited)
    #expect(timeouts == 1)
  }
}
