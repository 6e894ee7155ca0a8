import PhotoBrowser
import TestSupport
import Testing
import Views

@MainActor @Suite struct SlideshowTests {
  private func makeRig(_ count: Int = 3, loops: Bool = false) -> (BrowserRig, () -> [String]) {
    var options = BrowserOptions()
    options.tuning.isLooping = loops
    let rig = BrowserRig(.album(count), options: options)
    var log: [String] = []
    rig.browser.hooks.slideshowChange = { log.append($0.map { "\($0)" } ?? "off") }
    rig.settle()
    return (rig, { log })
  }

  @Test func `a slideshow draws no frames between two turns`() {
    let (rig, _) = makeRig()
    rig.wait(60)
    rig.browser.startSlideshow()
    rig.settle()
    #expect(rig.stage.nextDeadline.map { abs($0 - rig.now - 3) < 0.1 } ?? false)
    let frames = rig.frames
    rig.wait(2.8)
    #expect(rig.frames == frames && rig.browser.pageIndex == 0)
    rig.wait(1)
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `a slideshow reports its phases`() {
    let (rig, log) = makeRig(2)
    rig.browser.startSlideshow(every: 1)
    rig.wait(4)
    #expect(log() == ["running", "ended"] && rig.browser.pageIndex == 1)
    rig.browser.toggleSlideshow()
    rig.wait(0.5)
    #expect(rig.browser.pageIndex == 0)
    rig.browser.toggleSlideshow()
    rig.browser.toggleSlideshow()
    rig.perform(.close)
    rig.settle()
    #expect(log() == ["running", "ended", "running", "paused", "running", "off"])
    #expect(rig.browser.slideshowPhase == nil && rig.stage.nextDeadline == nil)
  }

  @Test func `a slideshow waits for a page that loads`() {
    let rig = BrowserRig([.loading(progress: nil)] + .album(2))
    rig.browser.startSlideshow(every: 1)
    rig.wait(5)
    #expect(rig.browser.pageIndex == 0)
    (rig.browser.visibleCell as? PhotoCell)?.content = [PhotoContent].album(1)[0]
    rig.wait(0.9)
    #expect(rig.browser.pageIndex == 0)
    rig.wait(0.6)
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `a slideshow held by the host pauses`() {
    let (rig, _) = makeRig()
    rig.browser.startSlideshow(every: 1)
    rig.browser.keepsSlideshowWaiting = true
    rig.wait(3)
    #expect(rig.browser.pageIndex == 0)
    rig.browser.keepsSlideshowWaiting = false
    rig.wait(1.5)
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `a press on the page pauses the slideshow until its release`() {
    let (rig, _) = makeRig()
    rig.browser.startSlideshow(every: 1)
    rig.wait(0.8)
    rig.press(120, 80)
    rig.wait(3)
    #expect(rig.browser.pageIndex == 0)
    rig.release()
    rig.wait(1.6)
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `pages that are inserted before the current one begin no transition`() {
    let (rig, _) = makeRig()
    let view = SlideshowView()
    view.effect = .fade
    rig.browser.addOverlay(view)
    rig.browser.startSlideshow(every: 5)
    rig.wait(1)
    rig.source.pages.insert(contentsOf: [PhotoContent].album(2), at: 0)
    rig.source.renumber { $0 + 2 }
    rig.browser.insertItems(2, at: 0)
    rig.frame()
    #expect(rig.browser.pageIndex == 2 && !view.wantsFrame)
    rig.perform(.go(to: 1, animated: false))
    rig.frame()
    #expect(view.wantsFrame, "another page fades in")
  }
}
