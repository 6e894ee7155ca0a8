import TestSupport
import Testing

@testable import PhotoBrowser

/// A cell that draws a word and cannot be zoomed.
@MainActor private final class WordCell: View, BrowserCell {
  init() { super.init(frame: .zero) }
}

/// Tests of pages by closures, and of the commands of a browser.
@MainActor @Suite(.tags(.seeded)) struct PageListTests {
  private let rig = StageRig(240, 160)
  private let browser = Browser()

  init() {
    browser.fillsParent = true
    rig.stage.root.add(browser)
  }

  private func show(_ pages: PageList) {
    browser.pages = pages
    rig.wait(0.05)
  }

  @Test func `a browser of closures needs three lines`() {
    var filled: [Int] = []
    show(
      PageList(count: { 5 }) { page in
        filled.append(page.index)
        #expect(page.isCurrent == (page.index == 0) && page.currentIndex == 0)
        page.photo?.content = .photo(SyntheticPhoto.quadrants(24, 16))
      })
    #expect(filled == [0, 1])
    #expect(browser.pageCount == 5 && browser.visibleCell is PhotoCell)
  }

  @Test func `turning fills only the page that becomes live and moves no other cell`() {
    var filled: [Int] = []
    show(PageList(count: { 9 }) { filled.append($0.index) })
    for index in 1..<9 {
      let neighbours = [index - 1, index].map { browser.cell(at: $0) }
      browser.scrollToPage(index, animated: true)
      rig.settle()
      #expect(browser.pageIndex == index)
      #expect(browser.cell(at: index - 1) === neighbours[0])
      #expect(browser.cell(at: index) === neighbours[1])
    }
    #expect(filled == Array(0..<9), "each once")
  }

  @Test func `pages of several kinds share few cells of each kind`() {
    var made = 0
    let kinds = ["a", "b", "c", "d"].map { name in
      PageList.CellKind(name) {
        made += 1
        return PhotoCell()
      }
    }
    var dice = SeededRandom(seed: 9)
    let order = (0..<200).map { _ in dice.whole(0...3) }
    show(PageList(count: { 200 }, kind: { kinds[order[$0]] }) { _ in })
    for _ in 0..<150 {
      if dice.chance(0.2) {
        browser.pageIndex = dice.whole(0...199)
      } else {
        browser.scrollToPage(min(199, browser.pageIndex + dice.whole(1...2)), animated: true)
      }
      rig.wait(dice.number(0...0.5))
    }
    #expect(made <= 12, "three of each kind: \(made)")
  }

  @Test func `no more cells are kept than can be live`() {
    show(PageList(count: { 60 }, kind: { _ in PageList.CellKind("word") { WordCell() } }) { _ in })
    browser.isOverScene = true
    // A fourth cell is live when distant pages open while the pictures of others still return.
    var most = 0
    for index in [3, 30, 55, 10, 41] {
      browser.show(index: index, at: rig.now)
      rig.wait(0.04)
      most = max(most, browser.cells.count)
      #expect(browser.cells.count + browser.cells.pooledCount(of: "word") <= most)
    }
    rig.settle()
    browser.pages = nil
    #expect(browser.cells.pooledCount(of: "word") == 3, "three wait for other pages")
  }

  @Test func `setting the page index jumps at once, and scrolling starts with the next frame`()
    throws
  {
    var changes: [Int] = []
    browser.hooks.didChangePageIndex = { changes.append($0) }
    browser.pageIndex = 4
    show(PageList(count: { 9 }) { _ in })
    #expect(browser.pageIndex == 4, "set before there are pages")
    browser.pageIndex = 7
    #expect(browser.pageIndex == 7)
    browser.pageIndex = 99
    #expect(browser.pageIndex == 8)
    rig.pause(20)
    browser.scrollToPage(7, animated: true)
    rig.draw()
    #expect(browser.shownFrame?.position == 8, "it begins when it is asked for, not before")
    rig.pause(0.1)
    rig.draw()
    let position = try #require(browser.shownFrame?.position)
    #expect(position > 7 && position < 8)
    rig.pause(2)
    rig.draw()
    browser.scrollToPage(9, animated: true)
    browser.scrollToPage(-1, animated: false)
    rig.draw()
    #expect(changes == [7, 8, 7])
  }

  @Test func `the pages of all sections are one list`() {
    let albums = [["a", "b"], [], ["c", "d", "e"]]
    var words: [Int: String] = [:]
    show(
      PageList(
        sections: { PageList.Sections(counts: albums.map(\.count)) },
        kind: { _ in PageList.CellKind("word") { WordCell() } }
      ) { page, indexPath in
        words[page.index] = albums[indexPath.section][indexPath.item]
      })
    for index in 1..<5 {
      browser.scrollToPage(index, animated: true)
      rig.settle()
    }
    #expect(browser.pageCount == 5)
    #expect((0..<5).map { words[$0] } == ["a", "b", "c", "d", "e"])
  }

  @Test func `the last page requests more pages, and again after more have come`() {
    var count = 3
    var asked: [Int] = []
    browser.hooks.needsMore = { asked.append($0) }
    show(PageList(count: { count }) { _ in })
    browser.pageIndex = 2
    rig.settle()
    #expect(asked == [3])
    browser.reloadItem(at: 2)
    rig.settle()
    #expect(asked == [3], "once is enough")
    count += 2
    browser.insertItems(2, at: 3)
    rig.settle()
    #expect(browser.pageIndex == 2 && asked == [3], "and the page stays")
    browser.pageIndex = 4
    rig.settle()
    #expect(asked == [3, 5])
    browser.pageIndex = 3
    rig.settle()
    browser.pageIndex = 4
    rig.settle()
    #expect(asked == [3, 5, 5], "who comes back asks again")
  }

  @Test func `the end card is an additional page with a button`() throws {
    var count = 2
    var pressed = 0
    show(
      PageList(
        count: { count },
        endCard: PageList.EndCard("More", message: "That was all.") { pressed += 1 }
      ) { page in
        page.photo?.content = .photo(SyntheticPhoto.quadrants(240, 160))
      })
    #expect(browser.pageCount == 3)
    browser.pageIndex = 2
    rig.settle()
    #expect(browser.visibleCell is EndCardCell)
    let button = try #require(browser.visibleCell?.children.first)
    let middle = button.frame.center
    rig.click(middle.x, middle.y)
    #expect(pressed == 1)
    // The list has more pages, and the card follows them.
    count = 5
    browser.insertItems(3, at: 2)
    rig.settle()
    #expect(browser.pageCount == 6 && browser.pageIndex == 5)
    browser.pageIndex = 2
    rig.settle()
    #expect(browser.visibleCell is PhotoCell)
  }

  @Test func `a drag beside the button leaves the end card, and a pull-down on it closes`() {
    show(PageList(count: { 2 }, endCard: PageList.EndCard("More") {}) { _ in })
    browser.pageIndex = 2
    rig.settle()
    rig.press(40, 20)
    rig.drag(to: 200, 20, over: 0.15)
    rig.release()
    rig.settle()
    #expect(browser.pageIndex == 1)
    browser.pageIndex = 2
    rig.settle()
    rig.press(40, 10)
    rig.drag(to: 40, 120, over: 0.2)
    rig.wait(0.02)
    #expect(browser.visibleCell?.drawnScale ?? 1 < 1, "the whole page is in the hand")
    rig.release()
    rig.settle()
    #expect(browser.state.isDismissed)
  }

  @Test func `the end card matches the recorded picture`() throws {
    let rig = StageRig(480, 320)
    let browser = Browser()
    browser.fillsParent = true
    rig.stage.root.add(browser)
    browser.pages = PageList(
      count: { 0 }, endCard: PageList.EndCard("Next Album", message: "That was “Norway”.") {}
    ) { _ in }
    rig.settle()
    rig.capture(slack: 1)
    rig.press(240, 20)
    rig.drag(to: 250, 100, over: 0.2)
    rig.wait(0.02)
    rig.capture(slack: 1)
    try rig.check("end-card", columns: 2)
  }

  @Test func `a host can prevent the animation of closing and is notified of its end`() {
    var log: [String] = []
    browser.hooks.willDismiss = {
      log.append("will")
      return false
    }
    browser.hooks.didDismiss = { log.append("did") }
    browser.hooks.cellDidDisappear = { _, index in log.append("gone \(index)") }
    show(PageList(count: { 2 }) { $0.photo?.content = .photo(SyntheticPhoto.quadrants(24, 16)) })
    browser.perform(.close, at: rig.now)
    #expect(log == ["will", "gone 0", "did"] && browser.state.isDismissed)
  }

  @Test func `a pull-down asks the host when it closes and not when it returns`() {
    var log: [String] = []
    browser.hooks.willDismiss = {
      log.append("will")
      return true
    }
    browser.hooks.didDismiss = { log.append("did") }
    browser.hooks.didEndPull = { log.append($0 ? "closes" : "returns") }
    var least = 1.0
    browser.hooks.pull = { scale, _ in least = min(least, scale) }
    show(PageList(count: { 2 }) { $0.photo?.content = .photo(SyntheticPhoto.quadrants(24, 16)) })
    rig.press(120, 40)
    rig.drag(to: 120, 110, over: 0.2)
    rig.drag(to: 120, 60, over: 0.2)
    rig.release()
    rig.settle()
    #expect(log == ["returns"] && least < 0.8)
    rig.press(120, 40)
    rig.drag(to: 120, 140, over: 0.2)
    rig.release()
    rig.settle()
    #expect(log == ["returns", "will", "closes", "did"])
  }

  @Test func `removing the last remaining page closes the browser`() {
    var count = 1
    var log: [String] = []
    browser.hooks.willDismiss = {
      log.append("will")
      return true
    }
    browser.hooks.didDismiss = { log.append("did") }
    show(PageList(count: { count }) { _ in })
    count = 0
    browser.removeItem(at: 0)
    rig.settle()
    #expect(log == ["will", "did"])
  }
}
