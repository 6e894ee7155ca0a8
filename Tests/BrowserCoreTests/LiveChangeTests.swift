import BrowserCore
import Geometry
import Motion
import Testing

/// Pages that come and go while they are seen: what is left stays where it is, and comes to its
/// place by itself.
@Suite struct LiveChangeTests {
  private func line(_ count: Int, index: Int, loops: Bool = false) -> TimeLine {
    var tuning = BrowserTuning()
    tuning.isLooping = loops
    return TimeLine(count: count, index: index, tuning: tuning)
  }

  /// The left edges of what is seen, by page.
  private func edges(_ line: TimeLine) -> [Int: Double] {
    line.frame.pages.reduce(into: [:]) { $0[$1.index] = $1.frame.minX }
  }

  @Test func `the next page slides in for one that was taken away`() {
    var line = line(5, index: 2)
    let effects = line.send(.remove(at: 2, animated: true))
    #expect(effects.first == .pageChanged(from: 2, to: 2))
    #expect(line.frame.departing.map(\.opacity) == [1])
    #expect(edges(line) == [2: 1030])
    var last = 1030.0
    for _ in 0..<40 {
      line.wait(1.0 / 120)
      #expect(line.browser.index == 2)
      #expect(Array(edges(line).keys) == [2], "the page before is not seen")
      let x = edges(line)[2] ?? .nan
      #expect(x <= last)
      last = x
    }
    line.wait()
    #expect(last < 5 && line.isAtRest && line.position == 2 && line.frame.departing.isEmpty)
    line.drag(Vector(dx: 300, dy: 0))
    #expect(edges(line) == [2: 300, 1: 300 - 1030])
  }

  @Test func `the last page is followed by the one before, and none by nothing`() {
    var line = line(3, index: 2)
    line.send(.remove(at: 2, animated: true))
    #expect(line.browser.index == 1 && edges(line) == [1: -1030])
    line.wait(0.05)
    #expect((edges(line)[1] ?? 0) > -1030 && (edges(line)[1] ?? 0) < 0)
    line.wait()
    #expect(line.position == 1 && line.isAtRest)
    line.send(.remove(at: 0, animated: true))
    #expect(line.browser.index == 0 && line.isAtRest, "nothing that is seen has changed")
    #expect(line.send(.remove(at: 0, animated: true)) == [.dismissed])
  }

  @Test(arguments: [0, 1, 3]) func `in a circle the next one always comes`(index: Int) {
    var line = line(4, index: index, loops: true)
    line.send(.remove(at: index, animated: true))
    let next = index == 3 ? 0 : index
    #expect(line.browser.index == next && edges(line) == [next: 1030])
    line.wait()
    #expect(line.position == Double(next) && line.isAtRest)
  }

  @Test func `of two in a circle one is left, and then it has ends`() {
    var line = line(2, index: 1, loops: true)
    line.send(.remove(at: 1, animated: true))
    line.wait(0.05)
    #expect(line.browser.index == 0 && (edges(line)[0] ?? 0) > 0)
    line.wait()
    #expect(line.position == 0 && line.send(.turn(1, animated: true)).contains(.reachedEnd(1)))
  }

  @Test func `what slides in is caught, and goes on`() {
    var line = line(5, index: 0)
    line.send(.remove(at: 0, animated: true))
    line.wait(0.05)
    let x = edges(line)[0] ?? .nan
    #expect(x > 100 && x < 900)
    line.send(.press(Point(x: 900, y: 400)))
    line.wait(0.3)
    #expect(edges(line)[0] == x)
    line.send(.panBegan(at: Point(x: 900, y: 400), direction: Vector(dx: -9, dy: 0)))
    line.send(.panChanged(translation: Vector(dx: -60, dy: 0), location: .zero))
    #expect(isNear(edges(line)[0] ?? .nan, x - 60, 1), "there is room: no band")
    line.letGo()
    line.wait()
    #expect(line.browser.index == 0 && line.position == 0 && line.isAtRest)
  }

  @Test func `a tap on what has hardly begun to slide in does not send it away`() {
    var line = line(5, index: 2)
    line.send(.remove(at: 2, animated: true))
    line.wait(0.02)
    line.send(.press(Point(x: 500, y: 400)), .release)
    line.wait()
    #expect(line.browser.index == 2 && line.position == 2)
  }

  @Test func `three pages are taken away in a row`() {
    var line = line(6, index: 1)
    for left in [5, 4, 3] {
      line.send(.remove(at: 1, animated: true))
      #expect(line.browser.layout.count == left && line.browser.index == 1)
      line.wait(0.04)
      #expect(line.browser.index == 1)
    }
    line.wait()
    #expect(line.position == 1 && line.isAtRest)
  }

