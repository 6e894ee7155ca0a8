import Motion
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct AnimatedValueTests {
  @Test func `a new target at any time keeps value and velocity`() {
    var chance = SeededGenerator(seed: 21)
    for round in 0..<500 {
      var value = AnimatedValue(Double.random(in: -1000...1000, using: &chance))
      var time = Timestamp.zero
      for _ in 0..<12 {
        time = time + Double.random(in: 0...0.3, using: &chance)
        let spring = Spring(
          frequency: Double.random(in: 5...40, using: &chance),
          damping: [0.6, 1, 1.4].randomElement(using: &chance) ?? 1)
        let before = (value.value(at: time), value.velocity(at: time))
        value.animate(
          to: Double.random(in: -1000...1000, using: &chance), with: spring, at: time,
          tolerance: 0.1)
        #expect(abs(value.value(at: time) - before.0) < 1e-6, "round \(round)")
        #expect(abs(value.velocity(at: time) - before.1) < 1e-6, "round \(round)")
      }
    }
  }

  @Test func `a value settles exactly on its target and stays there`() {
    var value = AnimatedValue(0)
    value.animate(to: 700, with: Spring(frequency: 30), at: .zero, tolerance: 0.5)
    var frame = Timestamp.zero
    while !value.isSettled(at: frame) { frame = frame + 1.0 / 60 }
    #expect(frame.seconds > 0.2 && frame.seconds < 0.5)
    #expect(value.value(at: frame) == 700)
    #expect(value.velocity(at: frame) == 0)
    #expect(value.value(at: frame + 100) == 700)
  }

  @Test func `the last step before settling is smaller than the tolerance`() {
    var chance = SeededGenerator(seed: 22)
    for _ in 0..<300 {
      var value = AnimatedValue(Double.random(in: -1000...1000, using: &chance))
      let spring = Spring(
        frequency: Double.random(in: 5...40, using: &chance),
        damping: Double.random(in: 0.4...2, using: &chance))
      value.animate(
        to: 0, with: spring, velocity: Double.random(in: -9000...9000, using: &chance), at: .zero,
        tolerance: 0.25)
      var low = 0.0
      var high = 100.0
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if value.isSettled(at: Timestamp(seconds: middle)) { high = middle } else { low = middle }
      }
      #expect(abs(value.value(at: Timestamp(seconds: low))) <= 0.25 + 1e-6)
    }
  }

  @Test func `an initial velocity starts the motion`() {
    var value = AnimatedValue(50)
    value.animate(
      to: 0, with: Spring(frequency: 30), velocity: -900, at: Timestamp(seconds: 2),
      tolerance: 0.5)
    #expect(value.value(at: Timestamp(seconds: 2)) == 50)
    #expect(value.velocity(at: Timestamp(seconds: 2)) == -900)
    let soon = value.value(at: Timestamp(seconds: 2.001))
    #expect(abs(soon - 49.1) < 0.05)
  }

  @Test func `a shift moves value and target and keeps the velocity`() {
    var value = AnimatedValue(0)
    value.animate(to: 100, with: Spring(frequency: 20), at: .zero, tolerance: 0.1)
    let t = Timestamp(seconds: 0.07)
    let before = (value.value(at: t), value.velocity(at: t))
    value.shift(by: 1000)
    #expect(abs(value.value(at: t) - before.0 - 1000) < 1e-9)
    #expect(value.velocity(at: t) == before.1)
    #expect(value.target == 1100)
  }
}

/// Animations with a duration and a timing curve.
struct TimedValueTests {
  @Test func `a timed animation from rest ends exactly on the target after its duration`() {
    var value = AnimatedValue(2)
    let start = Timestamp(seconds: 5)
    value.animate(to: 3, in: 1, .easeInOut, at: start, tolerance: 0.001)
    #expect(value.value(at: start) == 2 && value.velocity(at: start) == 0)
    #expect(abs(value.value(at: start + 0.5) - 2.5) < 1e-6)
    #expect(value.value(at: start + 0.999) < 3 && !value.isSettled(at: start + 0.999))
    #expect(value.value(at: start + 1) == 3 && value.isSettled(at: start + 1))
    let step = 1e-5
    for seconds in [0.1, 0.3, 0.5, 0.9] {
      let t = start + seconds
      let slope = (value.value(at: t + step) - value.value(at: t - step)) / (2 * step)
      #expect(abs(slope - value.velocity(at: t)) < 1e-3)
    }
  }

  @Test func `a timed animation of a moving value keeps its velocity`() {
    var value = AnimatedValue(0)
    value.animate(to: 1, in: 1, .easeInOut, at: .zero, tolerance: 0.001)
    let t = Timestamp(seconds: 0.4)
    let (before, speed) = (value.value(at: t), value.velocity(at: t))
    value.animate(to: 2, in: 1, .easeInOut, at: t, tolerance: 0.001)
    #expect(abs(value.value(at: t) - before) < 1e-9 && abs(value.velocity(at: t) - speed) < 1e-9)
    #expect(value.isSettled(at: t + 2) && value.value(at: t + 2) == 2)
  }

  @Test func `a duration of zero jumps to the target`() {
    var value = AnimatedValue(0)
    value.animate(to: 1, in: 0, .easeInOut, at: .zero, tolerance: 0.001)
    #expect(value.value(at: .zero) == 1 && value.isSettled(at: .zero))
  }
}
