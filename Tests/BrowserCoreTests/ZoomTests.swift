import BrowserCore
import Geometry
import Motion
import Testing

@Suite struct ZoomTests {
  private let point = Point(x: 300, y: 350)

  @Test func `an animated zoom keeps the point under the pointer in every frame`() {
    var line = TimeLine(picture: Size(width: 4000, height: 3200))
    let grabbed = line.picture(under: point)
    for _ in 0..<6 {
      line.send(.zoomBy(1.25, at: point, animated: true))
      for _ in 0..<4 {
        line.wait(0.01)
        #expect(isNear(line.picture(under: point), grabbed, 1e-9))
      }
    }
    line.wait()
    #expect(isNear(line.picture(under: point), grabbed, 1e-9))
    #expect(isNear(line.scale, 0.25 * 3.814697265625, 1e-6))
  }

  @Test func `a zoom near an edge keeps the page covered`() {
    var line = TimeLine()
    line.send(.zoomBy(4, at: Point(x: 500, y: 10), animated: true))
    line.wait()
    #expect(line.content.minY <= 0.001 && line.content.maxY >= 799.999)
  }

  @Test func `a pinch keeps the point under its centroid and pans with the fingers`() {
    var line = TimeLine()
    let grabbed = line.picture(under: point)
    line.send(.pinchBegan(centroid: point))
    let moved = Point(x: 420, y: 300)
    line.send(.pinchChanged(factor: 3, centroid: moved))
    #expect(isNear(line.scale, 0.75, 1e-9))
    #expect(isNear(line.picture(under: moved), grabbed, 1e-9))
  }

  @Test func `a pinch past the maximum scale is elastic and springs back`() {
    var line = TimeLine()
    line.send(.pinchBegan(centroid: point), .pinchChanged(factor: 32, centroid: point))
    #expect(isNear(line.scale, 4 * 1.2311444, 1e-5))  // 2^0.3
    line.send(.pinchChanged(factor: 1e9, centroid: point))
    #expect(isNear(line.scale, 8, 1e-9))
    line.send(.pinchEnded(velocity: .zero, growth: 0))
    line.wait()
    #expect(isNear(line.scale, 4, 1e-9) && line.isAtRest)
  }

  @Test func `a double click zooms in at the clicked point, and a second one returns to fit`() {
    var line = TimeLine()
    let fit = line.content
    let grabbed = line.picture(under: point)
    line.send(.toggleZoom(at: point))
    line.wait()
    #expect(isNear(line.scale, 1, 1e-9))
    #expect(isNear(line.picture(under: point), grabbed, 1e-6))
    line.send(.toggleZoom(at: Point(x: 900, y: 700)))
    line.wait()
    #expect(isNear(line.content, fit, 1e-6))
  }

  @Test func `a double click zooms to 2 and a half times fit when 100 % is close to fit`() {
    var line = TimeLine(picture: Size(width: 1200, height: 400))
    line.send(.toggleZoom(at: point))
    line.wait()
    #expect(isNear(line.scale, 2.5 * 1000 / 1200, 1e-9))
  }

  @Test func `with doubleTapFills a double click fills the page and a second one fits`() {
    var tuning = BrowserTuning()
    tuning.doubleTapFills = true
    var line = TimeLine(tuning: tuning)
    let fit = line.content
    line.send(.toggleZoom(at: point))
    line.wait()
    #expect(isNear(line.content.height, 800, 1e-6))
    line.send(.toggleZoom(at: point))
    line.wait()
    #expect(isNear(line.content, fit, 1e-6))
  }

  @Test(arguments: [true, false])
  func `leaving a page resets its zoom unless resetsZoomOnLeave is off`(isReset: Bool) {
    var tuning = BrowserTuning()
    tuning.resetsZoomOnLeave = isReset
    var line = TimeLine(tuning: tuning)
    let fit = line.content
    line.send(.zoomTo(2, at: point, animated: true))
    line.wait()
    let zoomed = line.content
    line.send(.turn(1, animated: true))
    line.wait()
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(isNear(line.content, isReset ? fit : zoomed, 1e-6))
  }

  @Test func `a locked zoom stays from page to page, and unlocking keeps the current page`() {
    var tuning = BrowserTuning()
    tuning.locksZoom = true
    var line = TimeLine(tuning: tuning)
    let fit = line.content
    line.send(.zoomBy(3, at: point, animated: true))
    line.wait()
    let zoomed = line.content
    for animated in [false, true] {
      line.send(.turn(1, animated: animated))
      line.wait()
      #expect(isNear(line.content, zoomed, 1e-6))
    }
    // A change on one page applies to all pages.
    line.send(.scroll(Vector(dx: 60, dy: 40), animated: false))
    line.wait()
    let moved = line.content
    #expect(!isNear(moved, zoomed, 1))
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(isNear(line.content, moved, 1e-6))
    tuning.locksZoom = false
    line.send(.tune(tuning))
    line.wait()
    #expect(isNear(line.content, moved, 1e-6))
    line.send(.turn(1, animated: false))
    line.wait()
    #expect(isNear(line.content, fit, 1e-6))
  }

