import PhotoBrowser
import TestSupport
import Testing

@MainActor @Suite struct FlightTests {
  @Test(arguments: [0, 1, 2, 3, 4])
  func `a flight starts with the pixels of the grid and ends with those of the page`(page: Int) {
    let air = FlightRig()
    air.show(page)
    #expect(air.rig.picture.largestDifference(from: air.bare) == 0)
    air.rig.settle()
    #expect(air.rig.redrawn.isSame(as: air.rig.picture))
    let plain = FlightRig(start: page)
    plain.browser.isOverScene = false
    plain.rig.frame()
    #expect(air.rig.picture.isSame(as: plain.rig.redrawn))
    air.rig.perform(.close)
    air.draw()
    #expect(air.rig.picture.isSame(as: plain.rig.redrawn))
    air.rig.settle()
    #expect(air.rig.picture.largestDifference(from: air.bare) == 0)
    #expect(
      air.host.log == (page == 0 ? [] : ["page \(page)"]) + [
        "slot \(page)", "show \(page)", "at page \(page)", "reveal \(page)", "dismiss \(page)",
        "at thumbnail \(page)", "slot -", "dismissed",
      ])
  }

  @Test func `a released picture flies from its dragged position to its thumbnail`() throws {
    let air = FlightRig()
    air.show(0)
    air.rig.settle()
    air.rig.press(100, 40)
    air.rig.drag(to: 120, 100, over: 0.2)
    air.rig.frame()
    air.rig.capture()
    air.rig.release()
    for _ in 0..<5 {
      air.rig.wait(0.06)
      air.rig.capture()
    }
    air.rig.settle()
    air.rig.capture()
    #expect(air.rig.picture.largestDifference(from: air.bare) == 0)
    #expect(air.host.log.suffix(3) == ["at thumbnail 0", "slot -", "dismissed"])
    try air.rig.check("flight-pull-home")
  }

  @Test func `an opening flight can be caught, dragged and thrown back`() throws {
    let air = FlightRig()
    air.show(1)
    air.rig.wait(0.12)
    air.rig.capture()
    air.draw()
    let before = try #require(air.lead)
    let middle = before.picture.center
    air.rig.press(middle.x, middle.y)
    air.draw()
    let caught = try #require(air.lead)
    #expect(abs(caught.clip.width - before.clip.width) < 0.01)
    air.rig.drag(to: middle.x + 30, middle.y + 40, over: 0.15)
    air.rig.frame()
    air.rig.capture()
    air.rig.release()
    air.rig.wait(0.08)
    air.rig.capture()
    air.rig.settle()
    air.rig.capture()
    #expect(air.host.log.contains("caught 1"))
    #expect(air.host.log.suffix(3) == ["at thumbnail 1", "slot -", "dismissed"])
    #expect(air.rig.picture.largestDifference(from: air.bare) == 0)
    try air.rig.check("flight-caught")
  }

  @Test func `the slot follows the page, and the grid scrolls to it before closing`() {
    let air = FlightRig(sizes: Array(repeating: (240, 160), count: 20))
    air.show(0)
    air.rig.settle()
    for _ in 0..<13 { air.rig.perform(.turn(1, animated: false)) }
    air.rig.frame()
    #expect(air.grid.emptySlot == 13)
    #expect(air.grid.scroll == 0)
    air.rig.perform(.close)
    #expect(air.grid.scroll > 0)
    air.rig.settle()
    #expect(air.host.log.suffix(4) == ["dismiss 13", "at thumbnail 13", "slot -", "dismissed"])
    #expect(air.rig.redrawn.isSame(as: air.rig.picture))
  }

  @Test func `a cell opened during a flight opens at once while the first picture returns`() throws
  {
    let air = FlightRig()
    air.show(0)
    air.rig.wait(0.12)
    air.draw()
    let backdrop = try #require(air.browser.shownFrame?.backdrop)
    let old = try #require(air.lead)
    air.show(3)
    let flying = try #require(air.browser.shownFrame?.flying)
    #expect(flying.map(\.page) == [0, 3])
    let ghost = try #require(flying.first?.layers.last)
    #expect(abs(ghost.clip.width - old.clip.width) < 0.01)
    #expect(abs(try #require(air.browser.shownFrame?.backdrop) - backdrop) < 0.001)
    for _ in 0..<4 {
      air.rig.wait(0.06)
      air.rig.capture()
    }
    air.rig.settle()
    air.rig.capture()
    #expect(air.browser.pageIndex == 3 && air.grid.emptySlot == 3)
    #expect(!air.host.log.contains("dismissed"))
    try air.rig.check("flight-retarget")
  }

  @Test func `a thumbnail that moves during a flight is followed without a jump`() throws {
    let air = FlightRig()
    air.show(0)
    air.rig.settle()
    air.rig.perform(.close)
    air.rig.wait(0.15)
    air.draw()
    let before = try #require(air.lead)
    air.grid.scroll = -60
    air.browser.thumbnailsDidMove()
    air.draw()
    let after = try #require(air.lead)
    #expect(abs(after.clip.minY - before.clip.minY) < 0.01)
    air.rig.settle()
    #expect(air.host.log.last == "dismissed")
  }

  @Test func `a resize during a flight is followed to the pixel`() throws {
    let air = FlightRig()
    air.show(0)
    air.rig.wait(0.1)
    air.rig.stage.size = Size(width: 200, height: 160)
    air.rig.settle()
    let frame = try #require(air.browser.shownFrame)
    #expect(frame.flying.isEmpty && frame.pages.last?.content.width == 200)
    #expect(air.host.log.last == "at page 0")
  }

  @Test func `paging keys work during the opening flight`() {
    let air = FlightRig()
    air.show(0)
    air.rig.wait(0.1)
    air.rig.perform(.turn(1, animated: true))
    air.rig.settle()
    #expect(air.browser.pageIndex == 1 && air.grid.emptySlot == 1)
    #expect(air.host.log.contains("at page 0"))
  }

  @Test func `a press beside a returning picture reaches the grid`() throws {
    let air = FlightRig()
    air.show(0)
    air.rig.settle()
    #expect(air.browser.contains(Point(x: 230, y: 150)))
    air.rig.perform(.close)
    air.rig.wait(0.2)
    air.draw()
    #expect(!air.browser.contains(Point(x: 230, y: 150)))
    #expect(air.browser.contains(try #require(air.lead).clip.center))
    air.rig.settle()
    #expect(!air.browser.contains(Point(x: 20, y: 20)))
  }

  @Test func `a press beside the picture reaches the grid before the first closing frame`() {
    let air = FlightRig(start: 3)
    air.show(3)
    air.rig.settle()
    air.rig.perform(.close)
    #expect(!air.browser.contains(Point(x: 2, y: 2)))
    #expect(air.browser.contains(air.browser.bounds.center))
  }

  @Test func `a press catches the picture before the first closing frame`() {
    let air = FlightRig()
    air.show(0)
    air.rig.settle()
    air.rig.perform(.close)
    air.rig.press(120, 80)
    #expect(air.host.log.contains("caught 0"))
    air.rig.wait(0.3)
    air.rig.release()
    air.rig.settle()
  }

  @Test func `a flight whose picture is deleted ends at rest`() {
    let up = FlightRig()
    up.show(1)
    up.rig.wait(0.1)
    up.rig.source.remove(1)
    up.browser.removeItem(at: 1)
    up.rig.settle()
    #expect(up.browser.isAtRest && up.browser.pageIndex == 1)
    let home = FlightRig()
    home.show(1)
    home.rig.settle()
    home.rig.perform(.close)
    home.rig.wait(0.1)
    home.rig.source.remove(1)
    home.browser.removeItem(at: 1)
    home.rig.settle()
    #expect(home.host.log.filter { $0 == "dismissed" }.count == 1)
    #expect(home.grid.emptySlot == nil)
  }

  @Test func `the slot stays with its picture when another picture is removed`() {
    let air = FlightRig(start: 3)
    air.show(3)
    air.rig.settle()
    // The host renumbers the empty slot with its list.
    air.grid.emptySlot = 2
    air.rig.source.remove(0)
    air.browser.removeItem(at: 0)
    air.rig.perform(.turn(1, animated: false))
    air.rig.frame()
    #expect(air.browser.pageIndex == 3 && air.grid.emptySlot == 3)
  }

  @Test func `removing the current picture empties the slot of the next one`() {
    let air = FlightRig(start: 1)
    air.show(1)
    air.rig.settle()
    air.grid.emptySlot = nil
    air.rig.source.remove(1)
    air.browser.removeItem(at: 1)
    air.rig.settle()
    #expect(air.browser.pageIndex == 1 && air.grid.emptySlot == 1)
  }

  @Test func `the thumbnail flies and stays until a picture is loaded`() throws {
    let air = FlightRig(
      pages: Array(repeating: .loading(progress: 0.2), count: 5))
    air.show(0)
    for _ in 0..<4 {
      air.rig.capture()
      air.rig.wait(0.08)
      air.draw()
    }
    air.rig.settle()
    air.rig.capture()
    // The point is in the red quarter of the picture.
    #expect(air.rig.pixel(60, 40) == SyntheticPhoto.quadrantColors[0])
    try air.rig.check("flight-loading", columns: 5)
  }

  @Test func `without any bitmap the page fades`() {
    let air = FlightRig(pages: Array(repeating: .loading(progress: 0.2), count: 5))
    air.host.hasBitmaps = false
    air.show(0)
    air.rig.wait(0.1)
    #expect(air.browser.shownFrame?.flying.isEmpty == true)
    #expect((0.01...0.99).contains(air.browser.shownFrame?.backdrop ?? 0))
    air.rig.settle()
    #expect(air.host.log.last == "at page 0")
  }

  @Test func `the thumbnail stays visible if the host does not hide it`() {
    var options = BrowserOptions()
    options.hidesThumbnail = false
    let air = FlightRig(options: options)
    air.show(0)
    air.rig.settle()
    air.rig.perform(.close)
    air.rig.settle()
    #expect(!air.host.log.contains { $0.hasPrefix("slot") })
  }

  @Test func `a dismissed browser can be shown again`() {
    let air = FlightRig()
    air.show(0)
    air.rig.settle()
    let page = air.rig.picture
    air.rig.perform(.close)
    air.rig.settle()
    air.show(0)
    #expect(air.rig.picture.largestDifference(from: air.bare) == 0)
    air.rig.settle()
    #expect(air.rig.picture.isSame(as: page))
  }

  @Test func `the indicator appears with the opening flight`() {
    let air = FlightRig()
    air.browser.indicator = DotPageIndicator()
    air.show(0)
    #expect(air.browser.indicator?.alpha == 0)
    var last = 0.0
    for _ in 0..<18 {
      air.rig.frame()
      let alpha = air.browser.indicator?.alpha ?? 0
      #expect(alpha >= last && alpha == air.browser.shownFrame?.chrome)
      last = alpha
    }
    air.rig.settle()
    #expect(air.browser.indicator?.alpha == 1)
  }
}
