import BrowserCore
import Geometry
import Motion
import Testing
import Transitions

@Suite struct FlightTests {
  private static let thumbnail = TransitionPlan.Context.Thumbnail(
    frame: Rect(x: 700, y: 500, width: 100, height: 100), cornerRadius: 6,
    bitmapSize: Size(width: 256, height: 128))

  /// A browser that was opened from a thumbnail and has settled on its page.
  private func open(_ style: BrowserTuning.DismissProfile = .jxPhotoBrowser3) -> TimeLine {
    var tuning = BrowserTuning()
    tuning.dismissProfile = style
    var line = TimeLine(tuning: tuning)
    line.send(
      .thumbnailAnchor(ThumbnailAnchor(page: 0, thumbnail: Self.thumbnail)),
      .flyFromThumbnail(page: 0))
    line.wait()
    return line
  }

  private func kinds(_ effects: [BrowserEffect]) -> [BrowserEffect] {
    effects.filter {
      switch $0 {
      case .flightBegan, .flightCaught, .flightEnded, .dismissed, .pullEnded: true
      default: false
      }
    }
  }

  /// The rate of change of the frontmost flying picture's rectangle, by a forward difference, in
  /// points per second.
  private func rate(_ line: TimeLine) -> Rect {
    let h = 1e-6
    let a = line.browser.frame(at: line.now).flying.last?.layers.last?.picture ?? .zero
    let b = line.browser.frame(at: line.now + h).flying.last?.layers.last?.picture ?? .zero
    return Rect(
      x: (b.minX - a.minX) / h, y: (b.minY - a.minY) / h, width: (b.width - a.width) / h,
      height: (b.height - a.height) / h)
  }

