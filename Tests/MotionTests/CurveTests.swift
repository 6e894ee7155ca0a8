import Motion
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct CurveTests {
  @Test func `the pulled distance of a rubber band follows from the shown distance`() {
    for length in [1.0, 30, 480, 3000] {
      for pulled in stride(from: -4 * length, through: 4 * length, by: length / 7) {
        let shown = RubberBand.shown(pulled: pulled, length: length)
        #expect(abs(RubberBand.pulled(shown: shown, length: length) - pulled) < 1e-6 * length)
        #expect(abs(shown) <= min(abs(pulled), length))
        #expect(shown * pulled >= 0)
      }
    }
  }

  @Test func `a rubber band's shown distance grows in ever smaller steps`() {
    var last = 0.0
    var lastStep = Double.infinity
    for pulled in stride(from: 10.0, through: 5000, by: 10) {
      let shown = RubberBand.shown(pulled: pulled, length: 600)
      #expect(shown > last)
      #expect(shown - last < lastStep)
      lastStep = shown - last
      last = shown
    }
  }

  @Test func `clamping keeps values inside the range and can be undone outside`() {
    var chance = SeededGenerator(seed: 31)
    for _ in 0..<1000 {
      let value = Double.random(in: -900...1200, using: &chance)
      let shown = RubberBand.resisted(value, to: 0...300, length: 500)
      if (0...300).contains(value) { #expect(shown == value) }
      #expect(abs(RubberBand.unresisted(shown, from: 0...300, length: 500) - value) < 1e-6)
    }
    #expect(RubberBand.resisted(.infinity, to: 0...300, length: 500) == 800)
    #expect(RubberBand.shown(pulled: 50, length: 0) == 0)
  }

  @Test func `the travel of a decay is the sum of its millisecond steps`() {
    for decay in [Decay.normal, Decay.fast] {
      var speed = 1.5
      var way = 0.0
      for _ in 0..<20000 {
        speed *= decay.factorPerMillisecond
        way += speed
      }
      #expect(abs(decay.distance(velocity: 1500) - way) < 1e-6)
      #expect(decay.distance(velocity: -1500) == -decay.distance(velocity: 1500))
    }
  }

  @Test func `timing curves rise monotonically from 0 to 1`() {
    var chance = SeededGenerator(seed: 32)
    var curves = [TimingCurve.linear, .easeInOut, .easeOut]
    for _ in 0..<50 {
      let n = (0..<4).map { _ in Double.random(in: 0...1, using: &chance) }
      curves.append(TimingCurve(n[0], n[1], n[2], n[3]))
    }
    for curve in curves {
      #expect(curve.value(at: 0) == 0 && curve.value(at: -1) == 0)
      #expect(curve.value(at: 1) == 1 && curve.value(at: 2) == 1)
      var last = 0.0
      for i in 0...200 {
        let y = curve.value(at: Double(i) / 200)
        #expect(y >= last - 1e-9)
        last = y
      }
    }
  }

  @Test func `the predefined curves pass through known points`() {
    #expect(abs(TimingCurve.linear.value(at: 0.3) - 0.3) < 1e-9)
    #expect(abs(TimingCurve.easeInOut.value(at: 0.5) - 0.5) < 1e-9)
    // The value was computed from the definition with exact arithmetic.
    #expect(abs(TimingCurve.easeInOut.value(at: 0.25) - 0.129_16) < 1e-4)
  }
}
