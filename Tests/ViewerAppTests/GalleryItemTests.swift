import BrowserHost
import PhotoGrid
import Testing

@testable import ViewerApp

@Suite struct GalleryItemTests {
  private func item(_ name: String) -> GalleryItem { GalleryItem(FilePath("/a/\(name)")) }

  @Test func `the kind of an item comes from its extension`() {
    #expect(item("a.JPG").kind == .picture)
    #expect(item("a.webp").kind == .picture)
    #expect(item("a.GIF").kind == .animated)
    #expect(item("a.GIF").badge == "GIF")
    #expect(item("a.mkv").kind == .video)
    #expect(item("mp4").kind == .picture, "a name is no extension")
  }

  @Test func `an item is identified by its path`() {
    #expect(item("a.jpg") == item("a.jpg") && item("a.jpg") != item("b.jpg"))
    #expect(item("a.jpg").path == FilePath("/a/a.jpg") && item("a.jpg").name == "a.jpg")
  }
}
