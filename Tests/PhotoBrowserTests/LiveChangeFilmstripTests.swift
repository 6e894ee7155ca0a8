import PhotoBrowser
import TestSupport
import Testing

/// Filmstrips of visible pages that are inserted and removed. Each strip is read from left to
/// right, then down.
@MainActor @Suite struct LiveChangeFilmstripTests {
  private func remove(_ index: Int, from rig: BrowserRig) {
    rig.source.remove(index)
    rig.browser.removeItem(at: index, animated: true)
  }

  @Test func `a deleted page fades, and the next one slides in`() throws {
    let rig = BrowserRig(.album(3), start: 1)
    rig.settle()
    // The stage has been idle for a while.
    rig.wait(30)
    remove(1, from: rig)
    for seconds in [0.02, 0.05, 0.05, 0.1] {
      rig.wait(seconds)
      rig.capture(slack: 1)  // the page fades and shrinks under the next one, from the right
    }
    rig.settle()
    rig.capture()  // the next page alone at rest
    #expect(rig.browser.pageIndex == 1 && rig.browser.pageCount == 2)
    #expect(rig.source.reloads == [1, 2, 0], "no neighbour is filled again")
    try rig.check("delete", columns: 5)
  }

  @Test func `the previous page follows a deleted last page, and none follows the only one`() throws
  {
    let rig = BrowserRig(.album(2), start: 1)
    rig.settle()
    remove(1, from: rig)
    for seconds in [0.02, 0.06, 0.1] {
      rig.wait(seconds)
      rig.capture(slack: 1)  // the previous page comes from the left
    }
    rig.settle()
    rig.capture()
    #expect(rig.browser.pageIndex == 0)
    remove(0, from: rig)
    rig.settle()
    #expect(rig.listener.log.last == "dismissed" && rig.source.live.isEmpty)
    try rig.check("delete-last", columns: 4)
  }

  @Test func `an insertion during a drag moves the neighbour aside`() throws {
    let rig = BrowserRig(.album(3))
    rig.press(200, 80)
    rig.drag(to: 100, 80, over: 0.2)
    rig.frame()
    rig.capture()  // the second page at the right
    let others = [PhotoContent].album(5)
    rig.source.pages.insert(others[2], at: 1)
    rig.source.renumber { $0 >= 1 ? $0 + 1 : $0 }
    rig.browser.insertItems(1, at: 1, animated: true)
    rig.wait(0.02)
    rig.capture()  // the second page above the new one
    rig.wait(0.04)
    rig.capture()  // the second page moves out
    rig.wait(0.2)
    rig.capture()  // the new page is the neighbour, the first page has not moved
    rig.release()
    rig.settle()
    #expect(rig.browser.pageIndex == 0 || rig.browser.pageIndex == 1)
    try rig.check("insert-under-hand", columns: 4)
  }

  @Test func `a moved page keeps its cell`() {
    let rig = BrowserRig(.album(5), start: 1)
    rig.settle()
    let (seen, cell) = (rig.picture, rig.browser.visibleCell)
    let page = rig.source.pages.remove(at: 1)
    rig.source.pages.insert(page, at: 4)
    rig.source.renumber { $0 == 1 ? 4 : $0 > 1 ? $0 - 1 : $0 }
    rig.browser.moveItem(from: 1, to: 4)
    rig.settle()
    #expect(rig.browser.pageIndex == 4 && rig.browser.visibleCell === cell)
    #expect(rig.redrawn.isSame(as: seen))
  }

  @Test func `appended pages can be turned to, and no other page is filled again`() {
    let rig = BrowserRig(.album(2), start: 1)
    rig.settle()
    let before = rig.source.reloads
    rig.source.pages = .album(4)
    rig.browser.appendItems(2)
    rig.settle()
    #expect(rig.source.reloads == before + [2])
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
  }

  @Test
  func `deleting a picture during a drag, flight or turn leaves a page at rest`() {
    let ways: [(effect: String?, loops: Bool)] = [
      (nil, false), (nil, true), ("cube", false), ("cube", true),
    ]
    for (effect, loops) in ways {
      var options = BrowserOptions()
      options.pageEffect = pageEffect(named: effect)
      options.tuning.isLooping = loops
      let rig = BrowserRig(.album(5), options: options, start: 2)
      rig.press(120, 40)
      rig.drag(to: 125, 120, over: 0.1)
      remove(2, from: rig)
      rig.wait(0.03)
      rig.release()
      rig.settle()
      #expect(rig.browser.pageIndex == 2)
      rig.perform(.turn(1, animated: true))
      rig.wait(0.05)
      remove(rig.browser.pageIndex, from: rig)
      rig.settle()
      #expect(rig.browser.pageCount == 3 && rig.browser.isAtRest)
      #expect(rig.redrawn.isSame(as: rig.picture))
      #expect(rig.browser.shownFrame?.backdrop == 1)
    }
  }

  @Test func `reloading without the page restarts at the initial page`() {
    let rig = BrowserRig(.album(5), start: 1)
    rig.perform(.go(to: 4, animated: false))
    rig.settle()
    rig.browser.reloadData(preservingPage: false)
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
  }
}
