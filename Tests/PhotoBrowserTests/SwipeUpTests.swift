import Geometry
import PhotoBrowser
import TestSupport
import Testing

/// The swipe up by touch, which the browser reports to its host.
@MainActor @Suite struct SwipeUpTests {
  private let rig = BrowserRig(.album(3), start: 1)

  /// The number of swipes that the browser reports of a touch between two points.
  private func swipes(from start: Point, to end: Point, over seconds: Double = 0.1) -> Int {
    var count = 0
    rig.browser.onSwipeUp = { count += 1 }
    rig.touch(.began, start.x, start.y)
    rig.touchDrag(to: end.x, end.y, over: seconds)
    rig.touch(.ended, end.x, end.y)
    rig.settle()
    return count
  }

  @Test func `a swipe up on a picture at fit is reported once, and the page stays`() {
    #expect(swipes(from: Point(x: 120, y: 140), to: Point(x: 124, y: 40)) == 1)
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `a short or slanted swipe is not reported`() {
    #expect(swipes(from: Point(x: 120, y: 110), to: Point(x: 120, y: 70)) == 0)
    #expect(swipes(from: Point(x: 80, y: 140), to: Point(x: 150, y: 40)) == 0)
  }

  @Test func `a swipe up on a zoomed picture is not reported`() {
    rig.doubleClick(120, 80)
    rig.settle()
    #expect(swipes(from: Point(x: 120, y: 140), to: Point(x: 120, y: 40)) == 0)
  }
}
