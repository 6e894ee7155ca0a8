import BrowserCore
import Geometry
import Motion
import Testing

@Suite struct LoopTests {
  private func loop(_ count: Int, index: Int = 0, isRightToLeft: Bool = false) -> TimeLine {
    var tuning = BrowserTuning()
    tuning.isLooping = true
    tuning.isRightToLeft = isRightToLeft
    return TimeLine(count: count, index: index, tuning: tuning)
  }

  @Test func `the first page follows the last one by a drag, a fling and a turn`() {
    var line = loop(4, index: 3)
    line.drag(Vector(dx: -300, dy: 0))
    #expect(line.frame.pages.map(\.index) == [0, 3])
    #expect(line.frame.pages.map(\.frame.minX) == [730, -300])
    line.letGo(dx: -600)
    line.wait()
    #expect(line.browser.index == 0 && line.position == 0)
    line.drag(Vector(dx: 100, dy: 0))
    line.letGo(dx: 600)
    line.wait()
    #expect(line.browser.index == 3 && line.position == 3)
    #expect(!line.send(.turn(1, animated: true)).contains(.reachedEnd(side: 1)))
    #expect(line.wait().contains(.pageChanged(from: 3, to: 0)))
    line.send(.turn(-1, animated: false))
    #expect(line.browser.index == 3 && line.position == 3)
  }

  @Test func `with looping a drag meets no rubber band`() {
    var line = loop(3)
    line.drag(Vector(dx: 900, dy: 0))
    #expect(isNear(line.position, -900.0 / 1030, 1e-9))
  }

  @Test(arguments: [-1.0, 1])
  func `with two pages the other page is on the side that the drag uncovers`(
    side: Double
  ) {
    var line = loop(2)
    line.drag(Vector(dx: side * 300, dy: 0))
    #expect(line.frame.pages.map(\.index) == [1, 0])
    #expect(line.frame.pages.first?.frame.minX == side * (300 - 1030))
    #expect(line.browser.pageWindow.live == [0, 1] && line.browser.pageWindow.prefetch == [])
    line.move(Vector(dx: side * 300, dy: 0), to: Vector(dx: -side * 300, dy: 0))
    #expect(line.frame.pages.first?.frame.minX == -side * (300 - 1030))
    line.letGo(dx: -side * 500)
    line.wait()
    #expect(line.browser.index == 1 && line.position == 1)
  }

  @Test func `a single page has ends`() {
    var line = loop(1)
    #expect(line.send(.turn(1, animated: true)).contains(.reachedEnd(side: 1)))
    line.wait()
    line.drag(Vector(dx: -400, dy: 0))
    #expect(line.position < 0.25 && line.frame.pages.map(\.index) == [0])
  }

  @Test func `a jump takes the shorter direction`() {
    var line = loop(10, index: 1)
    line.send(.go(to: 8, animated: true))
    line.wait(0.03)
    #expect(line.position < 1)
    line.wait()
    #expect(line.browser.index == 8 && line.position == 8)
    line.send(.go(to: 3, animated: true))
    line.wait(0.03)
    #expect(line.position > 8, "forwards when both directions are equally long")
  }

  @Test func `the page window wraps around the seam`() {
    var line = loop(7, index: 6)
    line.send(.turn(1, animated: true))
    line.wait()
    #expect(line.browser.pageWindow.live == [0, 1, 6])
    #expect(line.browser.pageWindow.prefetch == [2, 3])
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(line.browser.pageWindow.live == [6, 5, 0])
    #expect(line.browser.pageWindow.prefetch == [4, 3])
    #expect(loop(4).browser.pageWindow == loop(4).browser.pageWindow)
    #expect(loop(4).browser.pageWindow.live == [0, 1, 3])
    #expect(loop(4).browser.pageWindow.prefetch == [2])
  }

  @Test(arguments: [2, 3, 8], [false, true])
  func `turning through several rounds never makes a page jump`(
    count: Int, isRightToLeft: Bool
  ) {
    var line = loop(count, isRightToLeft: isRightToLeft)
    for turn in 1...3 * count {
      line.send(.turn(1, animated: true))
      var last: [Int: Double] = [:]
      for _ in 0..<60 {
        line.wait(1.0 / 120)
        let positions = line.frame.pages.reduce(into: [Int: Double]()) {
          $0[$1.index] = $1.frame.minX
        }
        for (page, x) in positions { if let old = last[page] { #expect(abs(x - old) < 140) } }
        last = positions
        #expect(line.frame.pages.count <= 2)
      }
      #expect(line.browser.index == turn % count && line.isAtRest)
      #expect(line.position == Double(turn % count))
    }
  }

  @Test func `a drag through several rounds follows the pointer`() {
    var line = loop(3)
    var all = Vector.zero
    line.send(
      .press(Point(x: 500, y: 400)),
      .panBegan(at: Point(x: 500, y: 400), direction: Vector(dx: -9, dy: 0)))
    for step in 1...40 {
      all.dx = -Double(step) * 257.5
      line.send(.panChanged(translation: all, location: .zero))
      #expect(isNear(line.position, Double(step) / 4, 1e-9))
      #expect(line.browser.index == line.browser.layout.index(at: Double(step) / 4))
    }
    line.letGo()
    line.wait()
    // A gesture still turns one page at most.
    #expect(line.browser.index == 1 && line.position == 1)
  }

  @Test func `looping can be switched off during a turn and on again at rest`() {
    var line = loop(3)
    line.send(.turn(-1, animated: true))
    line.wait(0.04)
    let before = line.frame.pages.last?.frame
    var tuning = line.browser.tuning
    tuning.isLooping = false
    line.send(.tune(tuning))
    #expect(line.frame.pages.last?.frame == before && line.frame.pages.last?.index == 0)
    line.wait()
    #expect(line.browser.index == 0 && line.position == 0)
    tuning.isLooping = true
    line.send(.tune(tuning), .turn(-1, animated: false))
    #expect(line.browser.index == 2)
  }

  @Test func `a drag keeps its position when looping is switched off`() {
    var line = loop(3)
    line.drag(Vector(dx: 100, dy: 0))
    let before = line.position
    var tuning = line.browser.tuning
    tuning.isLooping = false
    line.send(.tune(tuning))
    #expect(line.position == before)
    line.send(.panChanged(translation: Vector(dx: 100, dy: 0), location: .zero))
    #expect(isNear(line.position, before, 1e-9))
    line.letGo()
    line.wait()
    #expect(line.browser.index == 0)
  }

  @Test func `with looping the initial index wraps`() {
    #expect(loop(5, index: 7).browser.index == 2)
    #expect(loop(5, index: -1).browser.index == 4)
  }
}
