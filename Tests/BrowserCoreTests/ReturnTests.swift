import BrowserCore
import Geometry
import Motion
import Testing

/// Restored pictures that fly to their pages.
@Suite struct ReturnTests {
  private let start = Rect(x: 600, y: 700, width: 80, height: 40)
  private let picture = Size(width: 4000, height: 2000)

  /// A browser on page 2, before which the restored page 1 has just been inserted, and which goes
  /// to that page.
  private func line(_ tuning: BrowserTuning = BrowserTuning()) -> TimeLine {
    var line = TimeLine(count: 4, index: 1, tuning: tuning)
    line.send(.insert(count: 1, at: 1, animated: false), .content(page: 1, size: picture))
    line.effects += line.browser.showRestored(1, from: start, at: line.now)
    return line
  }

  private func page(_ index: Int, _ line: TimeLine) -> BrowserFrame.Page? {
    line.frame.pages.first { $0.index == index }
  }

  @Test func `a restored picture flies from the start to its page, above the page that leaves`()
    throws
  {
    var line = line()
    #expect(!line.isAtRest)
    line.wait(1.0 / 60)
    let first = try #require(line.frame.pages.last)
    #expect(first.index == 1 && first.placement == .pulled && first.opacity < 0.2)
    #expect(first.content.width < 200 && first.content.midY > 600)
    #expect(isNear(first.scale, first.content.width / picture.width, 0.0001))
    var (width, opacity) = (first.content.width, first.opacity)
    for _ in 0..<36 {
      line.wait(1.0 / 120)
      let next = try #require(line.frame.pages.last)
      #expect(next.index == 1 && next.content.width >= width && next.opacity >= opacity)
      (width, opacity) = (next.content.width, next.opacity)
    }
    #expect(width > 980 && opacity > 0.99)
    line.wait()
    let last = try #require(line.frame.pages.last)
    #expect(line.isAtRest && line.browser.index == 1 && line.frame.pages.count == 1)
    #expect(last.placement == .still && last.opacity == 1)
    #expect(isNear(last.content, Rect(x: 0, y: 150, width: 1000, height: 500)))
  }

  @Test func `paging during the flight does not let the picture jump`() throws {
    var line = line()
    line.wait(0.08)
    var shown = try #require(page(1, line)).content
    line.send(.turn(1, animated: true))
    #expect(isNear(try #require(page(1, line)).content, shown, 0.01))
    while let next = page(1, line)?.content {
      #expect(spread(next, shown) < 150)
      shown = next
      line.wait(1.0 / 120)
      if line.isAtRest { break }
    }
    line.wait()
    #expect(line.isAtRest && line.browser.index == 2)
  }

  @Test func `the flight follows its page when pages are inserted, and ends with it`() throws {
    var line = line()
    line.wait(0.08)
    let shown = try #require(page(1, line)).content
    line.send(.insert(count: 2, at: 0, animated: false))
    #expect(isNear(try #require(page(3, line)).content, shown, 0.01))
    line.send(.remove(at: 3, animated: true))
    #expect(line.frame.pages.allSatisfy { $0.placement != .pulled })
    line.wait()
    #expect(line.isAtRest)
  }

  @Test func `with reduced motion or a page effect the picture does not fly`() {
    var reduced = BrowserTuning()
    reduced.reducesMotion = true
    let still = line(reduced)
    #expect(still.isAtRest && still.browser.index == 1)
    var tuning = BrowserTuning()
    tuning.hasPageEffect = true
    var turned = line(tuning)
    for _ in 0..<30 {
      turned.wait(1.0 / 120)
      #expect(turned.frame.pages.allSatisfy { $0.placement != .pulled && $0.opacity == 1 })
    }
  }

  @Test func `a page that is visible already does not fly`() {
    var line = TimeLine(count: 3, index: 1)
    _ = line.browser.showRestored(1, from: start, at: line.now)
    #expect(line.isAtRest && line.frame.pages.first?.placement == .still)
    _ = line.browser.showRestored(7, from: start, at: line.now)
    line.wait()
    #expect(line.isAtRest && line.frame.pages.allSatisfy { $0.placement == .still })
  }
}
