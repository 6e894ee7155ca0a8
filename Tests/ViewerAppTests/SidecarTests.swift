import BrowserHost
import Desktop
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct SidecarTests {
  @Test(arguments: [
    ("a.xmp", true), ("a.jpg.XMP", true), (".xmp", false), ("a.jpg", false), ("xmp", false),
    ("a.Xmp", false),
  ])
  func `a sidecar is recognised by its extension`(name: String, expected: Bool) {
    #expect(Sidecar.isSidecar(Array(name.utf8)) == expected)
  }

  @Test func `the sidecar with the whole file name comes first`() {
    let found = Sidecar.candidates(of: FilePath("/p/a.b.jpg")).map(\.display)
    #expect(found == ["/p/a.b.jpg.xmp", "/p/a.b.jpg.XMP", "/p/a.b.xmp", "/p/a.b.XMP"])
    #expect(Sidecar.candidates(of: FilePath("https://example.org/a.jpg")).isEmpty)
  }

  @Test func `a scan finds sidecars, and an update drops those that changed`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg", "c.jpg", "a.jpg.xmp", "b.xmp"] {
      _ = try folder.write([1], named: name)
    }
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    let library = LibraryScan(request, order: .init(), facts: PhotoFactsStore(folder: nil)).library
    func modified(_ library: SectionedLibrary) -> [Int64?] {
      library.sections.flatMap { $0.items.map(\.sidecarModified) }
    }
    let known = modified(library)
    #expect(known.map { $0.map { $0 > 0 } } == [true, true, false])
    let update = LibraryUpdate([.rewritten(Array((folder.path + "/b.xmp").utf8))])
    let updated = library.applying(update)
    #expect(modified(updated) == [known[0], nil, 0])
    #expect(updated.sections.flatMap { $0.items.map(\.revision) } == [0, 0, 0])
    let again = LibraryScan.withStampsAndFacts(updated, facts: PhotoFactsStore(folder: nil))
    #expect(modified(again) == known)
  }

  @Test func `facts from an older sidecar are requested again and stay until the answer`() {
    var item = PhotoItem(id: 1, path: FilePath("/p/a.jpg"))
    item.stamp = FileStamp(modified: 5, size: 6)
    #expect(item.factsStamp == nil && PhotoIndexer.Request(item) == nil)
    item.sidecarModified = 7
    #expect(PhotoIndexer.Request(item)?.stamp.sidecarModified == 7)
    var photo = IndexedPhoto(stamp: .init(modified: 5, size: 6, sidecarModified: 7))
    photo.rating = 3
    item.record = PhotoRecord(photo)
    #expect(PhotoIndexer.Request(item) == nil)
    item.sidecarModified = 8
    #expect(PhotoIndexer.Request(item) != nil && item.record?.photo.rating == 3)
  }
}
