import BrowserHost
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

@Suite struct StackRulesTests {
  private func paths(_ names: [String]) -> [FilePath] { names.map { FilePath("/p/\($0)") } }

  private func shown(_ names: [String], _ rules: StackRules = StackRules()) -> [String] {
    rules.shownFiles(among: paths(names)).map(\.displayName)
  }

  private func rules(_ pairs: StackRules.PairRule, bursts: Bool = false) -> StackRules {
    var rules = StackRules()
    rules.pairs = pairs
    rules.joinsBursts = bursts
    return rules
  }

  @Test(arguments: [
    (StackRules.PairRule.jpeg, ["a.jpg", "b.jpg", "c.dng"]),
    (.raw, ["a.nef", "b.jpg", "c.dng"]),
    (.separate, ["a.jpg", "a.nef", "b.jpg", "c.dng"]),
  ])
  func `a pair is shown by the file that the rules choose`(
    pairs: StackRules.PairRule, expected: [String]
  ) {
    #expect(shown(["a.jpg", "a.nef", "b.jpg", "c.dng"], rules(pairs)) == expected)
  }

  @Test(arguments: ["jpg", "JPEG", "heic", "HIF", "avif", "jxl"])
  func `the formats that cameras write beside RAW files form pairs, in any case`(name: String) {
    #expect(shown(["IMG_1.\(name)", "img_1.CR3"]) == ["IMG_1.\(name)"])
  }

  @Test(arguments: [
    ["a.jpg", "a.heic", "a.nef"], ["a.jpg", "a.nef", "a.dng"], ["a.png", "a.nef"],
    ["a-1.jpg", "a.nef"], ["a.jpg", "a.mov"], ["a", "b"],
  ])
  func `files of one name in other formats stay separate`(names: [String]) {
    #expect(shown(names) == names)
  }

  @Test func `files of one name in two folders are no pair`() {
    let files = ["/p/a.jpg", "/q/a.nef"].map { FilePath($0) }
    #expect(StackRules().shownFiles(among: files) == files)
  }

  @Test func `a chosen file is shown until another file of its photo is chosen`() {
    var rules = StackRules()
    let pair = paths(["a.jpg", "a.nef"])
    rules.setShownFile(pair[1], insteadOf: pair)
    #expect(rules.shownFiles(among: pair) == [pair[1]])
    rules.setShownFile(pair[0], insteadOf: pair)
    #expect(rules.shownFiles(among: pair) == [pair[0]])
    #expect(rules.files(with: pair[1], among: pair) == pair)
    #expect(rules.files(with: FilePath("/p/b.jpg"), among: pair) == [FilePath("/p/b.jpg")])
  }

  @Test func `bursts are joined on request, and the camera's choice is shown`() {
    let names = [
      "20190101_120000_001.jpg", "20190101_120000_002.jpg", "20190101_120001_001.jpg",
      "IMG_1_BURST001.jpg", "IMG_1_BURST002_COVER.jpg", "IMG_1_BURST003.jpg",
      "00000IMG_00000_BURST20190101120000123.jpg", "00001IMG_00001_BURST20190101120000123.jpg",
      "20190101_120000.jpg",
    ]
    #expect(shown(names) == names)
    #expect(
      shown(names, rules(.jpeg, bursts: true)) == [
        "20190101_120000_001.jpg", "20190101_120001_001.jpg", "IMG_1_BURST002_COVER.jpg",
        "00000IMG_00000_BURST20190101120000123.jpg", "20190101_120000.jpg",
      ])
  }

  @Test func `the pairs of a burst are one photo`() {
    let names = ["A_BURST1.dng", "A_BURST1.jpg", "A_BURST2.dng", "A_BURST2.jpg"]
    let rules = rules(.jpeg, bursts: true)
    #expect(shown(names, rules) == ["A_BURST1.jpg"])
    #expect(
      rules.files(with: FilePath("/p/A_BURST2.dng"), among: paths(names)).map(\.displayName)
        == ["A_BURST1.jpg", "A_BURST2.jpg", "A_BURST1.dng", "A_BURST2.dng"])
  }
}

