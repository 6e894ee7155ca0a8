import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite(.tags(.seeded)) struct LifecycleTests {
  @Test func `each page begins once and ends once, and at most three are live`() {
    let rig = BrowserRig(.album(30))
    rig.afterFrame = { [unowned rig] in
      let shown = rig.browser.shownFrame?.pages.map(\.index) ?? []
      #expect(shown.allSatisfy(rig.source.live.contains), "\(shown) seen, not alive")
      #expect(rig.source.live == Set(rig.browser.state.pageWindow.live))
    }
    var dice = SeededGenerator(seed: 7)
    for _ in 0..<120 {
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: rig.perform(.turn(1, animated: true))
      case 1: rig.perform(.turn(-1, animated: false))
      case 2: rig.perform(.go(to: Int.random(in: 0..<30, using: &dice), animated: true))
      case 3: rig.wheel(0, Bool.random(using: &dice) ? 1 : -1)
      default:
        rig.press(120, 80)
        let far = Double.random(in: -200...200, using: &dice)
        rig.drag(to: 120 + far, 80, over: Double.random(in: 0.02...0.3, using: &dice))
        rig.release()
      }
      rig.wait(Double.random(in: 0...0.3, using: &dice))
    }
    rig.settle()
    #expect(rig.source.maxLive == 3)
    #expect(rig.source.made == 3, "cells are used again")
    #expect(rig.source.reloads.count == rig.source.ends.count + rig.source.live.count)
    rig.browser.dataSource = nil
    #expect(rig.source.live.isEmpty, "the last pages end with their source")
  }

  @Test func `closing ends every page once`() {
    let rig = BrowserRig(.album(3), start: 1)
    #expect(rig.source.live == [0, 1, 2])
    rig.perform(.close)
    rig.wait(1)
    #expect(rig.source.live.isEmpty)
    #expect(rig.source.ends.sorted() == [0, 1, 2])
    #expect(rig.listener.log.filter { $0 == "dismissed" }.count == 1)
    #expect(!rig.stage.needsFrame)
  }

  @Test func `the first page settles like any other`() {
    let rig = BrowserRig(.album(3))
    #expect(rig.listener.log == ["settled 0"])
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(rig.listener.log == ["settled 0", "page 1", "settled 1"])
    rig.perform(.turn(1, animated: false))
    rig.frame()
    #expect(rig.listener.log.suffix(2) == ["page 2", "settled 2"])
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(rig.listener.log.contains("end 1"))
  }

  @Test func `a neighbour is placed and filled before it becomes visible`() {
    let rig = BrowserRig(.album(4))
    rig.press(200, 80)
    rig.afterFrame = { [unowned rig] in
      for page in rig.browser.shownFrame?.pages ?? [] {
        guard let cell = rig.browser.cell(at: page.index) as? PhotoCell else {
          Issue.record("page \(page.index) is seen without a cell")
          continue
        }
        #expect(cell.frame == page.frame && !cell.isHidden)
        if case .picture = cell.content {} else { Issue.record("an empty page is seen") }
      }
    }
    rig.drag(to: 20, 80, over: 0.2)
    rig.release()
    rig.settle()
    rig.perform(.go(to: 3, animated: true))
    rig.settle()
    #expect(rig.browser.pageIndex == 3)
  }

  @Test func `a cell is reused only for pages of its own kind`() {
    let rig = BrowserRig(.album(12))
    rig.source.kind = { $0.isMultiple(of: 4) ? "film" : "photo" }
    rig.browser.dataSource = nil
    rig.browser.dataSource = rig.source
    for _ in 0..<11 {
      rig.perform(.turn(1, animated: true))
      rig.wait(0.2)
    }
    #expect(rig.source.made <= 3 + 3 + 1)
  }

  @Test func `the browser retains its data source, and nothing retains the browser`() {
    weak var source: PageSource?
    weak var shown: Browser?
    do {
      let browser = Browser()
      shown = browser
      do {
        let pages = PageSource(.album(3))
        source = pages
        browser.dataSource = pages
      }
      #expect(source != nil)
      let stage = Stage(size: Size(width: 240, height: 160))
      browser.fillsParent = true
      stage.root.add(browser)
      stage.update(at: FrameTime(presentation: Timestamp(seconds: 1)))
      #expect(browser.pageCount == 3)
    }
    #expect(source == nil && shown == nil)
  }

  @Test func `pages are filled once the browser has a size`() {
    let browser = Browser()
    let source = PageSource(.album(3))
    browser.dataSource = source
    #expect(source.reloads.isEmpty)
    let stage = Stage(size: Size(width: 240, height: 160))
    browser.fillsParent = true
    stage.root.add(browser)
    stage.update(at: FrameTime(presentation: Timestamp(seconds: 1)))
    #expect(source.reloads.sorted() == [0, 1])
    #expect(browser.cell(at: 1)?.isHidden == true)
  }

  @Test func `prefetch requests pages in the direction of travel`() {
    let rig = BrowserRig(.album(20), start: 10)
    rig.perform(.turn(1, animated: false))
    rig.frame()
    #expect(rig.source.prefetches.last == [13, 14])
    rig.perform(.turn(-1, animated: false))
    rig.frame()
    #expect(rig.source.prefetches.last == [8, 7])
  }

  @Test func `with reduced motion a turn, a zoom and closing take one frame each`() {
    var options = BrowserOptions()
    options.tuning.reducesMotion = true
    let rig = BrowserRig(.album(5), options: options)
    rig.browser.indicator = DotPageIndicator()
    rig.frame()
    #expect(rig.browser.indicator?.alpha == 1)
    let before = rig.drawnFrames
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(rig.position == 1)
    #expect(rig.drawnFrames == before + 1)
    rig.doubleClick(60, 40)
    rig.settle()
    #expect(rig.drawnFrames <= before + 3)
    rig.perform(.close)
    rig.settle()
    #expect(rig.listener.log.last == "dismissed")
    #expect(rig.redrawn.pixel(x: 120, y: 80) == rig.redrawn.pixel(x: 2, y: 2), "no flash")
  }
}
