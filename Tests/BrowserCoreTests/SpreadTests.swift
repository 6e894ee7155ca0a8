import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing
import Transitions

/// Two pages side by side.
@Suite(.tags(.seeded)) struct SpreadTests {
  private let portrait = Size(width: 800, height: 1200)
  private let landscape = Size(width: 3000, height: 2000)

  private func tuning(cover: Bool = true, rtl: Bool = false) -> BrowserTuning {
    var tuning = BrowserTuning()
    tuning.reading = .spreads
    tuning.hasCover = cover
    tuning.isRightToLeft = rtl
    return tuning
  }

  private func line(
    count: Int = 6, index: Int = 0, cover: Bool = true, rtl: Bool = false, wide: Set<Int> = []
  ) -> TimeLine {
    var line = TimeLine(
      count: count, index: index, picture: nil, tuning: tuning(cover: cover, rtl: rtl))
    for page in 0..<count {
      line.send(.content(page: page, size: wide.contains(page) ? landscape : portrait))
    }
    line.wait()
    return line
  }

  private func rect(of page: Int, _ line: TimeLine) -> Rect {
    line.frame.pages.first { $0.index == page }?.content ?? .zero
  }

  /// The pages of each spread, in order.
  private func spreads(_ line: TimeLine) -> [Range<Int>] {
    var line = line
    line.send(.go(to: 0, animated: false))
    var found: [Range<Int>] = [line.browser.currentSpread]
    while line.send(.turn(1, animated: false)).allSatisfy({ $0 != .reachedEnd(side: 1) }),
      found.count < 1000
    {
      found.append(line.browser.currentSpread)
    }
    return found
  }

  @Test func `the cover is alone on the right, and two pages meet without a gap`() {
    var line = line()
    #expect(isNear(rect(of: 0, line), Rect(x: 500, y: 25, width: 500, height: 750), 1))
    line.send(.turn(1, animated: false))
    #expect(line.browser.index == 1 && line.browser.currentSpread == 1..<3)
    let (left, right) = (rect(of: 1, line), rect(of: 2, line))
    #expect(left.maxX == right.minX && left.minY == right.minY && left.height == right.height)
    #expect(isNear(left.maxX, 500, 1))
    #expect(spreads(line) == [0..<1, 1..<3, 3..<5, 5..<6])
  }

  @Test func `pages of different sizes have the same height`() {
    var line = line(cover: false)
    line.send(.content(page: 1, size: Size(width: 1000, height: 3000)))
    #expect(rect(of: 0, line).height == rect(of: 1, line).height)
    #expect(isNear(rect(of: 1, line).width * 3, rect(of: 1, line).height, 2))
  }

  @Test func `from right to left, the first page of a spread is on the right`() {
    var line = line(rtl: true)
    #expect(rect(of: 0, line).maxX <= 501, "the cover is on the left")
    line.send(.turn(1, animated: false))
    #expect(rect(of: 1, line).minX == rect(of: 2, line).maxX)
    // A drag to the right turns to the next spread.
    line.drag(Vector(dx: 400, dy: 0))
    line.letGo(dx: 900)
    line.wait()
    #expect(line.browser.index == 3)
  }

  @Test func `a last page alone stays at its side`() {
    var line = line(count: 4)
    line.send(.go(to: 3, animated: false))
    #expect(isNear(rect(of: 3, line).maxX, 500, 1))
  }

  @Test func `a wide picture is alone, and the pages after it begin a new spread`() {
    let line = line(count: 9, wide: [3])
    #expect(spreads(line) == [0..<1, 1..<3, 3..<4, 4..<6, 6..<8, 8..<9])
    var late = line
    late.send(.go(to: 6, animated: false))
    // A picture before the current spread turns out to be wide: only its own spread is divided.
    late.send(.content(page: 1, size: landscape))
    #expect(late.browser.index == 6 && late.browser.currentSpread == 6..<8)
    #expect(spreads(late) == [0..<1, 1..<2, 2..<3, 3..<4, 4..<6, 6..<8, 8..<9])
  }

  @Test func `no page is lost or shown twice, whatever the sizes and the order of arrival`() {
    for seed in 1...60 {
      var dice = SeededRandom(seed: seed)
      let count = Int.random(in: 1...40, using: &dice)
      var line = TimeLine(
        count: count, picture: nil, tuning: tuning(cover: Bool.random(using: &dice)))
      var sizes: [Int: Size] = [:]
      for page in (0..<count).shuffled(using: &dice) {
        let size = Bool.random(using: &dice) ? landscape : portrait
        sizes[page] = size
        if Int.random(in: 0..<4, using: &dice) == 0 {
          line.send(.go(to: Int.random(in: 0..<count, using: &dice), animated: false))
        }
        let shown = line.browser.index
        line.send(.content(page: page, size: size))
        #expect(line.browser.index == shown && line.browser.currentSpread.contains(shown))
      }
      let all = spreads(line)
      #expect(all.flatMap { Array($0) } == Array(0..<count), "seed \(seed)")
      for pages in all where pages.count > 1 {
        #expect(pages.count == 2 && pages.allSatisfy { sizes[$0] == portrait }, "seed \(seed)")
      }
    }
  }

  @Test func `a drag turns from spread to spread, and catching it loses no velocity`() {
    var line = line()
    line.drag(Vector(dx: -450, dy: 0))
    let moving = line.frame.pages.map(\.index).sorted()
    #expect(moving == [0, 1, 2])
    line.letGo(dx: -900)
    line.wait(0.05)
    let before = rect(of: 1, line)
    line.wait(1.0 / 120)
    #expect(spread(rect(of: 1, line), before) < 60)
    line.wait()
    #expect(line.browser.index == 1 && line.isAtRest)
  }

  @Test func `zoom and pan act on the spread as one picture`() {
    var line = line(index: 1)
    let point = Point(x: 620, y: 300)
    let (left, right) = (rect(of: 1, line), rect(of: 2, line))
    line.send(.zoomBy(3, at: point, animated: true))
    line.wait()
    let (wide, other) = (rect(of: 1, line), rect(of: 2, line))
    #expect(isNear(wide.width / left.width, 3, 0.02) && wide.maxX == other.minX)
    let share = (point.x - right.minX) / right.width
    #expect(isNear(other.minX + share * other.width, point.x, 2))
    line.drag(Vector(dx: 0, dy: 150))
    #expect(isNear(rect(of: 1, line).minY - wide.minY, 150, 1))
    #expect(isNear(rect(of: 2, line).minY, rect(of: 1, line).minY))
  }

  @Test func `a page that was asked for is the current one of its spread`() {
    var line = line()
    line.send(.go(to: 4, animated: true))
    line.wait()
    #expect(line.browser.index == 4 && line.browser.currentSpread == 3..<5)
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(line.browser.index == 1)
  }

  @Test func `the asked page flies from its thumbnail to its side, and back`() throws {
    var line = line()
    let anchor = ThumbnailAnchor(
      page: 4,
      thumbnail: TransitionPlan.Context.Thumbnail(frame: Rect(x: 40, y: 40, width: 80, height: 80)),
      hasPicture: true)
    line.send(.thumbnailAnchor(anchor), .flyFromThumbnail(page: 4))
    let first = try #require(line.frame.flying.last?.layers.last?.clip)
    #expect(isNear(first, Rect(x: 40, y: 40, width: 80, height: 80), 2))
    line.wait()
    #expect(line.browser.index == 4 && isNear(rect(of: 4, line).minX, 500, 1))
    #expect(rect(of: 3, line).maxX == rect(of: 4, line).minX)
    line.send(.thumbnailAnchor(anchor), .close)
    line.wait(0.05)
    #expect(line.frame.flying.last?.page == 4)
    #expect(line.frame.pages.first { $0.index == 3 }.map { $0.opacity < 1 } ?? false)
    line.wait()
    #expect(line.browser.isDismissed)
  }

  @Test func `a spread is pulled down as one picture, and returns`() {
    var line = line(index: 1)
    let rest = (rect(of: 1, line), rect(of: 2, line))
    line.drag(Vector(dx: 0, dy: 200))
    let (left, right) = (rect(of: 1, line), rect(of: 2, line))
    #expect(left.width < rest.0.width && isNear(left.maxX, right.minX))
    line.send(.panCancelled)
    line.wait()
    #expect(isNear(rect(of: 1, line), rest.0) && isNear(rect(of: 2, line), rest.1))
  }

  @Test func `a change of the arrangement keeps the page`() {
    var line = line(index: 3)
    for reading in [BrowserTuning.ReadingMode.strip, .single, .spreads, .strip, .spreads] {
      var next = tuning()
      next.reading = reading
      line.send(.tune(next))
      line.wait()
      #expect(line.browser.index == 3, "\(reading)")
      #expect(!rect(of: 3, line).isEmpty)
    }
  }

  @Test func `with and without a cover, the pages are paired anew`() {
    // Nine pages are five spreads, with and without a cover.
    var line = line(count: 9, index: 4)
    #expect(line.browser.currentSpread == 3..<5)
    for cover in [false, true] {
      line.send(.tune(tuning(cover: cover)))
      line.wait()
      #expect(line.browser.index == 4)
      #expect(line.browser.currentSpread == (cover ? 3..<5 : 4..<6))
      let (page, partner) = (rect(of: 4, line), rect(of: cover ? 3 : 5, line))
      #expect(isNear(page.width, partner.width) && isNear(cover ? page.minX : page.maxX, 500, 1))
    }
    line.send(.tune(tuning(cover: false)), .go(to: 0, animated: false))
    #expect(isNear(rect(of: 0, line).height * 2, rect(of: 0, line).width * 3, 2))
    #expect(rect(of: 1, line).minX == rect(of: 0, line).maxX)
  }

  @Test func `unlocking the zoom keeps the view of the current spread`() {
    var locked = tuning()
    locked.locksZoom = true
    var line = line()
    line.send(.tune(locked), .zoomBy(3, at: Point(x: 620, y: 300), animated: false))
    line.wait()
    line.send(.go(to: 3, animated: false))
    line.wait()
    let before = rect(of: 3, line)
    #expect(before.height > 1000)
    line.send(.tune(tuning()))
    line.wait()
    #expect(isNear(rect(of: 3, line), before))
  }

  @Test func `a strip ignores a locked zoom, which single pages have again afterwards`() {
    var strip = BrowserTuning()
    strip.reading = .strip
    let fit = TimeLine(tuning: strip).browser.zoom(of: 0).targetScale
    var locked = BrowserTuning()
    locked.locksZoom = true
    var line = TimeLine(tuning: locked)
    line.send(.zoomBy(3, at: Point(x: 620, y: 300), animated: false))
    line.wait()
    let zoomed = line.scale
    strip.locksZoom = true
    line.send(.tune(strip))
    line.wait()
    #expect(isNear(line.browser.zoom(of: 0).targetScale, fit, 1e-9))
    line.send(.tune(locked))
    line.wait()
    #expect(isNear(line.scale, zoomed, 1e-9) && !isNear(zoomed, fit, 0.1))
  }

  @Test func `scalable pictures are enlarged again after reading in spreads and strips`() {
    var line = TimeLine(count: 3, picture: nil)
    let small = Size(width: 40, height: 20)
    for page in 0..<3 { line.send(.content(page: page, size: small, isScalable: page != 1)) }
    let fit = line.content
    #expect(isNear(fit.width, 1000))
    for reading in [BrowserTuning.ReadingMode.spreads, .strip, .single] {
      var next = tuning()
      next.reading = reading
      line.send(.tune(next))
      line.wait()
      #expect(line.browser.isScalable(0) && !line.browser.isScalable(1), "\(reading)")
    }
    #expect(isNear(line.content, fit))
  }

  @Test func `pages that come and go keep the current one`() {
    var line = line(count: 8, index: 3)
    line.send(.insert(count: 2, at: 1, animated: true))
    #expect(line.browser.index == 5)
    line.send(.remove(at: 0, animated: true))
    #expect(line.browser.index == 4 && line.browser.layout.count == 9)
    line.send(.remove(at: 4, animated: true), .move(from: 4, to: 0))
    #expect(line.browser.index == 0 && line.browser.layout.count == 8)
    line.wait()
    #expect(line.browser.currentSpread.contains(line.browser.index))
  }
}
