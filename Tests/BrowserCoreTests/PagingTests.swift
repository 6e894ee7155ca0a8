import BrowserCore
import Geometry
import Motion
import Testing

@Suite struct PagingTests {
  @Test func `pages are one width and one gap apart`() {
    let line = TimeLine()
    #expect(line.browser.layout.pitch == 1030)
    #expect(line.browser.layout.frame(of: 1, at: 0).minX == 1030)
  }

  @Test func `pages follow a drag one to one and the neighbour is visible`() {
    var line = TimeLine(index: 1)
    line.drag(Vector(dx: -300, dy: 0))
    #expect(isNear(line.position, 1 + 300.0 / 1030, 1e-9))
    #expect(line.frame.pages.map(\.index) == [2, 1])
    #expect(line.frame.pages.map(\.frame.minX) == [730, -300])
  }

  @Test func `a fling faster than 200 points per second turns the page`() {
    var slow = TimeLine()
    slow.drag(Vector(dx: -100, dy: 0))
    slow.letGo(dx: -199)
    slow.wait()
    #expect(slow.browser.index == 0)
    var fast = TimeLine()
    fast.drag(Vector(dx: -100, dy: 0))
    fast.letGo(dx: -201)
    fast.wait()
    #expect(fast.browser.index == 1)
  }

