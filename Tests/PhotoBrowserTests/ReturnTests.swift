import PhotoBrowser
import TestSupport
import Testing

/// Restored pictures that fly to their pages.
@MainActor @Suite struct ReturnTests {
  /// A browser on the second of three pages, which was removed and inserted again.
  private func makeRig(_ options: BrowserOptions = BrowserOptions()) -> BrowserRig {
    let rig = BrowserRig(.album(3), options: options, start: 1)
    rig.settle()
    let page = rig.source.pages[1]
    rig.source.remove(1)
    rig.browser.removeItem(at: 1, animated: true)
    rig.settle()
    // The stage is idle for a while.
    rig.wait(30)
    rig.source.pages.insert(page, at: 1)
    rig.source.renumber { $0 >= 1 ? $0 + 1 : $0 }
    rig.browser.insertItems(1, at: 1)
    return rig
  }

  @Test func `a restored picture flies out of the button to its page, above the other page`() throws
  {
    let rest = BrowserRig(.album(3), start: 1)
    rest.settle()
    let rig = makeRig()
    rig.browser.showRestored(1, from: Rect(x: 150, y: 130, width: 40, height: 20), at: rig.now)
    for _ in 0..<2 { rig.frame() }
    let first = try #require(rig.browser.shownFrame?.pages.last)
    #expect(first.index == 1 && first.placement == .pulled && first.opacity < 0.5)
    #expect(rig.browser.cell(at: 1)?.isHidden == false)
    var width = first.content.width
    for _ in 0..<8 {
      rig.frame()
      rig.seen(slack: 1)
      let next = try #require(rig.browser.shownFrame?.pages.last)
      #expect(next.index == 1 && next.content.width > width)
      width = next.content.width
    }
    rig.settle()
    #expect(rig.browser.pageIndex == 1 && rig.browser.isAtRest)
    #expect(rig.redrawn.isSame(as: rest.redrawn))
  }

  @Test func `with reduced motion the page is shown at once`() {
    var options = BrowserOptions()
    options.tuning.reducesMotion = true
    let rig = makeRig(options)
    rig.browser.showRestored(1, from: nil, at: rig.now)
    rig.frame()
    #expect(rig.browser.pageIndex == 1 && rig.browser.isAtRest)
    #expect(rig.browser.shownFrame?.pages.last?.placement == .still)
    #expect(rig.browser.shownFrame?.pages.last?.opacity == 1)
  }
}
