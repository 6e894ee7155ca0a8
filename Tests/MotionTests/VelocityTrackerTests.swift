import Geometry
import Motion
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct VelocityTrackerTests {
  private static func tracker(_ samples: [(Double, Double)]) -> VelocityTracker {
    var tracker = VelocityTracker()
    for (time, x) in samples {
      tracker.add(Vector(dx: x, dy: -2 * x), at: Timestamp(seconds: time))
    }
    return tracker
  }

  @Test func `steady motion gives its own velocity at any sampling interval`() {
    var chance = SeededGenerator(seed: 41)
    for _ in 0..<200 {
      var tracker = VelocityTracker()
      let speed = Double.random(in: -5000...5000, using: &chance)
      // The time is up to days after the origin, where a Double has fewer bits for fractions of a
      // second.
      var t = Double.random(in: 0...500_000, using: &chance)
      for _ in 0..<20 {
        t += Double.random(in: 0.002...0.016, using: &chance)
        tracker.add(Vector(dx: speed * t, dy: 0), at: Timestamp(seconds: t))
      }
      let got = tracker.velocity(at: Timestamp(seconds: t + 0.004)).dx
      #expect(abs(got - speed) < 1 + abs(speed) * 1e-3, "\(got) for \(speed)")
    }
  }

  @Test func `a finger that stops has zero velocity`() {
    let tracker = Self.tracker([(0, 0), (0.01, 20), (0.02, 40)])
    #expect(tracker.velocity(at: Timestamp(seconds: 0.03)).dx > 1000)
    #expect(tracker.velocity(at: Timestamp(seconds: 0.09)) == .zero)
  }

  @Test func `old samples do not affect the velocity`() {
    let tracker = Self.tracker([(0, 0), (0.01, 500), (0.2, 500), (0.21, 501), (0.22, 502)])
    let v = tracker.velocity(at: Timestamp(seconds: 0.22))
    #expect(abs(v.dx - 100) < 1 && abs(v.dy + 200) < 2)
  }

  @Test func `a single sample or two simultaneous samples give zero velocity`() {
    #expect(VelocityTracker().velocity(at: .zero) == .zero)
    #expect(Self.tracker([(0, 5)]).velocity(at: .zero) == .zero)
    #expect(Self.tracker([(0, 5), (0, 500)]).velocity(at: .zero) == .zero)
  }

  @Test func `NaN samples are ignored, and time going back keeps the velocity finite`() {
    var tracker = Self.tracker([(0, 0), (0.01, 10)])
    tracker.add(Vector(dx: .nan, dy: 0), at: Timestamp(seconds: 0.015))
    tracker.add(Vector(dx: 0, dy: 0), at: Timestamp(seconds: .nan))
    tracker.add(Vector(dx: 20, dy: -40), at: Timestamp(seconds: 0.02))
    #expect(abs(tracker.velocity(at: Timestamp(seconds: 0.02)).dx - 1000) < 1e-6)
    tracker.add(Vector(dx: 0, dy: 0), at: Timestamp(seconds: 0.005))
    #expect(tracker.velocity(at: Timestamp(seconds: 0.02)).isFinite)
  }
}
