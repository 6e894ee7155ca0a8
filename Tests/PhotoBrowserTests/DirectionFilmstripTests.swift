import PhotoBrowser
import TestSupport
import Testing

/// Filmstrips of vertical, right-to-left and looping paging. Each strip is read from left to right,
/// then down; the comments name the steps.
@MainActor @Suite struct DirectionFilmstripTests {
  private func tuned(_ change: (inout BrowserTuning) -> Void) -> BrowserOptions {
    var options = BrowserOptions()
    change(&options.tuning)
    return options
  }

  @Test func `with looping the first page follows the last and vice versa`() throws {
    let rig = BrowserRig(.album(3), options: tuned { $0.isLooping = true }, start: 2)
    rig.capture()  // the last of three pages
    rig.press(200, 80)
    rig.drag(to: 100, 80, over: 0.2)
    rig.frame()
    rig.capture()  // the first page comes from the right, without rubber-banding
    rig.release()
    rig.settle()
    rig.capture()  // the first page
    #expect(rig.browser.pageIndex == 0)
    rig.press(60, 80)
    rig.drag(to: 180, 80, over: 0.2)
    rig.frame()
    rig.capture()  // the last page comes from the left
    rig.release()
    rig.settle()
    rig.capture()  // back on the last page
    #expect(rig.browser.pageIndex == 2 && rig.source.maxLive == 3)
    try rig.check("loop-seam", columns: 3)
  }

  @Test func `with looping two pages are two cells`() throws {
    let rig = BrowserRig(.album(2), options: tuned { $0.isLooping = true })
    rig.press(200, 80)
    rig.drag(to: 120, 80, over: 0.2)
    rig.frame()
    rig.capture()  // the other page from the right
    rig.drag(to: 280, 80, over: 0.4)
    rig.frame()
    rig.capture()  // the same drag, the same page from the left
    rig.release()
    rig.settle()
    rig.capture()
    #expect(rig.source.made == 2 && rig.source.reloads == [0, 1], "\(rig.source.reloads)")
    try rig.check("loop-of-two", columns: 3)
  }

  @Test func `right-to-left order mirrors the paging`() throws {
    let rig = BrowserRig(.album(3), options: tuned { $0.isRightToLeft = true })
    rig.browser.indicator = DotPageIndicator()
    rig.settle()
    rig.capture()  // the first page: its dot is the rightmost one
    rig.press(60, 80)
    rig.drag(to: 160, 80, over: 0.2)
    rig.frame()
    rig.capture()  // the next page comes from the left
    rig.release()
    rig.settle()
    rig.capture()  // the second page
    rig.press(60, 80)
    rig.drag(to: -60, 80, over: 0.2)
    rig.release()
    rig.settle()
    #expect(rig.browser.pageIndex == 0)
    rig.press(60, 80)
    rig.drag(to: 20, 80, over: 0.1)
    rig.drag(to: -60, 80, over: 0.1)
    rig.frame()
    rig.capture()  // the first page rubber-bands to the left
    rig.release()
    rig.settle()
    rig.capture()
    #expect(rig.browser.pageIndex == 0)
    try rig.check("right-to-left", columns: 3)
  }

  @Test func `vertical pages follow the contact, and no pull-down begins`() throws {
    let rig = BrowserRig(.album(3), options: tuned { $0.axis = .vertical })
    rig.capture()  // the first page
    rig.press(120, 140)
    rig.drag(to: 120, 60, over: 0.2)
    rig.frame()
    rig.capture()  // the next page comes from below
    rig.release()
    rig.settle()
    rig.capture()  // the second page
    rig.press(120, 20)
    rig.drag(to: 120, 120, over: 0.2)
    rig.frame()
    rig.capture()  // a drag down: the previous page comes, the backdrop stays
    #expect(rig.browser.state.pull == nil && rig.browser.shownFrame?.backdrop == 1)
    rig.release()
    rig.settle()
    rig.press(120, 20)
    rig.drag(to: 120, 140, over: 0.2)
    rig.frame()
    rig.capture()  // the first page rubber-bands
    rig.release()
    rig.settle()
    rig.capture()
    #expect(rig.browser.pageIndex == 0 && !rig.browser.state.isDismissed)
    try rig.check("vertical", columns: 3)
  }

  @Test func `with vertical paging a key closes the browser`() {
    let rig = BrowserRig(.album(3), options: tuned { $0.axis = .vertical })
    rig.perform(.close)
    rig.settle()
    #expect(rig.listener.log.last == "dismissed")
  }

  @Test(arguments: [
    (Axis.horizontal, false, Vector(dx: 60, dy: 0)),
    (Axis.horizontal, true, Vector(dx: -60, dy: 0)),
    (Axis.vertical, false, Vector(dx: 0, dy: 60)),
  ])
  func `touchpad scrolling moves the pages in the direction of the fingers`(
    axis: Axis, isRightToLeft: Bool, step: Vector
  ) {
    let rig = BrowserRig(
      .album(3),
      options: tuned {
        $0.axis = axis
        $0.isRightToLeft = isRightToLeft
      })
    for _ in 0..<3 {
      rig.scroll(.touchpad, step, at: Point(x: 120, y: 80))
      rig.wait(0.03)
    }
    #expect(rig.position > 0.2, "\(rig.position)")
    rig.scroll(.touchpad, .zero, at: Point(x: 120, y: 80), isEnd: true)
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
  }

  @Test(arguments: [Axis.horizontal, .vertical])
  func `the wheel turns vertical pages, and a tilt follows its direction`(axis: Axis) {
    let rig = BrowserRig(.album(4), options: tuned { $0.axis = axis })
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
    rig.wheel(1, 0)
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
    rig.wheel(0, -1)
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
  }

  @Test(arguments: PageEffects.builtIn.map(\.name))
  func `page effects turn across the loop seam`(name: String) {
    var options = tuned { $0.isLooping = true }
    options.pageEffect = pageEffect(named: name)
    let rig = BrowserRig(.album(3), options: options, start: 2)
    rig.press(200, 80)
    rig.drag(to: 100, 80, over: 0.2)
    rig.frame()
    #expect(rig.browser.isTurning)
    let turning = rig.seen(name, slack: 1)
    let straight = BrowserRig(.album(3), options: options, start: 0)
    straight.press(200, 80)
    straight.drag(to: 100, 80, over: 0.2)
    straight.frame()
    #expect(!turning.isSame(as: straight.picture), "other pages, other pixels")
    rig.release()
    rig.settle()
    #expect(rig.browser.pageIndex == 0)
    #expect(rig.picture.isSame(as: BrowserRig(.album(3)).picture))
  }
}
