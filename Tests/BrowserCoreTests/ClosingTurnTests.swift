import BrowserCore
import Geometry
import Motion
import Testing
import Transitions

/// Tests of closing and pinching in the middle of a page turn: a turn with a page effect ends
/// first, quickly and without a jump; a slide is left at once.
@Suite struct ClosingTurnTests {
  private static let thumbnail = TransitionPlan.Context.Thumbnail(
    frame: Rect(x: 700, y: 500, width: 100, height: 100), cornerRadius: 6,
    bitmapSize: Size(width: 256, height: 128))
  private static let middle = Point(x: 500, y: 400)
  /// The time between two checks of continuity, in seconds.
  private static let step = 0.001

  /// A browser with a turn from page 0 to page 1 that has run for `seconds`. With a page effect the
  /// turn takes a second.
  private func turning(for seconds: Double, hasEffect: Bool = true, hasThumbnail: Bool = true)
    -> TimeLine
  {
    var tuning = BrowserTuning()
    if hasEffect {
      tuning.hasPageEffect = true
      tuning.spacing = 0
      tuning.turnDuration = 1
    }
    var line = TimeLine(tuning: tuning)
    line.send(.turn(1, animated: true))
    line.wait(seconds)
    if hasThumbnail { setThumbnail(&line) }
    line.effects = []
    return line
  }

  /// Gives the current page a thumbnail.
  private func setThumbnail(_ line: inout TimeLine) {
    line.send(
      .thumbnailAnchor(ThumbnailAnchor(page: line.browser.index, thumbnail: Self.thumbnail)))
  }

  /// Advances the time until the picture has left its page, and checks that the turn goes to the
  /// current page without a jump meanwhile.
  ///
  /// - Returns: the time until then, in seconds.
  private func endTurn(_ line: inout TimeLine) -> Double {
    let index = line.browser.index
    let start = line.now
    var last = line.position
    while line.browser.flight == nil, line.browser.pull == nil, line.now - start < 1 {
      #expect(line.browser.index == index && line.browser.isLeaving && !line.isAtRest)
      #expect(line.frame.backdrop == 1 && line.frame.chrome == 1)
      // The effect is drawn only while all pictures are in their pages.
      #expect(line.frame.pages.allSatisfy { $0.placement == .still || $0.placement == .moving })
      last = line.position
      line.wait(Self.step)
      #expect(abs(line.position - last) <= PageScroll.maxSpeed * Self.step)
    }
    // Half a pixel of a page 1000 pixels wide.
    #expect(abs(last - Double(index)) < 0.0005 && line.position == Double(index))
    return line.now - start
  }

  @Test(arguments: [0.02, 0.25, 0.45, 0.55, 0.75, 0.98])
  func `a turn with an effect ends before the picture flies, and nothing jumps`(
    seconds: Double
  ) {
    var line = turning(for: seconds)
    let index = line.browser.index
    let before = line.position
    line.send(.close)
    #expect(isNear(line.position, before, 1e-9) && line.browser.flight == nil)
    let time = endTurn(&line)
    #expect(time <= 0.12)
    var shown = line.browser.restingPage(index).content
    var steps = 0
    while let picture = line.frame.flying.last?.layers.last?.picture, steps < 3000 {
      #expect(spread(picture, shown) <= (steps == 0 ? 1 : 25))
      shown = picture
      steps += 1
      line.wait(Self.step)
    }
    #expect(steps > 10 && line.browser.isDismissed)
    #expect(line.effects.contains(.flightBegan(.dismiss, page: index)))
    #expect(line.effects.contains(.flightEnded(at: .thumbnail, page: index)))
  }

  @Test func `without a thumbnail the picture leaves after the turn, too`() {
    var line = turning(for: 0.4, hasThumbnail: false)
    let rest = line.browser.restingPage(0).content
    line.send(.close)
    let time = endTurn(&line)
    #expect(time > 0 && time <= 0.12)
    #expect(line.browser.pull != nil && isNear(line.content, rest, 1))
    line.wait()
    #expect(line.browser.isDismissed)
  }

  @Test func `a held turn ends before the picture flies`() {
    var tuning = BrowserTuning()
    tuning.hasPageEffect = true
    tuning.spacing = 0
    var line = TimeLine(tuning: tuning)
    line.drag(Vector(dx: -300, dy: 0))
    let before = line.position
    #expect(before > 0.2 && before < 0.4)
    setThumbnail(&line)
    line.send(.close)
    #expect(isNear(line.position, before, 1e-9))
    let time = endTurn(&line)
    #expect(time > 0 && time <= 0.12)
    line.wait()
    #expect(line.browser.isDismissed)
  }

