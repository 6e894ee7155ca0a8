import Geometry
import PhotoBrowser
import TestSupport
import Testing

/// The direction of paging, in which a mark leads on.
@MainActor @Suite struct PagingDirectionTests {
  private let rig = BrowserRig(.album(6), start: 2)
  private var step: Int { rig.browser.pagingDirection.step }

  private func drag(by dx: Double, over seconds: Double = 0.2) {
    rig.press(120 - dx / 2, 80)
    rig.drag(to: 120 + dx / 2, 80, over: seconds)
    rig.release()
  }

  @Test func `a turn by the wheel sets the direction at once`() {
    #expect(step == 1)
    rig.wheel(0, -1)
    #expect(step == -1)
    rig.settle()
    #expect(rig.browser.pageIndex == 1 && step == -1)
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.browser.pageIndex == 2 && step == 1)
  }

  @Test func `a turn that is taken back in the same motion leaves the direction`() {
    rig.wheel(0, -1)
    rig.settle()
    rig.wheel(0, 1)
    rig.wait(0.05)
    rig.wheel(0, -1)
    #expect(step == -1)
    rig.settle()
    #expect(rig.browser.pageIndex == 1 && step == -1)
  }

  @Test func `a drag sets the direction when it leads to another page`() {
    drag(by: 150)
    #expect(step == -1)
    rig.settle()
    #expect(rig.browser.pageIndex == 1 && step == -1)
    drag(by: -20, over: 0.5)
    rig.settle()
    #expect(rig.browser.pageIndex == 1 && step == -1, "the page springs back")
    drag(by: -150)
    rig.settle()
    #expect(rig.browser.pageIndex == 2 && step == 1)
  }

  @Test func `a swipe by touch sets the direction`() {
    rig.touch(.began, 120, 80)
    rig.touchDrag(to: 220, 80, over: 0.1)
    rig.touch(.ended, 220, 80)
    rig.settle()
    #expect(rig.browser.pageIndex == 1 && step == -1)
  }

  @Test func `turns by the host leave the direction, and count for no motion by hand`() {
    rig.wheel(0, 1)
    rig.wheel(0, 1)
    rig.perform(.turn(1, animated: true))
    rig.wheel(0, -1)
    #expect(step == -1, "two turns before that of the host do not count")
    rig.settle()
    #expect(rig.browser.pageIndex == 4)
    rig.perform(.go(to: 5, animated: false))
    #expect(step == -1)
  }

  @Test func `a jump sets the direction, but not one to the end`() {
    rig.browser.performPaging(.go(to: 1, animated: false), at: rig.now)
    #expect(step == -1)
    rig.browser.performPaging(.go(to: 4, animated: false), at: rig.now)
    #expect(step == 1)
    rig.browser.performPaging(.go(to: 0, animated: false), at: rig.now)
    #expect(rig.browser.pageIndex == 0 && step == 1)
    rig.wheel(0, -1)
    #expect(step == 1, "there is no page before the first one")
  }
}
