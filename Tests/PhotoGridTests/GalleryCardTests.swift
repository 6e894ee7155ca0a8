import Geometry
import PhotoGridTestSupport
import TestSupport
import Testing

@testable import PhotoGrid

@MainActor @Suite(.tags(.recordedPictures)) struct GalleryCardTests {
  private func rig(scale: Double = 1) -> GalleryRig {
    let rig = GalleryRig(
      [0], width: Int(480 * scale), height: Int(360 * scale), scale: scale, side: 130)
    func photos(_ folder: String, _ names: [String]) -> [GalleryItem] {
      names.map { GalleryItem(path: "/pictures/\(folder)\($0)") }
    }
    let folders = [
      ("Norway", "12 pictures", 4), ("A folder with a very long name indeed", "3 pictures", 3),
      ("One", "1 picture", 1),
    ]
    let cards = folders.map { name, detail, count in
      GalleryCard(
        name: name, detail: detail, covers: photos("\(name)/", (0..<count).map { "\($0).jpg" }))
    }
    let items = photos("", (0..<4).map { "photo \($0).jpg" })
    for (index, item) in (cards.flatMap(\.covers) + items).enumerated() {
      rig.source.answer(item, .picture(GalleryPhotos.thumbnail(index), naturalSize: nil))
    }
    rig.gallery.show(
      GalleryContents(
        sections: [.init(title: "Folders", count: 3), .init(title: "pictures", count: 4)],
        items: cards.map { GalleryItem(path: $0.name, kind: .folder) } + items, cards: cards))
    rig.settle()
    return rig
  }

  @Test(arguments: [1.0, 2]) func `cards are drawn with covers, names and counts`(scale: Double)
    throws
  {
    try Snapshot.check(rig(scale: scale).redrawn, named: "folder-cards-\(Int(scale))")
  }

  @Test func `the pictures of covers are requested like those of cells`() {
    let rig = rig()
    let wished = rig.gallery.thumbnailDemand.visible
    let covers = rig.gallery.contents.cards.flatMap(\.covers)
    #expect(covers.count == 8 && wished.prefix(8) == covers[...])
    #expect(wished.count > 8 && wished.allSatisfy { $0.kind == .picture })
  }

  @Test func `Enter or a click opens a card, and page numbers do not count cards`() {
    let rig = rig()
    rig.click(rig.middle(of: 1))
    rig.click(rig.middle(of: 3))
    #expect(rig.listener.opened == [1, 3])
    #expect(rig.gallery.page(of: 3) == 0 && rig.gallery.page(of: 1) == nil)
    #expect(
      rig.gallery.thumbnailGeometry(ofPage: 0)?.frame == rig.gallery.thumbnailGeometry(of: 3)?.frame
    )
  }

  @Test func `the parts of a card lie in its cell and do not overlap`() {
    for (side, scale) in [(200.0, 1.0), (96, 1), (64, 1), (40, 1), (400, 2), (131, 1.5)] {
      for covers in 0...4 {
        let cell = Rect(x: 10, y: 20, width: side, height: side)
        let layout = FolderCardLayout(in: cell, covers: covers, scale: scale)
        let texts = [layout.nameFrame, layout.detailFrame].compactMap(\.self)
        #expect(layout.pictureFrames.count == (covers > 1 ? 4 : 1))
        for part in layout.pictureFrames + texts {
          #expect(cell.intersection(part) == part && part.snapped == part)
        }
        let parts = layout.pictureFrames + texts
        for (a, first) in parts.enumerated() {
          for second in parts[(a + 1)...] { #expect(first.intersection(second) == nil) }
        }
        #expect(
          layout.pictureFrames.reduce(layout.pictureFrames[0]) { $0.union($1) } == layout.coverFrame
        )
      }
    }
  }
}
