import PhotoBrowser
import TestSupport
import Testing

/// Tests of the options that reproduce JXPhotoBrowser 3 and 4, against its documents.
@MainActor @Suite struct ProfileTests {
  @Test func `profile 3 stops at the last page, profile 4 loops`() {
    for (options, isRound) in [(BrowserOptions.jxPhotoBrowser3, false), (.jxPhotoBrowser4, true)] {
      let rig = BrowserRig(.album(3), options: options, start: 2)
      rig.perform(.turn(1, animated: false))
      rig.settle()
      #expect(rig.browser.pageIndex == (isRound ? 0 : 2))
    }
  }

  @Test func `a double click zooms to twice the fit or fills the page`() {
    // A picture of 480 × 240 on 240 × 160: the scale of fit is 1/2, twice that is 1, fill is 2/3.
    let picture = PhotoContent.picture(Picture(SyntheticPhoto.gradient(480, 240, blue: 9)))
    for (options, height) in [(BrowserOptions.jxPhotoBrowser3, 240.0), (.jxPhotoBrowser4, 160)] {
      let rig = BrowserRig([picture], options: options)
      rig.perform(.toggleZoom(at: nil))
      rig.settle()
      #expect(abs(rig.browser.state.zoom(of: 0).targetRect.height - height) < 0.01)
    }
  }

  @Test func `the click action of both profiles closes`() {
    for options in [BrowserOptions.jxPhotoBrowser3, .jxPhotoBrowser4] {
      #expect(options.clickAction == .close && options.showDuration == 0.25)
    }
  }
}
