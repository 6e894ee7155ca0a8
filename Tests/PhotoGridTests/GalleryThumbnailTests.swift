import Drawing
import GalleryCore
import Geometry
import Input
import PhotoGridTestSupport
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoGrid

@MainActor @Suite struct GalleryThumbnailTests {
  private func picture(_ index: Int) -> GalleryThumbnail {
    .picture(GalleryPhotos.thumbnail(index), naturalSize: nil)
  }

  @Test func `visible thumbnails are requested first, in reading order`() {
    let rig = GalleryRig([200])
    guard let demand = rig.source.demands.last else {
      Issue.record("nothing was wished for")
      return
    }
    let visible = rig.gallery.state.window.visible
    #expect(demand.visible == Array(rig.gallery.contents.items[visible]))
    #expect(demand.ahead.first == rig.gallery.contents.items[visible.upperBound])
    #expect(Set(demand.visible).isDisjoint(with: demand.ahead))
    #expect(demand.shorterSide >= 90 && demand.shorterSide < 130)
  }

  @Test
  func `thumbnails are requested from the bottom while scrolling up, from the top at rest`() {
    let rig = GalleryRig([400])
    rig.perform(.scroll(to: 3000, animated: false))
    rig.settle()
    let before = rig.source.demands.count
    rig.wheel(-3, at: Point(x: 200, y: 100))
    for _ in 0..<6 { rig.frame() }
    let moving = rig.source.demands[before...].last?.visible.map(\.number) ?? []
    #expect(moving.count > 3 && moving == moving.sorted().reversed())
    rig.settle()
    let resting = rig.source.demands.last?.visible.map(\.number) ?? []
    #expect(resting.count > 3 && resting == resting.sorted())
    rig.wheel(3, at: Point(x: 200, y: 100))
    for _ in 0..<6 { rig.frame() }
    let down = rig.source.demands.last?.visible.map(\.number) ?? []
    #expect(down == down.sorted())
  }

  @Test func `a new file fades in with its picture, without a placeholder tile`() {
    let rig = GalleryRig([3])
    let old = GalleryRig.contents([3])
    let all = GalleryRig.contents([4])
    let new = all.items[3]
    rig.gallery.show(all, change: all.change(from: old))
    rig.wait(0.4)
    let point = rig.middle(of: 3)
    func shade() -> UInt32 { rig.buffer.pixel(x: Int(point.x), y: Int(point.y)) }
    let ground = rig.buffer.pixel(x: 2, y: 2)
    #expect(shade() == ground, "no tile while the picture is on its way")
    rig.source.answer(new, picture(3))
    rig.frame()
    rig.wait(0.1)
    let half = shade()
    rig.settle()
    #expect(half != ground && half != shade(), "it fades in")
    rig.seen()
  }

