import BrowserCore
import Geometry
import Motion
import TestSupport
import Testing
import Transitions

/// All pages one under the other, scrolled continuously.
@Suite(.tags(.seeded)) struct PageStripTests {
  private func tuning(spacing: Double = 20, wide: Bool = false) -> BrowserTuning {
    var tuning = BrowserTuning()
    tuning.reading = .strip
    tuning.spacing = spacing
    tuning.fitsWidth = wide
    return tuning
  }

  private func line(_ sizes: [Size], index: Int = 0, spacing: Double = 20) -> TimeLine {
    var line = TimeLine(
      count: sizes.count, index: index, picture: nil, tuning: tuning(spacing: spacing))
    for (page, size) in sizes.enumerated() { line.send(.content(page: page, size: size)) }
    line.wait()
    return line
  }

  private func rect(of page: Int, _ line: TimeLine) -> Rect {
    line.frame.pages.first { $0.index == page }?.content ?? .zero
  }

  private let book = Array(repeating: Size(width: 1000, height: 1500), count: 12)

  @Test func `pages of different sizes are as wide as the column, one under the other`() {
    let line = line([
      Size(width: 4000, height: 2000), Size(width: 300, height: 100),
      Size(width: 900, height: 3000),
    ])
    // The column is as wide as the viewport is high.
    #expect(isNear(rect(of: 0, line), Rect(x: 100, y: 0, width: 800, height: 400)))
    #expect(isNear(rect(of: 1, line), Rect(x: 100, y: 420, width: 800, height: 267), 1))
    #expect(isNear(rect(of: 2, line).minY, 420 + 267 + 20, 1))
    #expect(isNear(rect(of: 2, line).height, 800 * 3000 / 900, 1))
  }

  @Test func `the whole width is used when pages fit the width`() {
    var line = line(book)
    line.send(.tune(tuning(wide: true)))
    #expect(isNear(rect(of: 0, line), Rect(x: 0, y: 0, width: 1000, height: 1500)))
    line.send(.mode(.automatic))
    line.wait()
    #expect(isNear(rect(of: 0, line).width, 800))
  }

  @Test func `a turn lands on the top of the page, with motion`() {
    var line = line(book)
    line.send(.turn(1, animated: false))
    #expect(line.browser.index == 1 && !line.isAtRest)
    let before = rect(of: 1, line)
    line.wait(1.0 / 120)
    #expect(spread(rect(of: 1, line), before) < 200)
    line.wait()
    #expect(isNear(rect(of: 1, line).minY, 0) && line.isAtRest)
    line.send(.turn(1, animated: false), .turn(1, animated: false))
    line.wait()
    #expect(line.browser.index == 3 && isNear(rect(of: 3, line).minY, 0))
    line.send(.go(to: 11, animated: false))
    #expect(line.browser.index == 11)
    #expect(line.send(.turn(1, animated: false)).contains(.reachedEnd(side: 1)))
    line.wait()
    line.send(.go(to: 0, animated: false))
    #expect(line.send(.turn(-1, animated: false)).contains(.reachedEnd(side: -1)))
  }

  @Test func `a turn back begins at the top of the page that is read`() {
    var line = line(book)
    line.send(.scroll(Vector(dx: 0, dy: 1700), animated: false))
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(line.browser.index == 1 && isNear(rect(of: 1, line).minY, 0))
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(line.browser.index == 0)
  }

  @Test func `every page can be turned to, however short`() {
    var line = line(Array(repeating: Size(width: 4000, height: 500), count: 30))
    for page in 1..<30 {
      line.send(.turn(1, animated: true))
      line.wait(0.02)
      #expect(line.browser.index == page)
    }
    for page in (0..<29).reversed() {
      line.send(.turn(-1, animated: true))
      line.wait(0.02)
      #expect(line.browser.index == page)
    }
  }

  @Test func `reading steps walk through all pages with overlap`() {
    var line = line(book)
    var steps = 0
    var seen: [Int] = []
    while let way = line.browser.readingScroll(1), steps < 200 {
      #expect(isNear(way.dy, 720))
      line.send(.scroll(way, animated: true))
      line.wait()
      seen.append(line.browser.index)
      steps += 1
    }
    // Twelve pages 1200 points high with gaps of 20 points.
    let way: Double = (12 * 1200 + 11 * 20 - 800) / 720
    #expect(steps == Int(way.rounded(.up)))
    #expect(seen == seen.sorted() && seen.last == 11)
    #expect(isNear(rect(of: 11, line).maxY, 800))
  }

  @Test func `the page that is read follows the strip from the first to the last`() {
    for seed in 1...20 {
      var dice = SeededRandom(seed: seed)
      let sizes = (0..<Int.random(in: 1...40, using: &dice)).map { _ in
        Size(
          width: .random(in: 100...4000, using: &dice),
          height: .random(in: 100...4000, using: &dice))
      }
      var line = line(sizes)
      var last = line.browser.index
      #expect(last == 0)
      while line.browser.readingScroll(1) != nil {
        line.send(.scroll(Vector(dx: 0, dy: 40), animated: false))
        #expect(line.browser.index >= last, "seed \(seed)")
        last = line.browser.index
      }
      let fits =
        line.frame.pages.count == sizes.count
        && line.browser.readingScroll(-1) == nil
      #expect(last == sizes.count - 1 || fits, "seed \(seed)")
    }
  }

  @Test func `a drag scrolls with inertia, and yields at the end`() {
    var line = line(book, index: 4)
    let before = rect(of: 4, line).minY
    line.drag(Vector(dx: 0, dy: -200))
    #expect(isNear(rect(of: 4, line).minY, before - 200))
    line.letGo(dy: -2000)
    line.wait(0.1)
    let fast = rect(of: 4, line).minY
    #expect(fast < before - 330)
    line.wait(4)
    #expect(line.isAtRest && line.browser.index > 4)
    line.send(.scroll(Vector(dx: 0, dy: 1e6), animated: false))
    let end = rect(of: 11, line).maxY
    #expect(isNear(end, 800))
    line.drag(Vector(dx: 0, dy: -300))
    #expect(rect(of: 11, line).maxY < end - 20 && rect(of: 11, line).maxY > end - 250)
    line.letGo()
    line.wait()
    #expect(isNear(rect(of: 11, line).maxY, end))
  }

  @Test func `a drag sideways moves nothing, and only the top can be pulled down`() {
    var line = line(book, index: 3)
    line.drag(Vector(dx: -300, dy: 0))
    #expect(isNear(rect(of: 3, line).minX, 100))
    line.letGo(dx: -900)
    line.wait()
    line.drag(Vector(dx: 0, dy: 150))
    #expect(line.browser.pull == nil)
    line.letGo()
    line.send(.go(to: 0, animated: false))
    line.wait()
    line.drag(Vector(dx: 0, dy: 200))
    #expect(line.browser.pull != nil && rect(of: 0, line).width < 800)
    let (first, second) = (rect(of: 0, line), rect(of: 1, line))
    #expect(second.isEmpty || second.minY > first.maxY && isNear(second.width, first.width))
    line.send(.panCancelled)
    line.wait()
    #expect(isNear(rect(of: 0, line), Rect(x: 100, y: 0, width: 800, height: 1200)))
  }

  @Test func `a zoom changes the width of the column about the point`() {
    var line = line(book, index: 3)
    line.send(.scroll(Vector(dx: 0, dy: 300), animated: false))
    let before = rect(of: 3, line)
    let point = Point(x: 500, y: 500)
    let share = (point.y - before.minY) / before.height
    line.send(.zoomBy(1.5, at: point, animated: true))
    line.wait()
    let after = rect(of: 3, line)
    #expect(isNear(after.width, 1200, 1))
    #expect(isNear(after.minY + share * after.height, point.y, 1))
    line.send(.zoomBy(0.3, at: point, animated: true))
    line.wait()
    let small = rect(of: 3, line)
    #expect(small.width >= 200 && isNear(small.midX, 500, 1))
  }

  @Test func `sizes that become known late never move what is read`() {
    for seed in 1...40 {
      var dice = SeededRandom(seed: seed)
      let count = Int.random(in: 3...60, using: &dice)
      let start = Int.random(in: 0..<count, using: &dice)
      var line = TimeLine(count: count, index: start, picture: nil, tuning: tuning())
      line.send(.content(page: start, size: Size(width: 1000, height: 1400)))
      line.send(.go(to: start, animated: false))
      line.wait()
      let isPastTop = line.browser.readingScroll(-1) != nil
      for page in (0..<count).shuffled(using: &dice) where page != start {
        let before = rect(of: start, line)
        let hasRoom = line.browser.readingScroll(1) != nil
        line.send(
          .content(
            page: page,
            size: Size(
              width: .random(in: 200...2000, using: &dice),
              height: .random(in: 200...2000, using: &dice))))
        guard isPastTop, hasRoom, line.browser.readingScroll(1) != nil else {
          continue
        }
        #expect(
          abs(rect(of: start, line).minY - before.minY) <= 1, "seed \(seed), page \(page)")
        #expect(line.browser.index == start)
      }
    }
  }

  @Test func `a size that becomes known during a turn does not interrupt it`() {
    var line = TimeLine(count: 10, index: 2, picture: nil, tuning: tuning())
    line.send(.turn(1, animated: true))
    line.wait(0.05)
    let before = rect(of: 3, line)
    #expect(!before.isEmpty)
    line.send(.content(page: 2, size: Size(width: 1000, height: 3000)))
    #expect(abs(rect(of: 3, line).minY - before.minY) <= 2)
    line.wait()
    #expect(line.browser.index == 3 && isNear(rect(of: 3, line).minY, 0))
  }

  @Test func `another size of the window keeps the page`() {
    var line = line(book, index: 5)
    line.send(.resize(Size(width: 600, height: 900)))
    line.wait()
    #expect(line.browser.index == 5 && isNear(rect(of: 5, line).minY, 0))
    #expect(isNear(rect(of: 5, line).width, 600))
    line.send(.scroll(Vector(dx: 0, dy: 400), animated: false))
    line.send(.resize(Size(width: 1600, height: 1000)))
    #expect(line.browser.index == 5)
  }

  @Test func `the visible page flies from its thumbnail and back`() throws {
    var line = line(book)
    let frame = Rect(x: 40, y: 40, width: 80, height: 120)
    let anchor = ThumbnailAnchor(
      page: 7, thumbnail: TransitionPlan.Context.Thumbnail(frame: frame), hasPicture: true)
    line.send(.thumbnailAnchor(anchor), .flyFromThumbnail(page: 7))
    let first = try #require(line.frame.flying.last?.layers.last)
    #expect(isNear(first.clip, frame, 2) && line.frame.flying.last?.page == 7)
    line.wait()
    #expect(line.browser.index == 7 && isNear(rect(of: 7, line).minY, 0))
    line.send(.thumbnailAnchor(anchor), .close)
    line.wait(0.02)
    let leaving = try #require(line.frame.flying.last?.layers.last)
    #expect(isNear(leaving.picture.width / leaving.picture.height, 1000 / 1500, 0.05))
    line.wait()
    #expect(line.browser.isDismissed)
  }

  @Test func `only pages near the visible ones have cells`() {
    let line = line(Array(repeating: Size(width: 1000, height: 1500), count: 400), index: 200)
    let window = line.browser.pageWindow
    #expect(window.live.count <= 6 && window.live.first == 200)
    #expect(!window.prefetch.isEmpty && window.prefetch.allSatisfy { !window.live.contains($0) })
  }

  @Test(arguments: [Size(width: 1000, height: 1500), Size(width: 3000, height: 1000)])
  func `a page that was opened alone is at the top when the pages around it come`(size: Size) {
    var line = TimeLine(count: 1, index: 0, picture: nil, tuning: tuning())
    line.send(.content(page: 0, size: size))
    line.wait()
    line.send(.insert(count: 8, at: 0, animated: false), .insert(count: 4, at: 9, animated: false))
    // A page alone is shown at whole pixels, one of a strip is not.
    #expect(line.browser.index == 8 && isNear(rect(of: 8, line).minY, 0, 0.5))
    for page in 0..<13 where page != 8 {
      line.send(.content(page: page, size: Size(width: 1000, height: 1400 + 100 * Double(page))))
    }
    line.wait()
    #expect(line.browser.index == 8 && isNear(rect(of: 8, line).minY, 0))
  }

  @Test func `a page that comes before the first one does not move a strip at its top`() {
    var line = line(book)
    line.send(.scroll(Vector(dx: 0, dy: 300), animated: false))
    line.send(.scroll(Vector(dx: 0, dy: -300), animated: false))
    let before = rect(of: 0, line)
    line.send(.insert(count: 1, at: 0, animated: true))
    line.wait()
    #expect(line.browser.index == 1 && isNear(rect(of: 1, line), before))
  }

  @Test func `pages that come and go do not move the one that is read`() {
    var line = line(book, index: 5)
    let before = rect(of: 5, line)
    line.send(.insert(count: 3, at: 0, animated: true))
    #expect(line.browser.index == 8 && isNear(rect(of: 8, line), before))
    line.send(.remove(at: 1, animated: true))
    #expect(line.browser.index == 7 && isNear(rect(of: 7, line), before))
    line.send(.remove(at: 7, animated: true))
    line.wait()
    #expect(line.browser.index == 7 && line.browser.layout.count == 13)
  }
}

