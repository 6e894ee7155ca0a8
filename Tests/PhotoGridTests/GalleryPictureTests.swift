import GalleryCore
import Geometry
import Input
import Motion
import PhotoGridTestSupport
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoGrid

/// Exact pictures of the grid, without words: fonts differ between machines.
@MainActor @Suite(.tags(.recordedPictures)) struct GalleryPictureTests {
  @Test(arguments: [1.0, 2])
  func `section headers stay at the top until the next header pushes them out`(scale: Double) throws
  {
    let rig = GalleryRig(
      [7, 5, 30], width: Int(420 * scale), height: Int(300 * scale), scale: scale)
    rig.capture()
    for offset in [90.0, 236, 400] {
      rig.perform(.scroll(to: offset * scale, animated: false))
      rig.wait(3)
      rig.settle()
      rig.capture()
    }
    try rig.check("gallery-sections-\(Int(scale))", columns: 2)
  }

  @Test func `selection, focus, hover, empty slot, failure and loading match the recorded picture`()
    throws
  {
    let rig = GalleryRig([12], hasThumbnails: false)
    for (index, item) in rig.gallery.contents.items.enumerated() where index != 5 && index != 7 {
      rig.source.answer(
        item, .picture(GalleryPhotos.thumbnail(index), naturalSize: nil))
    }
    rig.source.answer(rig.gallery.contents.items[5], .failed)
    rig.perform(.select(1, .toggle))
    rig.perform(.select(2, .toggle))
    rig.gallery.emptySlot = 8
    rig.point(at: rig.middle(of: 4))
    rig.settle()
    rig.capture()
    rig.key(.home)
    rig.key(.right)
    rig.settle()
    rig.capture()
    try rig.check("gallery-marks", columns: 2)
  }

  @Test func `a selection rectangle matches the recorded pictures`() throws {
    let rig = GalleryRig([5, 7])
    rig.press(Point(x: 10, y: 52))
    for point in [Point(x: 150, y: 110), Point(x: 330, y: 270)] {
      rig.drag(to: point, over: 0.2)
      rig.frame()
      rig.capture()
    }
    rig.release()
    rig.settle()
    rig.capture()
    try rig.check("gallery-band", columns: 3)
  }

  @Test(arguments: [1.0, 2])
  func `the scroll bar matches the recorded pictures`(scale: Double) throws {
    let rig = GalleryRig(
      [40, 60], width: Int(300 * scale), height: Int(200 * scale), scale: scale)
    rig.wheel(3, at: Point(x: 100 * scale, y: 100 * scale))
    rig.wait(0.45)
    rig.capture()
    rig.point(at: Point(x: 295 * scale, y: 60 * scale))
    rig.wait(0.5)
    rig.capture()
    rig.press(rig.gallery.lastFrame?.scrollBar?.thumb.center ?? .zero)
    rig.drag(to: Point(x: 280 * scale, y: 120 * scale), over: 0.2)
    rig.wait(0.3)
    rig.capture()
    try rig.check("gallery-bar-\(Int(scale))", columns: 3)
  }

  @Test func `an empty grid matches the recorded picture`() throws {
    let rig = GalleryRig([], width: 400, height: 260)
    try Snapshot.check(rig.seen(), named: "gallery-empty")
  }

  @Test func `a narrow and a wide grid match the recorded picture`() throws {
    let narrow = GalleryRig([5, 7], width: 150, height: 300)
    let wide = GalleryRig([5, 7], width: 700, height: 300)
    try Snapshot.check(
      Filmstrip.picture(of: [narrow.seen(), wide.seen()], columns: 2), named: "gallery-widths")
  }

  @Test func `cells grow step by step about the pointer`() throws {
    let rig = GalleryRig([60], width: 360, height: 260)
    rig.perform(.scroll(to: 400, animated: false))
    rig.settle()
    rig.capture()
    rig.wheel(-1, at: Point(x: 180, y: 130), .control)
    for _ in 0..<4 {
      rig.wait(0.06)
      rig.capture()
    }
    rig.settle()
    rig.capture()
    try rig.check("gallery-growing", columns: 3)
  }

  @Test func `the preview beside a cell and in the middle matches the recorded pictures`() throws {
    let rig = GalleryRig([30], width: 640, height: 400)
    rig.point(at: rig.middle(of: 7))
    rig.wait(1)
    rig.capture(slack: 1)
    rig.key(.right)
    rig.key(.character(" "))
    rig.wait(0.5)
    rig.capture(slack: 1)
    try rig.check("gallery-preview", columns: 2)
  }

  @Test func `the bars of the host cover no cell`() throws {
    let rig = GalleryRig([5, 9])
    rig.gallery.barInsets = Insets(top: 48)
    rig.settle()
    #expect(rig.middle(of: 0).y > 48 + 40)
    rig.perform(.scroll(to: 80, animated: false))
    rig.wait(2)
    rig.settle()
    try Snapshot.check(rig.seen(), named: "gallery-insets")
  }
}
