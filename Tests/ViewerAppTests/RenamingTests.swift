import BrowserHost
import Desktop
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct RenamePatternTests {
  private func name(_ pattern: String, _ change: (inout RenamePattern.Facts) -> Void = { _ in })
    throws -> String
  {
    var facts = RenamePattern.Facts(name: "IMG_0042", index: 4)
    facts.takenSeconds = 1_714_566_601
    facts.modificationSeconds = 1_000_000_000
    (facts.camera, facts.lens, facts.rating) = ("NIKON Z 8", "24-70mm f/2.8", 3)
    change(&facts)
    return try RenamePattern(pattern).stem(for: facts)
  }

  @Test(arguments: [
    ("{name}", "IMG_0042"), ("{name:lower}-x", "img_0042-x"), ("{name:upper}", "IMG_0042"),
    ("{n}", "5"), ("{n:3}", "7"), ("{n:001}", "005"), ("a{n:098}b", "a102b"),
    ("{taken}", "2024-05-01"), ("{taken:%Y%m%d_%H%M%S}", "20240501_123001"),
    ("{mtime:%d.%m.%y}", "09.09.01"), ("{camera}", "NIKON Z 8"), ("{lens}", "24-70mm f-2.8"),
    ("{rating} stars", "3 stars"), ("plain", "plain"), ("", ""),
  ])
  func `every part of a pattern has its text`(pattern: String, expected: String) throws {
    #expect(try name(pattern) == expected)
  }

  @Test func `the placeholders of the help are valid, and are not broken between lines`() throws {
    let scalars = Array(RenamePattern.placeholderHelp.unicodeScalars)
    for (one, next) in zip(scalars, scalars.dropFirst()) where one == ":" || one == "-" {
      #expect(next == "\u{2060}")
    }
    let parts = RenamePattern.placeholderHelp.replacing("\u{2060}", with: "").split(separator: " ")
    #expect(parts.count == 10)
    for part in parts { _ = try RenamePattern(String(part)) }
  }

  @Test func `photos without a date taken get the modification date, as in sorting`() throws {
    #expect(try name("{taken:%Y}") { $0.takenSeconds = nil } == "2001")
    #expect(
      try name("{taken}{mtime}") {
        $0.takenSeconds = nil
        $0.modificationSeconds = nil
      } == "")
    #expect(try name("{rating}") { $0.rating = -1 } == "0")
  }

  @Test(arguments: ["{", "{name", "{nothing}", "{name:middle}", "{n:x}", "{n:0123456789}"])
  func `a wrong pattern is an error`(pattern: String) {
    #expect(throws: RenamePattern.Failure.self) { try RenamePattern(pattern) }
  }

  @Test func `a text in the old name is replaced everywhere`() throws {
    var pattern = try RenamePattern("{name:lower}")
    pattern.textToReplace = "0"
    pattern.replacement = "oo"
    #expect(pattern.stem(for: RenamePattern.Facts(name: "A00B0")) == "aooooboo")
    pattern.replacement = ""
    #expect(pattern.stem(for: RenamePattern.Facts(name: "A00B0")) == "ab")
  }
}

@Suite struct RenamingTests {
  private let album: TemporaryFolder
  private let state: TemporaryFolder

  init() throws {
    album = try TemporaryFolder()
    state = try TemporaryFolder()
    for name in ["a.jpg", "a.NEF", "a.jpg.xmp", "a.xmp", "b.jpg", "c.jpg", "ab.jpg"] {
      try album.write(Array(name.utf8), named: name)
    }
  }

  private var journal: FilePath { FilePath(state.path) }
  private func path(_ name: String) -> FilePath { FilePath(album.file(name)) }

  private func photo(_ names: String...) -> Renaming.Photo {
    let files = names.map(path)
    return Renaming.photos(
      [Transfer.Photo(shown: files[0], files: files)], in: FilePath("/"))[0]
  }

  private func plan(_ photo: Renaming.Photo, _ name: String) -> Renaming.Plan {
    Renaming.plan(photo, name: Array(name.utf8))
  }

  private func contents(_ name: String) throws -> String {
    String(decoding: try album.read(name), as: UTF8.self)
  }

