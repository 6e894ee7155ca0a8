import BrowserHost
import Desktop
import TestSupport
import Testing

@testable import ViewerApp

/// Copying and moving photos into a folder, with their companions.
@Suite struct TransferTests {
  private let source: TemporaryFolder
  private let target: TemporaryFolder

  init() throws {
    source = try TemporaryFolder()
    target = try TemporaryFolder()
    for name in ["a.jpg", "a.nef", "a.jpg.xmp", "b.jpg", "c.jpg"] {
      try source.write(Array(name.utf8), named: name)
    }
  }

  private func path(_ name: String) -> FilePath { FilePath(source.file(name)) }

  private func transfer(_ kind: Transfer.Kind) -> Transfer {
    Transfer(kind: kind, folder: FilePath(target.path))
  }

  private var photos: [Transfer.Photo] {
    [
      Transfer.Photo(shown: path("a.jpg"), files: [path("a.jpg"), path("a.nef")]),
      Transfer.Photo(shown: path("b.jpg"), files: [path("b.jpg")]),
    ]
  }

  private func plans(_ transfer: Transfer) -> [Transfer.Plan] {
    transfer.plans(for: photos, in: FilePath("/"))
  }

  /// The names and contents of the files in a folder.
  private func contents(_ folder: TemporaryFolder) throws -> [String: String] {
    var found: [String: String] = [:]
    let names = try FolderScan.contents(of: FilePath(folder.path)).get()
    for name in names.pictures.map(\.path.displayName)
      + names.sidecars.map({ String(decoding: $0, as: UTF8.self) })
    {
      found[name] = String(decoding: try folder.read(name), as: UTF8.self)
    }
    return found
  }

  @Test func `all files of a photo and its sidecars are copied`() throws {
    let transfer = transfer(.copy)
    let plans = plans(transfer)
    #expect(plans.map(\.files.count) == [3, 1] && !plans.contains { $0.hasConflict })
    var shares: [Double] = []
    let outcome = transfer.perform(plans, .keepBoth) {
      shares.append($0)
      return true
    }
    #expect(outcome.photos == [path("a.jpg"), path("b.jpg")] && outcome.failed.isEmpty)
    #expect(
      try contents(target) == [
        "a.jpg": "a.jpg", "a.nef": "a.nef", "a.jpg.xmp": "a.jpg.xmp", "b.jpg": "b.jpg",
      ])
    #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
    #expect(try contents(source).count == 5)
  }

  @Test func `a move is reversed by the changes that it reports, the last one first`() throws {
    let transfer = transfer(.move)
    let before = try contents(source)
    let outcome = transfer.perform(plans(transfer), .keepBoth) { _ in true }
    #expect(try contents(source) == ["c.jpg": "c.jpg"])
    for change in outcome.changes.reversed() {
      _ = try change.reverse(in: FilePath("/"))
    }
    #expect(try contents(source) == before)
    #expect(try contents(target).isEmpty)
  }

  @Test func `files of a name that exists get a number, all files of a photo the same`() throws {
    try target.write([1], named: "a.jpg")
    try target.write([2], named: "a (2).nef")
    let transfer = transfer(.copy)
    let plans = plans(transfer)
    #expect(plans.map(\.hasConflict) == [true, false])
    _ = transfer.perform(plans, .keepBoth) { _ in true }
    let found = try contents(target)
    #expect(found["a (3).jpg"] == "a.jpg" && found["a (3).nef"] == "a.nef")
    #expect(found["a (3).jpg.xmp"] == "a.jpg.xmp" && found["b.jpg"] == "b.jpg")
    #expect(try target.read("a.jpg") == [1] && target.read("a (2).nef") == [2])
    #expect(found.count == 6)
  }

  @Test func `a photo whose name exists is skipped on request`() throws {
    try target.write([1], named: "a.nef")
    let transfer = transfer(.move)
    let outcome = transfer.perform(plans(transfer), .skip) { _ in true }
    #expect(outcome.photos == [path("b.jpg")] && outcome.failed.isEmpty)
    #expect(try contents(target).keys.sorted() == ["a.nef", "b.jpg"])
    #expect(try contents(source).count == 4)
  }

  @Test func `a cancelled transfer leaves whole photos only`() throws {
    let transfer = transfer(.move)
    var calls = 0
    let outcome = transfer.perform(plans(transfer), .keepBoth) { _ in
      calls += 1
      return calls < 2
    }
    #expect(outcome.isCancelled && outcome.failed.isEmpty)
    #expect(outcome.photos.count <= 1)
    let moved = try contents(target)
    #expect(moved.isEmpty || moved.keys.contains("a.nef"))
  }

  @Test func `a photo of which a file cannot be moved stays whole`() throws {
    let transfer = transfer(.move)
    var plans = plans(transfer)
    plans[0].files[2].to = FilePath("/nowhere/a.xmp")
    let before = try contents(source)
    let outcome = transfer.perform(plans, .keepBoth) { _ in true }
    #expect(outcome.failed == [path("a.jpg")] && outcome.failure != nil)
    #expect(outcome.photos == [path("b.jpg")])
    #expect(try contents(source) == before.filter { $0.key != "b.jpg" })
  }

  @Test func `a photo that is in the folder already is not moved, and is copied beside itself`()
    throws
  {
    let here = Transfer(kind: .move, folder: FilePath(source.path))
    #expect(here.plans(for: photos, in: FilePath("/")).isEmpty)
    let copy = Transfer(kind: .copy, folder: FilePath(source.path))
    _ = copy.perform(copy.plans(for: photos, in: FilePath("/")), .keepBoth) { _ in true }
    #expect(try contents(source)["b (2).jpg"] == "b.jpg")
  }

  @Test(arguments: [
    ("a.jpg", "a (2).jpg"), ("a.jpg.xmp", "a (2).jpg.xmp"), ("a.xmp", "a (2).xmp"),
    ("other.jpg", "other (2).jpg"), ("noending", "noending (2)"), (".hidden", ".hidden (2)"),
    ("ab.jpg", "ab (2).jpg"),
  ])
  func `a number comes before the endings`(name: String, expected: String) {
    let result = Transfer.numbered(Array(name.utf8), stem: Array("a".utf8), 2)
    #expect(String(decoding: result, as: UTF8.self) == expected)
  }
}
