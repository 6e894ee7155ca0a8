import TestSupport
import Testing

@testable import PhotoBrowser

@Suite(.tags(.seeded)) struct ClipTimeTests {
  @Test(
    arguments: [
      (0, "0:00"), (7.9, "0:07"), (60, "1:00"), (754, "12:34"), (3599.99, "59:59"),
      (3600, "1:00:00"), (3723, "1:02:03"), (360_000, "100:00:00"), (-1, "–:––"),
      (.nan, "–:––"), (.infinity, "–:––"),
    ] as [(Double, String)])
  func `a time is written like that of a clock`(seconds: Double, label: String) {
    #expect(ClipTimeFormat.label(seconds) == label)
  }

  @Test(arguments: Seeds.block(0, of: 4))
  func `a position on the scrub line is the time that is drawn there`(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<500 {
      let line = ScrubTrack(
        start: .random(in: -50...50, using: &dice), length: .random(in: 1...2000, using: &dice),
        duration: .random(in: 0.04...20_000, using: &dice))
      let seconds = Double.random(in: 0...line.duration, using: &dice)
      #expect(abs(line.seconds(at: line.x(of: seconds)) - seconds) < 1e-6 * line.duration)
      let x = Double.random(in: -5000...5000, using: &dice)
      let there = line.seconds(at: x)
      #expect(there >= 0 && there <= line.duration)
      // A point further right is a later time.
      #expect(line.seconds(at: x + 1) >= there)
      #expect(line.x(of: seconds) >= line.start && line.x(of: seconds) <= line.start + line.length)
    }
  }

  @Test func `a scrub line without length or duration has one position`() {
    for line in [
      ScrubTrack(start: 5, length: 0, duration: 9), ScrubTrack(start: 5, length: 9, duration: 0),
    ] {
      #expect(line.seconds(at: 100) == 0)
      #expect(line.x(of: 3) == 5)
    }
    let line = ScrubTrack(start: 0, length: 10, duration: 10)
    #expect(line.seconds(at: .nan) == 0)
    #expect(line.x(of: .nan) == 0)
  }
}
