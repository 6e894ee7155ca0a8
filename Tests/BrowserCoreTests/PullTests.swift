import BrowserCore
import Geometry
import Motion
import Testing

@Suite struct PullTests {
  private let hand = Point(x: 620, y: 380)

  private func line(
    _ profile: BrowserTuning.DismissProfile = .jxPhotoBrowser3, picture: Size? = nil
  ) -> TimeLine {
    var tuning = BrowserTuning()
    tuning.dismissProfile = profile
    return TimeLine(picture: picture ?? Size(width: 4000, height: 2000), tuning: tuning)
  }

  @Test(arguments: [
    (Vector(dx: 0, dy: 10), true), (Vector(dx: 9, dy: 10), true), (Vector(dx: -10, dy: 10), true),
    (Vector(dx: 11, dy: 10), false), (Vector(dx: 0, dy: -10), false),
  ])
  func `a pull-down begins with a mainly downward drag`(direction: Vector, pulls: Bool) {
    var line = line()
    let effects = line.send(.press(hand), .panBegan(at: hand, direction: direction))
    #expect(effects == (pulls ? [.pullBegan] : []))
    #expect((line.browser.pull != nil) == pulls)
  }

  @Test func `the pull-down gesture can be disabled`() {
    var line = line()
    var tuning = line.browser.tuning
    tuning.isDismissGestureEnabled = false
    line.send(.tune(tuning))
    #expect(line.send(.panBegan(at: hand, direction: Vector(dx: 0, dy: 9))).isEmpty)
  }

  @Test(arguments: [(0.0, 1.0), (200, 0.75), (400, 0.5), (560, 0.3), (700, 0.3), (-100, 1)])
  func `the scale falls with the pull distance, the backdrop with the scale's square`(
    dy: Double, scale: Double
  ) {
    var line = line()
    let grabbed = line.picture(under: hand)
    line.drag(from: hand, Vector(dx: 0, dy: 5))
    line.move(from: hand, Vector(dx: 0, dy: 5), to: Vector(dx: 40, dy: dy))
    #expect(isNear(line.frame.pullScale, scale, 1e-9))
    #expect(isNear(line.frame.backdrop, scale * scale, 1e-9))
    #expect(isNear(line.picture(under: hand + Vector(dx: 40, dy: dy)), grabbed, 1e-9))
    #expect(isNear(line.content.width, 1000 * scale, 1e-9))
  }

  @Test func `profile 4 stops at half size and fades the backdrop faster`() {
    var line = line(.jxPhotoBrowser4)
    line.drag(from: hand, Vector(dx: 0, dy: 200))
    #expect(isNear(line.frame.pullScale, 0.75, 1e-9))
    #expect(isNear(line.frame.backdrop, 1 - 1.5 * 0.25, 1e-9))
    line.move(from: hand, Vector(dx: 0, dy: 200), to: Vector(dx: 0, dy: 700))
    #expect(isNear(line.frame.pullScale, 0.5, 1e-9))
  }

