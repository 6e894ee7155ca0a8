import BrowserHost
import GalleryCore
import Geometry
import Glibc
import PhotoGrid
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct FolderCardTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var request: LibraryRequest {
    LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
  }

  private func write(_ names: [String]) throws {
    for name in names { try folder.write([1], named: name) }
  }

  private func makeFolder(_ name: String) { mkdir(folder.file(name), 0o755) }

  private func read(_ order: PictureLister.Order = .init(), maxEntries: Int = .max) -> [FolderCard]?
  {
    FolderCardReader.cards(of: request, order: order, maxEntries: maxEntries)
  }

  @Test func `folders that hold pictures have cards in the order of their names`() throws {
    makeFolder("Trip 10")
    makeFolder("Trip 9")
    makeFolder("Notes")
    try write(["Trip 10/a.jpg", "Trip 9/b.jpg", "Notes/c.txt", "d.jpg"])
    let cards = try #require(read())
    #expect(cards.map(\.path.displayName) == ["Trip 9", "Trip 10"])
    #expect(cards.map(\.photoCount) == [1, 1] && cards.allSatisfy(\.isPhotoCountExact))
    let reversed = try #require(read(.init(order: .name, isReversed: true)))
    #expect(reversed.map(\.path.displayName) == ["Trip 10", "Trip 9"])
  }

  @Test func `a card counts all pictures below and shows the nearest ones on its cover`()
    throws
  {
    for name in ["a", "a/x", "a/x/y", "b", "b/z"] { makeFolder(name) }
    try write(["a/2.jpg", "a/10.jpg", "a/1.jpg", "a/x/0.jpg", "a/x/y/7.jpg", "b/z/5.jpg"])
    let cards = try #require(read())
    #expect(cards.map(\.photoCount) == [5, 1])
    #expect(cards[0].covers.map(\.displayName) == ["1.jpg", "2.jpg", "10.jpg", "0.jpg"])
    #expect(cards[1].covers.map(\.displayName) == ["5.jpg"])
    #expect(cards.map(\.detail) == ["5 pictures", "1 picture"])
  }

  @Test func `reading stops at the maximum of entries`() throws {
    makeFolder("a")
    makeFolder("b")
    try write((0..<20).map { "a/\($0).jpg" } + ["b/1.jpg"])
    #expect(read(maxEntries: 10) == nil)
    #expect(read(maxEntries: 100)?.count == 2)
    #expect(
      FolderCard(path: FilePath("a"), photoCount: 5000, isPhotoCountExact: false, covers: []).detail
        == "5000+ pictures")
  }

  @Test func `a library has cards unless its subfolders are sections`()
    throws
  {
    makeFolder("a")
    try write(["a/1.jpg", "0.jpg"])
    let first = LibraryScan(request, order: .init()).library
    #expect(first.cards.map(\.path.displayName) == ["a"] && first.count == 1)
    let all = LibraryScan(request, order: .init(), depth: .allSubfolders).library
    #expect(all.cards.isEmpty && all.count == 2)
    makeFolder("A 0")
    try write(["A 0/1.jpg"])
    let second = LibraryScan(request, order: .init(), replacing: first).library
    #expect(second.cards.count == 2)
    #expect(second.cards.first { $0.path.displayName == "a" }?.id == first.cards[0].id)
    #expect(Set(second.cards.map(\.id) + second.items.map(\.id)).count == 3)
    // Another order of the photos keeps the cards before them.
    #expect(second.ordered(by: .init(order: .size)).cards == second.cards)
  }

  @Test func `cards are the first section of a grid, and pages begin after them`() throws {
    makeFolder("a")
    try write(["a/1.jpg", "0.jpg", "1.jpg"])
    let library = LibraryScan(request, order: .init()).library
    let contents = GalleryContents(library)
    #expect(contents.sections.map(\.title) == ["Folders", "p"])
    #expect(contents.sections.map(\.count) == [1, 2])
    #expect(contents.items.map(\.kind) == [.folder, .picture, .picture])
    #expect(contents.photoCount == 2 && contents.card(at: 0) != nil && contents.card(at: 1) == nil)
    #expect(library.identities.map(\.items.count) == [1, 2])
  }
}
