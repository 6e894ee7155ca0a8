import BrowserCore
import Geometry
import Motion
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoBrowser

/// Tests of the pixel inspector, the overview map and the slideshow view.
@MainActor @Suite struct InspectionTests {
  @Test func `every point of a pixel's square finds that pixel`() {
    let grid = PixelGrid(
      rect: Rect(x: -13, y: 5, width: 80, height: 40), size: Size(width: 10, height: 5))
    #expect(grid.scale == 8)
    #expect(grid.pixel(at: Point(x: -13, y: 5)).map { [$0.x, $0.y] } == [0, 0])
    #expect(grid.pixel(at: Point(x: -5.01, y: 12.9)).map { [$0.x, $0.y] } == [0, 0])
    #expect(grid.pixel(at: Point(x: -5, y: 13)).map { [$0.x, $0.y] } == [1, 1])
    #expect(grid.pixel(at: Point(x: 66.9, y: 44.9)).map { [$0.x, $0.y] } == [9, 4])
    #expect(grid.pixel(at: Point(x: 67, y: 20)) == nil)
    #expect(grid.columnLines(from: 0, to: 20) == [3, 11, 19])
    #expect(grid.rowLines(from: 0, to: 100) == [13, 21, 29, 37], "the edges are left out")
  }

  @Test func `a reading has the colour without premultiplication`() {
    let opaque = PixelReading(x: 3, y: 14, color: 0xff0a_0bff)
    #expect(opaque.hex == "#0A0BFF" && opaque.text == "3, 14   #0A0BFF   10 11 255")
    let half = PixelReading(x: 0, y: 0, color: 0x8080_4000, isExact: false)
    #expect(half.hex == "#FF800080" && half.text.contains("≈"))
    #expect(PixelReading(x: 0, y: 0, color: 0).hex == "#00000000")
  }

  private func rig(_ size: (Int, Int) = (64, 48)) -> BrowserRig {
    let rig = BrowserRig(.album(3, size.0, size.1), width: 480, height: 320)
    rig.settle()
    return rig
  }

  @Test func `the grid appears at a large zoom, and the pixel under the pointer is shown`() throws {
    let rig = rig()
    let inspector = PixelInspector()
    rig.browser.addOverlay(inspector)
    rig.settle()
    #expect(inspector.isHidden && inspector.reading == nil)
    rig.browser.options.tuning.inspectsPixels = true
    rig.settle()
    let plain = rig.seen()
    rig.perform(.zoomTo(16, at: nil, animated: false))
    rig.settle()
    rig.pointer(.moved, 240, 160)
    let reading = try #require(inspector.reading)
    #expect(reading.isExact && (0..<64).contains(reading.x) && (0..<48).contains(reading.y))
    #expect(rig.pixel(240, 150) != plain.pixel(x: 240, y: 150))
    rig.pointer(.moved, 256, 160)
    #expect(inspector.reading?.x == reading.x + 1 && inspector.reading?.y == reading.y)
    #expect(rig.browser.state.zoom(of: 0).levels.maximum >= 32)
    rig.browser.options.tuning.inspectsPixels = false
    rig.settle()
    #expect(inspector.isHidden && !rig.stage.needsFrame)
  }

  @Test func `the pill has room for the four components of a transparent picture`() throws {
    let rig = rig()
    let inspector = PixelInspector()
    rig.browser.addOverlay(inspector)
    rig.browser.options.tuning.inspectsPixels = true
    rig.settle()
    rig.pointer(.moved, 240, 160)
    let opaque = try #require(inspector.occupiedFrame)
    let cell = try #require(rig.browser.visibleCell as? PhotoCell)
    cell.content = .picture(
      Picture(Bitmap.computed(64, 48, isOpaque: false) { _, _ in 0x8080_8080 }))
    rig.settle()
    rig.pointer(.moved, 241, 160)
    let transparent = try #require(inspector.occupiedFrame)
    #expect(inspector.reading?.alpha == 0x80 && transparent.width > opaque.width)
  }

  /// A panel that covers the right half of the pages.
  private final class SidePanel: View, SideOverlay {
    func layout(in room: BrowserOverlays.Room) {
      let width = sideInsets(in: room.area, scale: room.scale).right
      frame = Rect(
        x: room.area.maxX - width, y: room.area.minY, width: width, height: room.area.height)
    }

    func sideInsets(in area: Rect, scale: Double) -> Insets { Insets(right: area.width / 2) }
  }

