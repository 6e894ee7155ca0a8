import BrowserHost
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
    #expect(facts.keep(kept, of: photo))
  }

  private func perform(_ kind: Transfer.Kind) -> Transfer.Outcome {
    let photos = ["a.jpg", "b.jpg"].map { Transfer.Photo(shown: path($0), files: [path($0)]) }
    let transfer = Transfer(kind: kind, folder: FilePath(target.path))
    return transfer.perform(
      transfer.plans(for: photos, in: FilePath("/")), journal: journal, facts: facts)
  }

  private func text(_ sidecar: FilePath) throws -> String {
    String(decoding: try #require(WholeFile.read(sidecar, maxBytes: 10_000)), as: UTF8.self)
  }

  @Test func `a copy gets the marks in a sidecar, which goes to the trash with it`() throws {
    let outcome = perform(.copy)
    let sidecar = arrived("a.jpg.xmp")
    let parts = outcome.changes.map { $0.parts.map(\.path) }
    #expect(parts == [[arrived("a.jpg"), sidecar], [arrived("b.jpg")]])
    let text = try text(sidecar)
    #expect(text.contains("xmp:Rating=\"4\"") && text.contains("digiKam:PickLabel=\"3\""))
    #expect(text.contains("xmp:Label=\"Red\"") && text.contains("digiKam:ColorLabel=\"1\""))
    #expect(facts.keptMarks(of: path("a.jpg")).map { PhotoMarks($0) } == marks)
    #expect(try outcome.changes[0].reversal(in: FilePath("/")).operations.contains(.trash(sidecar)))
  }

  @Test func `a moved photo gets its marks in a sidecar, and has them again after Undo`() throws {
    let outcome = perform(.move)
    let sidecar = arrived("a.jpg.xmp")
    #expect(sidecar.exists && !path("a.jpg").exists)
    // The sidecar is removed here instead of being moved to the trash.
    #expect(unlink(sidecar.display) == 0)
    let moves = outcome.changes.map { change -> FileChange in
      .group(change.path, change.parts.filter { $0.path != sidecar })
    }
    let undone = StepReversal.run(moves, in: FilePath("/"), journal: journal)
    #expect(undone.failed.isEmpty)
    #expect(facts.keptMarks(of: path("a.jpg")).map { PhotoMarks($0) } == marks)
  }

  @Test func `marks stay in the database where a sidecar has come along`() throws {
    try source.write([1], named: "a.jpg.xmp")
    try keep(marks, of: path("a.jpg"))
    _ = perform(.copy)
    #expect(try target.read("a.jpg.xmp") == [1])
    #expect(facts.keptMarks(of: arrived("a.jpg")).map { PhotoMarks($0) } == marks)
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
    let found = facts.keptMarks(of: [path("a.jpg"), path("b.jpg"), photo, path("none.jpg")])
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
}
