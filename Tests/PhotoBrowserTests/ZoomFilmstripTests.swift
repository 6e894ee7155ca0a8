import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite struct ZoomFilmstripTests {
  private func large() -> [PhotoContent] {
    [.photo(SyntheticPhoto.numberedGrid(480, 320, cell: 40))]
  }

  @Test func `Ctrl+wheel zooms at the pointer`() throws {
    let rig = BrowserRig(large())
    rig.capture()  // fit
    func point() -> Point {
      Point(
        x: (180 - rig.content.minX) / rig.content.width,
        y: (40 - rig.content.minY) / rig.content.height)
    }
    let under = point()
    for _ in 0..<3 {
      rig.wheel(0, -1, at: 180, 40, .control)
      rig.wait(0.3)
      rig.capture()  // one notch larger, the same point of the picture under the pointer
      #expect(abs(point().x - under.x) < 0.003)
      #expect(abs(point().y - under.y) < 0.003)
    }
    rig.wheel(0, 1, at: 60, 120, .control)
    rig.wait(0.04)
    rig.capture()  // the zoom out, at another point
    rig.settle()
    rig.capture()  // at rest
    try rig.check("wheel-zoom", columns: 3)
  }

  @Test func `a double click zooms in at the point, and a second one zooms out`() throws {
    let rig = BrowserRig(large())
    rig.doubleClick(60, 40)
    for _ in 0..<2 {
      rig.wait(0.05)
      rig.capture()  // the zoom in at the point
    }
    rig.settle()
    rig.capture()  // 100 %, pixel for pixel
    #expect(rig.content.size == Size(width: 480, height: 320))
    rig.doubleClick(200, 100)
    for _ in 0..<2 {
      rig.wait(0.05)
      rig.capture()  // the zoom out
    }
    rig.settle()
    rig.capture()  // fit
    #expect(rig.content == Rect(x: 0, y: 0, width: 240, height: 160))
    try rig.check("double-click", columns: 3)
  }

  @Test func `two fingers pinch and pan the picture`() throws {
    let rig = BrowserRig(large())
    let start = Point(x: 80, y: 80)
    rig.fingers(.began, around: start, span: 40)
    rig.pinch(from: (start, 40), to: (Point(x: 100, y: 70), 80), over: 0.15)
    rig.frame()
    rig.capture()  // nearly double size
    rig.pinch(from: (Point(x: 100, y: 70), 80), to: (Point(x: 150, y: 60), 140), over: 0.2)
    rig.frame()
    rig.capture()  // larger and moved to the right
    rig.pinch(from: (Point(x: 150, y: 60), 140), to: (Point(x: 190, y: 110), 140), over: 0.2)
    rig.frame()
    rig.capture()  // moved without scaling
    rig.wait(0.2)
    rig.fingers(.ended, around: Point(x: 190, y: 110), span: 140)
    rig.wait(0.05)
    rig.capture()  // the return within the edges
    rig.settle()
    rig.capture()  // at rest
    try rig.check("pinch", columns: 3)
  }

  @Test func `a picture pinched beyond its limits springs back`() throws {
    var options = BrowserOptions()
    options.tuning.maxScale = 2
    options.tuning.isDismissGestureEnabled = false
    let rig = BrowserRig(.album(1), options: options)
    let middle = Point(x: 120, y: 80)
    rig.fingers(.began, around: middle, span: 160)
    rig.pinch(from: (middle, 160), to: (middle, 50), over: 0.2)
    rig.frame()
    rig.capture()  // smaller than fit, with resistance
    rig.fingers(.ended, around: middle, span: 50)
    rig.wait(0.05)
    rig.capture()  // the return to fit
    rig.settle()
    rig.capture()  // fit
    #expect(rig.content == Rect(x: 0, y: 0, width: 240, height: 160))
    try rig.check("pinch-small", columns: 3)
  }
}
