import GalleryCore
import Input
import PhotoBrowser
import TestSupport
import Testing

@testable import BrowserHost

@MainActor @Suite struct ThumbnailGridTests {
  @Test func `three square cells a row, the margin at the edges, the gap between`() {
    let host = HostRig()
    host.showGrid()
    #expect(host.grid.cell(0) == Rect(x: 12, y: 12, width: 68, height: 68))
    #expect(host.grid.cell(1) == Rect(x: 86, y: 12, width: 68, height: 68))
    #expect(host.grid.cell(2).maxX == 228)
    #expect(host.grid.cell(3).origin == Point(x: 12, y: 86))
  }

  @Test func `there are more columns where cells would be larger than wanted`() {
    let host = HostRig()
    host.grid.look.largestSide = 40
    host.showGrid()
    #expect(host.grid.arrangement.columns == 5)
    #expect(host.grid.cell(0).width <= 40)
  }

  @Test func `the wheel scrolls, and what flies home follows`() {
    let host = HostRig(count: 30)
    host.showGrid()
    let before = host.grid.cell(0)
    host.rig.scroll(.wheel, Vector(dx: 0, dy: 1), at: Point(x: 100, y: 100))
    host.rig.settle()
    #expect(host.grid.cell(0).minY == before.minY - 60)
    // Far beyond the end it stops at the end.
    host.rig.scroll(.wheel, Vector(dx: 0, dy: 100), at: Point(x: 100, y: 100))
    host.rig.settle()
    #expect(host.grid.cell(29).maxY == 180 - 12)
  }

  @Test func `a drag scrolls and opens nothing`() {
    let host = HostRig(count: 30)
    var opened: [Int] = []
    host.grid.onOpen = { opened.append($0) }
    host.showGrid()
    host.rig.press(120, 150)
    host.rig.drag(to: 120, 50, over: 0.2)
    host.rig.release()
    host.rig.settle()
    #expect(host.grid.cell(0).minY < -50)
    #expect(opened.isEmpty)
  }

  @Test func `keys move the focus, bring it into sight, and open`() {
    let host = HostRig(count: 30)
    var opened: [Int] = []
    host.grid.onOpen = { opened.append($0) }
    host.showGrid()
    host.key(.right)
    host.key(.down)
    #expect(host.grid.focus == 4)
    host.key(.end)
    host.rig.settle()
    #expect(host.grid.focus == 29)
    #expect(host.grid.cell(29).maxY <= 180)
    host.key(.enter)
    #expect(opened == [29])
    host.key(.home)
    host.key(.left)
    #expect(host.grid.focus == 0)
  }

  @Test func `a cell out of sight has no place to fly to until it is revealed`() {
    let host = HostRig(count: 30)
    host.showGrid()
    #expect(host.grid.thumbnail(of: 29, seenFrom: host.grid) == nil)
    host.grid.reveal(29)
    let place = host.grid.thumbnail(of: 29, seenFrom: host.grid)
    #expect(place?.frame == host.grid.cell(29))
    #expect(place?.cornerRadius == 4)
    #expect(host.grid.thumbnail(of: 30, seenFrom: host.grid) == nil)
  }

  @Test func `long pictures show their top, others their middle`() {
    let long = Picture(SyntheticPhoto.gradient(40, 400))
    let wide = Picture(SyntheticPhoto.gradient(400, 40))
    #expect(ThumbnailGrid.alignment(of: long) == .top)
    #expect(ThumbnailGrid.alignment(of: wide) == .center)
  }

  @Test func `sections are one list of items`() {
    let host = HostRig()
    let all = host.grid.thumbnails
    host.grid.sections = [
      GridSection(Array(all[..<2]), title: "A"), GridSection(Array(all[2...]), title: "B"),
    ]
    host.showGrid()
    #expect(host.grid.arrangement.itemCount == 9)
    #expect(host.grid.cell(2).minX == 12, "a section begins a row")
    #expect(host.grid.cell(2).minY > host.grid.cell(0).maxY + host.grid.arrangement.headerHeight)
    #expect(host.grid.place(of: 2)?.section == 1)
  }

  @Test func `what is seen is drawn piece by piece as at once`() {
    let host = HostRig(count: 30)
    host.showGrid()
    host.grid.emptySlot = 1
    host.key(.right)
    host.rig.settle()
    host.rig.pointer(.moved, 40, 40)
    host.rig.settle()
    host.rig.seen("marks")
    host.rig.scroll(.wheel, Vector(dx: 0, dy: 1), at: Point(x: 100, y: 100))
    host.rig.wait(0.1)
    host.rig.seen("scrolling")
  }
}
