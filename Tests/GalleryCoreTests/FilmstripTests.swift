import GalleryCore
import Geometry
import Motion
import TestSupport
import Testing

/// The row of thumbnails below the pages.
@Suite(.tags(.seeded)) struct FilmstripTests {
  private static func strip(
    of count: Int, at position: Double = 0, width: Double = 500, isMirrored: Bool = false
  ) -> FilmstripState {
    var strip = FilmstripState()
    strip.layOut(width: width, side: 60, gap: 4, isMirrored: isMirrored)
    strip.reload(count: count, position: position)
    return strip
  }

  private let t = Timestamp(seconds: 1)

  @Test func `the current thumbnail is in the middle, except near the ends`() {
    #expect(Self.strip(of: 100, at: 50).frame(of: 50, at: t).midX == 250)
    #expect(Self.strip(of: 100).frame(of: 0, at: t).minX == 4)
    #expect(Self.strip(of: 100, at: 99).frame(of: 99, at: t).maxX == 496)
  }

  @Test func `a short row is centred`() {
    let strip = Self.strip(of: 3)
    #expect(strip.frame(of: 1, at: t).midX == 250)
    #expect(strip.visibleRange(at: t) == 0..<3 && strip.prefetchRange == 0..<3)
  }

  @Test func `a drag of the pages moves the row in the same frame`() {
    var strip = Self.strip(of: 100, at: 50)
    for step in 1...20 {
      strip.follow(50 + Double(step) / 20, isMoving: true, at: t + Double(step) * 0.016)
      let now = t + Double(step) * 0.016
      #expect(abs(strip.highlightFrame(at: now).midX - 250) <= 1 && strip.isSettled(at: now))
    }
    #expect(strip.frame(of: 51, at: t + 1).midX == 250)
  }

  @Test func `after a jump to another page the row moves smoothly, by one width at most`() {
    for target in [51.0, 53, 2, 97] {
      var strip = Self.strip(of: 100, at: 50)
      strip.follow(target, isMoving: false, at: t)
      let before = strip.highlightFrame(at: t)
      #expect(!strip.isSettled(at: t))
      if abs(target - 50) < 5 {
        #expect(strip.frame(of: 50, at: t).midX == 250 && before.midX == 250)
      }
      let end = t + 2
      #expect(strip.isSettled(at: end))
      #expect(strip.highlightFrame(at: end) == strip.frame(of: Int(target), at: end))
    }
  }

  @Test func `the wheel scrolls the row up to its ends, and the next page brings it back`() {
    var strip = Self.strip(of: 100, at: 50)
    strip.scroll(by: 320, at: t)
    #expect(strip.frame(of: 55, at: t + 2).midX == 250)
    strip.scroll(by: 1e9, at: t + 2)
    #expect(strip.frame(of: 99, at: t + 4).maxX == 496)
    strip.follow(51, isMoving: false, at: t + 4)
    #expect(strip.frame(of: 51, at: t + 6).midX == 250)
  }

  @Test func `a mirrored row has the mirrored frames`() {
    let (strip, mirrored) = (
      Self.strip(of: 100, at: 3), Self.strip(of: 100, at: 3, isMirrored: true)
    )
    for index in 0..<8 {
      let frame = strip.frame(of: index, at: t)
      #expect(mirrored.frame(of: index, at: t).minX == 500 - frame.maxX)
      #expect(mirrored.index(at: 500 - frame.midX, time: t) == index)
    }
  }

  @Test func `visible thumbnails are those in the row, wanted ones a screen more on both sides`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      let count = Int.random(in: 0...300, using: &random)
      let strip = Self.strip(
        of: count, at: Double.random(in: 0...300, using: &random),
        width: Double.random(in: 10...2000, using: &random).rounded())
      let visible = strip.visibleRange(at: t)
      for index in 0..<count {
        let frame = strip.frame(of: index, at: t)
        let isInside = frame.maxX > 1 && frame.minX < strip.width - 1
        #expect(!isInside || visible.contains(index))
        #expect(!visible.contains(index) || frame.maxX >= -1 && frame.minX <= strip.width + 1)
      }
      #expect(visible.clamped(to: strip.prefetchRange) == visible)
      #expect(Double(strip.prefetchRange.count) <= 3 * (strip.width / 64 + 2))
    }
  }

  @Test func `in a looping album the row begins again after its end`() {
    var strip = Self.strip(of: 10, at: 9)
    strip.follow(10, isMoving: true, at: t)
    #expect(strip.highlightFrame(at: t + 2) == strip.frame(of: 0, at: t + 2))
    strip.follow(.nan, isMoving: true, at: t + 2)
    #expect(strip.highlightFrame(at: t + 2) == strip.frame(of: 0, at: t + 2))
  }
}
