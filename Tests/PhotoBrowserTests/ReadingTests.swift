import PhotoBrowser
import TestSupport
import Testing

/// Tests of reading long pictures by the wheel, with filmstrips.
@MainActor @Suite struct ReadingTests {
  private func rig(_ width: Int, _ height: Int) -> BrowserRig {
    let long = PhotoContent.photo(SyntheticPhoto.numberedGrid(width, height, cell: 40))
    return BrowserRig([long, long, long], start: 1)
  }

  @Test func `the wheel scrolls a tall strip to its end and then turns the page`() {
    let rig = rig(200, 900)
    #expect(rig.content == Rect(x: 20, y: 0, width: 200, height: 900))
    for _ in 0..<60 {
      rig.wheel(0, 1)
      rig.wait(0.03)
    }
    rig.settle()
    #expect(rig.content.maxY == 160 && rig.browser.pageIndex == 1)
    rig.wait(0.5)
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
  }

  @Test func `the wheel scrolls a panorama sideways to its end and then turns the page`() {
    let rig = rig(1600, 160)
    #expect(rig.content == Rect(x: 0, y: 0, width: 1600, height: 160))
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.content.minX < -20 && rig.content.minY == 0)
    for _ in 0..<70 {
      rig.wheel(0, 1)
      rig.wait(0.03)
    }
    rig.settle()
    #expect(rig.content.maxX == 240 && rig.browser.pageIndex == 1)
    rig.wait(0.5)
    rig.wheel(0, 1)
    rig.settle()
    #expect(rig.browser.pageIndex == 2)
  }

  @Test func `a strip is read screen by screen`() throws {
    let rig = rig(200, 900)
    rig.capture()  // the top of the strip
    for _ in 0..<2 {
      rig.perform(
        .scroll(rig.browser.state.readingScroll(1) ?? .zero, animated: true))
      rig.wait(0.07)
      rig.capture()  // the scroll to the next screen
      rig.settle()
      rig.capture()  // the next screen, with a tenth of the last one at its top
    }
    try rig.check("reading", columns: 5)
  }
}
