import BrowserHost
import Desktop
import GalleryCore
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct LibraryUpdateTests {
  private typealias File = LibraryUpdate.File

  private func file(_ name: String, inode: UInt64 = 0, modified: Int64 = 0) -> File {
    File(path: FilePath(name), inode: inode, stamp: FileStamp(modified: modified, size: 1))
  }

  /// Folders of pictures, each numbered from 1 by its inode.
  private func library(
    _ folders: [(String, [String])], singles: [String] = [],
    order: PictureLister.Order = .init(isRecursive: true)
  ) -> SectionedLibrary {
    var id: UInt32 = 0
    func items(_ paths: [FilePath]) -> [PhotoItem] {
      paths.map { path in
        id += 1
        return PhotoItem(
          id: id, path: path, inode: UInt64(id), stamp: FileStamp(modified: 0, size: 1))
      }
    }
    let request = LibraryRequest(
      title: "p",
      sources: [.folder(FilePath("/p"), title: "p"), .files(singles.map { FilePath($0) })])
    var sections = folders.map { folder, names in
      SectionedLibrary.Section(
        sourceIndex: 0, folder: FilePath(folder), title: request.title(of: FilePath(folder), in: 0),
        items: items(names.map { FilePath("\(folder)/\($0)") }))
    }
    sections.append(
      .init(sourceIndex: 1, folder: nil, title: "Files", items: items(singles.map { FilePath($0) }))
    )
    return SectionedLibrary(request, order: order, sections: sections, nextID: id + 1)
  }

  /// The titles, and the items by number and name; an exclamation mark for each rewriting.
  private func story(_ library: SectionedLibrary) -> [String] {
    library.sections.map { section in
      "\(section.title): "
        + section.items.map {
          "\($0.id) \($0.path.displayName)" + String(repeating: "!", count: Int($0.revision))
        }.joined(separator: ", ")
    }
  }

  @Test func `new files are sorted in, and removed files leave`() {
    let before = library([("/p", ["1.jpg", "10.jpg"])])
    var update = LibraryUpdate()
    update.addedOrWritten = [FilePath("/p/2.jpg"): file("/p/2.jpg")]
    update.removed = [FilePath("/p/1.jpg"), FilePath("/p/never.jpg")]
    #expect(story(before.applying(update)) == ["p: 3 2.jpg, 2 10.jpg"])
  }

  @Test func `sections appear and disappear with their pictures`() {
    let before = library([("/p", ["1.jpg"]), ("/p/c", ["2.jpg"])])
    var update = LibraryUpdate()
    update.addedOrWritten = [FilePath("/p/b/x.jpg"): file("/p/b/x.jpg")]
    update.removed = [FilePath("/p/c/2.jpg")]
    #expect(story(before.applying(update)) == ["p: 1 1.jpg", "b: 3 x.jpg"])
    update.removed = [FilePath("/p/1.jpg")]
    #expect(story(before.applying(update)) == ["b: 3 x.jpg", "c: 2 2.jpg"])
  }

  @Test func `files outside the request are ignored`() {
    let before = library([("/p", ["1.jpg"])], order: .init())
    var update = LibraryUpdate()
    for name in ["/q/x.jpg", "/p/sub/x.jpg", "/pp/x.jpg"] {
      update.addedOrWritten[FilePath(name)] = file(name)
    }
    update.renamed = [FilePath("/x"): file("/p/a.txt"), FilePath("/p/1.jpg"): file("/q/1.jpg")]
    #expect(story(before.applying(update)) == [])
  }

  @Test func `a renamed file stays the same item, also in another folder`() {
    let before = library([("/p", ["1.jpg", "2.jpg"]), ("/p/c", ["3.jpg"])])
    var update = LibraryUpdate()
    update.renamed = [
      FilePath("/p/1.jpg"): file("/p/9.jpg", inode: 1),
      FilePath("/p/2.jpg"): file("/p/c/4.jpg", inode: 2),
    ]
    #expect(story(before.applying(update)) == ["p: 1 9.jpg", "c: 3 3.jpg, 2 4.jpg"])
  }

  @Test func `swapped names swap the items`() {
    let before = library([("/p", ["1.jpg", "2.jpg"])])
    var update = LibraryUpdate()
    update.renamed = [
      FilePath("/p/1.jpg"): file("/p/2.jpg", inode: 1),
      FilePath("/p/2.jpg"): file("/p/1.jpg", inode: 2),
    ]
    #expect(story(before.applying(update)) == ["p: 2 1.jpg, 1 2.jpg"])
  }

  @Test func `a file saved over another one is the same item, rewritten`() {
    let before = library([("/p", ["1.jpg", "2.jpg"])])
    for temporary in ["/p/.t", "/p/2.jpg"] {
      var update = LibraryUpdate()
      update.renamed = [FilePath(temporary): file("/p/1.jpg", inode: 7, modified: 5)]
      let other = temporary == "/p/.t" ? ", 2 2.jpg" : ""
      #expect(story(before.applying(update)) == ["p: 1 1.jpg!\(other)"])
    }
  }

  @Test func `a file that was closed without a change is not reloaded`() {
    let before = library([("/p", ["1.jpg"])])
    var update = LibraryUpdate()
    update.addedOrWritten = [FilePath("/p/1.jpg"): file("/p/1.jpg", inode: 1)]
    #expect(LibraryDiff(from: before, to: before.applying(update)).isEmpty)
    update.addedOrWritten = [FilePath("/p/1.jpg"): file("/p/1.jpg", inode: 1, modified: 1)]
    #expect(LibraryDiff(from: before, to: before.applying(update)).rewrittenIndices == [0])
  }

  @Test func `a renamed folder keeps its pictures`() {
    let before = library([("/p", ["1.jpg"]), ("/p/c", ["2.jpg"]), ("/p/c/d", ["3.jpg"])])
    var update = LibraryUpdate()
    update.goneFolders = [FilePath("/p/c")]
    update.addedOrWritten = [
      FilePath("/p/x/2.jpg"): file("/p/x/2.jpg", inode: 2),
      FilePath("/p/x/d/3.jpg"): file("/p/x/d/3.jpg", inode: 3),
    ]
    #expect(story(before.applying(update)) == ["p: 1 1.jpg", "x: 2 2.jpg", "x / d: 3 3.jpg"])
    update.addedOrWritten = [:]
    #expect(story(before.applying(update)) == ["p: 1 1.jpg"])
  }

  @Test func `single files keep their order and their section`() {
    let before = library([("/p", ["1.jpg"])], singles: ["/s/b.jpg", "/s/a.jpg", "/t/odd"])
    var update = LibraryUpdate()
    update.renamed = [FilePath("/s/b.jpg"): file("/s/z.jpg", inode: 2)]
    update.removed = [FilePath("/t/odd")]
    update.addedOrWritten = [
      FilePath("/s/new.jpg"): file("/s/new.jpg"),
      FilePath("/s/a.jpg"): file("/s/a.jpg", modified: 9),
    ]
    #expect(story(before.applying(update)) == ["p: 1 1.jpg", "Files: 2 z.jpg, 3 a.jpg!"])
    update.goneFolders = [FilePath("/s")]
    update.renamed = [:]
    update.addedOrWritten = [:]
    #expect(story(before.applying(update)) == ["p: 1 1.jpg"])
  }

  @Test func `single files that were removed come back at their positions`() {
    let singles = ["/s/c.jpg", "/s/a.jpg", "/t/b.jpg"]
    let before = library([("/p", ["1.jpg"])], singles: singles)
    func removal(of names: [String]) -> LibraryUpdate {
      var update = LibraryUpdate()
      update.removed = Set(names.map { FilePath($0) })
      return update
    }
    func restoration(of names: [String]) -> LibraryUpdate {
      var update = LibraryUpdate()
      for name in names { update.addedOrWritten[FilePath(name)] = file(name) }
      return update
    }
    let one = before.applying(removal(of: ["/s/a.jpg"]))
      .applying(restoration(of: ["/s/a.jpg", "/s/new.jpg"]))
    #expect(story(one) == ["p: 1 1.jpg", "Files: 2 c.jpg, 5 a.jpg, 4 b.jpg"])
    let all = before.applying(removal(of: singles))
    #expect(story(all) == ["p: 1 1.jpg"])
    #expect(
      story(all.applying(restoration(of: singles)))
        == ["p: 1 1.jpg", "Files: 6 c.jpg, 5 a.jpg, 7 b.jpg"])
  }

  @Test func `a rewritten file is sorted by its new date`() {
    var before = library([("/p", ["1.jpg", "2.jpg"])], order: .init(order: .date))
    #expect(story(before) == ["p: 1 1.jpg, 2 2.jpg"])
    var update = LibraryUpdate()
    update.addedOrWritten = [FilePath("/p/2.jpg"): file("/p/2.jpg", modified: 5)]
    before = before.applying(update)
    #expect(story(before) == ["p: 2 2.jpg!, 1 1.jpg"])
    #expect(before.ordered(by: before.order) == before)
  }

  @Test func `without an order new files are appended and the others stay`() {
    let before = library([("/p", ["b.jpg", "a.jpg"])], order: .init(order: .none))
    var update = LibraryUpdate()
    update.renamed = [FilePath("/p/b.jpg"): file("/p/z.jpg", inode: 1)]
    update.addedOrWritten = [FilePath("/p/0.jpg"): file("/p/0.jpg")]
    #expect(story(before.applying(update)) == ["p: 1 z.jpg, 2 a.jpg, 3 0.jpg"])
  }
}

