import BrowserHost
import DecoderWire
import Desktop
import Glibc
import HelperProcesses
import Imaging
import ImagingTestSupport
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

/// A launcher without a helper, so that photos have no readable metadata.
@MainActor private final class NoHelpers: DecoderLauncher {
  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    throw DecodeFailure(.noDecoder)
  }
}

/// A launcher of a helper that answers every request with the same metadata.
@MainActor private final class MetadataHelper: DecoderTransport, DecoderLauncher {
  var onEvent: (@MainActor (TransportEvent) -> Void)?
  private let metadata: PhotoMetadata

  init(_ metadata: PhotoMetadata) { self.metadata = metadata }

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport { self }

  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    guard let request = try? DecoderWireReader.request(from: message) else { return false }
    let reply = DecoderWireWriter.encode(DecodeReply(id: request.id, result: .metadata(metadata)))
    Task { @MainActor in self.onEvent?(.message(reply, [])) }
    return true
  }

  func end() {}
}

/// The writing of marks, beside the photo or into a database.
@MainActor
@Suite struct MarkWriterTests {
  private let folder: TemporaryFolder
  private let facts: PhotoFactsStore
  private let writer: MarkWriter

  init() throws {
    folder = try TemporaryFolder()
    facts = PhotoFactsStore(folder: folder.file("cache"), marksFolder: folder.file("state"))
    writer = MarkWriter(
      ImagePipeline(
        configuration: ImagingConfiguration(), loop: StillLoop(), launcher: NoHelpers()), facts)
  }

  /// The path of a new photo for which no sidecar can be written, even by root: the name of a
  /// sidecar fits into the longest path that the system takes, but not that of a temporary file.
  private func lockedPhoto() throws -> FilePath {
    let length = Int(PATH_MAX) - 1 - "/a.jpg.xmp".utf8.count
    var name = "locked"
    mkdir(folder.file(name), 0o755)
    while true {
      let rest = length - folder.file(name).utf8.count
      guard rest > 0 else { break }
      name += "/" + String(repeating: "d", count: rest > 240 ? 200 : rest - 1)
      mkdir(folder.file(name), 0o755)
    }
    try folder.write([1], named: "\(name)/a.jpg")
    return FilePath(folder.file("\(name)/a.jpg"))
  }

  private func set(_ mark: Mark, of photo: FilePath) async -> MarkWriter.Outcome {
    await withCheckedContinuation { continuation in
      writer.set(mark, of: [[photo]], known: { _ in nil }) { _ in
        true
      } finish: {
        continuation.resume(returning: $0)
      }
    }
  }

  private func marks(of photo: FilePath, in facts: PhotoFactsStore) -> PhotoMarks? {
    facts.databaseMarks(of: photo).map { PhotoMarks($0) }
  }

  @Test func `marks without a sidecar stay when the index is deleted`() async throws {
    let photo = try lockedPhoto()
    let outcome = await set(.stars(4), of: photo)
    #expect(outcome.failed.isEmpty)
    let change = try #require(outcome.changes.first)
    #expect(change.isOnlyInDatabase)
    #expect(PhotoIndex.delete(in: folder.file("cache")))
    let next = PhotoFactsStore(folder: folder.file("cache"), marksFolder: folder.file("state"))
    #expect(next.markedPhotos(in: photo.folder)[photo.name].map { PhotoMarks($0) }?.stars == 4)
    // The indexer reads the file again, which has no marks.
    let stamp = try #require(LibraryScan.items([photo], facts: next).first?.factsStamp)
    let read = IndexedPhoto(stamp: stamp)
    #expect(next.withDatabaseMarks([(photo, read)]).map { PhotoMarks($0.photo).stars } == [4])
    next.store([(photo, read)])
    let record = try #require(LibraryScan.items([photo], facts: next).first?.record)
    #expect(PhotoMarks(record.photo) == PhotoMarks(stars: 4))
    // Undo and Redo.
    let undone = try change.reverse(in: next)
    #expect(marks(of: photo, in: next) == PhotoMarks())
    _ = try undone.reverse(in: next)
    #expect(marks(of: photo, in: next) == PhotoMarks(stars: 4))
  }

