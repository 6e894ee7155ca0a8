import BrowserCore
import Geometry
import Motion
import Testing

/// Insertion, removal and moves of visible pages: the remaining pages keep their positions and
/// slide to their final ones.
@Suite struct LiveChangeTests {
  private func line(_ count: Int, index: Int, loops: Bool = false) -> TimeLine {
    var tuning = BrowserTuning()
    tuning.isLooping = loops
    return TimeLine(count: count, index: index, tuning: tuning)
  }

  /// The left edges of the visible pages by page index.
  private func edges(_ line: TimeLine) -> [Int: Double] {
    line.frame.pages.reduce(into: [:]) { $0[$1.index] = $1.frame.minX }
  }

  @Test func `the next page slides in after a removal`() {
    var line = line(5, index: 2)
    let effects = line.send(.remove(at: 2, animated: true))
    #expect(effects.first == .pageChanged(from: 2, to: 2))
    #expect(line.frame.departing.map(\.opacity) == [1])
    #expect(edges(line) == [2: 1030])
    var last = 1030.0
    for _ in 0..<40 {
      line.wait(1.0 / 120)
      #expect(line.browser.index == 2)
      #expect(Array(edges(line).keys) == [2], "the previous page is not visible")
      let x = edges(line)[2] ?? .nan
      #expect(x <= last)
      last = x
    }
    line.wait()
    #expect(last < 5 && line.isAtRest && line.position == 2 && line.frame.departing.isEmpty)
    line.drag(Vector(dx: 300, dy: 0))
    #expect(edges(line) == [2: 300, 1: 300 - 1030])
  }

  @Test func `removing the last page slides in the previous one, and the only one dismisses`() {
    var line = line(3, index: 2)
    line.send(.remove(at: 2, animated: true))
    #expect(line.browser.index == 1 && edges(line) == [1: -1030])
    line.wait(0.05)
    #expect((edges(line)[1] ?? 0) > -1030 && (edges(line)[1] ?? 0) < 0)
    line.wait()
    #expect(line.position == 1 && line.isAtRest)
    line.send(.remove(at: 0, animated: true))
    #expect(line.browser.index == 0 && line.isAtRest, "no visible page has changed")
    #expect(line.send(.remove(at: 0, animated: true)) == [.dismissed])
  }

  @Test(arguments: [0, 1, 3]) func `with looping the next page slides in after any removal`(
    index: Int
  ) {
    var line = line(4, index: index, loops: true)
    line.send(.remove(at: index, animated: true))
    let next = index == 3 ? 0 : index
    #expect(line.browser.index == next && edges(line) == [next: 1030])
    line.wait()
    #expect(line.position == Double(next) && line.isAtRest)
  }

