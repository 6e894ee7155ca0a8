import TestSupport
import Testing

@testable import PhotoBrowser

/// Things that are no pictures, as pages.
@MainActor enum Sketch {
  static let black = Color(white: 0)
  static let white = Color(white: 1)

  /// White on the left, black from `edge` on.
  static func edge(at edge: Double, _ width: Double = 60, _ height: Double = 40) -> DrawingContent {
    DrawingContent(size: Size(width: width, height: height), paper: white) { canvas, _ in
      canvas.fill(Rect(x: edge, y: 0, width: width - edge, height: height), black)
    }
  }

  /// A dial, drawn with curves.
  static func dial(_ side: Double = 120, paper: Color? = white) -> DrawingContent {
    DrawingContent(size: Size(width: side, height: side), paper: paper) { canvas, _ in
      drawDial(side, in: canvas)
    }
  }

  static func drawDial(_ side: Double, in canvas: Canvas) {
    let middle = Point(x: side / 2, y: side / 2)
    for step in 0..<12 {
      canvas.fillPie(
        center: middle, radius: side * 0.45, from: Double(step) * .pi / 6, sweep: .pi / 12,
        Color(red: 0.1 + Double(step) * 0.07, green: 0.45, blue: 0.9 - Double(step) * 0.06))
    }
    canvas.strokeArc(center: middle, radius: side * 0.47, width: side * 0.02, Color(white: 0.2))
  }