  @Test func `a locked zoom shows the same part of a picture of another size`() {
    var tuning = BrowserTuning()
    tuning.locksZoom = true
    var line = TimeLine(tuning: tuning)
    line.send(.zoomBy(3, at: point, animated: false))
    line.wait()
    let (page, scale) = (line.content, line.scale)
    let size = line.browser.zoom(of: 0).content
    line.send(.content(page: 1, size: size * 0.5))
    line.send(.turn(1, animated: false))
    line.wait()
    #expect(isNear(line.content, page, 1e-6) && isNear(line.scale, scale * 2, 1e-9))
    // At 100 %, the pixels stay at 100 %.
    line.send(.zoomTo(1, at: nil, animated: false))
    line.wait()
    line.send(.turn(-1, animated: false))
    line.wait()
    #expect(isNear(line.scale, 1, 1e-9))
  }

  @Test func `small pictures are enlarged only by an explicit zoom mode`() {
    var line = TimeLine(picture: Size(width: 100, height: 50))
    #expect(line.content == Rect(x: 450, y: 375, width: 100, height: 50))
    for (mode, scale) in [
      (BrowserTuning.ZoomMode.whole, 10.0), (.width, 10), (.height, 16), (.fill, 16),
      (.automatic, 1),
    ] {
      let before = line.content
      line.send(.mode(mode))
      #expect(isNear(line.content, before))
      line.wait()
      #expect(isNear(line.scale, scale, 1e-9))
    }
  }

  @Test func `a long picture fits the width of a portrait window and starts at its top`() {
    var line = TimeLine(
      viewport: Size(width: 600, height: 1000), picture: Size(width: 1200, height: 20000))
    #expect(line.content == Rect(x: 0, y: 0, width: 600, height: 10000))
    line.drag(from: Point(x: 300, y: 800), Vector(dx: 30, dy: -500))
    #expect(isNear(line.content, Rect(x: 0, y: -500, width: 600, height: 10000)))
    line.letGo(dy: -1000)
    line.wait(4)
    #expect(line.isAtRest && line.content.minY < -650 && line.content.minY > -720)
    #expect(line.content.minX == 0)
  }

  @Test func `a tall picture is shown whole in a landscape window`() {
    let line = TimeLine(picture: Size(width: 1000, height: 2500))
    #expect(isNear(line.content, Rect(x: 340, y: 0, width: 320, height: 800)))
  }

  @Test func `a zoomed picture follows a drag, decelerates and stops at its edge`() {
    var line = TimeLine()
    line.send(.zoomTo(1, at: nil, animated: false))
    let start = line.content
    line.drag(Vector(dx: 200, dy: 100))
    #expect(isNear(line.content, start.offset(by: Vector(dx: 200, dy: 100))))
    #expect(line.position == 0)
    line.letGo(dx: 1000)
    line.wait(5)
    #expect(isNear(line.content.minX, start.minX + 200 + 199, 1))
    line.drag(Vector(dx: 600, dy: 0))
    line.letGo(dx: 8000)
    var furthest = -10000.0
    for _ in 0..<200 {
      line.wait(0.01)
      furthest = max(furthest, line.content.minX)
    }
    line.wait(5)
    #expect(furthest > 5 && line.content.minX == 0 && line.isAtRest)
  }

  @Test func `a picture dragged past its edge resists and springs back`() {
    var line = TimeLine()
    line.send(.zoomTo(1, at: nil, animated: false))
    line.drag(Vector(dx: 100, dy: 800))
    let over = line.content.minY
    #expect(over > 40 && over < 200)
    line.letGo()
    line.wait()
    #expect(line.content.minY == 0)
  }

  @Test func `a drag that begins at the edge moves the pages and keeps the zoom`() {
    var line = TimeLine()
    line.send(.zoomTo(1, at: Point(x: 1000, y: 400), animated: false))
    line.send(.scroll(Vector(dx: 9000, dy: 0), animated: false))
    let zoom = line.browser.zoom(of: 0).rect(at: line.now)
    line.drag(Vector(dx: -300, dy: 0))
    #expect(line.position > 0.29)
    #expect(line.browser.zoom(of: 0).rect(at: line.now) == zoom)
    line.letGo()
    line.wait()
    #expect(line.browser.zoom(of: 0).rect(at: line.now) == zoom && line.position == 0)
  }

  @Test func `a page keeps its zoom while it stays visible and loses it off screen`() {
    var line = TimeLine(count: 9)
    line.send(.zoomTo(1, at: nil, animated: false))
    line.send(.turn(1, animated: true))
    line.wait(0.1)
    #expect(line.browser.index == 1)
    line.send(.turn(-1, animated: true))
    line.wait()
    #expect(isNear(line.scale, 1, 1e-9))
    line.send(.turn(1, animated: true), .turn(1, animated: true))
    line.wait(0.25)
    line.send(.turn(-2, animated: true))
    line.wait()
    #expect(line.browser.index == 0 && isNear(line.scale, 0.25, 1e-9))
  }

