import GalleryCore
import Geometry
import PhotoGridTestSupport
import TestSupport
import Testing
import Views

@testable import PhotoGrid

/// Restored photos that fly to their cells.
@MainActor @Suite struct GalleryReturnTests {
  private let start = Rect(x: 300, y: 260, width: 80, height: 40)

  /// A grid of twenty photos without the one at index 5, and its contents with that photo.
  private func makeRig() -> (rig: GalleryRig, all: GalleryContents) {
    let rig = GalleryRig([20])
    let all = rig.gallery.contents
    let names = (0..<20).filter { $0 != 5 }.map { "IMG_\($0).jpg" }
    rig.gallery.show(GalleryContents([(folder: "/pictures/0/Norway", names: names)]))
    rig.settle()
    // The stage is idle for a while.
    rig.wait(30)
    return (rig, all)
  }

  private func cell(_ rig: GalleryRig) throws -> GalleryFrame.Cell {
    try #require(rig.gallery.lastFrame?.cells.first { $0.item == 5 })
  }

  @Test func `a restored photo flies out of the button into its cell, above the other cells`()
    throws
  {
    let rest = GalleryRig([20]).redrawn
    let (rig, all) = makeRig()
    let before = rig.redrawn
    rig.gallery.show(all)
    rig.gallery.flyIn(pages: [5], from: start)
    rig.frame()
    let first = try cell(rig)
    #expect(first.isFlying && first.alpha == 0)
    #expect(abs(first.frame.midX - 340) < 0.5 && abs(first.frame.midY - 280) < 0.5)
    var width = first.frame.width
    for _ in 0..<8 {
      rig.frame()
      rig.seen(slack: 1)
      let next = try cell(rig)
      #expect(next.isFlying && next.frame.width > width)
      width = next.frame.width
    }
    let middle = try cell(rig).frame.center
    #expect(!rig.redrawn.isSame(as: before), "the photo is drawn")
    #expect(rig.gallery.visibleFrame.contains(middle))
    rig.settle()
    #expect(try !cell(rig).isFlying)
    #expect(rig.redrawn.isSame(as: rest))
    let count = rig.frames
    rig.wait(1)
    #expect(rig.frames == count, "nothing flies any more")
  }

  @Test func `the neighbours of a restored photo slide to their cells, also after an idle time`()
    throws
  {
    let (rig, all) = makeRig()
    func neighbour(_ item: Int) throws -> Rect {
      try #require(rig.gallery.lastFrame?.cells.first { $0.item == item }).frame
    }
    let place = try neighbour(5)
    rig.gallery.show(all)
    rig.gallery.flyIn(pages: [5], from: start)
    rig.frame()
    let first = try neighbour(6)
    #expect(
      abs(first.minX - place.minX) < 0.5 && abs(first.minY - place.minY) < 0.5,
      "the photo that was at index 5")
    for _ in 0..<3 { rig.frame() }
    let sliding = try neighbour(6)
    rig.settle()
    let last = try neighbour(6)
    #expect(abs(sliding.minX - place.minX) > 1 && abs(sliding.minX - last.minX) > 1)
  }

  @Test func `a photo flies also while its picture is loaded`() throws {
    let (rig, all) = makeRig()
    rig.source.answer(all.items[5], .loading)
    rig.gallery.show(all)
    rig.gallery.flyIn(pages: [5], from: nil)
    for _ in 0..<6 { rig.frame() }
    let cell = try #require(rig.gallery.cells[5])
    #expect(cell.alpha > 0.3, "the tile is visible")
    rig.source.answer(all.items[5], .picture(GalleryPhotos.thumbnail(5), naturalSize: nil))
    rig.frame()
    #expect(rig.gallery.cells[5]?.pictureOpacity == 1, "the picture replaces the tile at once")
  }

  @Test func `a photo that is on the screen already, and one with reduced motion, do not fly`()
    throws
  {
    let (rig, all) = makeRig()
    rig.gallery.show(all)
    rig.frame()
    rig.gallery.flyIn(pages: [5], from: start)
    rig.frame()
    #expect(try !cell(rig).isFlying)
    let (other, same) = makeRig()
    other.gallery.options.reducesMotion = true
    other.gallery.show(same)
    other.gallery.flyIn(pages: [5], from: start)
    other.frame()
    #expect(try !cell(other).isFlying)
  }
}