  static let text = """
    The thing one shows
    Anything with proportions can be a page: it is fitted, zoomed at the point under the hand, \
    moved, flown from its thumbnail and pulled away, like a picture.
    A page of text is set once, in lines of its own width. At rest its letters are as sharp as the \
    screen, however far it was enlarged; while it moves its pixels move.
    """
}

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

  /// Where a row turns from white to black, in pixels.
  private func edge(_ rig: BrowserRig, row y: Int = 80) -> Double {
    (0..<240).reduce(0.0) { $0 + Double(red(rig, $1, y)) / 255 }
  }

  /// How many pixels of a row are neither white nor black.
  private func greys(_ rig: BrowserRig, row y: Int = 80) -> Int {
    (0..<240).count { (1...254).contains(red(rig, $0, y)) }
  }

  // MARK: Where it is

  @Test func `what has no pixels fills its page, a small picture does not`() {
    let drawing = rig(Sketch.edge(at: 30))
    #expect(drawing.content.pixelAligned == Rect(x: 0, y: 0, width: 240, height: 160))
    let picture = rig(Picture(SyntheticPhoto.gradient(60, 40)))
    #expect(picture.content == Rect(x: 90, y: 60, width: 60, height: 40))
  }

  @Test func `a picture is the same as content and as a picture`() {
    let bitmap = SyntheticPhoto.transparentDisc(120)
    let one = rig(Picture(bitmap))
    let other = BrowserRig([.photo(bitmap)])
    for rig in [one, other] { rig.settle() }
    #expect(one.picture.isSame(as: other.picture))
  }

  @Test func `it is zoomed at the point and comes back to fit`() {
    let rig = rig(Sketch.dial())
    let place = rig.content
    rig.doubleClick(120, 40)
    rig.settle()
    #expect(rig.content.width > place.width * 2)
    rig.doubleClick(120, 40)
    rig.settle()
    #expect(rig.content.pixelAligned == place.pixelAligned)
  }

  @Test func `an opaque content hides what is behind it`() {
    let rig = rig(Sketch.edge(at: 30))
    #expect((rig.browser.visibleCell as? PhotoCell)?.opaqueArea == rig.stage.bounds)
  }

  @Test func `the host chooses what is behind it`() {
    var options = BrowserOptions()
    options.background = Color(red: 0, green: 0, blue: 1)
    let seen = rig(Sketch.dial(paper: nil), options: options)
    #expect(seen.pixel(1, 1) == 0xFF00_00FF && seen.pixel(41, 1) == 0xFF00_00FF)
    options.background = Color(red: 0, green: 1, blue: 0)
    seen.browser.options = options
    seen.settle()
    #expect(seen.pixel(1, 1) == 0xFF00_FF00 && seen.pixel(41, 1) == 0xFF00_FF00)
  }

  // MARK: Sharpness

  @Test(arguments: [1.0, 3.7, 30, 61.3])
  func `at rest its edges are as sharp as the screen at every scale`(scale: Double) {
    let rig = rig(Sketch.edge(at: 31.4))
    rig.perform(.zoomTo(4 * scale, at: Point(x: 125.6, y: 80), animated: true))
    rig.settle()
    #expect(greys(rig) <= 1, "\(greys(rig)) grey pixels")
    let want = rig.content.minX + 31.4 * rig.content.width / 60
    #expect(abs(edge(rig) - want) <= 1)
  }

  @Test func `commands run when it rests, not for every frame`() {
    var runs = 0
    let content = DrawingContent(size: Size(width: 60, height: 40), paper: Sketch.white) { _, _ in
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

  @Test func `what moves keeps what was sharp when it rested`() {
    let rig = rig(Sketch.edge(at: 31.4))
    rig.perform(.zoomTo(120, at: Point(x: 125.6, y: 80), animated: false))
    rig.settle()
    rig.press(120, 80)
    rig.drag(to: 100, 80, over: 0.2)
    rig.frame()
    #expect(greys(rig) <= 3)
  }

  @Test func `what is translucent is drawn once everywhere`() {
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

  @Test func `what changes by itself is drawn again`() {
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

  // MARK: Films

  @Test func `a page of text is zoomed, pulled and sent home`() throws {
    let page = TextPage(Sketch.text, width: 360)
    let rig = BrowserRig([.zoomable(page)])
    rig.settle()
    rig.capture()  // fit
    rig.perform(.zoomTo(2, at: Point(x: 60, y: 40), animated: true))
    rig.wait(0.06)
    rig.capture(slack: 1)  // growing, from the pixels of before
    rig.settle()
    rig.capture()  // sharp
    rig.perform(.zoomTo(0.1, at: nil, animated: true))
    rig.settle()
    rig.press(120, 40)
    rig.drag(to: 150, 90, over: 0.2)
    rig.frame()
    rig.capture(slack: 1)  // in the hand
    try rig.check("text-page", columns: 2)
  }

  @Test func `a drawing flies from its thumbnail and home`() throws {
    let dial = Sketch.dial(120, paper: nil)
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

/// Pictures that are drawn elsewhere, at any size.
@MainActor @Suite struct VectorContentTests {
  private static let size = Size(width: 600, height: 400)
  private static let edge = 317.3

  /// What a helper would answer.
  private static func render(_ region: PictureRegion) -> Bitmap {
    Bitmap.drawn(region.size.width, region.size.height, isOpaque: true) { canvas in
      canvas.clear(canvas.bounds, to: Sketch.white)
      canvas.translate(Vector(dx: -Double(region.x), dy: -Double(region.y)))
      canvas.scale(
        x: Double(region.whole.width) / size.width, y: Double(region.whole.height) / size.height)
      canvas.fill(Rect(x: edge, y: 0, width: size.width, height: size.height), Sketch.black)
    }
  }

  private static func whole(_ width: Int, _ height: Int) -> Bitmap {
    let size = PixelSize(width: width, height: height)
    return render(PictureRegion(whole: size, x: 0, y: 0, size: size))
  }

  private final class Asked {
    var regions: [PictureRegion] = []
  }

  private func rig() -> (BrowserRig, VectorContent, Asked) {
    let content = VectorContent(
      Picture(Self.whole(240, 160), naturalSize: PixelSize(width: 600, height: 400)))
    let asked = Asked()
    content.onNeed = { asked.regions.append($0) }
    var options = BrowserOptions()
    options.tuning.maximumScale = 1000
    let rig = BrowserRig([.zoomable(content)], options: options)
    rig.settle()
    return (rig, content, asked)
  }

  private func edge(_ rig: BrowserRig, row y: Int = 80) -> Double {
    (0..<240).reduce(0.0) { $0 + Double(rig.pixel($1, y) >> 16 & 0xFF) / 255 }
  }

  @Test func `at fit nothing is missing`() {
    let (rig, _, asked) = rig()
    #expect(asked.regions.isEmpty)
    #expect(rig.picture.isSame(as: Self.whole(240, 160)))
  }

  @Test func `at rest it asks once for what is seen, and never while it moves`() {
    let (rig, _, asked) = rig()
    rig.perform(.zoomTo(12, at: Point(x: 127, y: 80), animated: true))
    rig.wait(0.08)
    #expect(asked.regions.isEmpty)
    rig.settle()
    rig.wait(0.5)
    #expect(asked.regions.count == 1)
    let region = asked.regions[0]
    #expect(region.whole == PixelSize(width: 7200, height: 4800))
    #expect(region.size.width < 240 * 3 / 2 && region.size.height < 160 * 3 / 2)
  }

  @Test(arguments: [1.7, 3.33, 12, 97.1])
  func `what becomes sharp does not move`(scale: Double) {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(scale, at: Point(x: 126.9, y: 77.7), animated: true))
    rig.settle()
    let coarse = edge(rig)
    for region in asked.regions { content.show(Self.render(region), of: region) }
    rig.settle()
    // The coarse picture's own pixels are this large, and its edge lies somewhere in one of them.
    let slack = scale / 0.4 / 2
    #expect(abs(edge(rig) - coarse) <= slack)
    let place = rig.content.pixelAligned
    #expect(abs(edge(rig) - (place.minX + Self.edge * place.width / 600)) <= 0.51)
    #expect((0..<240).count { (1...254).contains(rig.pixel($0, 80) >> 16 & 0xFF) } <= 1)
    #expect(rig.redrawn.isSame(as: rig.picture))
  }

  @Test func `a little way can be gone without asking, and a long way asks again`() {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(12, at: nil, animated: false))
    rig.settle()
    for region in asked.regions { content.show(Self.render(region), of: region) }
    rig.perform(.scroll(Vector(dx: 20, dy: 0), animated: true))
    rig.settle()
    #expect(asked.regions.count == 1)
    rig.perform(.scroll(Vector(dx: 200, dy: 0), animated: true))
    rig.settle()
    #expect(asked.regions.count == 2)
  }

  @Test func `what cannot be drawn that large is drawn half as large`() {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(12, at: nil, animated: false))
    rig.settle()
    rig.perform(.scroll(Vector(dx: 4, dy: 0), animated: true))
    rig.settle()
    #expect(asked.regions.count == 1)
    for region in asked.regions { content.fail(region) }
    #expect(asked.regions.map(\.whole.width) == [7200, 3600])
    content.show(Self.render(asked.regions[1]), of: asked.regions[1])
    rig.settle()
    let greys = (0..<240).count { (1...254).contains(rig.pixel($0, 80) >> 16 & 0xFF) }
    #expect(greys <= 3, "sharper than the whole")
    #expect(rig.redrawn.isSame(as: rig.picture))
    rig.perform(.zoomTo(24, at: Point(x: 126.9, y: 77.7), animated: false))
    rig.settle()
    #expect(asked.regions.last?.whole.width == 3600, "what failed once is not tried again")
    for _ in 0..<20 { if let last = asked.regions.last { content.fail(last) } }
    #expect((asked.regions.last?.whole.width ?? 0) > 240, "the whole is as good then")
  }

  @Test func `coarse first, then sharp, and sharp where it was while it moves`() throws {
    func dial(_ region: PictureRegion) -> Bitmap {
      Bitmap.drawn(region.size.width, region.size.height) { canvas in
        canvas.translate(Vector(dx: -Double(region.x), dy: -Double(region.y)))
        Sketch.drawDial(Double(region.whole.width), in: canvas)
      }
    }
    let small = PixelSize(width: 60, height: 60)
    let content = VectorContent(
      Picture(dial(PictureRegion(whole: small, x: 0, y: 0, size: small))))
    let asked = Asked()
    content.onNeed = { asked.regions.append($0) }
    let rig = BrowserRig([.zoomable(content)])
    rig.settle()
    rig.capture()  // enlarged to its page, coarse
    rig.perform(.zoomTo(9, at: Point(x: 100, y: 30), animated: false))
    rig.settle()
    rig.capture()  // zoomed, coarse
    content.show(dial(try #require(asked.regions.last)), of: try #require(asked.regions.last))
    rig.settle()
    rig.capture()  // sharp
    rig.press(120, 80)
    rig.drag(to: 190, 120, over: 0.2)
    rig.frame()
    rig.capture()  // sharp where it was, coarse where it was not seen
    try rig.check("vector", columns: 2)
  }

  @Test func `pixels of another part are kept until the right ones come`() {
    let (rig, content, asked) = rig()
    rig.perform(.zoomTo(12, at: Point(x: 126.9, y: 80), animated: false))
    rig.settle()
    content.show(Self.render(asked.regions[0]), of: asked.regions[0])
    rig.frame()
    rig.perform(.zoomTo(20, at: Point(x: 126.9, y: 80), animated: true))
    rig.settle()
    let greys = (0..<240).count { (1...254).contains(rig.pixel($0, 80) >> 16 & 0xFF) }
    #expect(greys <= 4, "from the part's pixels, not from the whole's")
  }
}

/// A picture that is another one in every frame: a clip, an animation.
@MainActor @Suite struct MovingPictureTests {
  @Test func `the next frame of a clip moves nothing and draws only itself`() throws {
    let rig = BrowserRig([.photo(SyntheticPhoto.gradient(160, 160))])
    rig.settle()
    let cell = try #require(rig.browser.visibleCell as? PhotoCell)
    var told = 0
    let wasTold = cell.onContentSizeChange
    cell.onContentSizeChange = {
      told += 1
      wasTold?()
    }
    rig.perform(.zoomTo(1.2, at: nil, animated: false))
    rig.settle()
    let place = rig.content
    for blue in 0..<5 {
      cell.content = .photo(SyntheticPhoto.gradient(160, 160, blue: UInt8(blue * 50)))
      rig.frame()
      #expect(
        rig.damage.reduce(Rect.zero) { $0.union($1) }
          == place.roundedOut.inset(by: .all(-1)).intersection(rig.stage.bounds))
      #expect(rig.redrawn.isSame(as: rig.picture))
    }
    #expect(told == 0 && rig.content == place)
    #expect(rig.pixel(120, 80) & 0xFF == 200)
  }

  @Test func `a clip in the hand and in the air is its frame of that moment`() throws {
    let air = FlightRig(sizes: [(240, 160)])
    air.show(0)
    air.rig.wait(0.1)
    let cell = try #require(air.browser.cell(at: 0) as? PhotoCell)
    cell.content = .photo(SyntheticPhoto.gradient(240, 160, blue: 1))
    air.rig.frame()
    let lead = try #require(air.lead)
    let middle = lead.clip.center
    #expect(air.rig.pixel(Int(middle.x), Int(middle.y)) & 0xFF == 1)
  }
}
