import Imaging
import Pixels
import TestSupport
import Testing

/// The eviction, prefetch and budget of the frame cache.
@Suite(.tags(.seeded)) struct FrameCacheTests {
  private static let size = PixelSize(width: 100, height: 100)
  private static let frameBytes = 40_000

  private static func frames(_ count: Int) -> [FrameCache.Frame] {
    // The tests inspect counters, not pixels: all frames share one bitmap.
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), isOpaque: true) { _, _ in }
    return [FrameCache.Frame](
      repeating: .init(bitmap: bitmap, durationMilliseconds: 20), count: count)
  }

  /// Plays an animation; every requested frame arrives at once.
  private struct Play {
    var cache: FrameCache
    let count: Int
    var decoded = 0
    var maxBytes = 0
    var misses = 0

    init(budget: Int, count: Int) {
      cache = FrameCache(budget: budget)
      self.count = count
    }

    mutating func fill() {
      while let range = cache.reserveNextRange(frameBytes: frameBytes) {
        let there = range.clamped(to: 0..<count)
        // Requested frames count towards the budget as well.
        maxBytes = max(maxBytes, cache.bytes + range.count * frameBytes)
        cache.insert(
          frames(there.count), at: there.lowerBound, count: count,
          cost: there.count * frameBytes)
        decoded += there.count
        maxBytes = max(maxBytes, cache.bytes)
        #expect(cache.frame(cache.head) != nil, "the current frame is never evicted")
      }
    }

    mutating func show(_ frame: Int) {
      if cache.frame(frame) == nil { misses += 1 }
      cache.head = frame
      fill()
    }
  }

  @Test func `two thousand frames stay within the budget during playback`() {
    let budget = 8 << 20
    var play = Play(budget: budget, count: 2000)
    play.fill()
    for step in 0..<5000 { play.show(step % 2000) }
    #expect(play.maxBytes <= budget)
    #expect(play.misses == 0, "every frame is cached when it is due")
    #expect(play.decoded < 5000 + 400, "no frame is decoded twice per loop")
  }

  @Test func `a short animation is decoded once and loops from the cache`() {
    var play = Play(budget: 8 << 20, count: 60)
    play.fill()
    for step in 0..<600 { play.show(step % 60) }
    #expect(play.decoded == 60 && play.misses == 0)
  }

  @Test func `the last ten frames stay cached`() {
    var play = Play(budget: 8 << 20, count: 2000)
    play.fill()
    for frame in 0...500 { play.show(frame) }
    for back in 1...10 { #expect(play.cache.frame(500 - back) != nil) }
  }

  @Test func `two frames are kept when one frame exceeds the budget`() {
    var play = Play(budget: 1000, count: 50)
    play.fill()
    for step in 0..<120 { play.show(step % 50) }
    #expect(play.maxBytes <= 2 * Self.frameBytes)
    #expect(play.misses == 0)
  }

  @Test(arguments: Seeds.block(0, of: 30))
  func `random seeks stay within the budget and find the current frame`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let budget = dice.whole(100_000...4_000_000)
    var play = Play(budget: budget, count: dice.whole(1...300))
    play.fill()
    for _ in 0..<200 {
      let next = (play.cache.head + 1) % play.count
      play.show(dice.chance(0.8) ? next : dice.whole(0...play.count - 1))
      #expect(play.cache.frame(next) != nil || play.count > 1)
    }
    #expect(play.maxBytes <= max(budget, 2 * Self.frameBytes))
  }

  @Test func `a shorter frame count removes the frames beyond the end`() {
    var cache = FrameCache(budget: 8 << 20)
    cache.insert(Self.frames(10), at: 0, count: 100, cost: 10)
    cache.insert(Self.frames(10), at: 10, count: 100, cost: 10)
    cache.head = 15
    cache.insert(Self.frames(1), at: 0, count: 10, cost: 1)
    #expect(cache.animationFrameCount == 10 && cache.head == 9 && cache.bytes == 10)
    #expect(cache.frame(12) == nil && cache.frame(9) != nil)
  }

  @Test(arguments: [Int.max, Int.max - 1, Int.max / 2 + 1, 1 << 40])
  func `no frame count, index or size overflows`(count: Int) {
    for head in [0, 1, count / 2, count - 40, count - 1] {
      for size in [1, Self.frameBytes, 1 << 36, Int.max] {
        var cache = FrameCache(budget: 4 * Self.frameBytes)
        cache.insert(Self.frames(1), at: 0, count: count, cost: Self.frameBytes)
        cache.head = head
        for _ in 0..<40 {
          guard let range = cache.reserveNextRange(frameBytes: size) else { break }
          #expect(range.lowerBound >= 0 && range.upperBound <= count)
          cache.insert(
            Self.frames(range.count), at: range.lowerBound, count: count,
            cost: range.count * Self.frameBytes)
        }
        cache.insert(Self.frames(2), at: count - 2, count: count, cost: .max)
        _ = cache.reserveNextRange(frameBytes: size)
      }
    }
    var cache = FrameCache(budget: .max)
    cache.insert(Self.frames(2), at: .max, count: count, cost: 1)
    cache.insert(Self.frames(2), at: -1, count: count, cost: 1)
    #expect(cache.animationFrameCount == nil, "frames outside of the animation are refused")
  }
}
