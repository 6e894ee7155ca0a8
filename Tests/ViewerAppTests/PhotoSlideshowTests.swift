import BrowserCore
import PhotoBrowser
import TestSupport
import Testing

@testable import ViewerApp

/// The slideshow of a visit, on a stage without a window.
@MainActor @Suite struct PhotoSlideshowTests {
  private let rig = StageRig(240, 160)
  private let browser = Browser()
  private let pages = Pages()

  /// A data source with two pages.
  private final class Pages: BrowserDataSource {
    func numberOfItems(in browser: Browser) -> Int { 2 }
    func browser(_ browser: Browser, makeCellFor index: Int) -> any BrowserCell { PhotoCell() }
    func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {}
  }

  init() {
    browser.fillsParent = true
    rig.stage.root.add(browser)
    browser.dataSource = pages
    rig.frame()
  }

  @Test func `a paused slideshow continues with the interval that was chosen meanwhile`() {
    let slideshow = PhotoSlideshow(of: browser, log: Log(level: .off))
    slideshow.begin(every: slideshow.interval)
    slideshow.pauseOrContinue()
    slideshow.interval = 8
    #expect(browser.slideshowPhase == .paused)
    slideshow.pauseOrContinue()
    #expect(browser.slideshowPhase == .running && browser.state.slideshow?.interval == 8)
  }

  @Test func `only a running slideshow is paused`() {
    let slideshow = PhotoSlideshow(of: browser, log: Log(level: .off))
    slideshow.pause()
    #expect(browser.slideshowPhase == nil)
    slideshow.begin(every: slideshow.interval)
    for _ in 0..<2 {
      slideshow.pause()
      #expect(browser.slideshowPhase == .paused)
    }
  }
}