  @Test func `speeds of gestures grow with the scale of the interface`() {
    var tuning = BrowserTuning()
    tuning.uiScale = 2
    tuning.dismissProfile = .jxPhotoBrowser4
    var slow = TimeLine(tuning: tuning)
    slow.drag(Vector(dx: -100, dy: 0))
    slow.letGo(dx: -399)
    slow.wait()
    #expect(slow.browser.index == 0)
    var fast = TimeLine(tuning: tuning)
    fast.drag(Vector(dx: -100, dy: 0))
    fast.letGo(dx: -401)
    fast.wait()
    #expect(fast.browser.index == 1)
    for (speed, closes) in [(999.0, false), (1001, true)] {
      var line = TimeLine(tuning: tuning)
      line.drag(Vector(dx: 0, dy: 60))
      #expect(
        line.send(.panEnded(velocity: Vector(dx: 0, dy: speed))) == [.pullEnded(closes: closes)])
    }
  }

  @Test func `without a fling the projected position decides the page`() {
    var line = TimeLine()
    line.drag(Vector(dx: -500, dy: 0))
    line.letGo(dx: -160)  // 500 + 0.16 · 99 = 515.8 of 1030
    line.wait()
    #expect(line.browser.index == 1)
    line = TimeLine()
    line.drag(Vector(dx: -500, dy: 0))
    line.letGo(dx: -140)  // 513.9
    line.wait()
    #expect(line.browser.index == 0)
  }

  @Test(arguments: [-300.0, -800]) func `a fling back returns to the page where the drag began`(
    dx: Double
  ) {
    var line = TimeLine(index: 1)
    line.drag(Vector(dx: dx, dy: 0))
    line.letGo(dx: 900)
    line.wait()
    #expect(line.browser.index == 1)
  }

  @Test(arguments: [-900.0, 900]) func `one gesture turns at most one page`(dx: Double) {
    var line = TimeLine(count: 9, index: 4)
    line.drag(Vector(dx: dx, dy: 0))
    line.letGo(dx: dx * 40)
    line.wait()
    #expect(line.browser.index == (dx < 0 ? 5 : 3))
    #expect(line.isAtRest)
  }

  @Test(arguments: [0, 4]) func `a rubber band resists past both ends and springs back`(end: Int) {
    let out = end == 0 ? 400.0 : -400
    var line = TimeLine(index: end)
    line.drag(Vector(dx: out, dy: 0))
    let stretched = abs(line.position - Double(end)) * 1030
    #expect(stretched > 100 && stretched < 220)
    line.letGo(dx: out * 10)
    line.wait()
    #expect(line.position == Double(end) && line.isAtRest)
  }

  @Test func `a turn at the end bounces and reports reachedEnd`() {
    var line = TimeLine(index: 4)
    #expect(line.send(.turn(1, animated: true)).contains(.reachedEnd(side: 1)))
    var furthest = 0.0
    for _ in 0..<40 {
      line.wait(1.0 / 120)
      furthest = max(furthest, (line.position - 4) * 1030)
    }
    #expect(furthest > 22 && furthest < 30)
    line.wait()
    #expect(line.position == 4 && line.browser.index == 4)
  }

  @Test func `the index changes half-way between two pages`() {
    var line = TimeLine()
    line.drag(Vector(dx: -514, dy: 0))
    #expect(line.browser.index == 0)
    let effects = line.send(
      .panChanged(translation: Vector(dx: -516, dy: 0), location: Point(x: -16, y: 400)))
    #expect(effects.first == .pageChanged(from: 0, to: 1))
  }

  @Test func `a press stops a slide, and the release settles on the nearest page`() {
    var line = TimeLine()
    line.send(.turn(1, animated: true))
    line.wait(0.06)
    let before = line.position
    #expect(before > 0.3 && before < 0.9)
    line.send(.press(Point(x: 500, y: 400)))
    #expect(line.position == before)
    line.wait(0.5)
    #expect(line.position == before)
    line.send(.release)
    line.wait()
    #expect(line.isAtRest)
    #expect(line.position == before.rounded())
  }

  @Test func `a long jump that is caught settles near the caught position`() {
    var line = TimeLine(count: 20)
    line.send(.go(to: 12, animated: true))
    while line.position < 4.2 { line.wait(0.001) }
    line.send(.press(Point(x: 500, y: 400)), .release)
    line.wait()
    #expect((4...6).contains(line.browser.index))
  }

  @Test func `a second turn during a slide keeps position and velocity`() {
    var line = TimeLine()
    line.send(.turn(1, animated: true))
    line.wait(0.05)
    let position = line.position
    let speed = line.browser.scroll.velocity(at: line.now)
    line.send(.turn(1, animated: true))
    #expect(line.position == position)
    #expect(isNear(line.browser.scroll.velocity(at: line.now), speed, 1e-9))
    line.wait()
    #expect(line.browser.index == 2)
  }

  @Test func `a held key is at most 2 and a half pages ahead and settles within 700 ms`() {
    var line = TimeLine(count: 60)
    for turn in 1...30 {
      line.send(.turn(1, animated: true))
      line.wait(1.0 / 30)
      #expect(Double(turn) - line.position < 2.5)
    }
    line.wait(0.7)
    #expect(line.isAtRest && line.browser.index == 30)
  }

  @Test func `in right-to-left order the next page is on the left`() {
    var tuning = BrowserTuning()
    tuning.isRightToLeft = true
    var line = TimeLine(tuning: tuning)
    line.drag(Vector(dx: 300, dy: 0))
    #expect(line.position > 0.29 && line.frame.pages.first?.frame.minX == -730)
    line.letGo(dx: 500)
    line.wait()
    #expect(line.browser.index == 1)
  }

  @Test func `vertical paging follows a downward drag without a pull-down`() {
    var tuning = BrowserTuning()
    tuning.axis = .vertical
    var line = TimeLine(index: 1, tuning: tuning)
    line.drag(Vector(dx: 0, dy: 200))
    #expect(line.browser.pull == nil)
    #expect(isNear(line.position, 1 - 200.0 / 830, 1e-9))
  }

  @Test func `three pages are alive and two more are prefetched in the direction of travel`() {
    var line = TimeLine(count: 30, index: 10)
    line.send(.turn(1, animated: true))
    line.wait()
    #expect(line.browser.pageWindow.live == [11, 12, 10])
    #expect(line.browser.pageWindow.prefetch == [13, 14])
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(line.browser.pageWindow.live == [10, 9, 11])
    #expect(line.browser.pageWindow.prefetch == [8, 7])
    line.send(.go(to: 29, animated: true))
    for _ in 0..<200 {
      line.wait(0.005)
      #expect(line.browser.pageWindow.live.count <= 3)
      for page in line.frame.pages { #expect(line.browser.pageWindow.live.contains(page.index)) }
    }
    #expect(line.browser.pageWindow.live == [29, 28])
  }

  @Test func `gestures leave a browser with one page or none at rest`() {
    var one = TimeLine(count: 1)
    one.drag(Vector(dx: -500, dy: 0))
    one.letGo(dx: -3000)
    one.wait()
    #expect(one.browser.index == 0 && one.isAtRest)
    var none = TimeLine(count: 0)
    none.send(.turn(1, animated: true), .press(.zero), .release, .toggleZoom(at: nil))
    none.wait()
    #expect(none.frame.pages.isEmpty && none.isAtRest)
    none.send(.insert(count: 3, at: 0, animated: false))
    #expect(none.browser.index == 0 && none.browser.pageWindow.live == [0, 1])
  }

  @Test func `a downward drag near the end of a slide begins a pull-down`() {
    var line = TimeLine()
    line.send(.turn(1, animated: true))
    line.wait(0.15)
    #expect(!line.isAtRest)
    let before = line.content
    line.send(.press(Point(x: 500, y: 400)))
    let effects = line.send(
      .panBegan(at: Point(x: 500, y: 400), direction: Vector(dx: 0, dy: 10)))
    #expect(effects == [.pullBegan])
    #expect(isNear(line.content, before))
    line.send(.panEnded(velocity: .zero))
    line.wait()
    #expect(line.isAtRest && line.browser.index == 1)
  }

  @Test(arguments: [0.0, 300]) func `a tap on a page at rest changes nothing`(y: Double) {
    var line = TimeLine(index: 2)
    line.send(.zoomBy(3, at: Point(x: 200, y: y), animated: false))
    line.wait()
    let before = line.frame
    #expect(line.send(.press(Point(x: 10, y: 10)), .release).isEmpty)
    #expect(line.frame == before && line.isAtRest)
  }
}