  @Test func `marks without a sidecar are added to, and removed again`() async throws {
    let photo = try lockedPhoto()
    _ = await set(.stars(4), of: photo)
    _ = await set(.flag(.pick), of: photo)
    #expect(marks(of: photo, in: facts) == PhotoMarks(stars: 4, flag: .pick))
    _ = await set(.flag(.none), of: photo)
    let outcome = await set(.stars(0), of: photo)
    #expect(outcome.changes.map(\.after) == [PhotoMarks()])
    #expect(marks(of: photo, in: facts) == PhotoMarks())
    let again = await set(.stars(0), of: photo)
    #expect(again.changes.isEmpty && again.failed.isEmpty)
  }

  @Test func `a sidecar takes over the marks, until its writing is undone`() async throws {
    try folder.write([1], named: "a.jpg")
    let photo = FilePath(folder.file("a.jpg"))
    let stamp = try #require(LibraryScan.items([photo], facts: facts).first?.factsStamp)
    var kept = IndexedPhoto(stamp: stamp)
    kept.set(PhotoMarks(stars: 4))
    #expect(facts.storeMarks(kept, of: photo))
    let outcome = await set(.flag(.pick), of: photo)
    let change = try #require(outcome.changes.first)
    #expect(!change.isOnlyInDatabase)
    let text = String(decoding: try folder.read("a.jpg.xmp"), as: UTF8.self)
    #expect(text.contains("xmp:Rating=\"4\"") && text.contains("digiKam:PickLabel=\"3\""))
    #expect(facts.markedPhotos(in: photo.folder).isEmpty)
    let undone = try change.reverse(in: facts)
    #expect(access(folder.file("a.jpg.xmp"), F_OK) != 0)
    #expect(marks(of: photo, in: facts) == PhotoMarks(stars: 4))
    _ = try undone.reverse(in: facts)
    #expect(facts.markedPhotos(in: photo.folder).isEmpty)
  }

  @Test func `a mark and its Undo leave the marks of the other file of a pair out`() async throws {
    for name in ["a.jpg", "a.dng"] { try folder.write([1], named: name) }
    let (photo, raw) = (FilePath(folder.file("a.jpg")), FilePath(folder.file("a.dng")))
    let cache = PhotoMarksCache(facts, PhotoIndexer(ImagePipeline.silent(), facts, log: Log()))
    // The search reads the folder, and finds the pair.
    let found: [FilePath: PhotoMarks] = await withCheckedContinuation { continuation in
      cache.findMarks([photo]) { continuation.resume(returning: $0) }
    }
    #expect(found[photo] == PhotoMarks())
    let stamp = try #require(LibraryScan.items([photo], facts: facts).first?.factsStamp)
    var kept = IndexedPhoto(stamp: stamp)
    kept.set(PhotoMarks(flag: .pick))
    #expect(facts.storeMarks(kept, of: photo))
    cache.set(PhotoMarks(flag: .pick), of: photo)
    cache.set(PhotoMarks(stars: 4), of: raw)
    #expect(cache.marks(of: photo) == PhotoMarks(stars: 4, flag: .pick))
    let marking = FileOperations.Marking(writer, cache, showChanges: { _, _ in })
    let outcome: MarkWriter.Outcome = await withCheckedContinuation { continuation in
      writer.set(.label(.red), of: [[photo]], known: marking.ownMarks) { _ in
        true
      } finish: {
        continuation.resume(returning: $0)
      }
    }
    let change = try #require(outcome.changes.first)
    #expect(change.after == PhotoMarks(flag: .pick, label: .red))
    let undone = try change.reverse(in: facts)
    #expect(undone.after == PhotoMarks(flag: .pick))
    #expect(facts.databaseMarks(of: photo).map { PhotoMarks($0) } == PhotoMarks(flag: .pick))
  }

