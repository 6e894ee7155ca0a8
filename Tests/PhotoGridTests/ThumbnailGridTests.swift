import GalleryCore
import Geometry
import Input
import Motion
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoGrid

/// A public grid of host pictures on a stage.
@MainActor private final class PictureGridRig: StageRig {
  let grid: ThumbnailGrid

  init(count: Int = 9) {
    var style = ThumbnailGrid.Style()
    (style.margin, style.gap, style.cornerRadius) = (12, 6, 4)
    grid = ThumbnailGrid((0..<count).map { Self.picture($0) }, style: style)
    super.init(240, 180)
    grid.fillsParent = true
    stage.root.add(grid)
    settle()
  }

  static func picture(_ index: Int) -> Picture {
    Picture(
      index.isMultiple(of: 2)
        ? SyntheticPhoto.quadrants(240, 160)
        : SyntheticPhoto.gradient(240, 160, blue: UInt8(index * 20 % 256)))
  }

  func cell(_ index: Int) -> Rect { grid.cellFrame(at: index) ?? .zero }

  func key(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) {
    for isPress in [true, false] {
      _ = grid.receive(.key(KeyEvent(name, isPress: isPress, modifiers: modifiers, time: now)))
    }
  }

  func wheel(_ notches: Double) {
    scroll(.wheel, Vector(dx: 0, dy: notches), at: Point(x: 100, y: 100))
  }
}

@MainActor @Suite struct ThumbnailGridTests {
  @Test func `a row has three square cells with margins and gaps`() {
    let rig = PictureGridRig()
    #expect(rig.cell(0) == Rect(x: 12, y: 12, width: 68, height: 68))
    #expect(rig.cell(1) == Rect(x: 86, y: 12, width: 68, height: 68))
    #expect(rig.cell(2).maxX == 228)
    #expect(rig.cell(3).origin == Point(x: 12, y: 86))
  }

  @Test func `a maximum width of the cells adds columns`() {
    let rig = PictureGridRig()
    rig.grid.style.maxCellWidth = 40
    rig.settle()
    #expect(rig.grid.gallery.state.layout.columns == 5)
    #expect(rig.cell(0).width <= 40)
  }

  @Test func `cells have the aspect ratio of the style, at every scale`() {
    let rig = PictureGridRig()
    rig.grid.style.aspect = 1.5
    rig.settle()
    #expect(rig.cell(0).size == Size(width: 68, height: 102))
  }

  @Test func `the wheel scrolls to the end and not beyond`() {
    let rig = PictureGridRig(count: 30)
    var moves = 0
    rig.grid.onCellsMove = { moves += 1 }
    let before = rig.cell(0)
    rig.wheel(1)
    rig.settle()
    #expect(rig.cell(0).minY < before.minY - 40 && moves > 0)
    rig.wheel(100)
    rig.settle()
    #expect(rig.cell(29).maxY == 180 - 12)
  }

  @Test func `a drag scrolls and opens no cell`() {
    let rig = PictureGridRig(count: 30)
    var opened: [Int] = []
    rig.grid.onOpen = { opened.append($0) }
    rig.press(120, 150)
    rig.drag(to: 120, 50, over: 0.2)
    rig.release()
    rig.settle()
    #expect(rig.cell(0).minY < -50)
    #expect(opened.isEmpty && rig.grid.selection.isEmpty)
  }

  @Test func `with selection a mouse drag selects, and a click still opens`() {
    let rig = PictureGridRig()
    var opened: [Int] = []
    var selected: [[Int]] = []
    rig.grid.allowsSelection = true
    rig.grid.onOpen = { opened.append($0) }
    rig.grid.onSelect = { selected.append($0) }
    rig.press(6, 6)
    rig.drag(to: 120, 60, over: 0.2)
    rig.release()
    rig.settle()
    #expect(rig.grid.selection == [0, 1] && selected.last == [0, 1])
    rig.key(.character("a"), .control)
    #expect(rig.grid.selection.count == 9)
    rig.click(rig.cell(4).midX, rig.cell(4).midY)
    #expect(opened == [4])
  }

  @Test func `keys move the focus, scroll it into view and open its cell`() {
    let rig = PictureGridRig(count: 30)
    var opened: [Int] = []
    rig.grid.onOpen = { opened.append($0) }
    rig.key(.right)
    rig.key(.down)
    #expect(rig.grid.focus == 4)
    rig.key(.end)
    rig.settle()
    #expect(rig.grid.focus == 29)
    #expect(rig.cell(29).maxY <= 180)
    rig.key(.enter)
    rig.key(.character(" "))
    #expect(opened == [29, 29])
    rig.key(.home)
    rig.key(.left)
    #expect(rig.grid.focus == 0)
  }

  @Test func `the Menu key, F10 and Shift+F10 ask for the menu of the focused cell`() {
    let rig = PictureGridRig()
    var cells: [Int?] = []
    var points: [Point] = []
    rig.grid.onMenu = { point, cell in
      points.append(point)
      cells.append(cell)
    }
    rig.key(.right)
    rig.key(.menu)
    rig.key(.function(10))
    rig.key(.function(10), .shift)
    #expect(cells == [1, 1, 1])
    #expect(points.allSatisfy { rig.cell(1).contains($0) })
  }

