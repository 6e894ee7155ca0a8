import BrowserHost
import Desktop
import Glibc
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The copying of a photo under another name that the user has typed.
@Suite struct SaveCopyWorkTests {
  private let folder: TemporaryFolder
  private let state: TemporaryFolder
  /// The folder of the records of operations.
  private var journal: FilePath { FilePath(state.path) }

  init() throws {
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    for name in ["a.jpg", "a.jpg.xmp"] { try folder.write(Array(name.utf8), named: name) }
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  private func copy(to name: String) -> SaveCopyWork {
    SaveCopyWork(source: path("a.jpg"), files: [path("a.jpg")], target: path(name))
  }

  @Test func `a copy has the sidecar of the photo, and is one change`() throws {
    var shares: [Double] = []
    var total: Int64 = 0
    let outcome = copy(to: "b.jpg").perform(journal: journal) {
      shares.append($0.share)
      total = $0.totalBytes
      return true
    }
    #expect(outcome.transferredPhotos == [path("b.jpg")] && outcome.failed.isEmpty)
    #expect(outcome.changes.map(\.path) == [path("b.jpg")])
    #expect(try folder.read("b.jpg") == Array("a.jpg".utf8))
    #expect(try folder.read("b.jpg.xmp") == Array("a.jpg.xmp".utf8))
    #expect(shares == shares.sorted() && total == 14)
  }

  @Test func `a cancelled copy leaves nothing behind`() {
    var calls = 0
    let outcome = copy(to: "b.jpg").perform(journal: journal) { _ in
      calls += 1
      return calls < 2
    }
    #expect(outcome.isCancelled && outcome.changes.isEmpty && outcome.transferredPhotos.isEmpty)
    #expect(!path("b.jpg").exists && !path("b.jpg.xmp").exists)
  }

  @Test func `nothing is copied when one of the new names exists, and the reason is told`() throws {
    try folder.write([1], named: "b.jpg.xmp")
    let outcome = copy(to: "b.jpg").perform(journal: journal)
    #expect(outcome.failed == [path("a.jpg")] && outcome.failure != nil)
    #expect(!path("b.jpg").exists)
    #expect(try folder.read("b.jpg.xmp") == [1])
  }

  @Test func `a copy with another extension shares the files of its stem`() throws {
    for name in ["a.xmp", "a.nef"] { try folder.write(Array(name.utf8), named: name) }
    let files = [path("a.jpg"), path("a.nef")]
    let copies = CompanionCopies(of: files[0], files, to: path("a.png"))
    #expect(copies.existingTarget == nil)
    #expect(Set(copies.uncopiedFiles) == [path("a.nef"), path("a.xmp")])
    let copy = SaveCopyWork(
      source: files[0], files: files, target: path("a.png"), requiresWholePairs: true)
    let outcome = copy.perform(journal: journal)
    #expect(outcome.transferredPhotos == [path("a.png")] && outcome.failure == nil)
    #expect(outcome.changes.flatMap(\.flattened).map(\.path) == [path("a.png"), path("a.png.xmp")])
    #expect(try folder.read("a.xmp") == Array("a.xmp".utf8))
  }

  @Test func `a copy that is larger than the free space is not begun`() throws {
    #expect(copy(to: "b.jpg").shortage == nil)
    var info = statvfs()
    let status = statvfs(folder.path, &info)
    try #require(status == 0)
    // A sparse file, larger than the free space of the disk.
    let size = Int64(info.f_bavail) * Int64(info.f_frsize) + (1 << 40)
    try #require(truncate(folder.file("a.jpg"), off_t(size)) == 0)
    let shortage = try #require(copy(to: "b.jpg").shortage)
    #expect(shortage.needed > size && shortage.free < size)
  }

  @MainActor
  @Test func `the sheet passes on the typed path of a file that does not exist`() async {
    let sheet = SaveCopySheet(path("a.jpg"), files: [path("a.jpg")])
    let (target, replaces) = await withCheckedContinuation {
      (continuation: CheckedContinuation<(FilePath, Bool), Never>) in
      sheet.onSave = { continuation.resume(returning: ($0, $1)) }
      sheet.tabStops.lazy.compactMap { $0 as? TextField }.first?.onCommit()
    }
    #expect(target == path("a copy.jpg") && !replaces)
    #expect(!path("a copy.jpg").exists)
  }
}
