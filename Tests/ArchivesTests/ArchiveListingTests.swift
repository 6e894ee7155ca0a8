import ArchiveWire
import Archives
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct ArchiveListingTests {
  private func list(
    _ names: [String], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ArchiveListing {
    var listing = ArchiveListing(limits: limits)
    for (index, name) in names.enumerated() {
      try listing.add(
        ArchiveEntry(index: index, name: Array(name.utf8), size: 1, modifiedSeconds: 0))
    }
    return listing
  }

  private func text(_ path: some Collection<UInt8>) -> String {
    String(decoding: path, as: UTF8.self)
  }

  @Test func `files are listed in their folders`() throws {
    let listing = try list(["b.png", "ch/1.png", "ch/sub/2.png", "/ch/3.png", "../c.png"])
    let root = try #require(listing.contents(of: []))
    #expect(root.files.map { text($0.path) } == ["b.png", "c.png"])
    #expect(root.folders.map(text) == ["ch"])
    let chapter = try #require(listing.contents(of: Array("ch".utf8)))
    #expect(chapter.files.map { text($0.path) } == ["ch/1.png", "ch/3.png"])
    #expect(chapter.folders.map(text) == ["ch/sub"])
    #expect(listing.contents(of: Array("no".utf8)) == nil)
  }

  @Test func `hidden files and those of macOS are left out`() throws {
    let listing = try list([".a.png", "x/.b.png", "__MACOSX/._c.png", ".d/e.png", "f.png"])
    #expect(listing.files.map { text($0.path) } == ["f.png"])
    #expect(listing.contents(of: [])?.folders.isEmpty == true)
  }

  @Test func `files of one name stay apart`() throws {
    let listing = try list(["a.png", "a.png", "./a.png", "a (2).png", "b/x", "b/x"])
    let paths = listing.files.map { text($0.path) }
    #expect(paths == ["a.png", "a (2).png", "a (3).png", "a (2) (2).png", "b/x", "b/x (2)"])
    #expect(Set(paths).count == paths.count)
    #expect(listing.file(at: Array("a (3).png".utf8))?.entryIndex == 2)
  }

  @Test func `too many files and entries out of order are refused`() throws {
    #expect(throws: ArchiveFailure(.tooLarge, detail: "too many files")) {
      try list(["a", "b", "c"], limits: ArchiveLimits(maxEntries: 2))
    }
    var listing = ArchiveListing()
    try listing.add(ArchiveEntry(index: 3, name: [0x61], size: 0, modifiedSeconds: 0))
    #expect(throws: ArchiveFailure(.crashed)) {
      try listing.add(ArchiveEntry(index: 3, name: [0x62], size: 0, modifiedSeconds: 0))
    }
  }

  @Test func `the first picture is the first in natural order, before those in folders`() throws {
    let flat = try list(["0.txt", "10.png", "a/1.png", "9.png"])
    #expect(flat.firstPicture(in: []).map { text($0.path) } == "9.png")
    let deep = try list(["b/1.png", "a10/1.png", "a9/z/2.png", "a9/readme"])
    #expect(deep.firstPicture(in: []).map { text($0.path) } == "a9/z/2.png")
    #expect(try list(["a.txt"]).firstPicture(in: []) == nil)
  }

  @Test func `any sequence of names gives unique paths inside the archive`() throws {
    var dice = SeededRandom(seed: 18)
    let parts = ["a", "b.png", "..", ".", "", "a (2)", "b (2).png", "c"]
    for _ in 0..<50 {
      let names = (0..<40).map { _ in
        (0..<dice.whole(1...4)).map { _ in parts[dice.whole(0...parts.count - 1)] }.joined(
          separator: "/")
      }
      let listing = try list(names)
      let paths = listing.files.map { text($0.path) }
      #expect(Set(paths).count == paths.count)
      #expect(paths.allSatisfy { !$0.hasPrefix("/") && !$0.contains("..") })
      #expect(listing.files.allSatisfy { listing.file(at: $0.path)?.entryIndex == $0.entryIndex })
    }
  }
}
