import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite struct IndicatorTests {
  @Test func `the pill of the number is measured again for a longer number`() {
    let rig = BrowserRig(.album(12), width: 400, height: 200, start: 8)
    let indicator = NumberPageIndicator()
    rig.browser.indicator = indicator
    rig.settle()
    let narrow = indicator.frame
    rig.perform(.turn(1, animated: false))
    rig.frame()
    #expect(indicator.frame.width > narrow.width + 4)
    #expect(abs(indicator.frame.midX - 200) <= 1 && indicator.frame.minY == 20)
    #expect(rig.redrawn.isSame(as: rig.picture))
  }

  @Test func `an indicator hides for a single page and grows with the list`() {
    let rig = BrowserRig(.album(1))
    for indicator in [DotPageIndicator(), NumberPageIndicator()] as [any PageIndicator] {
      rig.browser.indicator = indicator
      rig.settle()
      #expect(indicator.isHidden)
    }
    let dots = DotPageIndicator()
    rig.browser.indicator = dots
    rig.source.pages = .album(5)
    rig.source.renumber { $0 }
    rig.browser.insertItems(4, at: 1)
    rig.settle()
    #expect(!dots.isHidden && dots.frame.width == 5 * 16 && dots.frame.midX == 120)
  }

  @Test func `a row of dots is limited to the width of the browser`() {
    let rig = BrowserRig(.album(100), start: 50)
    let dots = DotPageIndicator()
    rig.browser.indicator = dots
    rig.settle()
    #expect(dots.frame.width <= 240 && dots.frame.minX >= 0)
    rig.perform(.go(to: 99, animated: false))
    rig.frame()
    #expect(dots.frame.width == 15 * 16)
  }

  @Test func `dots, page gap and slop follow the interface scale`() {
    let rig = BrowserRig(.album(3), width: 480, height: 320, scale: 2)
    let dots = DotPageIndicator()
    rig.browser.indicator = dots
    rig.settle()
    #expect(dots.frame.width == 3 * 32)
    #expect(rig.browser.state.layout.spacing == 60)
    // A movement that would drag at scale 1 is still a click.
    rig.press(100, 100)
    rig.drag(to: 110, 100, over: 0.05)
    rig.frame()
    #expect(rig.position == 0)
    rig.drag(to: 80, 100, over: 0.05)
    rig.frame()
    #expect(rig.position > 0)
    rig.release()
    rig.settle()
    rig.stage.scale = 1
    rig.settle()
    #expect(rig.browser.state.layout.spacing == 30 && dots.frame.width == 48)
    rig.source.pages = []
  }

  @Test func `pages that arrive late are laid out at the interface scale`() {
    let rig = BrowserRig([], width: 480, height: 320, scale: 2)
    rig.source.pages = .album(3)
    rig.browser.reloadData()
    #expect(rig.browser.state.layout.spacing == 60)
  }

  @Test func `more than twenty pages are indicated by a number`() {
    let rig = BrowserRig(.album(20), width: 480, height: 320)
    let indicator = AutomaticPageIndicator()
    rig.browser.indicator = indicator
    rig.settle()
    #expect(indicator.children.first is DotPageIndicator && indicator.frame.maxY > 300)
    rig.source.pages = .album(21)
    rig.browser.insertItems(1, at: 20)
    rig.settle()
    #expect(indicator.children.first is NumberPageIndicator && indicator.frame.minY == 20)
    #expect(rig.redrawn.isSame(as: rig.picture))
    rig.source.remove(20)
    rig.browser.removeItem(at: 20)
    rig.settle()
    #expect(indicator.children.first is DotPageIndicator)
    #expect(rig.redrawn.isSame(as: rig.picture))
  }

  @Test func `indicators are found by their names`() throws {
    #expect(try PageIndicators.make("dots") is DotPageIndicator)
    #expect(try PageIndicators.make("number") is NumberPageIndicator)
    #expect(try PageIndicators.make("auto") is AutomaticPageIndicator)
    #expect(try PageIndicators.make("none") == nil)
    for (name, description) in PageIndicators.namesAndDescriptions {
      #expect(!description.isEmpty)
      let indicator = try PageIndicators.make(name)
      #expect(name == "none" || indicator != nil)
    }
  }

  @Test func `Dots expose the page to a screen reader`() {
    let dots = DotPageIndicator()
    dots.reload(count: 5, index: 1)
    #expect(dots.accessibilityLabel == "page 2 of 5")
    dots.indexDidChange(to: 4)
    #expect(dots.accessibilityLabel == "page 5 of 5")
  }
}
