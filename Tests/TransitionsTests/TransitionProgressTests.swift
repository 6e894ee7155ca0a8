import Motion
import Testing
import Transitions

struct TransitionProgressTests {
  private let start = Timestamp(seconds: 1)

  @Test func `a run from rest follows its curve and ends on time`() {
    var progress = TransitionProgress(0)
    progress.run(to: 1, .timed(0.5, .easeInOut), at: start)
    for step in 0...10 {
      let share = Double(step) / 10
      let value = progress.value(at: start + 0.5 * share)
      #expect(abs(value - TimingCurve.easeInOut.value(at: share)) < 1e-9)
    }
    #expect(!progress.isSettled(at: start + 0.499))
    #expect(progress.isSettled(at: start + 0.5))
    #expect(progress.value(at: start + 0.5) == 1)
  }

  @Test(arguments: [0.05, 0.2, 0.31, 0.45])
  func `reversing a run keeps value and velocity`(moment: Double) {
    var progress = TransitionProgress(0)
    progress.run(to: 1, .timed(0.5, .easeInOut), at: start)
    let turn = start + moment
    let value = progress.value(at: turn)
    let velocity = progress.velocity(at: turn)
    progress.run(to: 0, .timed(0.5, .easeInOut), at: turn)
    #expect(abs(progress.value(at: turn) - value) < 1e-12)
    #expect(abs(progress.velocity(at: turn) - velocity) < 1e-9)
    #expect(progress.value(at: turn + 2) == 0)
    #expect(progress.isSettled(at: turn + 2))
  }

  @Test func `the velocity is the slope of the value`() {
    var progress = TransitionProgress(0)
    progress.run(to: 1, .timed(0.4, .easeInOut), at: start)
    let step = 1e-6
    for moment in [0.03, 0.1, 0.2, 0.33] {
      let t = start + moment
      let slope = (progress.value(at: t + step) - progress.value(at: t - step)) / (2 * step)
      #expect(abs(slope - progress.velocity(at: t)) < 1e-3)
    }
  }

  @Test func `a value set by a drag continues with its velocity after the release`() {
    var progress = TransitionProgress(0)
    progress.set(0.3)
    #expect(progress.value(at: start) == 0.3)
    #expect(!progress.isSettled(at: start))
    progress.run(to: 1, .timed(0.25, .easeInOut), velocity: 2, at: start)
    #expect(abs(progress.velocity(at: start) - 2) < 1e-9)
    #expect(progress.value(at: start + 2) == 1)
  }

  @Test func `a run with a duration of zero ends at once`() {
    var progress = TransitionProgress(0)
    progress.run(to: 1, .timed(0, .easeInOut), at: start)
    #expect(progress.value(at: start) == 1)
    #expect(progress.isSettled(at: start))
  }

  @Test func `a spring starts with its own initial velocity`() {
    var progress = TransitionProgress(0)
    let spring = Spring.settling(in: 1, damping: 0.75)
    progress.run(to: 1, .spring(spring, velocity: 0.5), at: start)
    #expect(abs(progress.velocity(at: start) - 0.5) < 1e-9)
    #expect(progress.value(at: start + 0.48) > 1)
    #expect(progress.value(at: start + 3) == 1)
  }
}
