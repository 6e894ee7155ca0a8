import BrowserCore
import BrowserHost
import DecoderWire
import Geometry
import ImagingTestSupport
import Motion
import PhotoBrowser
import Pixels
import TestSupport
import Testing
import Views

@testable import Imaging
@testable import ViewerApp

/// Tests of pages of files whose pictures never arrive, so that the requests remain observable.
@MainActor @Suite(.tags(.seeded)) struct FilePagesListTests {
  private let folder: TemporaryFolder
  private let pipeline: ImagePipeline
  private let source: FilePages
  private let browser = Browser()
  private let stage = Stage(size: Size(width: 240, height: 160), scale: 1)

  init() throws {
    folder = try TemporaryFolder()
    pipeline = .silent()
    source = FilePages(
      [], pipeline: pipeline, loop: StillLoop(), pageBox: PixelSize(width: 240, height: 160))
    browser.fillsParent = true
    stage.root.add(browser)
  }

  /// Shows pictures of these numbers, beginning with the page `start`.
  private func show(_ items: [PhotoItem], start: Int = 0) {
    source.files = items.map(\.path)
    browser.initialIndex = start
    browser.dataSource = source
    for second in [1.0, 2] {
      stage.update(at: FrameTime(presentation: Timestamp(seconds: second)))
    }
  }

  private func items(_ ids: [UInt32]) throws -> [PhotoItem] {
    try ids.map { PhotoItem(id: $0, path: try file("\($0).jpg")) }
  }

  private func file(_ name: String) throws -> FilePath {
    FilePath(try folder.write([1], named: Array(name.utf8)))
  }

  private func follow(from old: [PhotoItem], to new: [PhotoItem]) {
    let diff = LibraryDiff(from: old, to: new)
    source.apply(
      PhotoListChange.steps(for: diff, shown: browser.pageIndex), to: new.map(\.path), in: browser)
  }

  private var wanted: Set<FilePathBytes> {
    Set(pipeline.pages.unfinishedWorks.filter(\.isWanted).map(\.key.path))
  }

  @Test func `a page keeps loading when the page before it is removed`() throws {
    let all = try items([1, 2, 3])
    show(all, start: 1)
    follow(from: all, to: Array(all[1...]))
    #expect(browser.pageIndex == 0)
    #expect(wanted == Set(all[1...].map(\.path.key)))
  }

  @Test func `a renamed file is fetched by its new name`() throws {
    let old = try items([1, 2])
    show(old)
    var new = old
    new[0].path = try file("1 more.jpg")
    follow(from: old, to: new)
    #expect(source.files == new.map(\.path))
    #expect(wanted == Set(new.map(\.path.key)))
  }

  @Test func `files that swap their names are both fetched`() throws {
    let old = try items([1, 2])
    show(old)
    var new = old
    (new[0].path, new[1].path) = (old[1].path, old[0].path)
    follow(from: old, to: new)
    #expect(wanted == Set(new.map(\.path.key)))
  }

  @Test func `rewritten files far from the current page are not fetched`() throws {
    let old = try items(Array(0..<30))
    show(old)
    let before = wanted
    var new = old
    for index in 8..<30 { new[index].revision += 1 }
    follow(from: old, to: new)
    #expect(wanted == before)
  }

  @Test func `cancelAll ends all requests`() throws {
    show(try items([1, 2, 3, 4]), start: 1)
    #expect(wanted.count == 4)
    source.cancelAll()
    #expect(wanted.isEmpty)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `after a random change of the list exactly the pages in view are fetched`(
    _ seed: UInt64
  ) throws {
    var chance = SeededGenerator(seed: seed)
    let old = try items(Array(0..<UInt32.random(in: 1...9, using: &chance)))
    show(old, start: Int.random(in: old.indices, using: &chance))
    var new = old.filter { _ in Int.random(in: 0..<4, using: &chance) > 0 }
    if Bool.random(using: &chance) { new.shuffle(using: &chance) }
    for index in new.indices where Int.random(in: 0..<4, using: &chance) == 0 {
      new[index].revision += 1
      if Bool.random(using: &chance) { new[index].path = try file("other \(index).jpg") }
    }
    for item in try items(Array(100..<UInt32.random(in: 100...103, using: &chance))) {
      new.insert(item, at: Int.random(in: 0...new.count, using: &chance))
    }
    follow(from: old, to: new)
    #expect(source.files == new.map(\.path), "seed \(seed)")
    #expect(browser.pageCount == new.count, "seed \(seed)")
    guard !new.isEmpty else { return }
    let window = browser.state.pageWindow
    let seen = Set(window.live.map { new[$0].path.key })
    #expect(wanted.isSuperset(of: seen), "seed \(seed)")
    #expect(
      wanted.isSubset(of: seen.union(window.prefetch.map { new[$0].path.key })), "seed \(seed)")
  }

  @Test func `of the files of a restored photo, the one that was a page is a page again`() throws {
    let all = try items([0, 1])
    show(all)
    let list = PhotoList(of: source, in: browser)
    let raw = try file("0.nef")
    list.remove([all[0].path, raw])
    #expect(source.files == [all[1].path])
    #expect(list.restoreOrAppend([all[0].path, raw]) == 0)
    #expect(source.files == all.map(\.path))
    #expect(list.restoreOrAppend([raw]) == 2, "a file that was no page is appended")
  }

  @Test func `a renamed file is renamed in other browsers of the list, too`() throws {
    let all = try items([0, 1])
    show(all)
    let list = PhotoList(of: source, in: browser)
    var followed: [[FilePath]] = []
    list.onListChange = { diff, paths in
      #expect(diff.newIndices == [0, 1] && diff.renamedIndices == [1])
      followed.append(paths)
    }
    let renamed = try file("renamed.jpg")
    list.rename([(all[1].path, renamed)], keepsOnlyPage: true)
    #expect(followed == [[all[0].path, renamed]] && source.files == followed.last)
  }

  @Test func `a copied pair is one page, also when the copy is made again`() throws {
    let all = try items([0, 1])
    show(all)
    let list = PhotoList(of: source, in: browser)
    let copies = [try file("0 (2).nef"), try file("0 (2).jpg")]
    #expect(list.restoreOrAppend(copies) == 2)
    #expect(source.files == all.map(\.path) + [copies[1]])
    list.remove(copies)
    #expect(list.restoreOrAppend(copies) == 2)
    #expect(source.files == all.map(\.path) + [copies[1]])
    var rules = StackRules()
    rules.pairs = .separate
    _ = list.restoreOrAppend([try file("1 (2).nef"), try file("1 (2).jpg")], by: rules)
    #expect(source.files.count == 5, "the files of a pair are two photos")
  }
}