  @Test func `Redo makes no sidecar for a photo that is gone`() async throws {
    try folder.write([1], named: "a.jpg")
    let photo = FilePath(folder.file("a.jpg"))
    let outcome = await set(.stars(4), of: photo)
    let undone = try #require(outcome.changes.first).reverse(in: facts)
    #expect(unlink(folder.file("a.jpg")) == 0)
    #expect(throws: DesktopError.self) { try undone.reverse(in: facts) }
    #expect(access(folder.file("a.jpg.xmp"), F_OK) != 0)
  }

  @Test func `a photo that is gone gets no sidecar`() async throws {
    let outcome = await set(.stars(4), of: FilePath(folder.file("a.jpg")))
    #expect(outcome.changes.isEmpty && outcome.failed.count == 1)
    #expect(access(folder.file("a.jpg.xmp"), F_OK) != 0)
  }

  @Test func `a label keeps the stars in a photo that is not indexed yet`() async throws {
    try folder.write([1], named: "a.jpg")
    let photo = FilePath(folder.file("a.jpg"))
    var metadata = PhotoMetadata()
    metadata.rating = 4
    let writer = MarkWriter(
      ImagePipeline(
        configuration: ImagingConfiguration(), loop: StillLoop(),
        launcher: MetadataHelper(metadata)), facts)
    let outcome: MarkWriter.Outcome = await withCheckedContinuation { continuation in
      // The photo is shown without marks.
      writer.set(.label(.red), of: [[photo]], known: { _ in PhotoMarks() }) { _ in
        true
      } finish: {
        continuation.resume(returning: $0)
      }
    }
    withExtendedLifetime(writer) {}
    #expect(outcome.changes.map(\.after) == [PhotoMarks(stars: 4, label: .red)])
    let text = String(decoding: try folder.read("a.jpg.xmp"), as: UTF8.self)
    #expect(text.contains("xmp:Label=\"Red\"") && !text.contains("xmp:Rating"))
  }

  @Test func `a cancelled marking leaves the photos that it has not reached`() async throws {
    let names = ["a.jpg", "a.nef", "b.jpg"]
    for name in names { try folder.write([1], named: name) }
    let files = names.map { FilePath(folder.file($0)) }
    var shares: [Double] = []
    let outcome: MarkWriter.Outcome = await withCheckedContinuation { continuation in
      writer.set(.stars(4), of: [Array(files[..<2]), [files[2]]], known: { _ in nil }) {
        shares.append($0)
        return $0 < 0.5
      } finish: {
        continuation.resume(returning: $0)
      }
    }
    #expect(shares == [0, 0.5] && outcome.failed.isEmpty && outcome.isCancelled)
    #expect(outcome.changes.map(\.photo) == Array(files[..<2]))
    #expect(outcome.skippedFiles == [files[2]])
    #expect(access(folder.file("a.nef.xmp"), F_OK) == 0)
    #expect(access(folder.file("b.jpg.xmp"), F_OK) != 0)
  }

  @Test func `marks of an older version of the file are ignored`() async throws {
    let photo = try lockedPhoto()
    _ = await set(.stars(4), of: photo)
    let name = photo.bytes.dropFirst(folder.path.utf8.count + 1)
    try folder.write([1, 2, 3], named: Array(name))
    #expect(facts.databaseMarks(of: photo) == nil)
    let stamp = try #require(LibraryScan.items([photo], facts: facts).first?.factsStamp)
    let marked = facts.withDatabaseMarks([(photo, IndexedPhoto(stamp: stamp))])
    #expect(marked.map { PhotoMarks($0.photo) } == [PhotoMarks()])
  }

  @Test func `no database of marks is made before there are such marks, or in private`()
    async throws
  {
    try folder.write([1], named: "a.jpg")
    _ = await set(.stars(4), of: FilePath(folder.file("a.jpg")))
    #expect(access(folder.file("state"), F_OK) != 0)
    facts.keepInMemoryOnly()
    let photo = try lockedPhoto()
    let outcome = await set(.stars(4), of: photo)
    #expect(outcome.changes.count == 1 && access(folder.file("state"), F_OK) != 0)
    let record = try #require(LibraryScan.items([photo], facts: facts).first?.record)
    #expect(PhotoMarks(record.photo) == PhotoMarks(stars: 4))
  }
}