  @Test func `a picture opens from its thumbnail and closes to the thumbnail`() {
    var line = open()
    #expect(
      kinds(line.effects) == [.flightBegan(.show, page: 0), .flightEnded(at: .page, page: 0)])
    #expect(line.isAtRest && line.frame.flying.isEmpty)
    line.effects = []
    line.send(.close)
    line.wait()
    #expect(
      kinds(line.effects) == [
        .flightBegan(.dismiss, page: 0), .flightEnded(at: .thumbnail, page: 0), .dismissed,
      ])
  }

  @Test func `a downward fling flies to the thumbnail with the drag's position and velocity`()
    throws
  {
    var line = open()
    line.drag(Vector(dx: 30, dy: 250))
    let before = line.content
    line.letGo(dx: 300, dy: 1500)
    let after = try #require(line.frame.flying.last?.layers.last)
    #expect(isNear(after.picture, before, 1e-6))
    let rate = rate(line)
    // The dragged point of the picture keeps the drag's velocity, and width and height change at
    // the same relative rate.
    let growth = rate.width / before.width
    let grip = Point(x: 530, y: 650)
    let flow = Vector(
      dx: rate.minX + (grip.x - before.minX) * growth,
      dy: rate.minY + (grip.y - before.minY) * growth)
    #expect(isNear(flow.dx, 300, 2) && isNear(flow.dy, 1500, 2), "\(flow)")
    #expect(isNear(rate.width / before.width, rate.height / before.height, 1e-3))
    line.wait()
    #expect(line.browser.isDismissed)
  }

  @Test func `an upward fling after a pull-down returns to the page without a flight`() {
    var line = open()
    line.drag(Vector(dx: 30, dy: 250))
    line.letGo(dy: -300)
    #expect(line.browser.flight == nil && line.browser.pull?.phase == .returning)
    line.wait()
    #expect(line.isAtRest && !line.browser.isDismissed)
  }

  @Test(arguments: [(0.0, false), (800.0, true), (-800.0, false)])
  func `a caught opening flight follows the fling, or opens without a fling`(
    speed: Double, isHome: Bool
  )
    throws
  {
    var line = TimeLine()
    line.send(
      .thumbnailAnchor(ThumbnailAnchor(page: 0, thumbnail: Self.thumbnail)),
      .flyFromThumbnail(page: 0))
    line.wait(0.12)
    let flying = try #require(line.frame.flying.last?.layers.last)
    line.send(.press(flying.picture.center))
    let caught = try #require(line.frame.flying.last?.layers.last)
    #expect(isNear(caught.picture, flying.picture, 1e-6) && isNear(caught.clip, flying.clip, 1e-6))
    line.wait(0.5)
    #expect(isNear(try #require(line.frame.flying.last?.layers.last).picture, flying.picture, 1e-6))
    let start = flying.picture.center
    line.send(.panBegan(at: start, direction: Vector(dx: 0, dy: speed < 0 ? -9 : 9)))
    line.send(
      .panChanged(translation: Vector(dx: 20, dy: 30), location: start + Vector(dx: 20, dy: 30)))
    line.letGo(dy: speed)
    let rate = rate(line)
    if speed != 0 { #expect((rate.minY + rate.height / 2) * speed > 0) }
    line.wait()
    #expect(line.browser.isDismissed == isHome)
    #expect(isHome || line.isAtRest)
  }

  @Test func `a caught closing flight returns to the page on release`() {
    var line = open()
    line.send(.close)
    line.wait(0.1)
    let backdrop = line.frame.backdrop
    line.send(.press(line.content.center))
    #expect(isNear(line.frame.backdrop, backdrop, 1e-9))
    line.wait(0.2)
    line.send(.release)
    line.wait()
    #expect(line.isAtRest && !line.browser.isDismissed)
    #expect(line.frame.backdrop == 1 && line.frame.chrome == 1)
  }

  @Test func `the backdrop's opacity never increases during a closing flight`() {
    for profile in BrowserTuning.DismissProfile.allCases {
      var line = open(profile)
      line.drag(Vector(dx: 0, dy: 300))
      line.letGo(dy: 900)
      var last = line.frame.backdrop
      while !line.browser.isDismissed {
        line.wait(1.0 / 120)
        guard !line.browser.isDismissed else { break }
        #expect(line.frame.backdrop <= last + 1e-12)
        last = line.frame.backdrop
      }
    }
  }

  @Test func `a pinch below fit closes with a flight at the pinch's velocity`() {
    var line = open()
    let middle = Point(x: 500, y: 400)
    line.send(.pinchBegan(centroid: middle))
    for factor in [0.9, 0.8, 0.6, 0.5] {
      line.wait(0.02)
      line.send(.pinchChanged(factor: factor, centroid: middle))
    }
    line.effects = []
    line.send(.pinchEnded(velocity: .zero, growth: -2))
    #expect(
      kinds(line.effects) == [.pullEnded(closes: true), .flightBegan(.dismiss, page: 0)])
    #expect(isNear(rate(line).width, -2 * line.content.width, 3))
    line.wait()
    #expect(line.browser.isDismissed)
  }

  @Test func `showing a page during its closing flight settles in 50 frames without overshoot`()
    throws
  {
    var line = open()
    let page = line.content
    line.send(.close)
    line.wait(0.05)
    line.send(.flyFromThumbnail(page: 0))
    for _ in 0..<50 {
      line.wait(1.0 / 120)
      guard let lead = line.frame.flying.last?.layers.last else { break }
      #expect(lead.picture.width <= page.width + 0.2)
    }
    #expect(line.isAtRest)
  }

  @Test func `a picture that left with its page during its flight does not return on closing`() {
    var line = TimeLine()
    line.send(
      .thumbnailAnchor(ThumbnailAnchor(page: 0, thumbnail: Self.thumbnail)),
      .flyFromThumbnail(page: 0))
    line.wait(0.05)
    line.send(.turn(1, animated: true))
    line.wait(0.02)
    line.send(.turn(1, animated: true))
    for _ in 0..<60 where line.position < 1.2 { line.wait(1.0 / 120) }
    #expect(line.position > 1 && line.browser.flight?.page == 0, "page 0 is out of the viewport")
    let page = line.browser.index
    line.send(.thumbnailAnchor(ThumbnailAnchor(page: page, thumbnail: Self.thumbnail)), .close)
    #expect(page != 0 && line.frame.flying.map(\.page) == [page])
    line.wait()
    #expect(line.browser.isDismissed)
  }

  @Test func `without a thumbnail a browser closes without a flight`() {
    var line = open()
    line.send(.thumbnailAnchor(nil), .close)
    #expect(line.browser.flight == nil && line.browser.pull?.phase == .leaving)
    line.wait()
    #expect(line.browser.isDismissed)
  }
}