  @Test func `with looping a single remaining page has ends`() {
    var line = line(2, index: 1, loops: true)
    line.send(.remove(at: 1, animated: true))
    line.wait(0.05)
    #expect(line.browser.index == 0 && (edges(line)[0] ?? 0) > 0)
    line.wait()
    #expect(
      line.position == 0 && line.send(.turn(1, animated: true)).contains(.reachedEnd(side: 1)))
  }

  @Test func `a page that slides in can be caught and dragged, and then settles`() {
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
    #expect(isNear(edges(line)[0] ?? .nan, x - 60, 1), "no rubber band inside the range")
    line.letGo()
    line.wait()
    #expect(line.browser.index == 0 && line.position == 0 && line.isAtRest)
  }

  @Test func `a tap on a page that starts to slide in does not change the page`() {
    var line = line(5, index: 2)
    line.send(.remove(at: 2, animated: true))
    line.wait(0.02)
    line.send(.press(Point(x: 500, y: 400)), .release)
    line.wait()
    #expect(line.browser.index == 2 && line.position == 2)
  }

  @Test func `three consecutive removals keep the current index`() {
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

  @Test func `removing the adjacent page during a drag slides its successor in`() {
    var line = line(5, index: 2)
    line.drag(Vector(dx: -300, dy: 0))
    #expect(edges(line) == [2: -300, 3: 730])
    line.send(.remove(at: 3, animated: true))
    #expect(edges(line) == [2: -300], "the gap has not closed yet")
    #expect(line.frame.departing.count == 1)
    line.wait(0.1)
    #expect((edges(line)[3] ?? 0) > 730 && (edges(line)[3] ?? 0) < 1000)
    line.wait()
    #expect(edges(line) == [2: -300, 3: 730])
    line.letGo()
    line.wait()
    #expect(line.browser.index == 2)
  }

  @Test func `an insertion during a drag moves the neighbour and not the dragged page`() {
    var line = line(4, index: 1)
    line.drag(Vector(dx: 300, dy: 0))
    #expect(edges(line) == [1: 300, 0: -730])
    line.send(.insert(count: 1, at: 1, animated: true))
    #expect(line.browser.index == 2)
    #expect(edges(line) == [2: 300, 0: -730, 1: -730])
    #expect(
      line.frame.pages.map(\.index) == [1, 0, 2],
      "the inserted page is drawn below the displaced one")
    line.wait(0.08)
    #expect((edges(line)[0] ?? -1030) < -730 && edges(line)[2] == 300)
    line.wait()
    #expect(edges(line) == [2: 300, 1: -730])
  }

  @Test func `a change without animation keeps the position of the current page`() {
    var line = line(4, index: 1)
    line.drag(Vector(dx: 300, dy: 0))
    line.send(.insert(count: 2, at: 0, animated: false), .insert(count: 2, at: 3, animated: false))
    #expect(edges(line) == [5: 300, 4: -730])
    line.send(.remove(at: 4, animated: false))
    #expect(edges(line) == [4: 300, 3: -730] && line.frame.departing.isEmpty)
  }

  @Test func `with looping pages inserted at the end lie between the last and the first page`() {
    var line = line(3, index: 0, loops: true)
    line.drag(Vector(dx: 300, dy: 0))
    #expect(edges(line) == [0: 300, 2: -730])
    line.send(.insert(count: 2, at: 3, animated: true))
    #expect(line.browser.index == 0 && edges(line) == [0: 300, 2: -730, 4: -730])
    line.wait()
    #expect(edges(line) == [0: 300, 4: -730])
  }

  @Test func `inserting before the first page during overscroll keeps its position`() {
    var line = line(3, index: 0)
    line.drag(Vector(dx: 300, dy: 0))
    let x = edges(line)[0] ?? .nan
    #expect(x < 200)
    line.send(.insert(count: 1, at: 0, animated: false))
    #expect(edges(line)[1] == x)
    line.send(.panChanged(translation: Vector(dx: 300, dy: 0), location: .zero))
    #expect(edges(line)[1] == x)
    line.send(.panChanged(translation: Vector(dx: 310, dy: 0), location: .zero))
    #expect(isNear(edges(line)[1] ?? .nan, x + 10, 1.01), "the new page ends the overscroll")
  }

  @Test func `moving the current page keeps its content and its zoom`() {
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

  @Test func `removing a page during its pull-down restores the backdrop`() {
    var line = line(3, index: 1)
    line.drag(Vector(dx: 0, dy: 300))
    let backdrop = line.frame.backdrop
    let effects = line.send(.remove(at: 1, animated: true))
    #expect(effects.prefix(2) == [.pullEnded(closes: false), .pullReturned])
    #expect(isNear(line.frame.backdrop, backdrop, 1e-9) && line.frame.pullScale == 1)
    line.send(.panChanged(translation: Vector(dx: 0, dy: 400), location: .zero))
    line.letGo(dy: 3000)
    line.wait()
    #expect(line.isAtRest && line.browser.index == 1 && line.frame.backdrop == 1)
  }

  @Test func `with reduced motion pages reach their final positions at once`() {
    var tuning = BrowserTuning()
    tuning.reducesMotion = true
    var line = TimeLine(count: 4, index: 1, tuning: tuning)
    line.send(.remove(at: 1, animated: true))
    #expect(line.isAtRest && line.frame.departing.isEmpty && line.position == 1)
    line.send(.insert(count: 3, at: 1, animated: true))
    #expect(line.isAtRest && line.position == 4)
  }

  @Test func `with a page effect a removal slides no page`() {
    var tuning = BrowserTuning()
    tuning.hasPageEffect = true
    var line = TimeLine(count: 4, index: 1, tuning: tuning)
    line.send(.remove(at: 1, animated: true))
    #expect(line.position == 1 && line.frame.departing.count == 1)
    line.wait()
    #expect(line.isAtRest)
  }
}
