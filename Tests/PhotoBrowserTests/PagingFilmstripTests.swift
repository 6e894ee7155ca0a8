import PhotoBrowser
import TestSupport
import Testing

/// Filmstrips of paging. Each is read from left to right, then down; the comments name the steps.
@MainActor @Suite struct PagingFilmstripTests {
  @Test func `a swipe moves the next page under the finger and settles`() throws {
    let rig = BrowserRig(.album(3))
    rig.capture()  // at rest on the first page
    rig.press(200, 80)
    rig.drag(to: 150, 80, over: 0.1)
    rig.frame()
    rig.capture()  // 44 points to the left: the slop is not compensated
    rig.drag(to: 60, 80, over: 0.2)
    rig.frame()
    rig.capture()  // more than half the width, the gap visible
    rig.release()
    rig.wait(0.04)
    rig.capture()  // the page settles with the release velocity
    rig.wait(0.05)
    rig.capture()  // the last part of the motion
    rig.settle()
    rig.capture()  // at rest on the second page
    #expect(rig.browser.pageIndex == 1)
    try rig.check("swipe", columns: 3)
  }

  @Test func `a short fast flick turns the page`() throws {
    let rig = BrowserRig(.album(3), start: 1)
    rig.press(120, 80)
    rig.drag(to: 145, 80, over: 0.05)
    rig.frame()
    rig.capture()  // a short drag to the right
    rig.release()
    for _ in 0..<4 {
      rig.wait(0.034)
      rig.capture()  // a fling to the previous page
    }
    rig.settle()
    rig.capture()  // at rest on the first page
    #expect(rig.browser.pageIndex == 0)
    try rig.check("flick", columns: 3)
  }

  @Test func `the last page resists and springs back`() throws {
    let rig = BrowserRig(.album(2), start: 1)
    rig.press(220, 80)
    rig.drag(to: 140, 80, over: 0.2)
    rig.frame()
    rig.capture()  // a drag by 74 points, with a much shorter overscroll
    rig.drag(to: 20, 80, over: 0.2)
    rig.frame()
    rig.capture()  // a drag by 194 points
    rig.wait(0.2)
    rig.capture()  // the held overscroll
    rig.release()
    for _ in 0..<2 {
      rig.wait(0.04)
      rig.capture()  // the return to the last page
    }
    rig.settle()
    rig.capture()  // at rest on the last page
    #expect(rig.browser.pageIndex == 1)
    try rig.check("rubber-band", columns: 3)
  }

  @Test func `a moving page can be caught and thrown back`() throws {
    let rig = BrowserRig(.album(3))
    rig.press(200, 80)
    rig.drag(to: 100, 80, over: 0.1)
    rig.release()
    rig.wait(0.034)
    rig.capture()  // the slide to the second page
    rig.press(60, 80)
    rig.wait(0.05)
    rig.capture()  // the caught slide
    let caught = rig.position
    rig.wait(0.2)
    rig.capture()  // the held slide
    #expect(rig.position == caught)
    rig.drag(to: 140, 80, over: 0.08)
    rig.frame()
    rig.capture()  // a drag back
    rig.release()
    rig.wait(0.05)
    rig.capture()  // the return to the first page
    rig.settle()
    rig.capture()  // at rest on the first page
    #expect(rig.browser.pageIndex == 0)
    try rig.check("caught", columns: 3)
  }
}
