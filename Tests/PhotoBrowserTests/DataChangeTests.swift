import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite struct DataChangeTests {
  @Test func `inserting pages around the current one changes no pixel`() {
    let rig = BrowserRig(.album(1))
    let seen = rig.picture
    let others = [PhotoContent].album(9)
    rig.source.pages = Array(others[0..<4]) + rig.source.pages + Array(others[4..<9])
    rig.source.renumber { $0 + 4 }
    rig.browser.insertItems(4, at: 0)
    rig.browser.insertItems(5, at: 5)
    #expect(rig.browser.pageIndex == 4 && rig.browser.pageCount == 10)
    rig.settle()
    #expect(rig.redrawn.isSame(as: seen))
    #expect(rig.source.reloads == [0, 3, 5], "the page that is seen is not filled again")
  }

  @Test(arguments: [(2, 2), (9, 3)])
  func `inserting the first pages shows the initial page`(initial: Int, shown: Int) {
    let rig = BrowserRig([], start: initial)
    rig.source.pages = .album(4)
    rig.browser.insertItems(4, at: 0)
    rig.settle()
    #expect(rig.browser.pageIndex == shown && rig.browser.pageCount == 4)
    #expect(rig.picture.isSame(as: BrowserRig(.album(4), start: shown).picture))
  }

  @Test func `inserting pages during a drag moves no visible page`() {
    let rig = BrowserRig(.album(4), start: 1)
    rig.press(200, 80)
    rig.drag(to: 120, 80, over: 0.2)
    rig.frame()
    let seen = rig.picture
    rig.source.pages.insert(contentsOf: [PhotoContent].album(3), at: 0)
    rig.source.renumber { $0 + 3 }
    rig.browser.insertItems(3, at: 0)
    rig.frame()
    #expect(rig.redrawn.isSame(as: seen))
    rig.drag(to: 40, 80, over: 0.1)
    rig.release()
    rig.settle()
    #expect(rig.browser.pageIndex == 5)
  }

  @Test func `after a removal the next page is shown, or the previous one at the end`() {
    let rig = BrowserRig(.album(3), start: 1)
    let all = rig.source.pages
    func remove(_ index: Int) {
      rig.source.remove(index)
      rig.browser.removeItem(at: index)
      rig.settle()
      #expect(rig.browser.pageCount == rig.source.pages.count)
    }
    rig.browser.removeItem(at: 7)
    rig.browser.removeItem(at: -1)
    #expect(rig.browser.pageCount == 3)
    let next = BrowserRig([all[2]]).picture
    remove(1)
    #expect(rig.browser.pageIndex == 1 && rig.picture.isSame(as: next))
    remove(0)
    #expect(rig.browser.pageIndex == 0 && rig.picture.isSame(as: next))
    remove(0)
    #expect(rig.listener.log.last == "dismissed")
    #expect(rig.source.live.isEmpty)
  }

  @Test func `reloading clamps the page to the new number of pages`() {
    let rig = BrowserRig(.album(10), start: 8)
    rig.source.pages = .album(4)
    rig.browser.reloadData()
    rig.settle()
    #expect(rig.browser.pageIndex == 3)
    #expect(rig.source.live == [2, 3])
    rig.browser.reloadData(showing: 0)
    rig.settle()
    #expect(rig.browser.pageIndex == 0)
    rig.source.pages = []
    rig.browser.reloadData()
    rig.settle()
    #expect(rig.listener.log.last == "dismissed")
    #expect(rig.source.live.isEmpty)
  }

  @Test func `a reloaded page is filled in place`() {
    let rig = BrowserRig(.album(3))
    rig.source.pages[0] = .photo(SyntheticPhoto.gradient(240, 160))
    rig.source.forget(0)
    let cell = rig.browser.visibleCell as? PhotoCell
    cell?.prepareForReuse()
    rig.browser.reloadItem(at: 0)
    rig.browser.reloadItem(at: 2)
    rig.settle()
    #expect(rig.browser.visibleCell === cell)
    #expect(rig.pixel(0, 0) == 0xFF00_0080)
    #expect(rig.source.ends.isEmpty)
  }

  @Test func `a resize keeps the page and its zoom`() {
    let rig = BrowserRig(.album(5, 480, 320), start: 2)
    rig.perform(.zoomTo(1.5, at: nil, animated: false))
    rig.settle()
    let zoom = rig.browser.shownFrame?.pages.last?.scale
    rig.stage.size = Size(width: 200, height: 160)
    rig.settle()
    #expect(rig.browser.pageIndex == 2 && rig.position == 2)
    let scale = rig.browser.shownFrame?.pages.last?.scale ?? 0
    // The enlargement relative to fit stays, although fit is smaller now.
    #expect(zoom == 1.5 && abs(scale - 1.5 * 200.0 / 240) < 0.01)
    #expect(abs(rig.content.midX - 100) < 1 && abs(rig.content.midY - 80) < 1)
  }

  @Test func `a resize during a slide keeps the page`() {
    let rig = BrowserRig(.album(5))
    rig.perform(.turn(1, animated: true))
    rig.wait(0.06)
    rig.stage.size = Size(width: 220, height: 140)
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
    #expect(
      rig.browser.shownFrame?.pages.map(\.frame) == [Rect(x: 0, y: 0, width: 220, height: 140)])
  }
}