  @Test(arguments: [
    (BrowserTuning.DismissProfile.jxPhotoBrowser3, 10.0, 100.0, true),
    (.jxPhotoBrowser3, 500, 0, false),
    (.jxPhotoBrowser3, 500, -5, false),
    (.jxPhotoBrowser4, 190, 400, false), (.jxPhotoBrowser4, 210, 0, true),
    (.jxPhotoBrowser4, 50, 510, true),
    (.jxPhotoBrowser4, 210, -900, true),
    // 13 % of 800 points is 104. A decay of 0.995 per millisecond projects 100 points/s to 20.
    (.projected, 103, 0, false), (.projected, 105, 0, true), (.projected, 320, 0, true),
    (.projected, 64, 180, false), (.projected, 64, 210, true), (.projected, 20, 499, true),
    (.projected, 10, 400, false), (.projected, 2, 510, true), (.projected, 300, -1200, false),
  ])
  func `releasing a pull-down closes or returns by the profile's rule`(
    profile: BrowserTuning.DismissProfile, dy: Double, speed: Double, closes: Bool
  ) {
    var line = line(profile)
    line.drag(from: hand, Vector(dx: 0, dy: dy))
    #expect(
      line.send(.panEnded(velocity: Vector(dx: 0, dy: speed))) == [.pullEnded(closes: closes)])
    let rest = line.wait()
    #expect(rest.contains(closes ? .dismissed : .pullReturned))
    #expect(line.browser.isDismissed == closes)
    #expect(closes || line.content == Rect(x: 0, y: 150, width: 1000, height: 500))
  }

  @Test(arguments: [
    (8.0, 160.0, false), (23, 2000, false), (25, 600, true), (25, 100, false), (120, 0, true),
  ])
  func `a mouse pull-down closes only beyond 3 % of the height`(
    dy: Double, speed: Double, closes: Bool
  ) {
    var line = line(.projected)
    line.drag(from: hand, Vector(dx: 0, dy: dy))
    let effects = line.send(.panEnded(velocity: Vector(dx: 0, dy: speed), isMouse: true))
    #expect(effects == [.pullEnded(closes: closes)])
  }

  @Test func `the default profile scales like profile 3 and fades the backdrop like profile 4`() {
    #expect(BrowserTuning().dismissProfile == .projected)
    var line = line(.projected)
    line.drag(from: hand, Vector(dx: 0, dy: 200))
    #expect(isNear(line.frame.pullScale, 0.75, 1e-9) && isNear(line.frame.backdrop, 0.625, 1e-9))
    line.move(from: hand, Vector(dx: 0, dy: 200), to: Vector(dx: 0, dy: 700))
    #expect(isNear(line.frame.pullScale, 0.3, 1e-9) && line.frame.backdrop == 0)
    line.letGo(dy: -4000)
    line.wait()
    #expect(line.isAtRest && line.frame.backdrop == 1)
  }

  @Test func `a pull-down released with an upward fling returns to the page`() {
    var line = line()
    line.drag(from: hand, Vector(dx: 0, dy: 300))
    line.move(from: hand, Vector(dx: 0, dy: 300), to: Vector(dx: 0, dy: 200))
    line.letGo(dy: -600)
    line.wait()
    #expect(!line.browser.isDismissed && line.isAtRest)
  }

  @Test(arguments: BrowserTuning.DismissProfile.allCases)
  func `a cancelled pull-down never closes`(profile: BrowserTuning.DismissProfile) {
    var line = line(profile)
    line.drag(from: hand, Vector(dx: 0, dy: 500))
    #expect(line.send(.panCancelled) == [.pullEnded(closes: false)])
    line.wait()
    #expect(line.isAtRest && line.frame.backdrop == 1)
  }

  @Test(arguments: [false, true])
  func `a press catches a returning or leaving picture where it is`(leaves: Bool) {
    var line = line()
    line.drag(from: hand, Vector(dx: 30, dy: 300))
    line.letGo(dx: 100, dy: leaves ? 800 : -800)
    line.wait(0.08)
    let before = line.frame
    let touch = line.content.center
    #expect(line.send(.press(touch)) == [.pullBegan])
    #expect(isNear(line.content, before.pages[0].content, 1e-9))
    #expect(isNear(line.frame.backdrop, before.backdrop, 1e-9))
    line.wait(0.3)
    #expect(isNear(line.content, before.pages[0].content, 1e-9))
    line.send(.panBegan(at: touch, direction: Vector(dx: 10, dy: 0)))
    line.send(.panChanged(translation: Vector(dx: 50, dy: 0), location: touch))
    #expect(isNear(line.content.midX, touch.x + 50, 1e-6))
    line.letGo(dy: -300)
    line.wait()
    #expect(line.isAtRest && !line.browser.isDismissed)
  }

  @Test func `the drag's velocity continues after the release`() {
    for speed in [-700.0, 900] {
      var line = line()
      line.drag(from: hand, Vector(dx: 0, dy: 300))
      let before = line.content
      line.letGo(dx: 400, dy: speed)
      line.now = line.now + 0.0001
      let after = line.content
      // This point of the picture was under the pointer and keeps the pointer's velocity.
      let fx = (hand.x - before.minX) / before.width
      let fy = (hand.y + 300 - before.minY) / before.height
      let moved = after.point(atX: fx, y: fy) - before.point(atX: fx, y: fy)
      #expect(isNear(moved.dx / 0.0001, 400, 20) && isNear(moved.dy / 0.0001, speed, 20))
    }
  }

  @Test func `only profile 3 pulls a zoomed picture down at its top edge`() {
    for profile in BrowserTuning.DismissProfile.allCases {
      var line = line(profile)
      line.send(.zoomTo(1, at: Point(x: 500, y: 0), animated: false))
      line.send(.scroll(Vector(dx: 0, dy: -5000), animated: false))
      let before = line.content
      let effects = line.send(.panBegan(at: hand, direction: Vector(dx: 0, dy: 10)))
      #expect(effects == (profile == .jxPhotoBrowser3 ? [.pullBegan] : []))
      #expect(isNear(line.content, before))
      line.send(.panChanged(translation: Vector(dx: 0, dy: 80), location: hand), .panCancelled)
      line.wait()
      #expect(isNear(line.content, before, 1e-6))
    }
  }

  @Test func `a downward drag pans a zoomed picture that is below its top edge`() {
    var line = line()
    line.send(.zoomTo(1, at: nil, animated: false))
    line.drag(from: hand, Vector(dx: 0, dy: 60))
    #expect(line.browser.pull == nil && line.content.minY == -540)
  }

  @Test func `a long picture is pulled down at its top and scrolls below it`() {
    var line = TimeLine(
      viewport: Size(width: 600, height: 1000), picture: Size(width: 1200, height: 9000))
    line.drag(from: hand, Vector(dx: 0, dy: 100))
    #expect(line.browser.pull != nil && isNear(line.content.height, 4500 * 0.9, 1e-6))
    line.send(.panCancelled)
    line.wait()
    line.send(.scroll(Vector(dx: 0, dy: 500), animated: false))
    line.drag(from: hand, Vector(dx: 0, dy: 100))
    #expect(line.browser.pull == nil && isNear(line.content.minY, -400, 1e-6))
  }

  @Test func `a page without a picture can be pulled down and get its picture meanwhile`() {
    var line = TimeLine(picture: nil)
    line.drag(from: hand, Vector(dx: 0, dy: 200))
    #expect(isNear(line.content.width, 750, 1e-9) && isNear(line.content.height, 600, 1e-9))
    line.send(.content(page: 0, size: Size(width: 4000, height: 2000)))
    #expect(isNear(line.content.height, 375, 1e-9))
    line.letGo(dy: -900)
    line.wait()
    #expect(line.content == Rect(x: 0, y: 150, width: 1000, height: 500))
  }

  @Test func `a pinch below fit becomes a pull-down and closes`() {
    var line = line()
    let grabbed = line.picture(under: hand)
    line.send(.pinchBegan(centroid: hand))
    #expect(line.send(.pinchChanged(factor: 0.9, centroid: hand)) == [.pullBegan])
    let moved = hand + Vector(dx: 20, dy: 30)
    line.send(.pinchChanged(factor: 0.6, centroid: moved))
    #expect(isNear(line.frame.pullScale, 0.6, 1e-9) && isNear(line.frame.backdrop, 0.36, 1e-9))
    #expect(isNear(line.picture(under: moved), grabbed, 1e-9))
    #expect(line.send(.pinchEnded(velocity: .zero, growth: -1)) == [.pullEnded(closes: true)])
    #expect(line.wait().filter { $0 == .dismissed }.count == 1)
  }

  @Test func `a pinch that grows above fit again ends the pull-down and zooms`() {
    var line = line()
    let grabbed = line.picture(under: hand)
    line.send(.pinchBegan(centroid: hand), .pinchChanged(factor: 0.8, centroid: hand))
    line.send(.pinchChanged(factor: 1.02, centroid: hand))
    let before = line.content
    let effects = line.send(.pinchChanged(factor: 1.07, centroid: hand))
    #expect(effects == [.pullEnded(closes: false), .pullReturned])
    #expect(isNear(line.content, before, 0.5))
    line.send(.pinchChanged(factor: 2.14, centroid: hand))
    #expect(isNear(line.scale, 0.5, 1e-6) && isNear(line.picture(under: hand), grabbed, 1e-6))
    #expect(line.send(.pinchChanged(factor: 0.8, centroid: hand)).isEmpty)
  }

  @Test func `a pinch cancellation during a pull-down returns the picture`() {
    var line = line()
    line.drag(from: hand, Vector(dx: 20, dy: 300))
    #expect(line.send(.pinchCancelled) == [.pullEnded(closes: false)])
    line.wait()
    #expect(line.isAtRest && line.frame.pullScale == 1)
  }

  @Test func `closing reports its effects once and in order, and none after dismissal`() {
    var line = line()
    #expect(line.send(.close) == [.pullBegan, .pullEnded(closes: true)])
    #expect(line.send(.close, .turn(1, animated: true)).isEmpty)
    #expect(line.wait() == [.dismissed])
    #expect(line.send(.close, .press(hand), .reload(count: 3, index: 0)).isEmpty)
    #expect(line.wait().isEmpty)
  }

  @Test func `a turn during a pull-down returns the picture without a jump`() {
    var line = line()
    line.drag(from: hand, Vector(dx: 20, dy: 300))
    let before = line.frame
    let effects = line.send(.turn(1, animated: true))
    #expect(effects.prefix(2) == [.pullEnded(closes: false), .pullReturned])
    #expect(isNear(line.content, before.pages[0].content))
    #expect(isNear(line.frame.backdrop, before.backdrop, 1e-9))
    line.wait()
    #expect(line.browser.index == 1 && line.isAtRest && line.frame.backdrop == 1)
  }
}