  @Test func `all files of a photo get the name, each with its own ending`() throws {
    let plan = plan(photo("a.jpg", "a.NEF"), "new.jpg")
    #expect(plan.problem == nil)
    let outcome = Renaming.perform([plan], journal: journal)
    #expect(outcome.failed.isEmpty && outcome.made.count == 1)
    #expect(try contents("new.jpg") == "a.jpg" && contents("new.NEF") == "a.NEF")
    #expect(try contents("new.jpg.xmp") == "a.jpg.xmp" && contents("new.xmp") == "a.xmp")
    #expect(try contents("ab.jpg") == "ab.jpg", "another photo with the same beginning stays")
    let undone = StepReversal.run(outcome.made, in: FilePath("/"), journal: journal)
    #expect(
      try undone.failed.isEmpty && contents("a.NEF") == "a.NEF" && contents("a.xmp") == "a.xmp")
    #expect(undone.made.map(\.path) == [path("a.jpg")])
  }

  @Test func `an old name that is not UTF-8 keeps its bytes in a new one`() throws {
    let name: [UInt8] = Array("f".utf8) + [0xFC] + Array("r.jpg".utf8)
    let file = FilePath(try album.write([1], named: name))
    let photos = Renaming.photos([Transfer.Photo(shown: file, files: [file])], in: FilePath("/"))
    let facts = [RenamePattern.Facts(name: String(decoding: file.stem, as: UTF8.self))]
    let same = Renaming.plans(photos, try RenamePattern("{name}"), facts: facts)
    #expect(same.map(\.changesPaths) == [false])
    let numbered = Renaming.plans(photos, try RenamePattern("{n} {name}"), facts: facts)
    #expect(numbered.map(\.targetOfShownFile.name) == [Array("1 ".utf8) + name])
  }

  @Test func `an extension changes only when it is edited`() throws {
    let plan = plan(photo("a.jpg", "a.NEF"), "new.jpeg")
    #expect(
      Set(plan.targets.map(\.displayName)) == ["new.jpeg", "new.NEF", "new.jpeg.xmp", "new.xmp"])
  }

  @Test(arguments: [
    ("", Renaming.Problem.empty), ("x/y.jpg", .containsSlash), (".", .beginsWithDot),
    ("..", .beginsWithDot),
    (".a.jpg", .beginsWithDot), (String(repeating: "x", count: 252) + ".jpg", .tooLong),
    // The sidecar's name would be too long.
    (String(repeating: "x", count: 250) + ".jpg", .tooLong), ("b.jpg", .alreadyExists),
  ])
  func `a name that cannot be given is explained`(name: String, problem: Renaming.Problem) {
    let plans = Renaming.checkedOnDisk([plan(photo("a.jpg", "a.NEF"), name)])
    #expect(plans[0].problem == problem)
  }

  @Test func `two photos cannot get one name`() {
    let plans = Renaming.checkedOnDisk([
      plan(photo("a.jpg"), "x.jpg"), plan(photo("b.jpg"), "x.jpg"),
    ])
    #expect(plans.allSatisfy { $0.problem == .duplicate })
  }

  @Test func `a chain of names is renamed from its end`() throws {
    let plans = Renaming.checkedOnDisk([
      plan(photo("a.jpg", "a.NEF"), "b.jpg"), plan(photo("b.jpg"), "c.jpg"),
      plan(photo("c.jpg"), "d.jpg"),
    ])
    #expect(plans.allSatisfy { $0.problem == nil })
    #expect(
      Renaming.operationGroups(plans).map(\.photo) == [path("c.jpg"), path("b.jpg"), path("a.jpg")])
    let outcome = Renaming.perform(plans, journal: journal)
    #expect(outcome.failed.isEmpty)
    #expect(try contents("b.jpg") == "a.jpg" && contents("c.jpg") == "b.jpg")
    #expect(try contents("d.jpg") == "c.jpg" && contents("b.NEF") == "a.NEF")
  }

  @Test func `photos in a circle exchange their names, and Undo exchanges them back`() throws {
    let plans = Renaming.checkedOnDisk([
      plan(photo("a.jpg", "a.NEF"), "b.jpg"), plan(photo("b.jpg"), "c.jpg"),
      plan(photo("c.jpg"), "a.jpg"),
    ])
    #expect(plans.allSatisfy { $0.problem == nil })
    let outcome = Renaming.perform(plans, journal: journal)
    #expect(outcome.failed.isEmpty && outcome.made.count == 1)
    #expect(try contents("b.jpg") == "a.jpg" && contents("a.jpg") == "c.jpg")
    let lists = FileOperations.ListChange(outcome.made)
    #expect(
      Set(lists.moved.map { "\($0.from.displayName) \($0.to.displayName)" }) == [
        "a.jpg b.jpg", "a.NEF b.NEF", "b.jpg c.jpg", "c.jpg a.jpg",
      ])
    let undone = StepReversal.run(outcome.made, in: FilePath("/"), journal: journal)
    #expect(
      try undone.failed.isEmpty && contents("a.jpg") == "a.jpg" && contents("c.jpg") == "c.jpg")
  }

  @Test func `a cancelled renaming keeps whole photos, renamed or not`() throws {
    let exchange = [plan(photo("b.jpg"), "c.jpg"), plan(photo("c.jpg"), "b.jpg")]
    var outcome = Renaming.perform(Renaming.checkedOnDisk(exchange), journal: journal) { $0 < 0.5 }
    #expect(outcome.made.isEmpty && outcome.failed.isEmpty && outcome.isCancelled)
    #expect(try contents("b.jpg") == "b.jpg" && contents("c.jpg") == "c.jpg")
    let plans = [plan(photo("b.jpg"), "x.jpg"), plan(photo("a.jpg", "a.NEF"), "y.jpg")]
    outcome = Renaming.perform(Renaming.checkedOnDisk(plans), journal: journal) { $0 < 0.5 }
    #expect(outcome.made.map(\.path) == [path("x.jpg")] && outcome.failure == nil)
    #expect(outcome.failed.isEmpty && outcome.cancelled == [path("a.jpg")])
    for name in ["a.jpg", "a.NEF", "a.xmp"] { #expect(try contents(name) == name) }
  }

  @Test func `the files of a photo share the number of a pattern`() throws {
    let photos = [photo("b.jpg"), photo("a.jpg", "a.NEF")]
    let facts = photos.indices.map { RenamePattern.Facts(name: "", index: $0) }
    let plans = Renaming.plans(photos, try RenamePattern("p{n:01}"), facts: facts)
    #expect(
      plans.map { $0.targets.map(\.displayName) } == [
        ["p01.jpg"], ["p02.jpg", "p02.NEF", "p02.jpg.xmp", "p02.xmp"],
      ])
  }

  @Test func `a name that appears meanwhile is not overwritten`() throws {
    let plans = [plan(photo("a.jpg", "a.NEF"), "new.jpg"), plan(photo("b.jpg"), "other.jpg")]
    try album.write([1], named: "new.NEF")
    let outcome = Renaming.perform(plans, journal: journal)
    #expect(outcome.failed == [path("a.jpg")] && outcome.failure != nil)
    #expect(try contents("a.jpg") == "a.jpg" && album.read("new.NEF") == [1])
    #expect(try contents("other.jpg") == "b.jpg")
  }
}
