import Motion
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct SpringTests {
  /// Damping ratios below, at, above and very close to critical damping.
  static let dampings = [0.1, 0.35, 0.75, 0.99, 0.999_999, 1, 1.000_001, 1.01, 1.5, 4]

  /// A reference solution: the differential equation integrated by the classical Runge–Kutta
  /// method of order 4.
  private static func integrate(
    _ spring: Spring, displacement: Double, velocity: Double, for time: Double
  ) -> (Double, Double) {
    let steps = 2000
    let h = time / Double(steps)
    var x = displacement
    var v = velocity
    func force(_ x: Double, _ v: Double) -> Double {
      -spring.frequency * spring.frequency * x - 2 * spring.damping * spring.frequency * v
    }
    for _ in 0..<steps {
      let (x1, v1) = (v, force(x, v))
      let (x2, v2) = (v + h / 2 * v1, force(x + h / 2 * x1, v + h / 2 * v1))
      let (x3, v3) = (v + h / 2 * v2, force(x + h / 2 * x2, v + h / 2 * v2))
      let (x4, v4) = (v + h * v3, force(x + h * x3, v + h * v3))
      x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    return (x, v)
  }

  @Test(arguments: dampings)
  func `the closed form matches a numerical integration of the equation`(damping: Double) {
    var chance = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let spring = Spring(frequency: Double.random(in: 2...40, using: &chance), damping: damping)
      let x0 = Double.random(in: -500...500, using: &chance)
      let v0 = Double.random(in: -5000...5000, using: &chance)
      let t = Double.random(in: 0...0.6, using: &chance)
      let want = Self.integrate(spring, displacement: x0, velocity: v0, for: t)
      let got = spring.state(displacement: x0, velocity: v0, at: t)
      #expect(abs(got.displacement - want.0) < 1e-3, "\(spring) \(x0) \(v0) \(t)")
      #expect(abs(got.velocity - want.1) < 1e-1, "\(spring) \(x0) \(v0) \(t)")
    }
  }

  @Test(arguments: dampings)
  func `a spring is settled after the settling time and not yet at half of that time`(
    damping: Double
  ) {
    var chance = SeededGenerator(seed: 12)
    for _ in 0..<50 {
      let spring = Spring(frequency: Double.random(in: 2...40, using: &chance), damping: damping)
      let x0 = Double.random(in: -500...500, using: &chance)
      let v0 = Double.random(in: -5000...5000, using: &chance)
      let end = spring.settlingTime(displacement: x0, velocity: v0, tolerance: 0.5)
      for i in 0..<400 {
        let t = end * (1 + Double(i) * 0.01)
        let state = spring.state(displacement: x0, velocity: v0, at: t)
        #expect(abs(state.displacement) <= 0.5 + 1e-6, "\(spring) \(x0) \(v0) \(t)")
        #expect(abs(state.velocity) <= 0.5 * 3 * spring.frequency, "\(spring) \(x0) \(v0) \(t)")
      }
      // The displacement still exceeds the tolerance after half of the time: the bound is tight.
      let early = (0..<100).map { Double($0) / 100 * 0.5 * end + 0.5 * end }
      let most = early.map {
        abs(spring.state(displacement: x0, velocity: v0, at: $0).displacement)
      }
      #expect((most.max() ?? 0) > 0.5, "\(spring) \(x0) \(v0) settles before half of \(end)")
    }
  }

  @Test func `a spring at rest within the tolerance has a settling time of 0`() {
    let spring = Spring(frequency: 30)
    #expect(spring.settlingTime(displacement: 0, velocity: 0, tolerance: 0.5) == 0)
    #expect(spring.settlingTime(displacement: 0.4, velocity: 0, tolerance: 0.5) == 0)
  }

  @Test(arguments: [0.5, 0.75, 0.8, 1, 1.3])
  func `a spring made for a duration settles to a thousandth within the duration`(damping: Double) {
    let spring = Spring.settling(in: 0.5, damping: damping)
    #expect(spring.damping == damping)
    for i in 0..<100 {
      let state = spring.state(displacement: 1, velocity: 0, at: 0.5 + Double(i) * 0.01)
      #expect(abs(state.displacement) <= 0.0011)
    }
    let early = (20..<50).map {
      abs(spring.state(displacement: 1, velocity: 0, at: Double($0) * 0.01).displacement)
    }
    #expect((early.max() ?? 0) > 0.0011)
  }

  @Test func `the spring matches samples from a recording`() {
    // The spring has a damping ratio of 0.75, an initial velocity of 0.5 distances per second and a
    // duration of 1 s; the values were read off a recording.
    let spring = Spring(frequency: 9.71, damping: 0.75)
    let want = [0, 0.308, 0.698, 0.928, 1.015, 1.028, 1.018, 1.008, 1.002, 1.000, 0.999]
    for (i, progress) in want.enumerated() {
      let x = spring.state(displacement: -1, velocity: 0.5, at: Double(i) / 10).displacement
      #expect(abs(1 + x - progress) < 0.002, "\(i): \(1 + x)")
    }
  }

  @Test func `critical damping never overshoots from rest`() {
    let spring = Spring(frequency: 20)
    for i in 0..<500 {
      let x = spring.state(displacement: 100, velocity: 0, at: Double(i) * 0.002).displacement
      #expect(x >= 0)
    }
  }
}