  @Test func `unbound keys are left to the host`() {
    let rig = PictureGridRig()
    for name in [KeyEvent.Name.escape, .backspace, .character("f"), .character("q"), .tab] {
      let key = KeyEvent(name, isPress: true, modifiers: [], time: rig.now)
      #expect(!rig.grid.receive(.key(key)), "\(name)")
    }
  }

  @Test func `a cell outside the view has no thumbnail until it is revealed`() {
    let rig = PictureGridRig(count: 30)
    #expect(rig.grid.thumbnail(of: 29, seenFrom: rig.grid) == nil)
    rig.grid.reveal(29)
    let thumbnail = rig.grid.thumbnail(of: 29, seenFrom: rig.grid)
    #expect(thumbnail?.frame == rig.cell(29))
    #expect(thumbnail?.cornerRadius == 4)
    #expect(rig.grid.thumbnail(of: 30, seenFrom: rig.grid) == nil)
  }

  @Test func `a flight begins and ends with the cell's own pixels`() throws {
    let rig = PictureGridRig()
    let seen = Bitmap(copying: rig.buffer)
    let thumbnail = try #require(rig.grid.thumbnail(of: 4, seenFrom: rig.grid))
    let pixels = try #require(thumbnail.rendering)
    #expect(pixels.size == PixelSize(width: 68, height: 68))
    for (x, y) in [(0, 0), (34, 34), (67, 67), (10, 60)] {
      #expect(
        pixels.pixel(x: x, y: y)
          == seen.pixel(x: Int(thumbnail.frame.minX) + x, y: Int(thumbnail.frame.minY) + y))
    }
  }

  @Test func `a new picture for a cell is shown in its thumbnail`() {
    let rig = PictureGridRig()
    let before = Bitmap(copying: rig.buffer)
    rig.grid.show(PictureGridRig.picture(5), at: 4)
    rig.settle()
    let center = rig.cell(4).center
    let (x, y) = (Int(center.x), Int(center.y))
    #expect(rig.buffer.pixel(x: x, y: y) != before.pixel(x: x, y: y))
    rig.seen("another picture")
  }

  @Test func `long pictures show their top, others their middle`() {
    let rig = PictureGridRig(count: 2)
    rig.grid.show(Picture(SyntheticPhoto.gradient(40, 400)), at: 0)
    rig.grid.show(Picture(SyntheticPhoto.gradient(400, 40)), at: 1)
    rig.settle()
    #expect(rig.grid.thumbnail(of: 0, seenFrom: rig.grid)?.alignment == .top)
    #expect(rig.grid.thumbnail(of: 1, seenFrom: rig.grid)?.alignment == .center)
  }

  @Test func `the smallest bitmap that fills the cell is drawn`() {
    let sizes = [(960, 640), (240, 160), (120, 80), (60, 40)]
    let bitmaps = sizes.map { SyntheticPhoto.gradient($0.0, $0.1) }
    let picture = Picture(bitmaps, naturalSize: bitmaps[0].size)
    let rig = PictureGridRig(count: 1)
    if let picture { rig.grid.show(picture, at: 0) }
    rig.settle()
    // The cell is 68 pixels wide and high.
    #expect(rig.grid.thumbnail(of: 0, seenFrom: rig.grid)?.bitmap === bitmaps[2])
  }

  @Test func `sections share one numbering of items`() {
    let rig = PictureGridRig()
    let all = rig.grid.thumbnails
    rig.grid.sections = [
      ThumbnailGrid.Section(Array(all[..<2]), title: "A"),
      ThumbnailGrid.Section(Array(all[2...]), title: "B"),
    ]
    rig.settle()
    let layout = rig.grid.gallery.state.layout
    #expect(layout.itemCount == 9)
    #expect(rig.cell(2).minX == 12, "a section begins a row")
    #expect(rig.cell(2).minY > rig.cell(0).maxY + layout.headerHeight)
  }

  @Test func `a grid without items is blank`() {
    let rig = PictureGridRig(count: 0)
    let seen = Bitmap(copying: rig.buffer)
    let ground = seen.pixel(x: 1, y: 1)
    for x in stride(from: 0, to: 240, by: 7) {
      for y in stride(from: 0, to: 180, by: 7) { #expect(seen.pixel(x: x, y: y) == ground) }
    }
  }

  @Test func `drawing the grid in parts equals drawing it at once`() {
    let rig = PictureGridRig(count: 30)
    rig.grid.emptySlot = 1
    rig.key(.right)
    rig.settle()
    rig.pointer(.moved, 40, 40)
    rig.settle()
    // The ring of the focus reaches into the cell under the pointer; its edges are rounded twice.
    rig.seen("marks", slack: 1)
    rig.wheel(1)
    rig.wait(0.1)
    rig.seen("scrolling")
  }
}
