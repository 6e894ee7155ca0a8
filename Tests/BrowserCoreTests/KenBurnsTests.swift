import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing

/// The slow pan and zoom of slideshows, and their random order.
@Suite struct KenBurnsTests {
  private static let viewport = Size(width: 1920, height: 1080)

  @Test(arguments: [
    Size(width: 6000, height: 4000), Size(width: 4000, height: 6000), Size(width: 300, height: 200),
    Size(width: 9000, height: 1000),
  ])
  func `the picture stays in place: it covers the page or lies in its middle`(picture: Size) {
    for seed in 0..<50 {
      let path = KenBurns(picture: picture, viewport: Self.viewport, seed: UInt64(seed))
      for step in 0...20 {
        let rect = path.rect(at: Double(step) / 20)
        for (start, end, length) in [
          (rect.minX, rect.maxX, Self.viewport.width),
          (rect.minY, rect.maxY, Self.viewport.height),
        ] {
          let covers = start <= 1e-6 && end >= length - 1e-6
          let isCentred = abs(start + end - length) < 1e-6
          #expect(covers || isCentred)
        }
        #expect(abs(rect.width / rect.height - picture.width / picture.height) < 1e-9)
      }
    }
  }

  @Test func `the motion is slow, steady and ends at its target`() {
    let path = KenBurns(
      picture: Size(width: 6000, height: 4000), viewport: Self.viewport, seed: 7)
    let rects = (0...100).map { path.rect(at: Double($0) / 100) }
    for (one, next) in zip(rects, rects.dropFirst()) {
      #expect(abs(next.width - one.width) < Self.viewport.width * 0.004)
      #expect(abs(next.minX - one.minX) < Self.viewport.width * 0.01)
    }
    let widths = rects.map(\.width)
    #expect(widths == widths.sorted() || widths == widths.sorted(by: >))
    let ratio = max(widths[0], widths[100]) / min(widths[0], widths[100])
    #expect(abs(ratio - KenBurns.zoomRatio) < 1e-9)
    #expect(path.rect(at: 3) == rects[100] && path.rect(at: -1) == rects[0])
    #expect(path.rect(at: .nan) == rects[0])
  }

  @Test func `equal seeds give equal motions, different seeds different ones`() {
    let paths = (0..<20).map {
      KenBurns(picture: Size(width: 3, height: 2), viewport: Self.viewport, seed: $0)
    }
    #expect(Set(paths).count == 20)
    #expect(
      paths[3] == KenBurns(picture: Size(width: 3, height: 2), viewport: Self.viewport, seed: 3))
  }

  @Test(arguments: [1, 2, 7, 100])
  func `a random order shows every page once before any page again`(count: Int) {
    let order = ShuffledPages(count: count, seed: 5)
    var page: Int? = 0
    var seen: [Int] = []
    for _ in 0..<count {
      seen += [page].compactMap(\.self)
      page = page.flatMap { order.page(advancedBy: 1, from: $0) }
    }
    #expect(seen.sorted() == Array(0..<count) && page == 0)
    #expect(
      order.page(advancedBy: 1, from: 0).flatMap { order.page(advancedBy: -1, from: $0) } == 0)
    #expect(order.page(advancedBy: 1, from: count) == nil)
  }

  @Test func `a slideshow in random order ends after one round`() {
    var tuning = BrowserTuning()
    tuning.slideshowSeed = 11
    tuning.slideshowUsesCuts = true
    var line = TimeLine(count: 6, index: 2, tuning: tuning)
    line.send(.slideshow(.start(every: 1)))
    var seen: Set<Int> = [line.browser.index]
    for _ in 0..<5 {
      line.wait(1.05)
      #expect(line.isAtRest, "pages change at once")
      seen.insert(line.browser.index)
    }
    #expect(seen.count == 6)
    line.wait(2)
    #expect(line.browser.slideshow?.phase == .ended && seen.contains(line.browser.index))
  }

  private func randomShow(_ count: Int, index: Int) -> TimeLine {
    var tuning = BrowserTuning()
    tuning.slideshowSeed = 11
    tuning.slideshowUsesCuts = true
    var line = TimeLine(count: count, index: index, tuning: tuning)
    line.send(.slideshow(.start(every: 1)))
    return line
  }

  @Test(arguments: 0..<6)
  func `a random slideshow shows every page after an insertion, and ends`(index: Int) {
    var line = randomShow(6, index: index)
    line.wait(2.1)
    line.send(.insert(count: 2, at: 0, animated: false))
    var seen: Set<Int> = [line.browser.index]
    for _ in 0..<7 {
      line.wait(1.05)
      #expect(line.browser.slideshow?.phase == .running)
      seen.insert(line.browser.index)
    }
    #expect(seen.count == 8)
    line.wait(2)
    #expect(line.browser.slideshow?.phase == .ended)
  }

  @Test func `a random slideshow ends although the page where it began is removed`() {
    var line = randomShow(6, index: 5)
    line.wait(1.1)
    #expect(line.browser.index != 5)
    line.send(.remove(at: 5, animated: false))
    line.wait(8)
    #expect(line.browser.slideshow?.phase == .ended)
  }

  @Test func `the order of a random slideshow is known while it runs`() {
    var line = randomShow(6, index: 2)
    let next = line.browser.shuffledPage(advancedBy: 1)
    line.wait(1.05)
    #expect(line.browser.index == next && line.browser.shuffledPage(advancedBy: -1) == 2)
    line.send(.slideshow(.stop))
    #expect(line.browser.shuffledPage(advancedBy: 1) == nil)
  }
}
