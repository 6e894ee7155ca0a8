import BrowserHost
import Desktop
import Geometry
import Glibc
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

/// Marks in pbview's database whose photos are copied, moved or renamed.
@Suite struct CarriedMarksTests {
  private let source: TemporaryFolder
  private let target: TemporaryFolder
  private let state: TemporaryFolder
  private let facts: PhotoFactsStore
  private let marks = PhotoMarks(stars: 4, flag: .pick, label: .red)
  /// The folder of the records of operations.
  private var journal: FilePath { FilePath(state.path) }

  init() throws {
    source = try TemporaryFolder()
    target = try TemporaryFolder()
    state = try TemporaryFolder()
    facts = PhotoFactsStore(folder: nil, marksFolder: state.file("marks"))
    for name in ["a.jpg", "b.jpg"] { try source.write(Array(name.utf8), named: name) }
    try keep(marks, of: path("a.jpg"))
  }

  private func path(_ name: String) -> FilePath { FilePath(source.file(name)) }

  private func arrived(_ name: String) -> FilePath { FilePath(target.file(name)) }

  private func keep(_ marks: PhotoMarks, of photo: FilePath) throws {
    let stamp = try #require(LibraryScan.items([photo], facts: facts).first?.factsStamp)
    var kept = IndexedPhoto(stamp: stamp)
    kept.set(marks)
    #expect(facts.storeMarks(kept, of: photo))
  }

  private func perform(_ kind: Transfer.Kind) -> Transfer.Outcome {
    let photos = ["a.jpg", "b.jpg"].map { Transfer.Photo(shown: path($0), files: [path($0)]) }
    let transfer = Transfer(kind: kind, folder: FilePath(target.path))
    return transfer.perform(
      transfer.plans(for: photos, in: FilePath("/")), journal: journal, facts: facts)
  }

  /// The marks of a photo of the source in pbview's database; nil for none.
  private func kept(_ name: String) -> PhotoMarks? {
    facts.databaseMarks(of: path(name)).map { PhotoMarks($0) }
  }

  private func undo(_ changes: [FileChange]) -> StepReversal.Outcome {
    StepReversal.run(changes, in: FilePath("/"), journal: journal, facts: facts)
  }

  private func text(_ sidecar: FilePath) throws -> String {
    String(decoding: try #require(WholeFile.read(sidecar, maxBytes: 10_000)), as: UTF8.self)
  }

  @Test func `a copy gets the marks in a sidecar, which goes to the trash with it`() throws {
    let outcome = perform(.copy)
    let sidecar = arrived("a.jpg.xmp")
    let parts = outcome.changes.map { $0.flattened.map(\.path) }
    #expect(parts == [[arrived("a.jpg"), sidecar], [arrived("b.jpg")]])
    let text = try text(sidecar)
    #expect(text.contains("xmp:Rating=\"4\"") && text.contains("digiKam:PickLabel=\"3\""))
    #expect(text.contains("xmp:Label=\"Red\"") && text.contains("digiKam:ColorLabel=\"1\""))
    #expect(facts.databaseMarks(of: path("a.jpg")).map { PhotoMarks($0) } == marks)
    #expect(
      try outcome.changes[0].reverseOperations(in: FilePath("/")).operations.contains(
        .trash(sidecar)))
  }

  @Test func `a moved photo gets its marks in a sidecar, and has them again after Undo`() throws {
    let outcome = perform(.move)
    let sidecar = arrived("a.jpg.xmp")
    #expect(sidecar.exists && !path("a.jpg").exists)
    // The sidecar is removed here instead of being moved to the trash.
    #expect(unlink(sidecar.display) == 0)
    let undone = undo(outcome.changes.map { $0.without(sidecar) })
    #expect(undone.failed.isEmpty)
    #expect(kept("a.jpg") == marks)
  }

  @Test func `Undo brings the marks back after another photo has had the path`() throws {
    let outcome = perform(.move)
    let sidecar = arrived("a.jpg.xmp")
    #expect(unlink(sidecar.display) == 0)
    try source.write([1, 2], named: "a.jpg")
    try keep(PhotoMarks(stars: 1), of: path("a.jpg"))
    facts.removeDatabaseMarks(of: path("a.jpg"))
    #expect(unlink(source.file("a.jpg")) == 0)
    let undone = undo(outcome.changes.map { $0.without(sidecar) })
    #expect(undone.failed.isEmpty && kept("a.jpg") == marks)
  }

