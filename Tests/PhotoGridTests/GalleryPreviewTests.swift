import GalleryCore
import Geometry
import Input
import PhotoBrowser
import PhotoGridTestSupport
import Pixels
import TestSupport
import Testing
import Views

@testable import PhotoGrid

@MainActor @Suite struct GalleryPreviewTests {
  @Test func `a pointer resting on a cell shows a preview`() {
    let rig = GalleryRig([20])
    rig.point(at: rig.middle(of: 5))
    rig.wait(0.5)
    #expect(rig.gallery.preview.card.content == nil)
    rig.wait(0.2)
    #expect(rig.gallery.preview.card.content?.name == "IMG_5.jpg")
    rig.settle()
    rig.seen(slack: 1)
  }

  @Test func `a pointer that has not moved since the grid appeared shows no preview`() {
    let rig = GalleryRig([20])
    let point = rig.middle(of: 5)
    rig.pointer(.entered, point)
    rig.wait(2)
    #expect(rig.gallery.preview.card.content == nil)
    rig.point(at: point + Vector(dx: 6, dy: 0))
    rig.wait(0.8)
    #expect(rig.gallery.preview.card.content?.name == "IMG_5.jpg")
  }

  @Test func `a preview hides at once when the pointer leaves its cell`() {
    let rig = GalleryRig([20])
    let point = rig.middle(of: 5)
    rig.point(at: point)
    rig.wait(0.8)
    rig.point(at: point + Vector(dx: 9, dy: 9))
    rig.frame()
    #expect(rig.gallery.preview.card.content != nil)
    rig.point(at: rig.middle(of: 6))
    #expect(rig.gallery.preview.card.content == nil)
    rig.settle()
    rig.seen(slack: 1)
  }

  @Test func `a moving pointer shows no preview`() {
    let rig = GalleryRig([20])
    let point = rig.middle(of: 5)
    for step in 0..<20 {
      rig.point(at: point + Vector(dx: Double(step % 2) * 20, dy: 0))
      rig.wait(0.1)
      #expect(rig.gallery.preview.card.content == nil)
    }
  }

  @Test func `scrolling hides the preview, which does not return by itself`() {
    let rig = GalleryRig([200])
    rig.point(at: Point(x: 200, y: 150))
    rig.wait(0.8)
    #expect(rig.gallery.preview.card.content != nil)
    rig.wheel(1, at: Point(x: 200, y: 150))
    #expect(rig.gallery.preview.card.content == nil)
    rig.settle()
    rig.wait(2)
    #expect(rig.gallery.preview.card.content == nil)
    rig.point(at: Point(x: 206, y: 150))
    rig.wait(0.8)
    #expect(rig.gallery.preview.card.content != nil)
  }

  @Test func `Space shows the focused picture while held`() {
    let rig = GalleryRig([20])
    rig.key(.right)
    rig.key(.right)
    let first = rig.gallery.state.focus ?? 0
    rig.key(.character(" "))
    rig.frame()
    #expect(rig.gallery.preview.card.content?.name == "IMG_\(first).jpg")
    #expect(rig.gallery.preview.card.content?.position == .middle)
    rig.key(.right)
    #expect(rig.gallery.preview.card.content?.name == "IMG_\(first + 1).jpg")
    rig.key(.character(" "), isPress: false)
    #expect(rig.gallery.preview.card.content == nil)
    #expect(rig.listener.opened.isEmpty)
    #expect(rig.gallery.state.selection.isEmpty)
  }

  @Test func `Space held shows nothing while the focus is on a folder`() {
    let rig = GalleryRig([0])
    let photos = (0..<3).map { GalleryItem(path: "/pictures/photo \($0).jpg") }
    for (index, item) in photos.enumerated() {
      rig.source.answer(item, .picture(GalleryPhotos.thumbnail(index), naturalSize: nil))
    }
    rig.gallery.show(
      GalleryContents(
        sections: [.init(title: "Folders", count: 1), .init(title: "pictures", count: 3)],
        items: [GalleryItem(path: "Norway", kind: .folder)] + photos,
        cards: [GalleryCard(name: "Norway", detail: "1 picture", covers: [photos[0]])]))
    rig.settle()
    rig.key(.end)
    rig.key(.character(" "))
    rig.frame()
    #expect(rig.gallery.preview.card.content?.name == "photo 2.jpg")
    rig.key(.home)
    rig.frame()
    #expect(rig.gallery.state.focus == 0)
    #expect(rig.gallery.preview.card.content == nil)
    rig.key(.end)
    rig.frame()
    #expect(rig.gallery.preview.card.content?.name == "photo 2.jpg")
  }

  @Test func `a better picture replaces the thumbnail, and a late picture is ignored`() {
    let rig = GalleryRig([20])
    var asked: [(item: GalleryItem, size: PixelSize, answer: (Bitmap, PixelSize?) -> Void)] = []
    var cancelled = 0
    rig.gallery.loadPreview = { item, size, answer in
      asked.append((item, size, answer))
      return Picture.Load { cancelled += 1 }
    }
    rig.point(at: rig.middle(of: 3))
    rig.wait(0.8)
    #expect(asked.map(\.item.name) == ["IMG_3.jpg"])
    let thumbnail = rig.gallery.preview.card.content?.bitmap
    let better = SyntheticPhoto.gradient(600, 400)
    asked[0].answer(better, PixelSize(width: 6000, height: 4000))
    #expect(rig.gallery.preview.card.content?.bitmap === better)
    #expect(rig.gallery.preview.card.content?.bitmap !== thumbnail)
    #expect(rig.gallery.preview.card.content?.detail == "6000 × 4000")
    rig.point(at: rig.middle(of: 4))
    #expect(cancelled == 1)
    asked[0].answer(better, nil)
    #expect(rig.gallery.preview.card.content == nil)
  }

  @Test(arguments: [0, 4, 15, 19])
  func `the preview lies inside the grid, beside its cell if there is room`(item: Int) {
    let rig = GalleryRig([20], width: 900, height: 500)
    rig.point(at: rig.middle(of: item))
    rig.wait(0.8)
    guard let content = rig.gallery.preview.card.content else {
      Issue.record("no card")
      return
    }
    let frames = rig.gallery.preview.card.frames(of: content)
    let whole = Rect(x: 0, y: 0, width: 900, height: 500)
    #expect(frames.card.intersection(whole) == frames.card)
    #expect(frames.card.intersection(frames.picture) == frames.picture)
    let cell = rig.gallery.thumbnailGeometry(of: item)?.frame ?? .zero
    #expect(frames.card.intersection(cell) == nil, "it hides what it shows")
    let shape = content.bitmap.size.size.aspectRatio
    #expect(abs(frames.picture.size.aspectRatio / shape - 1) < 0.02, "it is the whole picture")
  }
}
