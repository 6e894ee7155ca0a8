import BrowserHost
import Desktop
import Glibc
import Imaging
import ImagingTestSupport
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

/// File access whose answers arrive in a later turn of the main actor.
private final class LateFiles: FileQuerying {
  func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    Task { @MainActor in then(question()) }
  }
}

/// The marks of shown photos, looked up in a store of facts in memory.
@MainActor
@Suite struct PhotoMarksCacheTests {
  private let folder: TemporaryFolder
  private let facts = PhotoFactsStore(folder: nil)
  private let indexer: PhotoIndexer
  private let cache: PhotoMarksCache

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg"] { try folder.write([1], named: name) }
    indexer = PhotoIndexer(ImagePipeline.silent(), facts, log: Log())
    cache = PhotoMarksCache(facts, indexer)
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  /// Performs an action and waits until marks have changed.
  private func change(in other: PhotoMarksCache? = nil, after action: () -> Void) async {
    let cache = other ?? self.cache
    final class Once { var continuation: CheckedContinuation<Void, Never>? }
    let once = Once()
    cache.observe(for: once) { [weak once] in
      once?.continuation?.resume()
      once?.continuation = nil
    }
    await withCheckedContinuation { continuation in
      once.continuation = continuation
      action()
    }
  }

  private func store(_ marks: PhotoMarks, of name: String) throws {
    let item = try #require(LibraryScan.items([path(name)], facts: facts).first)
    var photo = IndexedPhoto(stamp: try #require(item.factsStamp))
    photo.set(marks)
    facts.store([(path(name), photo)])
  }

  @Test func `no marks are read before the cache is active`() async throws {
    try store(PhotoMarks(stars: 3), of: "a.jpg")
    #expect(cache.marks(of: path("a.jpg")) == nil)
    await change {
      cache.looksUpMarks = true
      _ = cache.marks(of: path("a.jpg"))
    }
    if cache.marks(of: path("a.jpg")) == nil { await change {} }
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 3))
  }

  @Test func `facts of an older version of the file are ignored`() async throws {
    cache.looksUpMarks = true
    try store(PhotoMarks(stars: 3), of: "a.jpg")
    try store(PhotoMarks(flag: .pick), of: "b.jpg")
    try folder.write([1, 2, 3], named: "a.jpg")
    await change {
      for name in ["a.jpg", "b.jpg"] { #expect(cache.marks(of: path(name)) == nil) }
    }
    #expect(cache.marks(of: path("b.jpg")) == PhotoMarks(flag: .pick))
    #expect(cache.marks(of: path("a.jpg")) == nil)
  }

  @Test func `the picked photos are those picked in this run and still picked`() {
    cache.set(PhotoMarks(flag: .pick), of: path("b.jpg"))
    cache.set(PhotoMarks(flag: .pick), of: path("a.jpg"))
    cache.set(PhotoMarks(stars: 5), of: path("c.jpg"))
    #expect(cache.pickedInThisRun == [path("b.jpg"), path("a.jpg")])
    cache.set(PhotoMarks(flag: .reject), of: path("b.jpg"))
    #expect(cache.pickedInThisRun == [path("a.jpg")])
    #expect(cache.marks(of: path("c.jpg")) == PhotoMarks(stars: 5))
  }

  @Test func `photos that are renamed or moved stay picked`() {
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      cache.set(PhotoMarks(flag: .pick), of: path(name))
    }
    cache.moveMarksAndPairs([(path("a.jpg"), path("b.jpg")), (path("b.jpg"), path("a.jpg"))])
    #expect(cache.pickedInThisRun == [path("b.jpg"), path("a.jpg"), path("c.jpg")])
    cache.moveMarksAndPairs([(path("b.jpg"), path("sub/b.jpg")), (path("d.jpg"), path("c.jpg"))])
    #expect(
      cache.pickedInThisRun == [path("sub/b.jpg"), path("a.jpg")], "“c.jpg” is another photo now")
  }

  @Test func `photos without sidecars keep their marks when they are renamed`() async throws {
    cache.looksUpMarks = true
    try store(PhotoMarks(stars: 3), of: "a.jpg")
    await change { _ = cache.marks(of: path("a.jpg")) }
    cache.recordMarksFromMetadata(PhotoMarks(stars: 4), of: path("b.jpg"))
    cache.moveMarksAndPairs([(path("a.jpg"), path("b.jpg")), (path("b.jpg"), path("c.jpg"))])
    #expect(cache.marks(of: path("b.jpg")) == PhotoMarks(stars: 3))
    #expect(cache.marks(of: path("c.jpg")) == PhotoMarks(stars: 4))
    #expect(cache.marks(of: path("a.jpg")) == nil, "another photo may get the name")
  }

  @Test func `a renamed photo keeps its marks when it was looked up before that is reported`()
    async throws
  {
    cache.looksUpMarks = true
    try folder.write([1], named: "d.jpg")
    for name in ["b.jpg", "d.jpg"] { try store(PhotoMarks(flag: .pick), of: name) }
    await finishLookups()
    cache.set(PhotoMarks(flag: .reject), of: path("a.jpg"))
    rename(folder.file("a.jpg"), folder.file("c.jpg"))
    try store(PhotoMarks(flag: .reject), of: "c.jpg")
    await change {
      cache.invalidate(sidecars: [path("a.jpg.xmp"), path("c.jpg.xmp")])
    }
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(), "the file does not exist")
    // The lookup of the new name is running.
    _ = cache.marks(of: path("c.jpg"))
    cache.moveMarksAndPairs([(path("a.jpg"), path("c.jpg"))])
    #expect(cache.marks(of: path("c.jpg")) == PhotoMarks(flag: .reject))
    await finishLookups(by: "d.jpg")
    #expect(cache.marks(of: path("c.jpg")) == PhotoMarks(flag: .reject))
  }

  @Test func `the stars before a rejection are known until the photo is not rejected any more`() {
    cache.set(PhotoMarks(stars: 4), of: path("a.jpg"))
    cache.set(PhotoMarks(flag: .reject), of: path("a.jpg"))
    cache.set(PhotoMarks(flag: .reject, label: .red), of: path("a.jpg"))
    cache.set(PhotoMarks(flag: .reject), of: path("b.jpg"), before: PhotoMarks(stars: 2))
    #expect(cache.starsBeforeRejection(of: path("a.jpg")) == 4)
    cache.moveMarksAndPairs([(path("a.jpg"), path("b.jpg")), (path("b.jpg"), path("a.jpg"))])
    #expect(cache.starsBeforeRejection(of: path("b.jpg")) == 4)
    #expect(cache.starsBeforeRejection(of: path("a.jpg")) == 2)
    cache.set(PhotoMarks(stars: 4), of: path("b.jpg"))
    #expect(cache.starsBeforeRejection(of: path("b.jpg")) == 0)
  }

  @Test func `a search ends with a photo that is read while it is looked up`() async throws {
    for name in ["a.jpg", "b.jpg"] { try store(PhotoMarks(flag: .pick), of: name) }
    // The stored facts are of an older version, and the indexer of this test never answers.
    try folder.write([1, 2, 3], named: "a.jpg")
    let item = try #require(LibraryScan.items([path("a.jpg")], facts: facts).first)
    var photo = IndexedPhoto(stamp: try #require(item.factsStamp))
    photo.set(PhotoMarks(stars: 4))
    let record = PhotoRecord(photo)
    let found: [FilePath: PhotoMarks] = await withCheckedContinuation { continuation in
      cache.findMarks([path("a.jpg"), path("b.jpg")]) { continuation.resume(returning: $0) }
      cache.apply([path("a.jpg"): record])
    }
    #expect(found == [path("a.jpg"): PhotoMarks(stars: 4), path("b.jpg"): PhotoMarks(flag: .pick)])
  }

  /// The metadata of a photo in its present state, as the indexer delivers them.
  private func record(_ marks: PhotoMarks, of name: String) throws -> PhotoRecord {
    let item = try #require(LibraryScan.items([path(name)], facts: facts).first)
    var photo = IndexedPhoto(stamp: try #require(item.factsStamp))
    photo.set(marks)
    return PhotoRecord(photo)
  }

  @Test func `a search in files waits for photos that the index does not have`() async throws {
    try store(PhotoMarks(stars: 2), of: "b.jpg")
    let record = try record(PhotoMarks(flag: .reject), of: "a.jpg")
    let photos = [path("a.jpg"), path("b.jpg")]
    var counts: [Int] = []
    let found: [FilePath: PhotoMarks] = await withCheckedContinuation { continuation in
      cache.findInFiles(photos) {
        counts.append($0)
        cache.apply([photos[0]: record])
      } then: {
        continuation.resume(returning: $0)
      }
    }
    #expect(found == [photos[0]: PhotoMarks(flag: .reject), photos[1]: PhotoMarks(stars: 2)])
    #expect(counts == [1])
  }

  @Test func `a search in files reads photos that are shown without marks, but not marked ones`()
    async throws
  {
    cache.looksUpMarks = true
    try store(PhotoMarks(flag: .pick), of: "b.jpg")
    _ = cache.marks(of: path("a.jpg"))
    await finishLookups()
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks())
    let photos = [path("a.jpg"), path("b.jpg")]
    try folder.write([1, 2, 3], named: "b.jpg")
    cache.set(PhotoMarks(flag: .reject), of: photos[1])
    let record = try record(PhotoMarks(flag: .reject), of: "a.jpg")
    var counts: [Int] = []
    let found: [FilePath: PhotoMarks] = await withCheckedContinuation { continuation in
      cache.findInFiles(photos) {
        counts.append($0)
        cache.apply([photos[0]: record])
      } then: {
        continuation.resume(returning: $0)
      }
    }
    #expect(photos.allSatisfy { found[$0] == PhotoMarks(flag: .reject) })
    #expect(counts == [1])
  }

  /// Waits until a photo with marks is looked up, after those before it.
  private func finishLookups(by name: String = "b.jpg") async {
    await change { _ = cache.marks(of: path(name)) }
    while cache.marks(of: path(name)) == nil { await change {} }
  }

  @Test func `marks that are set while the photo is looked up are kept`() async throws {
    cache.looksUpMarks = true
    try store(PhotoMarks(stars: 3), of: "a.jpg")
    try store(PhotoMarks(flag: .pick), of: "b.jpg")
    _ = cache.marks(of: path("a.jpg"))
    cache.set(PhotoMarks(stars: 5), of: path("a.jpg"))
    await finishLookups()
    #expect(cache.marks(of: path("b.jpg")) == PhotoMarks(flag: .pick))
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 5))
  }

  @Test func `marks that are set while the photo is read are kept`() async throws {
    cache.looksUpMarks = true
    for name in ["a.jpg", "b.jpg"] { try store(PhotoMarks(flag: .pick), of: name) }
    // The stored facts are of an older version, and the indexer of this test never answers.
    try folder.write([1, 2, 3], named: "a.jpg")
    let item = try #require(LibraryScan.items([path("a.jpg")], facts: facts).first)
    var photo = IndexedPhoto(stamp: try #require(item.factsStamp))
    photo.set(PhotoMarks(stars: 3))
    _ = cache.marks(of: path("a.jpg"))
    await finishLookups()
    cache.set(PhotoMarks(stars: 5), of: path("a.jpg"))
    cache.apply([path("a.jpg"): PhotoRecord(photo)])
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 5))
  }

  @Test func `a photo whose sidecar changes while it is looked up is looked up again`() async throws
  {
    cache.looksUpMarks = true
    try folder.write([1], named: "c.jpg")
    for name in ["b.jpg", "c.jpg"] { try store(PhotoMarks(flag: .pick), of: name) }
    // The folder is read before there is a sidecar.
    await finishLookups()
    _ = cache.marks(of: path("a.jpg"))
    try folder.write([1], named: "a.jpg.xmp")
    cache.invalidate(sidecars: [path("a.jpg.xmp")])
    await finishLookups(by: "c.jpg")
    #expect(cache.marks(of: path("a.jpg")) == nil, "the indexer has to read the sidecar")
  }

  @Test func `a photo that is indexed after its folder was looked up has its marks`() async throws {
    cache.looksUpMarks = true
    try folder.write([1], named: "c.jpg")
    for name in ["b.jpg", "c.jpg"] { try store(PhotoMarks(flag: .pick), of: name) }
    await finishLookups()
    try store(PhotoMarks(stars: 3), of: "a.jpg")
    let item = try #require(LibraryScan.items([path("a.jpg")], facts: facts).first)
    cache.apply([path("a.jpg"): try #require(item.record)])
    _ = cache.marks(of: path("a.jpg"))
    await finishLookups(by: "c.jpg")
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 3))
  }

  @Test func `a search has the marks that are set while it runs`() async throws {
    try store(PhotoMarks(stars: 3), of: "a.jpg")
    let found: [FilePath: PhotoMarks] = await withCheckedContinuation { continuation in
      cache.findMarks([path("a.jpg"), path("b.jpg")]) { continuation.resume(returning: $0) }
      cache.set(PhotoMarks(flag: .pick), of: path("a.jpg"))
    }
    #expect(found[path("a.jpg")] == PhotoMarks(flag: .pick))
  }

  @Test
  func `a photo that could not be read is read again while others are waiting`() async {
    let indexer = PhotoIndexer(.silent(files: LateFiles()), facts, log: Log())
    let stamp = IndexedPhoto.Stamp(modified: 1, size: 1)
    // The reading of an existing photo never ends in this test; that of a missing one fails. A
    // hundred photos are delivered together.
    indexer.read([PhotoIndexer.Request(path: path("a.jpg"), stamp: stamp)])
    let missing = (0..<100).map {
      PhotoIndexer.Request(path: path("missing\($0).jpg"), stamp: stamp)
    }
    for _ in 0..<2 {
      final class Delivery { var continuation: CheckedContinuation<Int, Never>? }
      let delivery = Delivery()
      indexer.observe(for: delivery) { [weak delivery] records in
        delivery?.continuation?.resume(returning: records.count)
        delivery?.continuation = nil
      }
      let count = await withCheckedContinuation { continuation in
        delivery.continuation = continuation
        indexer.read(missing)
      }
      #expect(count == 100)
    }
    withExtendedLifetime(indexer) {}
  }

  /// Stores a pair `a.jpg` and `a.dng`, of which only the RAW file has marks.
  private func storePair(_ marks: PhotoMarks) throws {
    try folder.write([1], named: "a.dng")
    try store(marks, of: "a.dng")
    cache.looksUpMarks = true
  }

  @Test func `the marks of a pair are those of the shown file, completed by those of the other`()
    async throws
  {
    let marks = PhotoMarks(stars: 4, label: .red)
    try storePair(marks)
    await change { _ = cache.marks(of: path("a.jpg")) }
    #expect(cache.marks(of: path("a.jpg")) == marks)
    cache.moveMarksAndPairs([(path("a.jpg"), path("c.jpg")), (path("a.dng"), path("c.dng"))])
    #expect(cache.marks(of: path("c.jpg")) == marks)
    cache.joinsPairs = false
    #expect(cache.marks(of: path("c.jpg")) == PhotoMarks())
    cache.joinsPairs = true
    cache.set(PhotoMarks(stars: 2), of: path("c.jpg"))
    #expect(cache.marks(of: path("c.jpg")) == PhotoMarks(stars: 2, label: .red))
    for name in ["c.jpg", "c.dng"] { cache.set(PhotoMarks(), of: path(name)) }
    #expect(cache.marks(of: path("c.jpg")) == PhotoMarks())
  }

  @Test func `a search finds the marks of the other file of a pair`() async throws {
    try storePair(PhotoMarks(flag: .pick))
    let found: [FilePath: PhotoMarks] = await withCheckedContinuation { continuation in
      cache.findMarks([path("a.jpg"), path("b.jpg")]) { continuation.resume(returning: $0) }
    }
    #expect(found[path("a.jpg")] == PhotoMarks(flag: .pick))
    #expect(found[path("b.jpg")] == PhotoMarks())
  }

  @Test(arguments: ["a.dng", "a.jpg"])
  func `a search waits for both files of a pair, also for one that is read during the lookup`(
    first: String
  ) async throws {
    try folder.write([1], named: "a.dng")
    let records = [
      path("a.jpg"): try record(PhotoMarks(stars: 2), of: "a.jpg"),
      path("a.dng"): try record(PhotoMarks(flag: .pick), of: "a.dng"),
    ]
    var counts: [Int] = []
    var found: [PhotoMarks?] = []
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      cache.findInFiles([path("a.jpg")]) {
        counts.append($0)
        continuation.resume()
      } then: {
        found.append($0[path("a.jpg")])
      }
      cache.apply(records.filter { $0.key == path(first) })
    }
    #expect(counts == [1] && found.isEmpty)
    cache.apply(records.filter { $0.key != path(first) })
    #expect(found == [PhotoMarks(stars: 2, flag: .pick)])
  }

  @Test func `a pair that came after its folder was looked up has its marks`() async throws {
    try store(PhotoMarks(stars: 1), of: "b.jpg")
    cache.looksUpMarks = true
    _ = cache.marks(of: path("a.jpg"))
    await finishLookups()
    try storePair(PhotoMarks(stars: 4))
    try folder.write([1], named: "a.dng.xmp")
    try store(PhotoMarks(stars: 4), of: "a.dng")
    await change { cache.invalidate(sidecars: [path("a.dng.xmp")]) }
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 4))
  }

  @Test func `pairs keep their marks until their folder is read again`() async throws {
    try storePair(PhotoMarks(stars: 4))
    await change { _ = cache.marks(of: path("a.jpg")) }
    // No known photo belongs to the new sidecar, so nothing is looked up now.
    cache.invalidate(sidecars: [path("c.dng.xmp")])
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 4))
    #expect(cache.ownMarks(of: path("a.jpg")) == PhotoMarks())
  }

  @Test func `addresses have no marks`() {
    cache.looksUpMarks = true
    #expect(cache.marks(of: FilePath("https://example.org/a.jpg")) == nil)
  }

  @Test func `marks in the metadata of a photo without a row in the index are shown`() async throws
  {
    cache.looksUpMarks = true
    try store(PhotoMarks(flag: .pick), of: "b.jpg")
    cache.recordMarksFromMetadata(PhotoMarks(stars: 4), of: path("a.jpg"))
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 4))
    await change { _ = cache.marks(of: path("b.jpg")) }
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 4))
    cache.set(PhotoMarks(stars: 2), of: path("a.jpg"))
    cache.recordMarksFromMetadata(PhotoMarks(stars: 4), of: path("a.jpg"))
    #expect(cache.marks(of: path("a.jpg")) == PhotoMarks(stars: 2), "metadata may be of before")
  }

  @Test func `marks in the metadata do not replace those that pbview keeps itself`() async throws {
    let facts = PhotoFactsStore(folder: nil, marksFolder: folder.file("state"))
    let indexer = PhotoIndexer(ImagePipeline.silent(), facts, log: Log())
    let cache = PhotoMarksCache(facts, indexer)
    for name in ["a.jpg", "b.jpg"] {
      let item = try #require(LibraryScan.items([path(name)], facts: facts).first)
      var photo = IndexedPhoto(stamp: try #require(item.factsStamp))
      facts.store([(path(name), photo)])
      photo.set(PhotoMarks(stars: 5))
      #expect(facts.storeMarks(photo, of: path(name)))
    }
    cache.looksUpMarks = true
    cache.recordMarksFromMetadata(PhotoMarks(stars: 3), of: path("b.jpg"))
    await change(in: cache) { _ = cache.marks(of: path("a.jpg")) }
    #expect(cache.marks(of: path("b.jpg")) == PhotoMarks(stars: 5))
    cache.recordMarksFromMetadata(PhotoMarks(stars: 3), of: path("b.jpg"))
    #expect(cache.marks(of: path("b.jpg")) == PhotoMarks(stars: 5))
  }
}
