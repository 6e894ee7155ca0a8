import BrowserHost
import GalleryCore
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

/// Tests of archives in lists, plans and cards, which need the names of files only and no helper.
@Suite struct ArchiveLibraryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var request: LibraryRequest {
    LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  @Test func `an archive opens in the browser, and with others as a list`() throws {
    let book = OpeningArgument(path: FilePath("a.cbz"), isFolder: true, isArchive: true)
    let current = FilePath("/")
    let one = try #require(OpeningPlan([book], in: current))
    #expect(one.scene == .browser && one.request == .folder(book.path))
    let grid = try #require(OpeningPlan([book], wanted: .grid, in: current))
    guard case .gridTabs(let groups) = grid.request else {
      Issue.record("no sections")
      return
    }
    #expect(groups.map(\.title) == ["a.cbz"])
    let file = OpeningArgument(path: FilePath("b.jpg"), isFolder: false)
    let two = try #require(OpeningPlan([book, file], in: current))
    #expect(two.scene == .browser && two.request == .list([book.path, file.path]))
    let folder = OpeningArgument(path: FilePath("c"), isFolder: true)
    #expect(OpeningPlan([book, folder], in: current)?.scene == .grid)
  }

  @Test func `the title of a page has the name of its document or archive`() {
    #expect(FilePath("/x/report.pdf/Page 07.pdf").titleName == "report.pdf")
    // Nothing exists at these paths.
    #expect(FilePath("/x/book.cbz/page 07.jpg").titleName == "book.cbz – page 07.jpg")
    #expect(FilePath("book.tar.gz/1/07.jpg").titleName == "book.tar.gz – 07.jpg")
    #expect(FilePath("/x/book/page 07.jpg").titleName == "page 07.jpg")
    #expect(FilePath("https://example.org/book.cbz/07.jpg").titleName == "07.jpg")
  }

  @Test func `comic books have cards between the folders, without being read`() throws {
    mkdir(folder.file("b"), 0o755)
    for name in ["b/1.jpg", "a.cbz", "c.CBR", "1.jpg", ".hidden.cbz", "notes.txt"] {
      try folder.write([1], named: name)
    }
    let cards = try #require(
      FolderCardReader.cards(of: request, order: .init(), maxEntries: 100))
    #expect(cards.map(\.path.displayName) == ["a.cbz", "b", "c.CBR"])
    #expect(cards.map(\.detail) == ["Comic book", "1 picture", "Comic book"])
    #expect(cards[0].covers == [path("a.cbz")])
    let scan = LibraryScan(request, order: .init())
    #expect(scan.library.count == 1 && scan.library.cards.count == 3)
  }

  @Test func `a folder of comic books has a card that counts them`() throws {
    mkdir(folder.file("series"), 0o755)
    for name in ["series/2.cbz", "series/10.cbz"] { try folder.write([1], named: name) }
    let cards = try #require(FolderCardReader.cards(of: request, order: .init()))
    #expect(cards.map(\.detail) == ["2 archives"])
    #expect(cards.first?.covers == [path("series/2.cbz"), path("series/10.cbz")])
  }

  @Test func `a folder with archives only shows their cards, and is not read with subfolders`()
    throws
  {
    try folder.write([1], named: "a.cbz")
    mkdir(folder.file("b"), 0o755)
    try folder.write([1], named: "b/1.jpg")
    let scan = LibraryScan(request, order: .init(), depth: .automatic)
    #expect(scan.library.count == 0)
    #expect(scan.library.cards.map(\.path.displayName) == ["a.cbz", "b"])
  }

  @Test func `an archive without pictures has no card unless it is a book`() throws {
    let zip = ZipWriter.archive([.init("readme.txt", [1])])
    try folder.write(zip, named: "a.zip")
    try folder.write(zip, named: "b.cbz")
    #expect(
      FolderCardReader.cards(of: request, order: .init())?.map(\.path.displayName) == ["b.cbz"])
    #expect(FolderCardReader.cards(of: request, order: .init(), maxEntries: 100) == nil)
  }

  @Test func `the folder outside of an archive takes the files made from its pictures`() throws {
    try folder.write([1], named: "a.cbz")
    #expect(path("a.cbz").isArchive)
    #expect(path("a.cbz/ch/1.jpg").containingArchive == path("a.cbz"))
    #expect(path("a.cbz/ch").folderOutsideArchive == FilePath(folder.path))
    #expect(path("a.cbz").containingArchive == nil)
    #expect(path("b.cbz/1.jpg").containingArchive == nil)
    #expect(path("b").folderOutsideArchive == path("b"))
  }
}
