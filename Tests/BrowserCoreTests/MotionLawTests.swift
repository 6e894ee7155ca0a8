import BrowserCore
import Geometry
import Motion
import Testing
import Transitions

/// Continuity of position and velocity across gestures, flights and page turns.
@Suite struct MotionLawTests {
  private static let hand = Point(x: 500, y: 300)

  // MARK: Pull-down

  @Test func `the backdrop of profile 4 is transparent after two thirds of the height`() {
    var tuning = BrowserTuning()
    tuning.dismissProfile = .jxPhotoBrowser4
    var line = TimeLine(tuning: tuning)
    line.drag(from: Self.hand, Vector(dx: 0, dy: 400))
    #expect(isNear(line.frame.backdrop, 1 - 1.5 * 0.5, 1e-9))
    line.move(from: Self.hand, Vector(dx: 0, dy: 400), to: Vector(dx: 0, dy: 480))
    #expect(isNear(line.frame.backdrop, 0.1, 1e-9) && isNear(line.frame.pullScale, 0.5, 1e-9))
    line.move(from: Self.hand, Vector(dx: 0, dy: 480), to: Vector(dx: 0, dy: 540))
    #expect(line.frame.backdrop == 0)
  }

  // MARK: End of the album

  @Test func `a turn past the end of the album bounces without a jolt in the first frame`() {
    var line = TimeLine(index: 4)
    line.send(.turn(1, animated: false))
    var offsets = [0.0]
    for _ in 0..<60 {
      line.wait(1.0 / 60)
      offsets.append((line.position - 4) * 1030)
    }
    let steps = zip(offsets.dropFirst(), offsets).map { $0 - $1 }
    #expect(offsets[1] > 0 && offsets[1] < 8, "\(offsets[1])")
    #expect(steps.allSatisfy { abs($0) < 10 }, "\(steps)")
    #expect((22...30).contains(offsets.max() ?? 0))
    #expect(offsets.allSatisfy { $0 >= 0 } && offsets.last == 0)
  }

  // MARK: Turning during a flight

  @Test func `a turn during the opening flight starts at the flying picture's position`() throws {
    var line = TimeLine()
    let thumbnail = TransitionPlan.Context.Thumbnail(
      frame: Rect(x: 700, y: 500, width: 100, height: 100), cornerRadius: 6,
      bitmapSize: Size(width: 256, height: 128))
    line.send(
      .thumbnailAnchor(ThumbnailAnchor(page: 0, thumbnail: thumbnail)), .flyFromThumbnail(page: 0))
    line.wait(0.1)
    let before = try #require(line.frame.flying.last?.layers.last).picture
    line.send(.turn(1, animated: false))
    let after = try #require(line.frame.flying.last?.layers.last).picture
    #expect(spread(before, after) < 1)
    var last = line.position
    var fastest = 0.0
    for _ in 0..<60 {
      line.wait(1.0 / 60)
      fastest = max(fastest, abs(line.position - last))
      last = line.position
    }
    #expect(fastest < 0.4, "\(fastest) of a page in one frame")
    line.wait()
    #expect(line.browser.index == 1 && line.isAtRest)
  }

  // MARK: Edge of a zoomed picture

  /// A browser zoomed to 2000 × 1000 on a page of 1000 × 800, `room` points from the picture's
  /// right edge.
  private func zoomed(room: Double = 90, index: Int = 1, tuning: BrowserTuning = BrowserTuning())
    -> TimeLine
  {
    var line = TimeLine(index: index, tuning: tuning)
    line.send(.zoomTo(0.5, at: nil, animated: false))
    line.send(.scroll(Vector(dx: 5000, dy: 0), animated: false))
    line.send(.scroll(Vector(dx: -room, dy: 0), animated: false))
    return line
  }

  @Test func `a drag past the picture's edge continues into paging in the same gesture`() {
    var line = zoomed()
    line.drag(from: Self.hand, Vector(dx: -600, dy: 0), seconds: 0.5)
    #expect(line.position > 1.35 && line.position < 1.5, "\(line.position)")
    #expect(line.frame.pages.count == 2)
    line.letGo(dx: -600)
    line.wait()
    #expect(line.browser.index == 2 && line.isAtRest)
  }

  @Test func `the hand-over at the picture's edge is continuous in both directions`() {
    var line = zoomed()
    line.send(.press(Self.hand), .panBegan(at: Self.hand, direction: Vector(dx: -9, dy: 0)))
    var forth: [Double] = []
    func edge(_ line: TimeLine) -> Double {
      line.frame.pages.first { $0.index == 1 }?.content.maxX ?? .nan
    }
    let way = Array(0...500)
    for x in way {
      line.send(.panChanged(translation: Vector(dx: Double(-x), dy: 0), location: Self.hand))
      forth.append(edge(line))
    }
    let steps = zip(forth.dropFirst(), forth).map { $1 - $0 }
    // Frames are rounded to whole points, so a step of one point is at most one point off.
    #expect(steps.allSatisfy { $0 >= 0 && $0 <= 2 }, "\(steps)")
    func speed(around x: Int) -> Double { (forth[x - 10] - forth[x + 10]) / 20 }
    #expect(isNear(speed(around: 60), 1, 0.11))
    #expect(speed(around: 140) < 0.75)
    #expect(isNear(speed(around: 400), 1, 0.11))
    for x in stride(from: 20, through: 480, by: 1) {
      #expect(abs(speed(around: x) - speed(around: x - 5)) < 0.25, "at \(x)")
    }
    for x in way.reversed() {
      line.send(.panChanged(translation: Vector(dx: Double(-x), dy: 0), location: Self.hand))
      #expect(isNear(edge(line), forth[x], 1e-6), "back at \(x)")
    }
    #expect(line.position == 1)
    line.send(.panChanged(translation: Vector(dx: 50, dy: 0), location: Self.hand))
    #expect(isNear(edge(line), 1140, 1e-6))
    line.letGo()
    line.wait()
    #expect(line.browser.index == 1 && line.isAtRest)
  }

