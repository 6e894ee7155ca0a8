import Motion
import PhotoBrowser
import TestSupport
import Testing

/// Tests of the current frame of an animation at any times of sampling.
@Suite(.tags(.seeded)) struct AnimationClockTests {
  private static func clock(_ count: Int, iterationCount: Int = 0) -> AnimationClock {
    var clock = AnimationClock()
    (clock.frameCount, clock.iterationCount) = (count, iterationCount)
    clock.start(at: .zero)
    return clock
  }

  /// The frame at `time`, by adding up the durations of the frames.
  private static func frame(
    at time: Double, _ durations: [Double], iterationCount: Int
  ) -> (frame: Int, rounds: Int, isSure: Bool) {
    var rest = time
    var round = 0
    while true {
      for (index, length) in durations.enumerated() {
        // At the border between two frames either frame is right.
        if rest < length - 1e-9 { return (index, round, rest > 1e-9) }
        rest -= length
      }
      round += 1
      if round == iterationCount { return (durations.count - 1, round - 1, true) }
    }
  }

  @Test(arguments: Seeds.block(0, of: 50))
  func `the frame equals the sum of the durations at any times of sampling`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let durations = (0..<dice.whole(2...12)).map { _ in dice.number(0.011...0.5) }
    let iterationCount = dice.whole(0...3)
    var clock = Self.clock(durations.count, iterationCount: iterationCount)
    var time = 0.0
    for _ in 0..<400 {
      time += dice.number(0...AnimationClock.maxLag)
      clock.advance(to: Timestamp(seconds: time)) { durations[$0] }
      let want = Self.frame(at: time, durations, iterationCount: iterationCount)
      guard want.isSure else { continue }
      #expect(clock.frameIndex == want.frame, "seed \(seed) at \(time)")
      #expect(clock.iteration == want.rounds, "seed \(seed) at \(time)")
    }
  }

  @Test(arguments: Seeds.block(1, of: 30))
  func `advancing at each deadline misses no frame and needs no idle wake-up`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let durations = (0..<dice.whole(2...9)).map { _ in dice.number(0.011...0.4) }
    var clock = Self.clock(durations.count, iterationCount: 2)
    var time = Timestamp.zero
    var seen = [0]
    while let next = clock.deadline(duration: { durations[$0] }) {
      #expect(next > time, "seed \(seed): a deadline in the past")
      guard next > time else { break }
      time = next
      clock.advance(to: time) { durations[$0] }
      seen.append(clock.frameIndex)
    }
    let round = Array(durations.indices)
    #expect(seen == round + round + [round.count - 1], "seed \(seed)")
    #expect(clock.isAtEnd)
  }

  @Test func `after a long pause the clock continues frame by frame`() {
    var clock = Self.clock(100)
    for tenth in 1...4 {
      clock.advance(to: Timestamp(seconds: Double(tenth) / 10 + 0.05)) { _ in 0.1 }
    }
    #expect(clock.frameIndex == 4)
    clock.advance(to: Timestamp(seconds: 60)) { _ in 0.1 }
    #expect(clock.frameIndex == 5, "not the six hundredth")
    clock.advance(to: Timestamp(seconds: 60.09)) { _ in 0.1 }
    #expect(clock.frameIndex == 5, "and that one is seen for its whole time")
    clock.advance(to: Timestamp(seconds: 60.11)) { _ in 0.1 }
    #expect(clock.frameIndex == 6)
  }

  @Test func `a missing frame keeps the one before, and is shown for its full duration`() throws {
    var clock = Self.clock(10)
    var there = 3
    let duration: (Int) -> Double? = { $0 < there ? 0.1 : nil }
    for tenth in 1...8 {
      clock.advance(to: Timestamp(seconds: Double(tenth) / 10), duration: duration)
    }
    #expect(clock.frameIndex == 2 && clock.isWaitingForFrame)
    #expect(clock.deadline(duration: duration) == nil, "nothing wakes it but the frame")
    there = 10
    clock.advance(to: Timestamp(seconds: 0.95), duration: duration)
    #expect(clock.frameIndex == 3 && !clock.isWaitingForFrame)
    clock.advance(to: Timestamp(seconds: 1.01), duration: duration)
    #expect(clock.frameIndex == 3)
    let deadline: Timestamp = try #require(clock.deadline(duration: duration))
    #expect(abs(deadline - .zero - 1.05) < 1e-9)
  }

  @Test func `an animation plays its loop count and stays on the last frame`() {
    var clock = Self.clock(3, iterationCount: 2)
    for tenth in 1...20 { clock.advance(to: Timestamp(seconds: Double(tenth) / 10)) { _ in 0.1 } }
    #expect(clock.frameIndex == 2 && clock.isAtEnd)
    #expect(clock.deadline { _ in 0.1 } == nil)
    clock.start(at: Timestamp(seconds: 5))
    #expect(clock.frameIndex == 0 && !clock.isAtEnd, "started again it begins anew")
  }

  @Test func `a paused clock resumes with the remaining time of its frame`() {
    var clock = Self.clock(5)
    clock.stop(at: Timestamp(seconds: 0.25)) { _ in 0.1 }
    #expect(clock.frameIndex == 2 && clock.deadline { _ in 0.1 } == nil)
    clock.advance(to: Timestamp(seconds: 3)) { _ in 0.1 }
    #expect(clock.frameIndex == 2)
    clock.start(at: Timestamp(seconds: 4))
    let next = clock.deadline { _ in 0.1 }
    #expect(next.map { abs(($0 - .zero) - 4.05) < 1e-9 } == true)
  }

  @Test func `steps wrap around both ends and pause`() {
    var clock = Self.clock(4, iterationCount: 1)
    clock.step(-1)
    #expect(clock.frameIndex == 3 && !clock.isRunning)
    clock.step(2)
    #expect(clock.frameIndex == 1)
    clock.step(-9)
    #expect(clock.frameIndex == 0)
  }

  @Test func `the time up to a hold does not advance the animation`() {
    var clock = Self.clock(10)
    clock.advance(to: Timestamp(seconds: 0.15)) { _ in 0.1 }
    clock.discardTime(until: Timestamp(seconds: 7))
    clock.advance(to: Timestamp(seconds: 7.04)) { _ in 0.1 }
    #expect(clock.frameIndex == 1)
    clock.advance(to: Timestamp(seconds: 7.06)) { _ in 0.1 }
    #expect(clock.frameIndex == 2)
  }

  @Test(arguments: [(0, 0.1), (1, 0.1), (10, 0.1), (11, 0.011), (20, 0.02), (655_350, 655.35)])
  func `implausible durations become a tenth of a second`(milliseconds: Int, seconds: Double) {
    #expect(Picture.Frame.displayDuration(milliseconds) == seconds)
  }

  @Test func `an animation of one frame or of unknown length needs no wake-up`() {
    var one = Self.clock(1)
    one.advance(to: Timestamp(seconds: 1)) { _ in 0.1 }
    #expect(one.frameIndex == 0 && one.deadline { _ in 0.1 } == nil)
    var unknown = AnimationClock()
    unknown.start(at: .zero)
    unknown.advance(to: Timestamp(seconds: 1)) { _ in 0.1 }
    #expect(unknown.frameIndex == 0 && unknown.isWaitingForFrame)
  }
}
