import BrowserHost
import Desktop
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct CompanionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let names = [
      "a.jpg", "a.jpg.xmp", "a.xmp", "a.mov", "b.jpg", "b.nef", "b.xmp", "b.nef.xmp", "c.jpg",
      "c.txt",
    ]
    for name in names { try folder.write([1], named: name) }
  }

  private func companions(of name: String) -> [String] {
    Companions.of(FilePath(folder.file(name))).map(\.displayName)
  }

  @Test func `the companions of a photo are its sidecars and its clip`() {
    #expect(Set(companions(of: "a.jpg")) == ["a.jpg.xmp", "a.xmp", "a.mov"])
    #expect(companions(of: "c.jpg").isEmpty)
  }

  /// A hard link stands for the other spelling, by which such a disk finds the file, too.
  @Test func `a sidecar on a disk that ignores case is one companion`() {
    for name in ["a.jpg", "a"] {
      #expect(link(folder.file("\(name).xmp"), folder.file("\(name).XMP")) == 0)
    }
    #expect(Set(companions(of: "a.jpg")) == ["a.jpg.xmp", "a.xmp", "a.mov"])
    #expect(companions(of: "a.jpg").count == 3)
    #expect(companions(of: "a.jpg.xmp").isEmpty && companions(of: "a.xmp").isEmpty)
  }

  @Test func `the sidecar of a clip is a companion of its photo, and goes along with it`() throws {
    try folder.write([1], named: "a.mov.xmp")
    let all = ["a.jpg.xmp", "a.xmp", "a.mov", "a.mov.xmp"]
    #expect(companions(of: "a.jpg").sorted() == all.sorted())
    let photo = FilePath(folder.file("a.jpg"))
    let group = try #require(TrashWork.groups(of: [[photo]], in: FilePath("/")).first?.group)
    let target = FilePath(folder.file("moved"))
    mkdir(folder.file("moved"), 0o755)
    let moves = group.operations.compactMap(\.source).map {
      FileOperation.move(from: $0, to: target.appending($0.name))
    }
    var notReversed: [FileChange] = []
    _ = try OperationGroup(photo: photo, operations: moves, needsAllCompanions: true)
      .perform(notReversed: &notReversed, journal: nil)
    #expect(existing(["a.jpg"] + all).isEmpty)
    #expect(existing(all.map { "moved/\($0)" }).count == all.count)
  }

  @Test func `sidecars of darktable's duplicates are companions, unless a photo has that name`()
    throws
  {
    let names = ["a_01.jpg.xmp", "a_04.jpg.xmp", "a_05.jpg.xmp", "a_05.jpg", "c_01.jpg.xmp"]
    for name in names { try folder.write([1], named: name) }
    #expect(
      Set(companions(of: "a.jpg"))
        == ["a.jpg.xmp", "a.xmp", "a.mov", "a_01.jpg.xmp", "a_04.jpg.xmp"])
    #expect(companions(of: "c.jpg").isEmpty, "darktable has written no sidecar of the photo")
  }

  @Test(arguments: [
    ("a_01.jpg.xmp", "b_01.jpeg.xmp"), ("a_12.nef.xmp", "b_12.nef.xmp"),
    ("A_01.NEF.xmp", "b_01.NEF.xmp"), ("a_01.xmp", ""), ("a_1.jpg.xmp", ""), ("a_01.jpg", ""),
    ("c_01.jpg.xmp", ""),
  ])
  func `sidecars of duplicates are renamed with their photo`(name: String, expected: String) {
    let renamed = CompanionCopies.name(
      of: Array(name.utf8), beside: Array("a.jpg".utf8), renamed: Array("b.jpeg".utf8))
    #expect(String(decoding: renamed ?? [], as: UTF8.self) == expected)
  }

  @Test func `sidecars of duplicates get the number of their photo`() {
    let name = Transfer.numbered(Array("a_01.jpg.xmp".utf8), stem: Array("a".utf8), 2)
    #expect(String(decoding: name, as: UTF8.self) == "a (2)_01.jpg.xmp")
  }

  @Test func `a sidecar shared by two pictures is no companion of one alone`() {
    #expect(companions(of: "b.jpg").isEmpty)
    #expect(companions(of: "b.nef") == ["b.nef.xmp"])
  }

  @Test func `a sidecar shared by pictures is a companion of all of them together`() {
    let files = ["b.jpg", "b.nef"].map { FilePath(folder.file($0)) }
    #expect(
      Companions.of(files, in: FilePath("/")).map(\.displayName) == ["b.xmp", "b.nef.xmp"])
  }

  @Test func `copied files get the new name and keep their extensions`() throws {
    let (source, other) = (FilePath(folder.file("b.jpg")), FilePath(folder.file("b.nef")))
    let copies = CompanionCopies(of: source, [source, other], to: FilePath(folder.file("x.jpeg")))
    #expect(
      copies.all.map { "\($0.from.displayName) \($0.to.displayName)" } == [
        "b.jpg x.jpeg", "b.nef x.nef", "b.xmp x.xmp", "b.nef.xmp x.nef.xmp",
      ])
    #expect(copies.existingTarget == nil)
    let existing = FilePath(try folder.write([1], named: "x.xmp"))
    #expect(copies.existingTarget == existing)
  }

  @Test func `a copy replaces other files, which go to the trash, and none of the photo itself`()
    throws
  {
    let (source, other) = (FilePath(folder.file("b.jpg")), FilePath(folder.file("b.nef")))
    func operations(_ name: String) -> [FileOperation] {
      CompanionCopies(of: source, [source, other], to: FilePath(folder.file(name)))
        .operations(replacing: true)
    }
    let existing = FilePath(try folder.write([1], named: "x.jpg"))
    let copies = operations("x.jpg")
    #expect(copies.count == 5 && copies.first == FileOperation.trash(existing))
    #expect(copies[1] == FileOperation.copy(from: source, to: existing))
    #expect(!operations("b.nef").contains { $0.target == nil }, "nothing goes to the trash")
  }

  @Test func `the sidecar of a replaced photo goes to the trash with it`() throws {
    let names = ["x.jpg", "x.jpg.xmp"]
    for name in names { try folder.write([1], named: name) }
    let (source, target) = (FilePath(folder.file("c.jpg")), FilePath(folder.file("x.jpg")))
    let operations = CompanionCopies(of: source, [source], to: target).operations(replacing: true)
    let trashed = names.map { FileOperation.trash(FilePath(folder.file($0))) }
    #expect(operations == trashed + [.copy(from: source, to: target)])
  }

  @Test func `a chosen clip beside a photo is removed from the lists, and a companion is not`() {
    func trashed(_ names: String...) -> FileChange {
      let files = names.map { FilePath("/p/\($0)") }
      return .group(photo: files[0], files.map { .trashed($0, nil) })
    }
    var outcome = FileOperations.Outcome()
    outcome.made = [trashed("a.jpg", "a.jpg.xmp"), trashed("a.mov"), trashed("b.jpg", "b.mov")]
    let chosen = ["a.jpg", "a.mov", "b.jpg"].map { FilePath("/p/\($0)") }
    #expect(outcome.removed(among: chosen) == chosen)
  }

  @Test func `a step names the photos that were replaced, moved and copied`() {
    let photos = ["a.jpg", "b.jpg", "c.jpg"].map { FilePath("/p/\($0)") }
    let former = TrashedFile(original: [1], file: [2], infoFile: [3])
    let changes: [FileChange] = [
      .replaced(photos[0], former, turn: nil),
      .group(photo: photos[1], [.moved(from: FilePath("/b.jpg"), to: photos[1], nil)]),
      .copied(photos[2], nil), .copied(FilePath("/p/c.jpg.xmp"), nil),
    ]
    #expect(FileOperations.files(in: changes) == photos)
  }

  @Test func `sidecars and the clip of a photo are not counted as photos`() {
    let files = ["a.jpg", "a.jpg.xmp", "a.xmp", "a.mov", "d.mov"].map { FilePath("/p/\($0)") }
    #expect(Companions.photos(among: files).map(\.displayName) == ["a.jpg", "d.mov"])
  }

  @Test func `photos are deleted permanently with their companions, by relative paths, too`() {
    let names = ["a.jpg", "a.mov", "c.jpg"].map { FilePath($0) }
    let outcome = DeletionWork.perform(names.map { [$0] }, in: FilePath(folder.path), journal: nil)
    #expect(outcome.failure == nil && outcome.failed.isEmpty)
    #expect(outcome.removed(among: names) == names)
    #expect(existing(["a.jpg", "a.jpg.xmp", "a.xmp", "a.mov", "c.jpg", "c.txt"]) == ["c.txt"])
  }

  @Test func `a companion that cannot be deleted permanently is reported`() throws {
    mkdir(folder.file("c.jpg.xmp"), 0o755)
    try folder.write([1], named: "c.jpg.xmp/inner")
    let photo = FilePath(folder.file("c.jpg"))
    let outcome = DeletionWork.perform([[photo]], in: FilePath("/"), journal: nil)
    #expect(outcome.removed(among: [photo]) == [photo])
    #expect(outcome.failed.map(\.displayName) == ["c.jpg.xmp"] && outcome.failure != nil)
  }

  @Test func `a photo whose sidecar is in use by another operation is not deleted`() throws {
    let photo = FilePath(folder.file("a.jpg"))
    let lock = try FileLock([FilePath(folder.file("a.xmp"))])
    defer { withExtendedLifetime(lock) {} }
    let outcome = DeletionWork.perform([[photo]], in: FilePath("/"), journal: nil)
    #expect(outcome.failed == [photo] && outcome.made.isEmpty)
    #expect(existing(["a.jpg", "a.xmp"]) == ["a.jpg", "a.xmp"])
  }

  @Test func `a cancelled deletion leaves the photos that it has not reached`() {
    let photos = [["b.jpg", "b.nef"], ["a.jpg"], ["c.jpg"]].map { $0.map { FilePath($0) } }
    var shares: [Double] = []
    let outcome = DeletionWork.perform(photos, in: FilePath(folder.path), journal: nil) {
      shares.append($0)
      return shares.count < 2
    }
    #expect(shares == [0, 1.0 / 3] && outcome.isCancelled && outcome.failure == nil)
    #expect(outcome.removed(among: photos.flatMap(\.self)) == photos[0])
    #expect(outcome.cancelled == photos[1] + photos[2])
    let left = existing(["a.jpg", "a.xmp", "b.jpg", "b.nef", "c.jpg"])
    #expect(left == ["a.jpg", "a.xmp", "c.jpg"])
  }

  /// Those of the given names that a file in the folder has.
  private func existing(_ names: [String]) -> [String] {
    names.filter { access(folder.file($0), F_OK) == 0 }
  }
}
