import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite struct WheelTests {
  private func rig(
    _ profile: BrowserOptions.WheelProfile = .page, _ pages: [PhotoContent] = .album(5),
    width: Int = 240, height: Int = 160
  ) -> BrowserRig {
    var options = BrowserOptions()
    options.wheelProfile = profile
    return BrowserRig(pages, width: width, height: height, options: options, start: 1)
  }

  @Test func `a detent turns a page, and fractions add up to a detent`() {
    let rig = rig()
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
    for _ in 0..<9 {
      rig.wheel(0, -0.1)
      rig.wait(0.02)
    }
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
    rig.wheel(0, -0.1)
    rig.settle()
    #expect(rig.browser.pageIndex == 1, "ten tenths are one")
    rig.wheel(0, 0.9)
    rig.wait(1)
    rig.wheel(0, 0.2)
    rig.settle()
    #expect(rig.browser.pageIndex == 1, "what was turned long ago is forgotten")
    rig.wheel(0, 0.5)
    rig.wheel(0, -0.9)
    rig.wheel(0, -0.2)
    rig.settle()
    #expect(rig.browser.pageIndex == 0, "turning back begins anew")
  }

  @Test func `the tilt of a wheel follows the direction of the pages`() {
    let rig = rig()
    rig.wheel(1, 0)
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
    rig.browser.options.tuning.isRightToLeft = true
    rig.wheel(1, 0)
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `the wheel profiles zoom and pan instead of paging`() {
    let zoom = rig(.zoom)
    zoom.wheel(0, -1)
    zoom.settle()
    #expect(abs(zoom.content.width - 300) < 0.01 && zoom.browser.pageIndex == 1)
    let pan = rig(.pan)
    pan.wheel(0, 1)
    pan.settle()
    #expect(pan.browser.pageIndex == 1 && pan.content.height == 160)
  }

  @Test func `the wheel pans a zoomed picture, sideways with Shift, and keeps the page`() {
    let rig = rig()
    rig.perform(.zoomTo(2, at: nil, animated: false))
    rig.frame()
    let before = rig.content
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.content.minY < before.minY && rig.content.minX == before.minX)
    rig.wheel(0, 1, at: 120, 80, .shift)
    rig.settle()
    #expect(rig.content.minX < before.minX)
    for _ in 0..<40 { rig.wheel(0, 1) }
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
  }

  @Test func `the wheel scrolls a long picture to its end before it turns the page`() {
    let long = PhotoContent.photo(SyntheticPhoto.numberedGrid(160, 600, cell: 40))
    let rig = rig(.page, [long, long, long], width: 160, height: 240)
    #expect(rig.content == Rect(x: 0, y: 0, width: 160, height: 600))
    for _ in 0..<20 {
      rig.wheel(0, 1)
      rig.wait(0.05)
    }
    rig.settle()
    #expect(rig.content.maxY == 240, "its end is in sight")
    #expect(rig.browser.pageIndex == 1, "and stops the wheel")
    rig.wait(0.5)
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
    rig.wait(0.5)
    rig.wheel(0, -1)
    rig.settle()
    #expect(rig.browser.pageIndex == 1, "at its top the wheel goes back at once")
  }

  @Test func `Ctrl+wheel zooms in every profile, also by fractions of a detent`() {
    let rig = rig()
    rig.wheel(0, -0.5, at: 60, 40, .control)
    rig.wait(0.1)
    let width = rig.content.width
    #expect(abs(width - 240 * 1.118) < 0.1, "a fraction has arrived after 70 ms")
    #expect(rig.browser.pageIndex == 1)
  }
}