  @Test func `a fling shortly past the picture's edge stays on the page`() {
    var line = zoomed()
    line.drag(from: Self.hand, Vector(dx: -110, dy: 0))
    line.letGo(dx: -3000)
    line.wait()
    #expect(line.browser.index == 1 && line.isAtRest && line.content.maxX == 1000)
  }

  @Test func `a drag that is cancelled past the edge returns to the edge`() {
    var line = zoomed()
    line.drag(from: Self.hand, Vector(dx: -450, dy: 30))
    #expect(line.position > 1.2)
    line.send(.panCancelled)
    line.wait()
    #expect(line.position == 1 && line.isAtRest && isNear(line.content.maxX, 1000))
  }

  @Test func `a zoomed last page resists a drag past its edge`() {
    var line = zoomed(index: 4)
    line.drag(from: Self.hand, Vector(dx: -400, dy: 0))
    #expect(line.position == 4 && line.content.maxX < 1000 && line.content.maxX > 800)
    line.letGo()
    line.wait()
    #expect(line.browser.index == 4 && isNear(line.content.maxX, 1000))
  }

  @Test func `a drag from the edge pages without resistance and pans after reversing`() {
    var line = zoomed(room: 0)
    line.drag(from: Self.hand, Vector(dx: -200, dy: 0))
    #expect(isNear(line.position, 1 + 200.0 / 1030, 1e-9))
    line.move(from: Self.hand, Vector(dx: -200, dy: 0), to: Vector(dx: 300, dy: 0))
    #expect(line.position == 1 && isNear(line.content.maxX, 1300, 1e-6))
    line.letGo()
    line.wait()
    #expect(line.browser.index == 1 && line.isAtRest)
  }

  @Test func `with allowsPagingPastEdges off a drag past the edge stays on the page`() {
    var tuning = BrowserTuning()
    tuning.allowsPagingPastEdges = false
    var line = zoomed(tuning: tuning)
    line.drag(from: Self.hand, Vector(dx: -600, dy: 0))
    #expect(line.position == 1 && line.content.maxX < 1000)
  }

  @Test(arguments: [1.0, -1.0], [false, true])
  func `drags page past both edges in both reading directions`(side: Double, isRightToLeft: Bool) {
    var tuning = BrowserTuning()
    tuning.isRightToLeft = isRightToLeft
    var line = zoomed(room: 0, index: 2, tuning: tuning)
    line.send(.scroll(Vector(dx: side * 5000, dy: 0), animated: false))
    line.send(.scroll(Vector(dx: -side * 50, dy: 0), animated: false))
    line.drag(from: Self.hand, Vector(dx: -side * 700, dy: 0))
    line.letGo(dx: -side * 800)
    line.wait()
    #expect(line.browser.index == (isRightToLeft ? 2 - Int(side) : 2 + Int(side)))
  }

  @Test func `a resize during a drag past the picture's edge keeps the scrolled pages`() {
    var line = zoomed()
    line.drag(from: Self.hand, Vector(dx: -450, dy: 0))
    let before = line.position
    #expect(before > 1.2)
    line.send(.resize(Size(width: 1000, height: 780)))
    line.send(.panChanged(translation: Vector(dx: -450, dy: 0), location: Self.hand))
    #expect(isNear(line.position, before, 1e-6))
    line.move(from: Self.hand, Vector(dx: -450, dy: 0), to: Vector(dx: 50, dy: 0))
    #expect(isNear(line.position, 1, 1e-9) && isNear(line.content.maxX, 1140, 1e-6))
  }

  @Test func `insertion and removal during an edge drag leave no page held`() {
    for change in [
      BrowserAction.insert(count: 2, at: 0, animated: true), .remove(at: 2, animated: true),
    ] {
      var line = zoomed()
      line.drag(from: Self.hand, Vector(dx: -500, dy: 0))
      line.send(change)
      line.move(from: Self.hand, Vector(dx: -500, dy: 0), to: Vector(dx: -520, dy: 0))
      line.letGo()
      line.wait()
      #expect(line.isAtRest && !line.browser.scroll.isHeld)
    }
  }

  // MARK: Keys

  @Test func `consecutive key slides keep position and velocity and take about 150 ms`() {
    var line = TimeLine()
    line.send(.turnByKey(1))
    line.wait(1.0 / 60)
    #expect(line.position > 0 && line.position < 0.4)
    line.wait(0.04)
    let (before, speed) = (line.position, line.browser.scroll.velocity(at: line.now))
    line.send(.turnByKey(1))
    #expect(line.position == before)
    #expect(isNear(line.browser.scroll.velocity(at: line.now), speed, 1e-6))
    line.wait(0.15)
    #expect(isNear(line.position, 2, 0.002))
    line.wait()
    #expect(line.position == 2 && line.isAtRest)
    line.send(.turnByKey(1))
    line.wait(0.13)
    #expect(isNear(line.position, 3, 0.01))
  }
}
