import Motion
import TestSupport
import Testing
import Transitions

@Suite(.tags(.seeded)) struct SceneSwipeProfileTests {
  @Test func `with the objcIO profile the contact moves twice as far as the scenes`() {
    let profile = SceneSwipeProfile.objcIO
    #expect(profile.progress(moved: -160, width: 320, entersFromRight: true) == 0.25)
    #expect(profile.progress(moved: 160, width: 320, entersFromRight: false) == 0.25)
    #expect(profile.progress(moved: 160, width: 320, entersFromRight: true) == 0)
    #expect(profile.progress(moved: -900, width: 320, entersFromRight: true) == 1)
    #expect(profile.progress(moved: 10, width: 0, entersFromRight: true) == 0)
  }

  @Test func `the objcIO profile finishes beyond a fifth at any speed`() {
    let profile = SceneSwipeProfile.objcIO
    #expect(!profile.finishes(at: 0.2, speed: 50))
    #expect(profile.finishes(at: 0.201, speed: -50))
  }

  @Test func `the finger profile finishes on a flick and is cancelled by a flick back`() {
    let profile = SceneSwipeProfile.finger
    #expect(!profile.finishes(at: 0.2, speed: 1))
    #expect(profile.finishes(at: 0.2, speed: 2))
    #expect(!profile.finishes(at: 0.8, speed: -2))
  }

  @Test func `the objcIO profile moves the remaining way at a uniform speed`() {
    var profile = SceneSwipeProfile.objcIO
    for (speed, seconds) in [(1.0, 2.0), (2, 1)] {
      profile.completionSpeed = speed
      var progress = TransitionProgress(0)
      progress.set(0.25)
      profile.release(
        &progress, to: 1, speed: 7, timing: .timed(2, .easeInOut), at: .zero)
      for step in 0...20 {
        let share = Double(step) / 20
        let value = progress.value(at: Timestamp(seconds: share * seconds * 0.75))
        #expect(abs(value - (0.25 + 0.75 * share)) < 1e-9)
      }
      #expect(progress.isSettled(at: Timestamp(seconds: seconds * 0.75 + 1e-9)))
    }
  }

  @Test func `a cancelled swipe ends exactly at its start`() {
    var progress = TransitionProgress(0)
    progress.set(0.19)
    SceneSwipeProfile.objcIO.release(
      &progress, to: 0, speed: 0, timing: .timed(1, .linear), at: .zero)
    #expect(abs(progress.value(at: Timestamp(seconds: 0.095)) - 0.095) < 1e-9)
    #expect(progress.value(at: Timestamp(seconds: 0.2)) == 0)
  }

  @Test(arguments: 0..<20)
  func `the finger profile keeps position and speed at the release`(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let value = Double.random(in: 0...1, using: &chance)
    let speed = Double.random(in: -4...4, using: &chance)
    let end: Double = Bool.random(using: &chance) ? 1 : 0
    var progress = TransitionProgress(0)
    progress.set(value)
    let timing = TransitionTiming.spring(.settling(in: 0.5, damping: 1), velocity: 0)
    SceneSwipeProfile.finger.release(&progress, to: end, speed: speed, timing: timing, at: .zero)
    #expect(abs(progress.value(at: .zero) - value) < 1e-9, "seed \(seed)")
    #expect(abs(progress.velocity(at: .zero) - speed) < 1e-9, "seed \(seed)")
    #expect(progress.value(at: Timestamp(seconds: 3)) == end)
  }

  @Test func `a caught transition continues from its position`() {
    let profile = SceneSwipeProfile.finger
    #expect(profile.progress(moved: -32, width: 320, entersFromRight: true, from: 0.5) == 0.6)
    // A touch does not pull back a spring that has overshot.
    #expect(profile.progress(moved: 0, width: 320, entersFromRight: true, from: 1.02) == 1.02)
    #expect(profile.progress(moved: -50, width: 320, entersFromRight: true, from: 1.02) == 1.02)
  }
}