  @Test func `the neighbour closes up when the page between is taken away under a hand`() {
    var line = line(5, index: 2)
    line.drag(Vector(dx: -300, dy: 0))
    #expect(edges(line) == [2: -300, 3: 730])
    line.send(.remove(at: 3, animated: true))
    #expect(edges(line) == [2: -300], "the hole is still open")
    #expect(line.frame.departing.count == 1)
    line.wait(0.1)
    #expect((edges(line)[3] ?? 0) > 730 && (edges(line)[3] ?? 0) < 1000)
    line.wait()
    #expect(edges(line) == [2: -300, 3: 730])
    line.letGo()
    line.wait()
    #expect(line.browser.index == 2)
  }

  @Test func `pages put in push the neighbour aside, and not what is held`() {
    var line = line(4, index: 1)
    line.drag(Vector(dx: 300, dy: 0))
    #expect(edges(line) == [1: 300, 0: -730])
    line.send(.insert(count: 1, at: 1, animated: true))
    #expect(line.browser.index == 2)
    #expect(edges(line) == [2: 300, 0: -730, 1: -730])
    #expect(line.frame.pages.map(\.index) == [1, 0, 2], "what comes is under what goes")
    line.wait(0.08)
    #expect((edges(line)[0] ?? -1030) < -730 && edges(line)[2] == 300)
    line.wait()
    #expect(edges(line) == [2: 300, 1: -730])
  }

  @Test func `without animation only the current page stays`() {
    var line = line(4, index: 1)
    line.drag(Vector(dx: 300, dy: 0))
    line.send(.insert(count: 2, at: 0, animated: false), .insert(count: 2, at: 3, animated: false))
    #expect(edges(line) == [5: 300, 4: -730])
    line.send(.remove(at: 4, animated: false))
    #expect(edges(line) == [4: 300, 3: -730] && line.frame.departing.isEmpty)
  }

  @Test func `pages put in at the seam of a circle lie between the last and the first`() {
    var line = line(3, index: 0, loops: true)
    line.drag(Vector(dx: 300, dy: 0))
    #expect(edges(line) == [0: 300, 2: -730])
    line.send(.insert(count: 2, at: 3, animated: true))
    #expect(line.browser.index == 0 && edges(line) == [0: 300, 2: -730, 4: -730])
    line.wait()
    #expect(edges(line) == [0: 300, 4: -730])
  }

  @Test func `a page that is put in before the first under a stretched band leaves it where it is`()
  {
    var line = line(3, index: 0)
    line.drag(Vector(dx: 300, dy: 0))
    let x = edges(line)[0] ?? .nan
    #expect(x < 200)
    line.send(.insert(count: 1, at: 0, animated: false))
    #expect(edges(line)[1] == x)
    line.send(.panChanged(translation: Vector(dx: 300, dy: 0), location: .zero))
    #expect(edges(line)[1] == x)
    line.send(.panChanged(translation: Vector(dx: 310, dy: 0), location: .zero))
    #expect(isNear(edges(line)[1] ?? .nan, x + 10, 1.01), "there is a page to come to now")
  }

  @Test func `a page goes on a journey, and so do its picture and its zoom`() {
    var line = line(5, index: 1)
    line.send(
      .content(page: 1, size: Size(width: 10, height: 400)), .zoomBy(2, at: nil, animated: false))
    let seen = line.content
    line.send(.move(from: 1, to: 4))
    #expect(line.browser.index == 4 && line.content == seen && line.browser.hasContent(1))
    line.send(.move(from: 0, to: 4))
    #expect(line.browser.index == 3 && line.content == seen)
    line.send(.move(from: 0, to: 9), .move(from: 7, to: 0), .move(from: 2, to: 2))
    #expect(line.browser.index == 2 && line.content == seen && line.isAtRest)
  }

  @Test func `a picture in the hand whose page goes lets the backdrop recover`() {
    var line = line(3, index: 1)
    line.drag(Vector(dx: 0, dy: 300))
    let backdrop = line.frame.backdrop
    let effects = line.send(.remove(at: 1, animated: true))
    #expect(effects.prefix(2) == [.pullEnded(closes: false), .pullReturned])
    #expect(isNear(line.frame.backdrop, backdrop, 1e-9) && line.frame.pull == 1)
    line.send(.panChanged(translation: Vector(dx: 0, dy: 400), location: .zero))
    line.letGo(dy: 3000)
    line.wait()
    #expect(line.isAtRest && line.browser.index == 1 && line.frame.backdrop == 1)
  }

  @Test func `with reduced motion everything is in its place at once`() {
    var tuning = BrowserTuning()
    tuning.reducesMotion = true
    var line = TimeLine(count: 4, index: 1, tuning: tuning)
    line.send(.remove(at: 1, animated: true))
    #expect(line.isAtRest && line.frame.departing.isEmpty && line.position == 1)
    line.send(.insert(count: 3, at: 1, animated: true))
    #expect(line.isAtRest && line.position == 4)
  }

  @Test func `where an effect turns the pages nothing slides`() {
    var tuning = BrowserTuning()
    tuning.hasPageEffect = true
    var line = TimeLine(count: 4, index: 1, tuning: tuning)
    line.send(.remove(at: 1, animated: true))
    #expect(line.position == 1 && line.frame.departing.count == 1)
    line.wait()
    #expect(line.isAtRest)
  }
}
