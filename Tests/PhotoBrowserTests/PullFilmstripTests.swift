import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite(.tags(.recordedPictures)) struct PullFilmstripTests {
  /// The dismiss profile of JXPhotoBrowser 3.
  private static var profile3: BrowserOptions {
    var options = BrowserOptions()
    options.tuning.dismissProfile = .jxPhotoBrowser3
    return options
  }

  @Test func `a pull-down released at 40 percent without speed closes`() throws {
    let rig = BrowserRig(.album(3), start: 1)
    rig.browser.isTranslucent = true
    rig.frame()
    rig.press(100, 40)
    rig.drag(to: 100, 72, over: 0.15)
    rig.frame()
    rig.capture()  // a fifth of the height
    rig.drag(to: 104, 104, over: 0.15)
    rig.wait(0.3)
    rig.capture()  // 40 percent of the height, held
    rig.release()
    for _ in 0..<3 {
      rig.wait(0.045)
      rig.capture()  // the picture leaves, shrinks and fades
    }
    rig.wait(0.5)
    rig.capture()  // an empty stage
    #expect(rig.listener.log.suffix(2) == ["closes", "dismissed"])
    try rig.check("pull-still-closes")
  }

  /// A rig whose picture is held in a pull-down, 94 points below its page.
  private func pulled(_ translucent: Bool = true) -> BrowserRig {
    let rig = BrowserRig(.album(3), options: Self.profile3, start: 1)
    rig.browser.isTranslucent = translucent
    rig.frame()
    rig.press(100, 40)
    rig.drag(to: 100, 60, over: 0.08)
    rig.drag(to: 120, 120, over: 0.2)
    rig.frame()
    return rig
  }

  @Test func `a pull-down released while moving down closes`() throws {
    let rig = BrowserRig(.album(3), options: Self.profile3, start: 1)
    rig.browser.isTranslucent = true
    rig.frame()
    rig.capture()  // the opaque page at rest
    rig.press(100, 40)
    rig.drag(to: 105, 70, over: 0.1)
    rig.frame()
    rig.capture()  // a smaller picture, a thinner backdrop
    rig.drag(to: 120, 120, over: 0.15)
    rig.frame()
    rig.capture()  // half the size
    rig.release()
    for _ in 0..<3 {
      rig.wait(0.045)
      rig.capture()  // the picture moves on down, shrinks and fades
    }
    rig.wait(0.5)
    rig.capture()  // an empty stage
    #expect(rig.listener.log.suffix(2) == ["closes", "dismissed"])
    #expect(rig.redrawn.isSame(as: Bitmap.computed(240, 160, isOpaque: false) { _, _ in 0 }))
    try rig.check("pull-close")
  }

  @Test func `a pull-down pushed back up returns to the page`() throws {
    let rig = pulled()
    rig.capture()  // the held picture
    rig.drag(to: 110, 80, over: 0.12)
    rig.frame()
    rig.capture()  // the picture dragged up again
    rig.release()
    for _ in 0..<3 {
      rig.wait(0.04)
      rig.capture()  // the picture returns
    }
    rig.settle()
    rig.capture()  // the page at rest
    #expect(rig.listener.log.last == "returns")
    #expect(rig.browser.isAtRest)
    try rig.check("pull-return", columns: 3)
  }

  @Test func `a returning picture can be caught and closed`() throws {
    let rig = pulled()
    rig.wait(0.3)
    rig.release()
    rig.wait(0.05)
    rig.capture()  // the picture returns
    rig.press(rig.content.midX, rig.content.midY)
    rig.wait(0.1)
    rig.capture()  // the caught picture
    let caught = rig.content
    rig.wait(0.2)
    #expect(rig.content == caught)
    rig.drag(to: 140, 150, over: 0.15)
    rig.frame()
    rig.capture()  // the picture pulled further
    rig.release()
    rig.wait(0.06)
    rig.capture()  // the picture leaves
    rig.wait(0.5)
    #expect(rig.listener.log.suffix(3) == ["returns", "closes", "dismissed"])
    try rig.check("pull-caught-returning")
  }

  @Test func `a closing picture can be caught and kept`() throws {
    let rig = pulled()
    rig.release()
    rig.wait(0.05)
    rig.capture()  // the leaving picture, half transparent
    rig.press(120, 120)
    rig.frame()
    rig.capture()  // the caught picture
    rig.wait(0.4)
    rig.capture()  // the held picture, opaque again
    #expect(rig.browser.shownFrame?.pages.last?.opacity == 1)
    #expect(!rig.stage.needsFrame)
    rig.drag(to: 110, 90, over: 0.12)
    rig.release()
    rig.wait(0.05)
    rig.capture()  // the picture returns
    rig.settle()
    rig.capture()  // the page at rest
    #expect(rig.listener.log.suffix(2) == ["closes", "returns"])
    try rig.check("pull-caught-leaving", columns: 5)
  }

  @Test func `without a compositor the backdrop thins to a plain dark colour`() throws {
    let rig = pulled(false)
    rig.capture()  // dark grey around the picture
    rig.release()
    rig.wait(0.06)
    rig.capture()  // the picture leaves
    rig.wait(0.5)
    rig.capture()  // the plain colour
    #expect(rig.pixel(3, 3) >> 24 == 0xFF)
    try rig.check("pull-opaque", columns: 3)
  }

  @Test func `a pinch of a picture at fit dismisses the picture`() throws {
    let rig = BrowserRig(.album(1))
    rig.browser.isTranslucent = true
    let middle = Point(x: 120, y: 80)
    rig.fingers(.began, around: middle, span: 160)
    rig.pinch(from: (middle, 160), to: (Point(x: 110, y: 90), 110), over: 0.2)
    rig.frame()
    rig.capture()  // a smaller picture, held
    rig.pinch(from: (Point(x: 110, y: 90), 110), to: (Point(x: 100, y: 100), 60), over: 0.2)
    rig.frame()
    rig.capture()  // an even smaller picture
    rig.fingers(.ended, around: Point(x: 100, y: 100), span: 60)
    rig.wait(0.05)
    rig.capture()  // the picture leaves
    rig.wait(0.5)
    #expect(rig.listener.log.last == "dismissed")
    try rig.check("pinch-close", columns: 3)
  }

  @Test func `dots appear after opening and hide during a pull-down`() throws {
    let rig = BrowserRig([])
    rig.source.pages = .album(5)
    rig.browser.indicator = DotPageIndicator()
    rig.browser.reloadData(showing: 2)
    rig.frame()
    rig.capture()  // no dots
    rig.wait(0.08)
    rig.capture()  // the dots fade in
    rig.settle()
    rig.capture()  // the dots
    rig.press(120, 40)
    rig.drag(to: 120, 60, over: 0.06)
    rig.capture()  // the dots fade out
    rig.wait(0.5)
    rig.capture()  // the held picture without dots
    rig.release()
    rig.settle()
    rig.capture()  // the dots again
    try rig.check("dots", columns: 3)
  }

  @Test func `a transparent picture lies over a checkerboard or over the backdrop`() throws {
    let rig = BrowserRig([.photo(SyntheticPhoto.transparentDisc(140))])
    rig.browser.isTranslucent = true
    rig.frame()
    rig.capture()  // a checkerboard below the picture, black around it
    rig.press(120, 60)
    rig.drag(to: 120, 120, over: 0.2)
    rig.frame()
    rig.capture()  // the checkerboard moves with the picture
    rig.release()
    rig.wait(0.04)
    rig.capture()  // the checkerboard fades with the picture
    let plain = BrowserRig([.photo(SyntheticPhoto.transparentDisc(140))])
    plain.browser.options.transparency = .background
    plain.frame()
    plain.capture()
    try Snapshot.check(
      Filmstrip.picture(of: rig.film + plain.film, columns: 4), named: "transparent")
  }
}
