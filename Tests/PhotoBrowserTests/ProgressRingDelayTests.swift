import Motion
import Testing

@testable import PhotoBrowser

@MainActor @Suite struct ProgressRingDelayTests {
  private let start = Timestamp(seconds: 10)

  @Test func `the delay counts from the first frame and ends once`() throws {
    var delay = ProgressRingDelay()
    delay.start()
    #expect(delay.isRunning)
    #expect(delay.deadline == nil)
    let overAtOnce = delay.endIfExpired(at: start)
    #expect(!overAtOnce)
    let deadline = try #require(delay.deadline)
    #expect(deadline > start && deadline < start + 1)

    let overJustBefore = delay.endIfExpired(at: deadline - 0.001)
    #expect(!overJustBefore)
    #expect(delay.deadline == deadline)
    let overInTime = delay.endIfExpired(at: deadline)
    #expect(overInTime)
    #expect(!delay.isRunning)
    #expect(delay.deadline == nil)
    let overAgain = delay.endIfExpired(at: deadline + 1)
    #expect(!overAgain)
  }

  @Test func `content that loads within the delay needs no ring`() {
    var delay = ProgressRingDelay()
    delay.start()
    _ = delay.endIfExpired(at: start)
    delay.stop()
    #expect(delay.deadline == nil)
    let isOver = delay.endIfExpired(at: start + 10)
    #expect(!isOver)
  }

  @Test func `the next wait starts a new delay`() {
    var delay = ProgressRingDelay()
    delay.start()
    _ = delay.endIfExpired(at: start)
    delay.start()
    let isOver = delay.endIfExpired(at: start + 10)
    #expect(!isOver)
    #expect(delay.deadline.map { $0 > start + 10 } == true)
  }
}
