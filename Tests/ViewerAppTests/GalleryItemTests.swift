import BrowserHost
import GalleryCore
import PhotoGrid
import PhotoIndex
import Testing

@testable import ViewerApp

@Suite struct GalleryItemTests {
  private func item(_ name: String) -> GalleryItem { GalleryItem(FilePath("/a/\(name)")) }

  @Test func `the kind of an item comes from its extension`() {
    #expect(item("a.JPG").kind == .picture)
    #expect(item("a.webp").kind == .picture)
    #expect(item("a.GIF").kind == .animated)
    #expect(item("a.GIF").animationBadgeLabel == "GIF")
    #expect(item("a.mkv").kind == .video)
    #expect(item("mp4").kind == .picture, "a name is no extension")
  }

  @Test func `the kind of an item comes from the index where that knows the frames`() {
    func kind(_ name: String, _ isAnimated: Bool?) -> GalleryItem.Kind {
      GalleryItem(FilePath("/a/\(name)"), of: nil, isAnimated: isAnimated).kind
    }
    #expect(kind("a.gif", false) == .picture && kind("a.gif", true) == .animated)
    #expect(kind("a.webp", true) == .animated && kind("a.webp", false) == .picture)
    #expect(kind("a.gif", nil) == .animated && kind("a.webp", nil) == .picture)
    #expect(kind("a.mp4", false) == .video)
  }

  @Test func `the items of a library take over what the index knows about their frames`() {
    func item(_ id: UInt32, _ name: String, _ isAnimated: Bool) -> PhotoItem {
      var photo = IndexedPhoto(stamp: IndexedPhoto.Stamp(modified: 1, size: 1))
      photo.isAnimated = isAnimated
      return PhotoItem(id: id, path: FilePath("/a/\(name)"), record: PhotoRecord(photo))
    }
    let section = SectionedLibrary.Section(
      sourceIndex: 0, folder: FilePath("/a"), title: "a",
      items: [item(0, "a.gif", false), item(1, "b.webp", true)])
    let request = LibraryRequest(title: "a", sources: [.folder(FilePath("/a"), title: "a")])
    let library = SectionedLibrary(request, order: .init(), sections: [section], nextID: 2)
    #expect(GalleryContents(library).items.map(\.kind) == [.picture, .animated])
  }

  @Test func `an item is identified by its path`() {
    #expect(item("a.jpg") == item("a.jpg") && item("a.jpg") != item("b.jpg"))
    #expect(item("a.jpg").path == FilePath("/a/a.jpg") && item("a.jpg").name == "a.jpg")
  }
}
