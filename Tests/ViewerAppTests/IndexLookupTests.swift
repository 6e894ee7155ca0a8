import BrowserHost
import TestSupport
import Testing

@testable import PhotoIndex
@testable import ViewerApp

/// The walk through a library that finds photos without an entry in the index.
@Suite(.enabled(if: SQLiteLibrary.shared != nil, "SQLite is not installed"))
struct IndexLookupTests {
  /// A table in which every device is local.
  private static let mounts = MountTable("1 1 0:0 / / rw - ext4 /dev/vda rw")

  private let folder: TemporaryFolder
  private let cache: TemporaryFolder
  private let facts: PhotoFactsStore

  init() throws {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
    facts = PhotoFactsStore(folder: cache.path)
  }

  private func library(_ sources: LibraryRequest.Source...) -> SectionedLibrary {
    LibraryScan(LibraryRequest(title: "p", sources: sources), order: .init()).library
  }

  /// The library of the whole folder.
  private var album: SectionedLibrary {
    library(.folder(FilePath(folder.path), title: "p"))
  }

  /// The names of the photos that the index lacks, part by part.
  private func parts(
    of library: SectionedLibrary, in folders: Set<FilePath>? = nil
  ) -> [[String]] {
    var lookup = IndexLookup(library, in: folders)
    var parts: [[String]] = []
    while !lookup.isFinished {
      parts.append(lookup.lookUpNextPart(in: facts, on: Self.mounts).map(\.path.displayName))
    }
    return parts
  }

  @Test func `photos in another state than that in the index are found`() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg"] { try folder.write([1], named: name) }
    #expect(parts(of: album) == [["a.jpg", "b.jpg", "c.jpg", "d.jpg"]])
    var lookup = IndexLookup(album)
    let requests = lookup.lookUpNextPart(in: facts, on: Self.mounts)
    facts.store(
      requests.dropLast().map { request in
        var photo = IndexedPhoto(stamp: request.stamp)
        photo.inode = request.inode
        return (request.path, photo)
      })
    #expect(parts(of: album) == [["d.jpg"]])
    try folder.write([1, 2], named: "b.jpg")
    try folder.write([1], named: "a.jpg.xmp")
    #expect(parts(of: album) == [["a.jpg", "b.jpg", "d.jpg"]], "file and sidecar are of today")
    #expect(requests.map(\.inode) == requests.map { FileStamp.read($0.path)?.inode ?? 0 })
  }

  @Test func `a large folder is looked up in parts`() throws {
    let count = IndexLookup.photosPerPart + 10
    for number in 0..<count { try folder.write([], named: "\(number).jpg") }
    let parts = parts(of: album)
    #expect(parts.map(\.count) == [IndexLookup.photosPerPart, 10])
    #expect(Set(parts.joined()).count == count)
  }

  @Test func `files of several folders are looked up, but no addresses and no archives`() throws {
    let other = try TemporaryFolder()
    try folder.write([1], named: "a.jpg")
    try folder.write([1], named: "book.cbz")
    try other.write([1], named: "b.jpg")
    let files = [
      folder.file("a.jpg"), other.file("b.jpg"), folder.file("book.cbz/1.jpg"),
      "https://example.org/c.jpg",
    ]
    let items = files.enumerated().map { PhotoItem(id: UInt32($0), path: FilePath($1)) }
    let request = LibraryRequest(title: "p", sources: [.files(items.map(\.path))])
    let list = SectionedLibrary(
      request, order: .init(),
      sections: [SectionedLibrary.Section(sourceIndex: 0, folder: nil, title: "p", items: items)],
      nextID: 4)
    #expect(parts(of: list).flatMap(\.self).sorted() == ["a.jpg", "b.jpg"])
    #expect(parts(of: list, in: [FilePath(other.path)]).flatMap(\.self) == ["b.jpg"])
    var lookup = IndexLookup(items.map(\.path))
    #expect(!lookup.isFinished)
    let named = lookup.lookUpNextPart(in: facts, on: Self.mounts).map(\.path.displayName)
    #expect(named.sorted() == ["a.jpg", "b.jpg"])
    #expect(lookup.isFinished)
    lookup = IndexLookup(items.map(\.path))
    let remote = lookup.lookUpNextPart(in: facts, on: MountTable(""))
    #expect(remote.isEmpty && lookup.isFinished, "on another machine")
  }

  @Test func `only files of the wanted folders are looked up`() throws {
    let other = try TemporaryFolder()
    try folder.write([1], named: "a.jpg")
    try other.write([1], named: "b.jpg")
    let both = library(
      .folder(FilePath(folder.path), title: "p"), .folder(FilePath(other.path), title: "q"))
    #expect(parts(of: both, in: [FilePath(other.path)]).flatMap(\.self) == ["b.jpg"])
    #expect(parts(of: both, in: []).flatMap(\.self).isEmpty)
  }

  @Test func `sidecars that appear during the walk are seen when the list of them is forgotten`()
    throws
  {
    for number in 0...IndexLookup.photosPerPart { try folder.write([], named: "\(number).jpg") }
    var lookup = IndexLookup(album)
    let first = lookup.lookUpNextPart(in: facts, on: Self.mounts)
    var rest = lookup
    let others = rest.lookUpNextPart(in: facts, on: Self.mounts)
    let last = try #require(others.last)
    #expect(first.count == IndexLookup.photosPerPart && last.stamp.sidecarModified == 0)
    try folder.write([1], named: last.path.displayName + ".xmp")
    lookup.forgetSidecars()
    let again = lookup.lookUpNextPart(in: facts, on: Self.mounts)
    #expect(again.last?.path == last.path && again.last?.stamp.sidecarModified ?? 0 != 0)
  }

  @Test func `nothing is looked up without an index, or on another machine`() throws {
    try folder.write([1], named: "a.jpg")
    var lookup = IndexLookup(album)
    let unstored = lookup.lookUpNextPart(in: PhotoFactsStore(folder: nil), on: Self.mounts)
    #expect(unstored.isEmpty && lookup.isFinished)
    lookup = IndexLookup(album)
    let remote = lookup.lookUpNextPart(in: facts, on: MountTable(""))
    #expect(remote.isEmpty && lookup.isFinished)
  }
}
