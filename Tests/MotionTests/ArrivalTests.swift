import Motion
import TestSupport
import Testing

/// Animations with a given arrival time, and animations with a push.
@Suite(.tags(.seeded)) struct ArrivalTests {
  private let tolerance = 1e-3

  @Test func `a new target keeps value and velocity and is reached at rest in the given time`() {
    var chance = SeededGenerator(seed: 31)
    for round in 0..<300 {
      var value = AnimatedValue(Double.random(in: -10...10, using: &chance))
      var time = Timestamp.zero
      for _ in 0..<8 {
        time = time + Double.random(in: 0...0.1, using: &chance)
        let before = (value.value(at: time), value.velocity(at: time))
        let target = Double.random(in: -10...10, using: &chance)
        if chance.next() % 3 == 0 {
          value.animate(
            to: target, with: Spring(frequency: 30), push: 2, at: time, tolerance: tolerance)
        } else {
          value.animate(to: target, arrivingIn: 0.07, at: time)
        }
        #expect(abs(value.value(at: time) - before.0) < 1e-9, "round \(round)")
        #expect(abs(value.velocity(at: time) - before.1) < 1e-6, "round \(round)")
      }
      value.animate(to: 3, arrivingIn: 0.07, at: time)
      #expect(!value.isSettled(at: time + 0.069) && value.isSettled(at: time + 0.0701))
      #expect(abs(value.velocity(at: time + 0.0699)) < 3 && value.value(at: time + 0.08) == 3)
    }
  }

  @Test func `the velocity is the derivative of the value`() {
    var value = AnimatedValue(0)
    value.animate(to: 1, with: Spring(frequency: 20), velocity: 9, at: .zero, tolerance: tolerance)
    value.animate(
      to: 1, with: Spring(frequency: 30), push: 0.4, at: Timestamp(seconds: 0.02),
      tolerance: tolerance)
    var pushed = value
    pushed.animate(to: 2, arrivingIn: 0.07, at: Timestamp(seconds: 0.1))
    for (motion, range) in [(value, 0.02..<0.15), (pushed, 0.1..<0.169)] {
      for seconds in stride(from: range.lowerBound + 0.001, to: range.upperBound, by: 0.003) {
        let h = 1e-6
        let a = motion.value(at: Timestamp(seconds: seconds - h))
        let b = motion.value(at: Timestamp(seconds: seconds + h))
        let slope = motion.velocity(at: Timestamp(seconds: seconds))
        #expect(abs((b - a) / (2 * h) - slope) < 1e-3, "at \(seconds)")
      }
    }
  }

  @Test func `a push overshoots by its distance and returns to the target`() {
    var value = AnimatedValue(5)
    value.animate(to: 5, with: Spring(frequency: 30), push: 0.5, at: .zero, tolerance: tolerance)
    var furthest = 5.0
    for step in 0..<400 {
      let time = Timestamp(seconds: Double(step) / 1000)
      furthest = max(furthest, value.value(at: time))
      if value.isSettled(at: time) { #expect(step > 250) }
    }
    #expect(abs(furthest - 5.5) < 1e-3)
    let end = Timestamp(seconds: 2)
    #expect(value.isSettled(at: end) && value.value(at: end) == 5)
  }
}
