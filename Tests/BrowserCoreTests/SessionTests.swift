import BrowserCore
import Geometry
import Motion
import Testing

@Suite struct SessionTests {
  @Test func `inserting pages before the current one moves no visible page`() {
    var line = TimeLine(count: 3, index: 1)
    line.send(.content(page: 1, size: Size(width: 10, height: 400)))
    line.drag(Vector(dx: -200, dy: 0))
    let before = line.content
    line.send(.insert(count: 4, at: 0, animated: false))
    #expect(line.browser.index == 5 && line.content == before)
    line.move(Vector(dx: -200, dy: 0), to: Vector(dx: -250, dy: 0))
    #expect(isNear(line.content.minX, before.minX - 50, 1))
    line.letGo()
    line.wait()
    #expect(line.browser.index == 5 && line.browser.hasContent(5))
  }

  @Test func `after a removal the next page is current, or the previous one at the end`() {
    var line = TimeLine(count: 3, index: 1)
    line.send(.content(page: 2, size: Size(width: 10, height: 400)))
    #expect(line.send(.remove(at: 1, animated: false)).contains(.pageChanged(from: 1, to: 1)))
    #expect(line.content.width == 10)
    #expect(line.send(.remove(at: 1, animated: false)).contains(.pageChanged(from: 1, to: 0)))
    #expect(line.send(.remove(at: 0, animated: false)) == [.dismissed])
  }

  @Test func `removing the target of a slide settles on an existing page`() {
    var line = TimeLine(count: 3, index: 1)
    line.send(.turn(1, animated: true))
    line.wait(0.02)
    line.send(.remove(at: 2, animated: false))
    line.wait()
    #expect(line.position == 1 && line.browser.index == 1 && line.isAtRest)
    line.drag(Vector(dx: 600, dy: 0))
    line.letGo()
    line.wait(0.01)
    #expect(line.browser.index == 0)
    line.send(.remove(at: 1, animated: false))
    line.wait()
    #expect(line.position == 0 && line.isAtRest)
  }

  @Test func `an insertion or removal reports an unchanged page window again`() {
    var line = TimeLine(count: 5, index: 0)
    let window = line.browser.pageWindow
    #expect(line.send(.insert(count: 1, at: 1, animated: false)) == [.windowChanged(window)])
    #expect(line.send(.remove(at: 1, animated: false)) == [.windowChanged(window)])
  }

  @Test func `a reload discards content, zooms and the current drag`() {
    var line = TimeLine(index: 2)
    line.send(.zoomTo(1, at: nil, animated: false))
    line.drag(Vector(dx: 100, dy: 100))
    let effects = line.send(.reload(count: 2, index: 7))
    #expect(effects.first == .pageChanged(from: 2, to: 1) && effects.last == .pageSettled(1))
    line.send(.panChanged(translation: Vector(dx: 300, dy: 0), location: .zero))
    line.letGo(dx: 5000)
    #expect(line.isAtRest && !line.browser.hasContent(1))
    line.drag(Vector(dx: 300, dy: 0))
    #expect(line.position < 0.8)
    #expect(line.send(.reload(count: 0, index: 0)) == [.dismissed])
  }

  @Test func `a removal or a resize ends a pull-down in order`() {
    var line = TimeLine(index: 2)
    line.drag(Vector(dx: 0, dy: 200))
    let effects = line.send(.remove(at: 2, animated: false))
    #expect(effects.prefix(2) == [.pullEnded(closes: false), .pullReturned])
    line.drag(Vector(dx: 0, dy: 200))
    #expect(line.send(.resize(Size(width: 800, height: 600))).prefix(2) == effects.prefix(2))
    #expect(line.frame.backdrop == 1)
  }

  @Test func `a resize during a turn keeps the scroll position`() {
    var line = TimeLine(index: 2)
    line.send(.turn(1, animated: true))
    line.wait(0.03)
    let position = line.position
    line.send(.resize(Size(width: 640, height: 900)))
    #expect(line.position == position)
    line.wait()
    #expect(line.browser.index == 3)
  }

  @Test func `with reduced motion every action reaches its end state at once`() {
    var tuning = BrowserTuning()
    tuning.reducesMotion = true
    var line = TimeLine(tuning: tuning)
    line.send(.turn(1, animated: true))
    #expect(line.position == 1 && line.isAtRest)
    line.send(.toggleZoom(at: nil))
    #expect(isNear(line.scale, 1, 1e-9) && line.isAtRest)
    line.send(.toggleZoom(at: nil))
    line.drag(Vector(dx: -700, dy: 0))
    #expect(isNear(line.position, 1 + 700.0 / 1030, 1e-9))
    line.letGo()
    #expect(line.position == 2 && line.isAtRest)
    line.drag(Vector(dx: 0, dy: 300))
    #expect(isNear(line.frame.pullScale, 1 - 300.0 / 800, 1e-9))
    let back = line.send(.panEnded(velocity: Vector(dx: 0, dy: -1500)))
    #expect(back.prefix(2) == [.pullEnded(closes: false), .pullReturned])
    #expect(line.isAtRest)
    #expect(line.send(.close) == [.dismissed])
  }

  @Test func `NaN and infinite values are ignored`() {
    var line = TimeLine()
    let nan = Double.nan
    let bad = Point(x: nan, y: .infinity)
    let before = line.frame
    line.send(
      .resize(Size(width: nan, height: 5)), .press(bad), .release,
      .zoomBy(nan, at: nil, animated: true),
      .zoomBy(2, at: bad, animated: true), .panBegan(at: bad, direction: .zero),
      .pinchBegan(centroid: bad),
      .scroll(Vector(dx: nan, dy: 0), animated: false),
      .content(page: 1, size: Size(width: nan, height: 1)))
    #expect(line.frame == before)
    line.drag(Vector(dx: 0, dy: 60))
    line.send(.panChanged(translation: Vector(dx: nan, dy: 1), location: bad))
    line.send(.panEnded(velocity: Vector(dx: .infinity, dy: nan)))
    line.wait()
    #expect(line.frame == before && line.isAtRest)
  }

  @Test func `a turn reports the page change and then the settled page`() {
    var line = TimeLine()
    line.send(.turn(1, animated: true))
    let effects = line.wait()
    #expect(
      effects.filter { if case .windowChanged = $0 { false } else { true } }
        == [.pageChanged(from: 0, to: 1), .pageSettled(1)])
  }
}