  @Test func `a resize keeps the zoom relative to fit and the centre point`() {
    var line = TimeLine()
    line.send(.zoomTo(1.5, at: Point(x: 400, y: 300), animated: false))
    let middle = line.picture(under: Point(x: 500, y: 400))
    line.send(.resize(Size(width: 1200, height: 900)))
    #expect(isNear(line.picture(under: Point(x: 600, y: 450)), middle, 1e-9))
    #expect(isNear(line.scale, 1.8, 1e-9))
    line.send(.resize(Size(width: 1000, height: 800)))
    line.send(.toggleZoom(at: nil))
    line.wait()
    line.send(.resize(Size(width: 500, height: 400)))
    #expect(isNear(line.content, Rect(x: 0, y: 75, width: 500, height: 250), 1e-9))
  }

  @Test func `a resize keeps the reading position of a long picture`() {
    var line = TimeLine(
      viewport: Size(width: 600, height: 1000), picture: Size(width: 1200, height: 20000))
    line.send(.scroll(Vector(dx: 0, dy: 3000), animated: false))
    let middle = line.picture(under: Point(x: 300, y: 500))
    line.send(.resize(Size(width: 500, height: 900)))
    #expect(isNear(line.picture(under: Point(x: 250, y: 450)), middle, 1e-6))
  }

  @Test func `replacing a preview by the exact picture moves nothing, even during a drag`() {
    var line = TimeLine(picture: Size(width: 2000, height: 1000))
    line.send(.zoomBy(4, at: point, animated: true))
    line.wait(0.05)
    var before = line.content
    line.send(.content(page: 0, size: Size(width: 4000, height: 2000)))
    #expect(isNear(line.content, before, 1e-6))
    line.wait()
    line.drag(Vector(dx: -50, dy: -20))
    before = line.content
    line.send(.content(page: 0, size: Size(width: 8000, height: 4000)))
    #expect(isNear(line.content, before, 1e-6))
    line.move(Vector(dx: -50, dy: -20), to: Vector(dx: -80, dy: -20))
    #expect(isNear(line.content.minX, before.minX - 30, 1e-6))
  }

  @Test func `scalable content is enlarged to fit until a bitmap replaces it`() {
    var line = TimeLine(picture: nil)
    let small = Size(width: 40, height: 20)
    line.send(.content(page: 0, size: small, isScalable: true))
    #expect(isNear(line.content, Rect(x: 0, y: 150, width: 1000, height: 500), 1e-6))
    line.send(.zoomBy(3, at: point, animated: false))
    #expect(isNear(line.content.width, 3000, 1e-6))
    line.send(.content(page: 0, size: small))
    line.send(.mode(.automatic))
    line.wait()
    #expect(isNear(line.content.width, 40, 1e-6))
    #expect(!line.browser.isScalable(0))
  }

  @Test func `content that arrives later is shown at fit`() {
    var line = TimeLine(picture: nil)
    #expect(line.content == .zero)
    line.send(.content(page: 0, size: Size(width: 4000, height: 2000)))
    #expect(line.content == Rect(x: 0, y: 150, width: 1000, height: 500))
  }

  @Test func `a press during an animated zoom holds its point and lets the zoom finish`() {
    var line = TimeLine()
    line.send(.zoomTo(1, at: point, animated: true))
    line.wait(0.05)
    let before = line.content
    let held = line.picture(under: Point(x: 600, y: 420))
    line.send(.press(Point(x: 600, y: 420)))
    #expect(isNear(line.content, before, 1e-6))
    line.wait()
    #expect(isNear(line.picture(under: Point(x: 600, y: 420)), held, 1e-6))
    line.send(.release)
    line.wait()
    #expect(isNear(line.scale, 1, 1e-9) && line.isAtRest)
  }

  @Test func `a press stops a fling, which does not resume`() {
    var line = TimeLine()
    line.send(.zoomTo(2, at: nil, animated: false))
    line.drag(Vector(dx: 100, dy: 0))
    line.letGo(dx: 2000)
    line.wait(0.1)
    let before = line.content
    line.send(.press(Point(x: 500, y: 400)))
    line.wait(0.3)
    line.send(.release)
    line.wait()
    #expect(isNear(line.content, before, 0.01) && line.isAtRest)
  }

  @Test func `a zoom during a drag keeps the dragged point`() {
    var line = TimeLine()
    line.send(.zoomTo(1, at: nil, animated: false))
    line.drag(Vector(dx: -100, dy: 0))
    let hand = Point(x: 400, y: 400)
    let held = line.picture(under: hand)
    line.send(.zoomBy(1.5, at: hand, animated: true))
    line.wait(0.5)
    #expect(isNear(line.picture(under: hand), held, 1e-6) && isNear(line.scale, 1.5, 1e-4))
    line.move(Vector(dx: -100, dy: 0), to: Vector(dx: -150, dy: 0))
    #expect(isNear(line.picture(under: Point(x: 350, y: 400)), held, 1e-6))
  }
}