  @Test func `the pills of pixel and zoom lie beside a panel that was added after them`() throws {
    let rig = rig()
    let (inspector, zoom, panel) = (PixelInspector(), ZoomPill(), SidePanel())
    rig.browser.addOverlay(inspector)
    rig.browser.addOverlay(zoom)
    rig.browser.options.tuning.inspectsPixels = true
    rig.settle()
    rig.pointer(.moved, 240, 160)
    let centred = try #require(inspector.occupiedFrame)
    #expect(abs(centred.midX - 240) <= 1)
    rig.browser.addOverlay(panel)
    rig.settle()
    let beside = try #require(inspector.occupiedFrame)
    #expect(panel.frame.minX == 240)
    #expect(beside.maxX < panel.frame.minX && abs(beside.midX - 120) <= 1)
    #expect(zoom.frame.maxX <= panel.frame.minX)
    rig.browser.removeOverlay(panel)
    rig.settle()
    #expect(inspector.occupiedFrame == centred)
  }

  @Test func `the map appears while a picture is zoomed, moves the view, and fades`() {
    let rig = rig((960, 640))
    let map = OverviewMap()
    rig.browser.addOverlay(map)
    rig.settle()
    map.isEnabled = true
    rig.settle()
    #expect(map.isHidden)
    rig.perform(.zoomTo(2, at: nil, animated: false))
    rig.wait(0.5)
    #expect(!map.isHidden && !map.frame.isEmpty)
    let before = rig.browser.shownFrame?.pages.first?.content ?? .zero
    rig.click(map.frame.minX + 4, map.frame.minY + 4)
    rig.wait(0.6)
    let after = rig.browser.shownFrame?.pages.first?.content ?? .zero
    #expect(after.minX > before.minX && after.minX > -1, "the top left corner is shown")
    rig.pointer(.moved, 20, 20)
    rig.wait(3)
    #expect(map.isHidden && !rig.stage.needsFrame)
    #expect(!map.holdsPicture, "the pages may go on to other pictures")
    rig.perform(.zoomTo(3, at: nil, animated: false))
    rig.wait(0.5)
    #expect(!map.isHidden && map.holdsPicture)
  }

  @Test func `the map goes to the other corner beside a panel as high as the window`() {
    let rig = rig((960, 640))
    let map = OverviewMap()
    rig.browser.addOverlay(map)
    map.isEnabled = true
    rig.settle()
    rig.perform(.zoomTo(2, at: nil, animated: false))
    rig.wait(0.5)
    let panel = Rect(x: 240, y: 20, width: 228, height: 290)
    var room = BrowserOverlays.Room(area: Rect(x: 0, y: 0, width: 480, height: 320))
    map.layout(in: room)
    #expect(map.frame.maxX > panel.minX && map.frame.maxY <= 320)
    room.occupied = [panel]
    map.layout(in: room)
    #expect(map.frame.minX >= 0 && map.frame.maxX <= panel.minX)
    #expect(map.frame.minY >= 0 && map.frame.maxY <= 320)
  }

  @Test func `a map that was wanted for one frame only is hidden again`() {
    let rig = rig((960, 640))
    let map = OverviewMap()
    rig.browser.addOverlay(map)
    map.isEnabled = true
    rig.settle()
    rig.perform(.zoomTo(2, at: nil, animated: false))
    rig.frame()
    rig.perform(.zoomTo(0.5, at: nil, animated: false))
    rig.wait(1)
    #expect(map.isHidden && !map.holdsPicture)
  }

  @Test func `a slideshow with slow motion moves every frame and is still while it is paused`() {
    let rig = rig((960, 640))
    let show = SlideshowView()
    show.effect = .kenBurns
    rig.browser.options.tuning.slideshowUsesCuts = true
    rig.browser.addOverlay(show)
    rig.settle()
    rig.browser.startSlideshow(every: 2)
    rig.wait(1)
    let one = rig.picture
    rig.wait(0.3)
    #expect(!rig.picture.isSame(as: one))
    #expect(show.wantsFrame)
    rig.browser.toggleSlideshow()
    rig.wait(1)
    let two = rig.picture
    rig.wait(0.5)
    #expect(rig.picture.isSame(as: two) && !show.wantsFrame)
    rig.browser.stopSlideshow()
    rig.wait(0.6)
    #expect(!show.wantsFrame && rig.seen(slack: 1).size == rig.picture.size)
  }

  @Test func `a fade ends at the resting page and needs no frames then`() {
    let rig = rig((480, 320))
    let show = SlideshowView()
    show.effect = .fade
    rig.browser.options.tuning.slideshowUsesCuts = true
    rig.browser.addOverlay(show)
    rig.settle()
    rig.browser.startSlideshow(every: 3)
    rig.wait(3.3)
    #expect(rig.browser.pageIndex == 1 && show.wantsFrame)
    rig.wait(1)
    #expect(!show.wantsFrame)
  }
}
