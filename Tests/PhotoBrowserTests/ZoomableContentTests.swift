import TestSupport
import Testing

@testable import PhotoBrowser

@MainActor @Suite struct ZoomableContentTests {
  private func rig(_ content: any ZoomableContent, options: BrowserOptions = BrowserOptions())
    -> BrowserRig
  {
    let rig = BrowserRig([.zoomable(content)], options: options)
    rig.settle()
    return rig
  }

  private func red(_ rig: BrowserRig, _ x: Int, _ y: Int) -> Int {
    Int(rig.pixel(x, y) >> 16 & 0xFF)
  }

  /// The x coordinate at which a row turns from white to black, in pixels.
  private func edge(_ rig: BrowserRig, row y: Int = 80) -> Double {
    (0..<240).reduce(0.0) { $0 + Double(red(rig, $1, y)) / 255 }
  }

  /// The number of pixels of a row that are neither white nor black.
  private func greys(_ rig: BrowserRig, row y: Int = 80) -> Int {
    (0..<240).count { (1...254).contains(red(rig, $0, y)) }
  }

  // MARK: Position and scale

  @Test func `content without pixels fills its page, and a small picture does not`() {
    let drawing = rig(Sketch.edge(at: 30))
    #expect(drawing.content.pixelAligned == Rect(x: 0, y: 0, width: 240, height: 160))
    let picture = rig(Picture(SyntheticPhoto.gradient(60, 40)))
    #expect(picture.content == Rect(x: 90, y: 60, width: 60, height: 40))
  }

  @Test func `a picture given as zoomable content is drawn like a picture`() {
    let bitmap = SyntheticPhoto.transparentDisc(120)
    let one = rig(Picture(bitmap))
    let other = BrowserRig([.photo(bitmap)])
    for rig in [one, other] { rig.settle() }
    #expect(one.picture.isSame(as: other.picture))
  }

  @Test func `content zooms in at the point and returns to fit`() {
    let rig = rig(Sketch.dial())
    let rect = rig.content
    rig.doubleClick(120, 40)
    rig.settle()
    #expect(rig.content.width > rect.width * 2)
    rig.doubleClick(120, 40)
    rig.settle()
    #expect(rig.content.pixelAligned == rect.pixelAligned)
  }

  @Test func `opaque content covers the whole page`() {
    let rig = rig(Sketch.edge(at: 30))
    #expect((rig.browser.visibleCell as? PhotoCell)?.opaqueArea == rig.stage.bounds)
  }

  @Test func `the host's background shows behind transparent content`() {
    var options = BrowserOptions()
    options.background = Color(red: 0, green: 0, blue: 1)
    let seen = rig(Sketch.dial(background: nil), options: options)
    #expect(seen.pixel(1, 1) == 0xFF00_00FF && seen.pixel(41, 1) == 0xFF00_00FF)
    options.background = Color(red: 0, green: 1, blue: 0)
    seen.browser.options = options
    seen.settle()
    #expect(seen.pixel(1, 1) == 0xFF00_FF00 && seen.pixel(41, 1) == 0xFF00_FF00)
  }

  // MARK: Sharpness

  @Test(arguments: [1.0, 3.7, 30, 61.3])
  func `at rest content is sharp at every scale`(scale: Double) {
    let rig = rig(Sketch.edge(at: 31.4))
    rig.perform(.zoomTo(4 * scale, at: Point(x: 125.6, y: 80), animated: true))
    rig.settle()
    #expect(greys(rig) <= 1, "\(greys(rig)) grey pixels")
    let want = rig.content.minX + 31.4 * rig.content.width / 60
    #expect(abs(edge(rig) - want) <= 1)
  }

  @Test func `drawing commands run at rest and not for every frame`() {
    var runs = 0
    let content = DrawingContent(
      size: Size(width: 60, height: 40), background: Sketch.white
    ) { _, _ in
      runs += 1
    }
    let rig = rig(content)
    #expect(runs == 1)
    rig.perform(.zoomTo(12, at: nil, animated: true))
    rig.settle()
    #expect(runs <= 3, "a coarse whole at most, and the new rest")
    let before = runs
    rig.press(120, 80)
    rig.drag(to: 60, 40, over: 0.3)
    rig.frame()
    #expect(runs == before + 1, "the coarse whole, for what was not seen before")
    rig.release()
    rig.settle()
    #expect(runs == before + 2)
    rig.browser.setNeedsDisplay()
    rig.frame()
    #expect(runs == before + 2, "what was drawn is kept")
  }

  @Test func `moving content keeps its sharp pixels`() {
    let rig = rig(Sketch.edge(at: 31.4))
    rig.perform(.zoomTo(120, at: Point(x: 125.6, y: 80), animated: false))
    rig.settle()
    rig.press(120, 80)
    rig.drag(to: 100, 80, over: 0.2)
    rig.frame()
    #expect(greys(rig) <= 3)
  }

  @Test func `translucent content is drawn once at every pixel`() {
    let faint = Color(white: 1, alpha: 0.5)
    let content = DrawingContent(size: Size(width: 60, height: 40)) { canvas, part in
      canvas.fill(part, faint)
    }
    let rig = rig(content)
    rig.perform(.zoomTo(30, at: nil, animated: false))
    rig.settle()
    #expect(red(rig, 120, 80) == 128)
    rig.press(120, 80)
    rig.drag(to: 60, 50, over: 0.2)
    rig.frame()
    let reds = Set((0..<240).map { red(rig, $0, 40) })
    #expect(reds.allSatisfy { abs($0 - 128) <= 1 }, "\(reds.sorted())")
  }

  @Test func `setNeedsDisplay redraws the content`() {
    var shade = 0.0
    let content = DrawingContent(size: Size(width: 60, height: 40)) { canvas, part in
      canvas.clear(part, to: Color(white: shade))
    }
    let rig = rig(content)
    #expect(red(rig, 120, 80) == 0)
    shade = 1
    content.setNeedsDisplay()
    rig.frame()
    #expect(red(rig, 120, 80) == 255)
  }

  // MARK: Filmstrips

  @Test func `a zoomed and a pulled page of text match the recorded frames`() throws {
    let page = TextPage(Sketch.text, width: 360)
    let rig = BrowserRig([.zoomable(page)])
    rig.settle()
    rig.capture()  // fit
    rig.perform(.zoomTo(2, at: Point(x: 60, y: 40), animated: true))
    rig.wait(0.06)
    rig.capture(slack: 1)  // the zoom in, with the former pixels
    rig.settle()
    rig.capture()  // the sharp page
    rig.perform(.zoomTo(0.1, at: nil, animated: true))
    rig.settle()
    rig.press(120, 40)
    rig.drag(to: 150, 90, over: 0.2)
    rig.frame()
    rig.capture(slack: 1)  // the held page
    try rig.check("text-page", columns: 2)
  }

  @Test func `a drawing flies from its thumbnail and back`() throws {
    let dial = Sketch.dial(120, background: nil)
    let air = FlightRig(
      sizes: [(120, 120)], pages: [.zoomable(dial)])
    air.show(0)
    air.rig.capture(slack: 1)
    air.rig.wait(0.12)
    air.draw()
    air.rig.capture(slack: 1)
    air.rig.settle()
    air.rig.capture()
    air.rig.perform(.close)
    air.rig.wait(0.12)
    air.draw()
    air.rig.capture(slack: 1)
    try air.rig.check("drawing-flight", columns: 2)
  }
}