/// Photos of several files in a library.
@Suite struct PhotoStackTests {
  private let folder = FilePath("/p")

  private func library(_ names: [String]) -> SectionedLibrary {
    let request = LibraryRequest(title: "p", sources: [.folder(folder, title: "p")])
    let items = names.enumerated().map { number, name in
      PhotoItem(id: UInt32(number), path: folder.appending(Array(name.utf8)))
    }
    return SectionedLibrary(
      request, order: .init(),
      sections: [.init(sourceIndex: 0, folder: folder, title: "p", items: items)],
      nextID: UInt32(names.count))
  }

  @Test func `a pair is one item with the smallest identity, at the place of the shown file`() {
    let library = library(["a.jpg", "b.dng", "b.jpg", "c.jpg"])
    for pairs in StackRules.PairRule.allCases where pairs != .separate {
      var rules = StackRules()
      rules.pairs = pairs
      let stacked = library.stacked(by: rules)
      #expect(stacked.items.map(\.id) == [0, 1, 3])
      #expect(stacked[1].path.displayName == (pairs == .raw ? "b.dng" : "b.jpg"))
      #expect(stacked[1].files.map(\.displayName) == ["b.jpg", "b.dng"])
      #expect(stacked[1].stack?.galleryKind == .rawWithRendered(.jpeg) && stacked[0].stack == nil)
      let hidden = folder.appending(Array((pairs == .raw ? "b.jpg" : "b.dng").utf8))
      #expect(stacked.index(of: hidden) == 1)
      #expect(stacked.files(with: hidden).count == 2)
    }
  }

  @Test func `showing another file of a pair renames its item`() {
    let library = library(["a.jpg", "b.dng", "b.jpg"])
    var rules = StackRules()
    let before = library.stacked(by: rules)
    rules.setShownFile(library[1].path, insteadOf: [library[2].path])
    let diff = LibraryDiff(from: before, to: library.stacked(by: rules))
    #expect(
      diff.newIndices == [0, 1] && diff.renamedIndices == [1] && diff.rewrittenIndices.isEmpty)
  }

  @Test func `a filter finds the marks of the file of a pair that is not shown`() throws {
    var library = library(["a.jpg", "a.dng", "b.jpg"])
    var sections = library.sections
    func set(_ marks: PhotoMarks, at index: Int) {
      var photo = IndexedPhoto(stamp: .init(modified: 1, size: 1))
      photo.set(marks)
      sections[0].items[index].record = PhotoRecord(photo)
      library = library.with(sections, nextID: 3)
    }
    func names(_ text: String) throws -> [String] {
      library.stacked(by: StackRules()).filtered(by: try PhotoFilter.parse(text)).paths
        .map(\.displayName)
    }
    for index in 0..<3 { set(PhotoMarks(), at: index) }
    #expect(try names("rating>=3").isEmpty)
    set(PhotoMarks(stars: 4), at: 1)
    #expect(try names("rating>=3") == ["a.jpg"])
    #expect(try names("rating:0") == ["b.jpg"])
    // The marks of the shown file come first, and are completed by the others.
    set(PhotoMarks(stars: 2, flag: .pick), at: 0)
    #expect(try names("rating>=3").isEmpty)
    set(PhotoMarks(flag: .pick), at: 0)
    #expect(try names("rating>=3 flag:pick") == ["a.jpg"])
    set(PhotoMarks(flag: .reject), at: 0)
    #expect(try names("rating:-1") == ["a.jpg"])
  }

  @Test func `a filter regards all files of a photo`() throws {
    let stacked = library(["a.jpg", "b.jpg", "b.nef"]).stacked(by: StackRules())
    func names(_ text: String) throws -> [String] {
      stacked.filtered(by: try PhotoFilter.parse(text)).paths.map(\.displayName)
    }
    #expect(try names("kind:raw") == ["b.jpg"])
    #expect(try names("nef") == ["b.jpg"])
    #expect(try names("kind:photo") == ["a.jpg", "b.jpg"])
  }
}
