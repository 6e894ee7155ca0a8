import BrowserCore
import Geometry
import Motion
import Testing

/// Strips and panoramas, which are read in steps along their long side.
@Suite struct ReadingTests {
  private let strip = Size(width: 800, height: 16000)
  private let panorama = Size(width: 30000, height: 4000)

  /// Scrolls by reading steps to the end.
  ///
  /// - Returns: The number of steps.
  private func read(_ line: inout TimeLine, _ step: Int) -> Int {
    var steps = 0
    while let way = line.browser.readingScroll(step), steps < 100 {
      let before = line.content
      line.send(.scroll(way, animated: true))
      line.wait(1.0 / 60)
      #expect(spread(line.content, before) < 100, "an animated scroll without a jump")
      line.wait()
      steps += 1
    }
    return steps
  }

  @Test func `a strip narrower than the page starts at its top and is read down to its end`() {
    var line = TimeLine(picture: strip)
    #expect(isNear(line.content, Rect(x: 100, y: 0, width: 800, height: 16000)))
    #expect(
      line.browser.readingAxis == .vertical && line.browser.readingScroll(-1) == nil)
    line.send(.scroll(line.browser.readingScroll(1) ?? .zero, animated: true))
    line.wait()
    #expect(isNear(line.content.minY, -720), "a tenth of the page stays visible")
    // 15200 points in all at 720 per step, the first of which is done.
    #expect(read(&line, 1) == 21)
    #expect(isNear(line.content.maxY, 800) && line.browser.index == 0)
    #expect(read(&line, -1) == 22)
    #expect(isNear(line.content.minY, 0))
  }

  @Test func `a line one pixel high is shown whole`() {
    let line = TimeLine(picture: Size(width: 65_535, height: 1))
    #expect(line.browser.readingAxis == nil)
    #expect(line.content.width <= 1000)
  }

  @Test func `a strip wider than the page fits the width`() {
    let line = TimeLine(picture: Size(width: 2000, height: 40000))
    #expect(isNear(line.content, Rect(x: 0, y: 0, width: 1000, height: 20000)))
  }

  @Test func `a panorama fits the height, starts at its left and is read to the right`() {
    var line = TimeLine(picture: panorama)
    #expect(isNear(line.content, Rect(x: 0, y: 0, width: 6000, height: 800)))
    #expect(
      line.browser.readingAxis == .horizontal
        && line.browser.readingScroll(-1) == nil)
    #expect(read(&line, 1) == 6)
    #expect(isNear(line.content.maxX, 1000))
  }

  @Test func `a step during a scroll starts at the scroll's target`() {
    var line = TimeLine(picture: strip)
    for _ in 0..<2 {
      line.send(.scroll(line.browser.readingScroll(1) ?? .zero, animated: true))
      line.wait(0.05)
    }
    line.wait()
    #expect(isNear(line.content.minY, -1440))
  }

  @Test(arguments: [Size(width: 3000, height: 1000), Size(width: 1000, height: 3000)])
  func `a picture with an aspect ratio of 1 to 3 is shown whole`(picture: Size) {
    let line = TimeLine(picture: picture)
    #expect(line.browser.readingAxis == nil && line.browser.readingScroll(1) == nil)
    #expect(line.content.width < 1000.5 && line.content.height < 800.5)
  }

  @Test func `a strip can be shown whole and returns to its reading width`() {
    var line = TimeLine(picture: strip)
    line.send(.mode(.whole))
    line.wait()
    #expect(isNear(line.content, Rect(x: 480, y: 0, width: 40, height: 800)))
    #expect(line.browser.readingScroll(1) == nil)
    line.send(.mode(.automatic))
    line.wait()
    #expect(isNear(line.content.width, 800))
  }

  @Test func `a drag pans a panorama before it turns the page`() {
    var line = TimeLine(picture: panorama)
    line.drag(Vector(dx: -200, dy: 0))
    #expect(line.position == 0 && isNear(line.content.minX, -200))
    line.letGo()
    line.wait()
    line.drag(Vector(dx: -20, dy: -200))
    line.letGo()
    line.wait()
    #expect(line.browser.index == 0)
  }

  @Test func `a resize keeps an unread panorama at its left edge`() {
    var line = TimeLine(picture: panorama)
    line.send(.resize(Size(width: 1600, height: 900)))
    #expect(isNear(line.content, Rect(x: 0, y: 0, width: 6750, height: 900)))
  }
}
