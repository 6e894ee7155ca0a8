import BrowserHost
import GalleryCore
import Geometry
import Input
import Motion
import PhotoGrid
import PhotoGridTestSupport
import TestSupport
import Testing
import Views

@testable import ViewerApp

@MainActor @Suite struct GalleryTraceTests {
  @Test func `the list, the rest and the thumbnails are traced once`() {
    let rig = GalleryRig([5, 7], width: 640, height: 480)
    var trace = GalleryTrace()
    #expect(
      trace.newLines(of: rig.gallery) == [
        "grid items=12 sections=2", "grid rest first=0 last=11 scroll=0.000",
        "thumbs visible=12 ready=12",
      ])
    rig.wait(1)
    #expect(trace.newLines(of: rig.gallery).isEmpty)
  }

  @Test func `thumbnails are traced as ready after the last visible one`() {
    let rig = GalleryRig([6], width: 640, height: 480, hasThumbnails: false)
    var trace = GalleryTrace()
    _ = trace.newLines(of: rig.gallery)
    for (index, item) in rig.gallery.contents.items.enumerated() {
      #expect(trace.newLines(of: rig.gallery).isEmpty)
      rig.source.answer(
        item, index == 2 ? .failed : .picture(GalleryPhotos.thumbnail(index), naturalSize: nil))
      rig.frame()
    }
    #expect(trace.newLines(of: rig.gallery) == ["thumbs visible=6 ready=6"])
  }

  @Test func `every rest is traced with the place of the focus`() {
    let rig = GalleryRig([400], width: 640, height: 480)
    var trace = GalleryTrace()
    _ = trace.newLines(of: rig.gallery)
    rig.key(.end)
    rig.frame()
    #expect(!trace.newLines(of: rig.gallery).contains { $0.hasPrefix("grid") }, "it moves")
    rig.settle()
    let lines = trace.newLines(of: rig.gallery)
    #expect(lines.first?.hasPrefix("grid rest first=") == true)
    #expect(lines.contains { $0.hasPrefix("slot index=399 x=") })
    rig.perform(.scroll(to: rig.offset - 200, animated: true))
    rig.wait(0.1)
    _ = trace.newLines(of: rig.gallery)
    rig.key(.end)
    rig.settle()
    #expect(trace.newLines(of: rig.gallery).first == lines.first)
  }

  @Test func `a new empty slot is traced with its place`() {
    let rig = GalleryRig([6], width: 640, height: 480)
    var trace = GalleryTrace()
    _ = trace.newLines(of: rig.gallery)
    rig.gallery.emptySlot = 1
    rig.frame()
    let frame = rig.gallery.thumbnailGeometry(of: 1)?.frame ?? .zero
    #expect(
      trace.newLines(of: rig.gallery).first?.hasPrefix("slot index=1 x=\(Int(frame.minX))") == true)
  }
}