  /// Pinches about the middle of the viewport, from the middle of a turn until the pinch holds the
  /// picture; the factor changes by `change` per second.
  ///
  /// - Returns: the factor at the end.
  private func pinch(_ line: inout TimeLine, by change: Double) -> Double {
    let (index, before, start) = (line.browser.index, line.position, line.now)
    line.send(.pinchBegan(centroid: Self.middle))
    #expect(isNear(line.position, before, 1e-9))
    var factor = 1.0
    while line.browser.pull == nil, !line.browser.isPictureHeld, line.now - start < 1 {
      #expect(line.browser.index == index)
      // The effect is drawn, so every picture lies at rest in its page.
      for page in line.frame.pages {
        let rest = line.browser.restingPage(page.index)
        #expect(page.placement == .still || page.placement == .moving)
        #expect(isNear(page.content.offset(by: Point.zero - page.frame.origin), rest.content, 1))
      }
      line.wait(Self.step)
      factor += change * Self.step
      line.send(.pinchChanged(factor: factor, centroid: Self.middle))
    }
    #expect(line.now - start <= 0.13 && line.position == Double(index))
    #expect(isNear(line.content, line.browser.restingPage(index).content, 1))
    #expect(line.frame.backdrop > 0.999)
    return factor
  }

  @Test(arguments: [0.25, 0.45, 0.55, 0.75])
  func `a closing pinch takes the picture out after the turn, and nothing jumps`(
    seconds: Double
  ) {
    var line = turning(for: seconds)
    let factor = pinch(&line, by: -2)
    #expect(line.browser.pull != nil)
    let rest = line.browser.restingPage(line.browser.index).content
    line.send(.pinchChanged(factor: factor * 0.6, centroid: Self.middle))
    #expect(isNear(line.content.width, rest.width * 0.6, 1))
    let effects = line.send(.pinchEnded(velocity: .zero, growth: -1))
    #expect(effects.contains(.pullEnded(closes: true)))
    line.wait()
    #expect(line.browser.isDismissed)
  }

  @Test(arguments: [0.25, 0.75])
  func `a pinch that zooms holds the picture after the turn, and nothing jumps`(seconds: Double) {
    var line = turning(for: seconds)
    let factor = pinch(&line, by: 2)
    let scale = line.scale
    #expect(line.browser.pull == nil && line.browser.isPictureHeld)
    line.send(.pinchChanged(factor: factor * 2, centroid: Self.middle))
    #expect(isNear(line.scale, scale * 2, scale * 0.001))
    line.send(.pinchEnded(velocity: .zero, growth: 0))
    line.wait()
    #expect(line.isAtRest && isNear(line.scale, scale * 2, scale * 0.001))
  }

  @Test func `a pinch that ends before the turn leaves the page as it is`() {
    var line = turning(for: 0.4)
    line.send(.pinchBegan(centroid: Self.middle))
    line.wait(0.01)
    line.send(.pinchChanged(factor: 0.5, centroid: Self.middle))
    let effects = line.send(.pinchEnded(velocity: .zero, growth: -1))
    #expect(effects.isEmpty && line.browser.pull == nil)
    line.wait()
    #expect(line.isAtRest && line.browser.index == 0)
    #expect(isNear(line.content, line.browser.restingPage(0).content, 1))
  }

  @Test func `a contact catches the turn, and the browser stays open`() {
    var line = turning(for: 0.4)
    line.send(.close)
    line.wait(0.03)
    let position = line.position
    line.send(.press(Point(x: 500, y: 400)))
    #expect(!line.browser.isLeaving && isNear(line.position, position, 1e-9))
    line.wait(0.3)
    #expect(isNear(line.position, position, 1e-9))
    line.send(.release)
    line.wait()
    #expect(line.isAtRest && !line.browser.isDismissed)
  }

  @Test func `a page shown again stays open, and keys do not turn a page that closes`() {
    var line = turning(for: 0.4)
    line.send(.close)
    line.wait(0.03)
    line.send(.turn(1, animated: true), .close)
    #expect(line.browser.isLeaving && line.browser.targetPage == 0)
    line.send(.flyFromThumbnail(page: 0))
    line.wait()
    #expect(line.isAtRest && !line.browser.isDismissed && line.browser.index == 0)
  }

  @Test func `a host that wants no animation closes in two steps of time`() {
    var line = turning(for: 0.4)
    line.send(.close)
    _ = line.browser.advance(to: line.now + 60)
    #expect(line.browser.flight != nil)
    _ = line.browser.advance(to: line.now + 120)
    #expect(line.browser.isDismissed)
  }

  @Test func `without an effect, or at rest, the picture flies at once`() throws {
    var slide = turning(for: 0.05, hasEffect: false)
    let before = slide.content
    let index = slide.browser.index
    let effects = slide.send(.close)
    #expect(effects.contains(.flightBegan(.dismiss, page: index)))
    let picture = try #require(slide.frame.flying.last?.layers.last?.picture)
    #expect(isNear(picture, before, 0.6))
    var still = turning(for: 2)
    let last = still.send(.close)
    #expect(last.contains(.flightBegan(.dismiss, page: 1)))
  }
}
