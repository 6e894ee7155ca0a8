import BrowserHost
import GalleryCore
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct SectionedLibraryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ names: String...) throws {
    for name in names {
      let parts = name.split(separator: "/").dropLast()
      for depth in 0..<parts.count {
        mkdir(folder.file(parts[...depth].joined(separator: "/")), 0o755)
      }
      try folder.write([1], named: name)
    }
  }

  private func scan(
    _ arguments: [String] = [""], _ order: PictureLister.Order = .init(),
    replacing old: SectionedLibrary? = nil
  ) throws -> SectionedLibrary {
    let groups = LibraryRequest.tabRequests(
      for: arguments.map {
        let path = FilePath($0.isEmpty ? folder.path : folder.file($0))
        return OpeningArgument(path: path, isFolder: FileStatus(path) == .folder)
      }, in: FilePath("/"))
    return LibraryScan(try #require(groups.first), order: order, replacing: old).library
  }

  /// The library as lines: a title and its pictures.
  private func story(_ library: SectionedLibrary) -> [String] {
    library.sections.map { section in
      "\(section.title): " + section.items.map(\.path.displayName).joined(separator: " ")
    }
  }

  @Test func `a folder is a section, in order`() throws {
    try write("10.jpg", "2.jpg", "note.txt", ".hidden.jpg", "sub/x.jpg")
    let name = FilePath(folder.path).displayName
    #expect(story(try scan()) == ["\(name): 2.jpg 10.jpg"])
    #expect(story(try scan([""], .init(isReversed: true))) == ["\(name): 10.jpg 2.jpg"])
  }

  @Test func `subfolders with pictures are sections`() throws {
    try write(
      "p/z.jpg", "p/2023/Rome/b.jpg", "p/2023/a.jpg", "p/10/c.jpg", "p/9/d.jpg", "p/docs/e.txt",
      "p/.git/f.jpg")
    #expect(
      story(try scan(["p"], .init(isRecursive: true)))
        == ["p: z.jpg", "9: d.jpg", "10: c.jpg", "2023: a.jpg", "2023 / Rome: b.jpg"])
  }

  @Test func `every folder that was read is reported for watching`() throws {
    try write("p/a.jpg", "p/q/b.jpg", "p/r/c.jpg", "p/empty/d.txt")
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.file("p")), title: "p")])
    let scan = LibraryScan(request, order: .init(isRecursive: true))
    #expect(scan.folders.map(\.path.displayName) == ["p", "empty", "q", "r"])
  }

  @Test func `a folder given by two names is shown once`() throws {
    try write("p/a.jpg")
    symlink("p", folder.file("q"))
    #expect(story(try scan(["p", "q"])) == ["p: a.jpg"])
  }

  @Test func `a file of a listed subfolder is shown only there`() throws {
    try write("p/q/a.jpg", "b.jpg", "c.jpg")
    #expect(
      story(try scan(["p", "p/q/a.jpg", "c.jpg", "b.jpg"], .init(isRecursive: true)))
        == ["q: a.jpg", "Files: c.jpg b.jpg"])
    #expect(
      story(try scan(["p", "p/q/a.jpg", "c.jpg"])) == ["Files: a.jpg c.jpg"])
  }

  @Test func `an unreadable folder is reported, and the rest is shown`() throws {
    try write("a.jpg")
    let missing = FilePath(folder.file("nowhere"))
    let request = LibraryRequest(
      title: "", sources: [.folder(missing, title: ""), .files([FilePath(folder.file("a.jpg"))])])
    let scan = LibraryScan(request, order: .init())
    #expect(scan.failures.map(\.folder) == [missing])
    #expect(scan.failures.map(\.error.reason) == ["No such file or directory"])
    #expect(scan.library.count == 1)
  }

  @Test func `the flat index runs through all sections`() throws {
    try write("p/a.jpg", "p/b.jpg", "p/q/c.jpg", "p/r/d.jpg", "p/r/e.jpg")
    let library = try scan(["p"], .init(isRecursive: true))
    #expect(library.count == 5)
    #expect((0..<5).map { library[$0].path } == library.paths)
    #expect((0..<5).map { library.sectionIndex(of: $0) } == [0, 0, 1, 2, 2])
    #expect(library.itemRange(in: 2) == 3..<5)
    for (index, path) in library.paths.enumerated() { #expect(library.index(of: path) == index) }
    #expect(library.index(of: FilePath(folder.file("p/none.jpg"))) == nil)
    #expect(Set(library.items.map(\.id)).count == 5)
  }

  @Test func `sorting keeps identities`() throws {
    try write("a.jpg", "b.jpg", "c.jpg")
    try folder.write([1, 2, 3], named: "b.jpg")
    let byName = try scan()
    let order = PictureLister.Order(order: .size)
    let bySize = LibraryScan.withStampsAndFacts(byName).ordered(by: order)
    #expect(bySize.paths.map(\.displayName) == ["b.jpg", "a.jpg", "c.jpg"])
    let diff = LibraryDiff(from: byName, to: bySize)
    #expect(diff.newIndices == [1, 0, 2])
    #expect(diff.rewrittenIndices == [] && diff.renamedIndices == [])
    let turned = bySize.ordered(by: .init(order: .none, isReversed: true))
    #expect(turned.paths == bySize.paths.reversed())
    #expect(turned.ordered(by: .init()).paths == byName.paths)
    #expect(LibraryDiff(from: byName, to: turned.ordered(by: .init())).isEmpty)
  }

  /// Sets old modification times.
  private func age(_ names: String...) {
    let long = timeval(tv_sec: 1000, tv_usec: 0)
    for name in names { utimes(folder.file(name), [long, long]) }
  }

  @Test(arguments: [SortOrder.name, .date])
  func `a second scan recognises renamed and rewritten pictures`(_ order: SortOrder) throws {
    try write("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    age("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    let first = try scan([""], .init(order: order))
    rename(folder.file("a.jpg"), folder.file("x.jpg"))
    try folder.write([1, 2], named: "b.jpg")
    unlink(folder.file("c.jpg"))
    // Many file systems reuse the inode number of the removed file for the new one.
    try write("e.jpg")
    let second = try scan([""], .init(order: order), replacing: first).ordered(by: .init())
    #expect(second.paths.map(\.displayName) == ["b.jpg", "d.jpg", "e.jpg", "x.jpg"])
    let diff = LibraryDiff(from: first.ordered(by: .init()), to: second)
    #expect(diff.newIndices == [3, 0, nil, 1])
    #expect(diff.rewrittenIndices == [0])
    #expect(diff.renamedIndices == [3])
    #expect(second[2].id == 4)
  }
}

@Suite(.tags(.seeded)) struct LibraryOrderTests {
  @Test(arguments: SortOrder.allCases, [false, true])
  func `an inserted item lies where sorting the whole list puts it`(
    _ order: SortOrder, _ isReversed: Bool
  ) {
    var chance = SeededGenerator(seed: 7)
    let order = PictureLister.Order(order: order, isReversed: isReversed)
    for _ in 0..<100 {
      let items = (0..<UInt32.random(in: 0..<20, using: &chance)).map { id in
        PhotoItem(
          id: id, path: FilePath("/p/\(id) \(Int.random(in: 0..<50, using: &chance)).jpg"),
          stamp: Int.random(in: 0..<4, using: &chance) == 0
            ? nil
            : FileStamp(
              modified: .random(in: 0..<5, using: &chance), size: .random(in: 0..<5, using: &chance)
            ))
      }
      let cut = Int.random(in: 0...items.count, using: &chance)
      let (old, arrivals) = (order.sorted(Array(items[..<cut])), order.sorted(Array(items[cut...])))
      let merged = order.merged(old, with: arrivals)
      #expect(merged == (order.order == .none ? old + arrivals : order.sorted(items)))
    }
  }
}