/// Tests of the whole path on real folders: the events of the kernel, merged and applied, give the
/// same library as a new scan.
@MainActor
@Suite(.tags(.seeded)) struct LibraryFollowTests {
  private let folder: TemporaryFolder
  private let watch: FolderWatch

  init() throws {
    folder = try TemporaryFolder()
    watch = try FolderWatch()
  }

  private var request: LibraryRequest {
    LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
  }

  /// Performs a random operation on a small tree.
  private func step(_ chance: inout SeededGenerator) throws {
    let folders = ["a", "b", "a/c", "b/d"]
    func name(_ chance: inout SeededGenerator) -> String {
      let prefix = ([""] + folders.map { $0 + "/" }).randomElement(using: &chance) ?? ""
      return prefix + (["1.jpg", "2.jpg", "10.jpg", "x.txt"].randomElement(using: &chance) ?? "")
    }
    let one = name(&chance)
    let other = name(&chance)
    switch Int.random(in: 0..<8, using: &chance) {
    case 0...2:
      guard access(folder.file(FilePath(one).folder.display), W_OK) == 0 else { return }
      try folder.write(
        [UInt8](repeating: 1, count: .random(in: 1..<999, using: &chance)), named: one)
    case 3: unlink(folder.file(one))
    case 4: rename(folder.file(one), folder.file(other))
    case 5: mkdir(folder.file(folders.randomElement(using: &chance) ?? ""), 0o755)
    case 6: rmdir(folder.file(folders.randomElement(using: &chance) ?? ""))
    default:
      rename(
        folder.file(folders.randomElement(using: &chance) ?? ""),
        folder.file(folders.randomElement(using: &chance) ?? ""))
    }
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `following every change equals a new scan`(_ seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let order = PictureLister.Order(order: seed % 3 == 0 ? .size : .name, isRecursive: true)
    let first = LibraryScan(request, order: order)
    for found in first.folders { try watch.watch(found.path.bytes, isRecursive: true) }
    var library = first.library
    var time = 0.0
    for _ in 0..<20 {
      for _ in 0..<Int.random(in: 1...4, using: &chance) { try step(&chance) }
      time += 10
      for changes in [watch.readChanges(at: time), watch.readChanges(at: time + 5)] {
        library = library.applying(LibraryUpdate(changes))
      }
      let fresh = LibraryScan(request, order: order).library
      try #require(
        library.paths.map(\.display) == fresh.paths.map(\.display), "seed \(seed)")
      #expect(library.sections.map(\.title) == fresh.sections.map(\.title), "seed \(seed)")
      #expect(Set(library.items.map(\.id)).count == library.count)
    }
  }
}
