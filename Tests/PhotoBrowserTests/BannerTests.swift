import PhotoBrowser
import TestSupport
import Testing

/// A stage with a banner in a page that scrolls.
@MainActor private final class BannerRig: StageRig {
  let banner = BannerView()
  let page: ScrollingPage
  let pages: [Picture]

  init(_ count: Int = 3) {
    page = ScrollingPage(banner)
    pages = [PhotoContent].album(count, 480, 320).compactMap {
      if case .picture(let picture) = $0 { picture } else { nil }
    }
    super.init(280, 180)
    page.fillsParent = true
    stage.root.add(page)
    let pages = pages
    banner.browser.pages = PageList(
      count: { pages.count }, kind: { _ in PageList.CellKind("banner") { BannerView.Cell() } }
    ) { context in
      (context.cell as? BannerView.Cell)?.picture = pages[context.index]
    }
    wait(0.05)
  }
}

/// A list of stripes with a banner, scrolled by the wheel and by vertical drags.
private final class ScrollingPage: View {
  let banner: BannerView
  var offset = 0.0 {
    didSet { setNeedsLayout() }
  }
  private var dragged: (from: Point, offset: Double)?

  init(_ banner: BannerView) {
    self.banner = banner
    super.init()
    isOpaque = true
    add(banner)
  }

  override func layout() {
    banner.frame = Rect(
      x: 12, y: 20 - offset, width: bounds.width - 24, height: BannerView.defaultHeight)
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    for stripe in 0..<20 {
      let isLight = stripe.isMultiple(of: 2)
      canvas.clear(
        Rect(x: 0, y: Double(stripe) * 20 - offset, width: bounds.width, height: 20),
        to: Color(white: isLight ? 0.95 : 0.85))
    }
  }

  override func receive(_ event: InputEvent) -> Bool {
    if case .scroll(let scroll) = event { offset += scroll.delta.dy }
    if case .pointer(let pointer) = event, let dragged {
      offset = dragged.offset + dragged.from.y - pointer.location.y
    }
    return true
  }

  override func intercept(_ event: InputEvent) -> Bool {
    guard case .pointer(let pointer) = event else { return false }
    if case .pressed = pointer.kind { dragged = (pointer.location, offset) }
    guard let dragged, pointer.kind == .moved else { return false }
    let way = pointer.location - dragged.from
    return abs(way.dy) > 12 && abs(way.dy) > abs(way.dx)
  }
}

@MainActor @Suite struct BannerTests {
  @Test func `pictures fill a banner with round corners`() throws {
    let rig = BannerRig()
    rig.banner.browser.options.tuning.spacing = 30
    rig.settle()
    rig.capture()  // the page's stripes in the corners
    rig.press(220, 70)
    rig.drag(to: 120, 75, over: 0.2)
    rig.frame()
    rig.capture()  // the gap and the next page inside the strip
    rig.release()
    rig.settle()
    rig.capture()
    rig.page.offset = 50
    rig.settle()
    rig.capture()  // the strip scrolled half out of view
    #expect(rig.banner.browser.pageIndex == 1)
    try rig.check("banner", columns: 2)
  }

  @Test func `the pages of a banner lie side by side`() throws {
    let rig = BannerRig()
    rig.settle()
    rig.press(220, 70)
    rig.drag(to: 120, 75, over: 0.2)
    rig.frame()
    let frames = try #require(rig.banner.browser.shownFrame).pages.map(\.frame)
    let left = try #require(frames.min { $0.minX < $1.minX })
    let right = try #require(frames.max { $0.minX < $1.minX })
    #expect(frames.count == 2 && left.minX < 0)
    #expect(left.maxX == right.minX)
  }

  @Test func `a banner loops by itself, and a press pauses it`() {
    let rig = BannerRig()
    rig.wait(3.6)
    #expect(rig.banner.browser.pageIndex == 1)
    rig.press(140, 70)
    rig.wait(5)
    #expect(rig.banner.browser.pageIndex == 1)
    rig.release()
    rig.wait(7.5)
    #expect(rig.banner.browser.pageIndex == 0, "and round")
    rig.banner.interval = nil
    rig.wait(8)
    #expect(rig.banner.browser.pageIndex == 0)
    rig.banner.interval = 1
    rig.wait(1.6)
    #expect(rig.banner.browser.pageIndex == 1)
  }

  @Test func `scrolling across the banner's axis scrolls the page around it`() {
    let rig = BannerRig()
    let point = Point(x: 140, y: 70)
    rig.scroll(.wheel, Vector(dx: 0, dy: 1), at: point)
    #expect(rig.page.offset == 1 && rig.banner.browser.isAtRest)
    rig.scroll(.wheel, Vector(dx: 1, dy: 0), at: point)
    rig.settle()
    #expect(rig.page.offset == 1 && rig.banner.browser.pageIndex == 1)
    rig.press(140, 70)
    rig.drag(to: 142, 30, over: 0.1)
    rig.release()
    rig.settle()
    #expect(rig.page.offset == 41, "\(rig.page.offset)")
    #expect(rig.banner.browser.pageIndex == 1 && rig.banner.browser.state.pull == nil)
  }

  @Test func `touchpad scrolling keeps the axis on which it began`() {
    let rig = BannerRig()
    let point = Point(x: 140, y: 70)
    for step in [Vector(dx: 30, dy: 2), Vector(dx: 30, dy: 40), Vector(dx: 30, dy: 0)] {
      rig.scroll(.touchpad, step, at: point)
      rig.wait(0.02)
    }
    rig.scroll(.touchpad, .zero, at: point, isEnd: true)
    #expect(rig.page.offset == 0)
    rig.settle()
    #expect(rig.banner.browser.pageIndex == 1)
    for step in [Vector(dx: 2, dy: 30), Vector(dx: 40, dy: 30)] {
      rig.scroll(.touchpad, step, at: point)
      rig.wait(0.02)
    }
    #expect(rig.page.offset == 60)
  }

  @Test func `a click opens the banner, except outside its round corners`() {
    let rig = BannerRig()
    var taps = 0
    rig.banner.browser.hooks.tap = { _ in taps += 1 }
    rig.click(140, 70)
    rig.wait(0.1)
    #expect(taps == 1)
    #expect(rig.stage.views(at: Point(x: 13, y: 21)).first === rig.page)
    #expect(rig.stage.views(at: Point(x: 16, y: 24)).first === rig.banner)
  }
}