  @Test func `a new file without a picture shows its tile after a second`() {
    let rig = GalleryRig([3])
    let all = GalleryRig.contents([4])
    rig.gallery.show(all, change: all.change(from: GalleryRig.contents([3])))
    rig.wait(2)
    let point = rig.middle(of: 3)
    let tile = Bitmap.drawn(1, 1, isOpaque: true) { $0.clear($0.bounds, to: CellStyle().tile) }
    #expect(
      rig.buffer.pixel(x: Int(point.x), y: Int(point.y)) == tile.pixel(x: 0, y: 0))
  }

  @Test func `scrolling up requests the items above`() {
    let rig = GalleryRig([400])
    rig.perform(.scroll(to: 3000, animated: false))
    rig.settle()
    rig.wheel(-1, at: Point(x: 200, y: 100))
    rig.settle()
    let visible = rig.gallery.state.window.visible
    #expect(rig.source.demands.last?.ahead.first?.number == visible.lowerBound - 1)
  }

  @Test func `requests are sent once for each change and again for a new cell size`() {
    let rig = GalleryRig([60])
    let count = rig.source.demands.count
    rig.wait(1)
    rig.point(at: rig.middle(of: 3))
    rig.key(.right)
    rig.settle()
    #expect(rig.source.demands.count == count)
    let side = rig.source.demands.last?.shorterSide ?? 0
    rig.key(.character("+"))
    rig.settle()
    #expect((rig.source.demands.last?.shorterSide ?? 0) > side)
  }

  @Test func `a thumbnail that loads at once is shown without a fade`() {
    let rig = GalleryRig([12], hasThumbnails: false)
    let other = GalleryRig([12])
    let late = GalleryRig([12], hasThumbnails: false)
    _ = late
    for (index, item) in rig.gallery.contents.items.enumerated() {
      rig.source.answer(item, picture(index))
    }
    rig.settle()
    #expect(rig.seen().isSame(as: other.seen()))
  }

  @Test func `a late thumbnail fades in over its tile, and only its cell is redrawn`() {
    let rig = GalleryRig([12], hasThumbnails: false)
    rig.wait(0.5)
    rig.source.answer(rig.gallery.contents.items[2], picture(2))
    let point = rig.middle(of: 2)
    let tile = rig.buffer.pixel(x: Int(point.x), y: Int(point.y))
    rig.frame()
    let cell = rig.gallery.thumbnailGeometry(of: 2)?.frame ?? .zero
    let allowed = cell.inset(by: .all(-rig.gallery.cells.painter.focusRingExtent))
    rig.frame()
    #expect(!rig.damage.isEmpty)
    for rect in rig.damage { #expect(rect.intersection(allowed) == rect) }
    let half = rig.buffer.pixel(x: Int(point.x), y: Int(point.y))
    rig.settle()
    let whole = rig.buffer.pixel(x: Int(point.x), y: Int(point.y))
    #expect(tile != half && half != whole)
    rig.seen()
  }

  @Test func `a resting grid draws nothing, and hovering redraws only the cells it touches`() {
    let rig = GalleryRig([40])
    let frames = rig.frames
    rig.wait(1)
    #expect(rig.frames == frames)
    rig.point(at: rig.middle(of: 1))
    rig.frame()
    let area = rig.damage.reduce(0) { $0 + $1.width * $1.height }
    #expect(area > 0 && area < 120 * 120)
    rig.seen()
  }

  @Test func `at rest every cell is drawn with its prepared bitmap`() {
    let rig = GalleryRig([9], height: 480)
    let seen = rig.seen()
    for item in 0..<9 {
      guard let geometry = rig.gallery.thumbnailGeometry(of: item),
        let whole = geometry.bitmap
      else {
        Issue.record("no geometry for \(item)")
        continue
      }
      let cell = rig.gallery.cells.painter.makeCellBitmap(
        of: whole, size: geometry.frame.roundedPixelSize)
      #expect(geometry.frame == geometry.frame.snapped)
      #expect(geometry.radius == 5)
      #expect(geometry.bitmap === GalleryPhotos.thumbnail(item))
      var differences = 0
      for y in 0..<cell.size.height {
        for x in 0..<cell.size.width
        where cell.pixel(x: x, y: y)
          != seen.pixel(x: Int(geometry.frame.minX) + x, y: Int(geometry.frame.minY) + y)
        {
          differences += 1
        }
      }
      #expect(differences == 0)
    }
  }

  @Test func `a distant item has no geometry until it is revealed`() {
    let rig = GalleryRig([500])
    #expect(rig.gallery.thumbnailGeometry(of: 400) == nil)
    rig.gallery.emptySlot = 400
    rig.gallery.reveal(item: 400)
    let geometry = rig.gallery.thumbnailGeometry(of: 400)
    #expect(geometry != nil)
    rig.settle()
    #expect(rig.gallery.thumbnailGeometry(of: 400)?.frame == geometry?.frame)
    let middle = geometry?.frame.center ?? .zero
    #expect(
      rig.buffer.pixel(x: Int(middle.x), y: Int(middle.y)) == rig.buffer.pixel(x: 2, y: 2),
      "its slot is empty")
    rig.gallery.emptySlot = nil
    rig.settle()
    #expect(
      rig.buffer.pixel(x: Int(middle.x), y: Int(middle.y)) != rig.buffer.pixel(x: 2, y: 2))
  }

  @Test func `the preparation of cells is bounded in each frame and complete at rest`() {
    let rig = GalleryRig([300], width: 1200, height: 900, side: 200)
    rig.settle()
    #expect(!rig.gallery.cells.hasUnscaledThumbnails)
    let size = rig.gallery.cells.painter.bitmapCache.byteCount
    #expect(size > 1200 * 900 * 2)
    #expect(size <= rig.gallery.cells.painter.bitmapCache.budget)
    for _ in 0..<60 {
      rig.wheel(3, at: Point(x: 300, y: 300))
      rig.wait(0.1)
    }
    rig.settle()
    #expect(
      rig.gallery.cells.painter.bitmapCache.byteCount
        <= rig.gallery.cells.painter.bitmapCache.budget)
    rig.seen()
  }
}

extension GalleryItem {
  /// The number in the file name of the item, such as 12 in `IMG_12.jpg`; −1 without one.
  fileprivate var number: Int {
    name.split(separator: "_").last?.split(separator: ".").first.flatMap { Int($0) } ?? -1
  }
}