  @Test func `Undo brings the marks back from a disk with coarser times`() throws {
    let outcome = perform(.move)
    let sidecar = arrived("a.jpg.xmp")
    #expect(unlink(sidecar.display) == 0)
    let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, arrived("a.jpg").display, [time, time], 0) == 0)
    let undone = undo(outcome.changes.map { $0.without(sidecar) })
    #expect(undone.failed.isEmpty && kept("a.jpg") == marks)
  }

  @Test func `marks stay in the database where a sidecar has come along`() throws {
    try source.write([1], named: "a.jpg.xmp")
    try keep(marks, of: path("a.jpg"))
    _ = perform(.copy)
    #expect(try target.read("a.jpg.xmp") == [1])
    #expect(facts.databaseMarks(of: arrived("a.jpg")).map { PhotoMarks($0) } == marks)
  }

  @Test func `removed marks are stated, so that a rating inside the photo does not count`() throws {
    try keep(PhotoMarks(), of: path("a.jpg"))
    _ = perform(.copy)
    #expect(try text(arrived("a.jpg.xmp")).contains("xmp:Rating=\"0\""))
  }

  @Test func `marks of many photos are found at once, without those of changed files`() throws {
    let photo = FilePath(try target.write([1], named: "c.jpg"))
    try keep(PhotoMarks(stars: 1), of: photo)
    try keep(marks, of: path("b.jpg"))
    try source.write([1, 2, 3], named: "b.jpg")
    let found = facts.databaseMarks(of: [path("a.jpg"), path("b.jpg"), photo, path("none.jpg")])
    #expect(
      found.mapValues { PhotoMarks($0) } == [path("a.jpg"): marks, photo: PhotoMarks(stars: 1)])
  }

  @Test func `photos that exchange their names keep their marks`() throws {
    let photos = ["a.jpg", "b.jpg"].map { name in
      Renaming.Photo(shown: path(name), files: [path(name)])
    }
    let plans = zip(photos, ["b.jpg", "a.jpg"]).map { photo, name in
      Renaming.plan(photo, name: Array(name.utf8))
    }
    let outcome = Renaming.perform(plans, journal: journal, facts: facts)
    #expect(outcome.failed.isEmpty && outcome.made.count == 1)
    #expect(try text(path("b.jpg.xmp")).contains("xmp:Rating=\"4\""))
    #expect(!path("a.jpg.xmp").exists)
  }

  @Test func `photos that exchange names with sidecars have their marks after Undo and Redo`()
    throws
  {
    let names = ["a.jpg", "b.jpg"]
    for name in names { try source.write([1], named: "\(name).xmp") }
    let others = PhotoMarks(stars: 2)
    try keep(marks, of: path("a.jpg"))
    try keep(others, of: path("b.jpg"))
    let photos = names.map { name in
      Renaming.Photo(shown: path(name), files: [path(name), path("\(name).xmp")])
    }
    let plans = zip(photos, names.reversed()).map { photo, name in
      Renaming.plan(photo, name: Array(name.utf8))
    }
    let outcome = Renaming.perform(plans, journal: journal, facts: facts)
    #expect(outcome.failed.isEmpty)
    #expect(kept("b.jpg") == marks && kept("a.jpg") == others)
    let undone = undo(outcome.made)
    #expect(undone.failed.isEmpty)
    #expect(kept("a.jpg") == marks && kept("b.jpg") == others)
    let redone = undo(undone.made)
    #expect(redone.failed.isEmpty)
    #expect(kept("b.jpg") == marks && kept("a.jpg") == others)
  }

  @Test func `a photo that is rotated keeps its marks, also after Redo`() throws {
    let photo = path("a.jpg")
    let state = try #require(FileState.read(photo)?.stamp)
    let turn = RotationChange(
      photo: photo, turn: .right,
      undoReplacements: [FileSplice.Replacement(offset: 0, removedCount: 1, bytes: [0x41])],
      stampAfterChange: FileSplice.Stamp(size: state.size, modified: state.modified),
      modifiedBeforeChange: state.modified - 1_000_000_000)
    let undone = try turn.undo(in: FilePath("/"), facts)
    #expect(kept("a.jpg") == marks)
    _ = try undone.undo(in: FilePath("/"), facts)
    #expect(kept("a.jpg") == marks)
  }
}

extension FileChange {
  /// The change without the making of a sidecar, which a test has removed instead of moving it to
  /// the trash.
  fileprivate func without(_ sidecar: FilePath) -> FileChange {
    .group(photo: path, flattened.filter { $0.path != sidecar })
  }
}