/// Pages as wide as the viewport, which are read down one after the other.
@Suite struct WalkingTests {
  private let page = Size(width: 2000, height: 3000)

  private var tuning: BrowserTuning {
    var tuning = BrowserTuning()
    tuning.fitsWidth = true
    return tuning
  }

  private func walk(_ line: inout TimeLine, _ step: Int) {
    if let way = line.browser.readingScroll(step) {
      line.send(.scroll(way, animated: true))
    } else {
      line.effects += line.browser.continueReading(
        step, by: .turn(step, animated: false), at: line.now)
    }
    line.wait()
  }

  @Test func `reading goes down a page, to the top of the next one, and back`() {
    var line = TimeLine(count: 3, picture: page, tuning: tuning)
    #expect(isNear(line.content, Rect(x: 0, y: 0, width: 1000, height: 1500)))
    walk(&line, 1)
    #expect(isNear(line.content.maxY, 800) && line.browser.index == 0)
    walk(&line, 1)
    #expect(isNear(line.content.minY, 0) && line.browser.index == 1)
    walk(&line, -1)
    #expect(isNear(line.content.maxY, 800) && line.browser.index == 0)
    walk(&line, -1)
    #expect(isNear(line.content.minY, 0))
  }

  @Test func `the meaning of fit that was chosen for a page goes along`() {
    var line = TimeLine(count: 3, picture: page)
    line.send(.mode(.width))
    line.wait()
    walk(&line, 1)
    walk(&line, 1)
    #expect(line.browser.index == 1 && isNear(line.content.width, 1000))
    // A page turn without reading begins at fit.
    line.send(.turn(1, animated: false))
    #expect(line.content.width < 1000)
  }

  @Test func `a page of unknown size that is reached by reading back begins at its end`() {
    var line = TimeLine(count: 2, index: 1, picture: nil, tuning: tuning)
    line.send(.content(page: 1, size: page))
    walk(&line, -1)
    #expect(line.browser.index == 0)
    line.send(.content(page: 0, size: page))
    #expect(isNear(line.content.maxY, 800))
  }

  @Test func `a slide to the previous page shows its end from the beginning`() {
    var line = TimeLine(count: 2, index: 1, picture: page, tuning: tuning)
    _ = line.browser.continueReading(-1, by: .turnByKey(-1), at: line.now)
    line.wait(0.03)
    let previous = line.frame.pages.first { $0.index == 0 }?.content
    #expect(previous.map { isNear($0.maxY, 800) } ?? false)
  }
}
