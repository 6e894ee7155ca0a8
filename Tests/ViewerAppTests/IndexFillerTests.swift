import BrowserHost
import DecoderWire
import Desktop
import GalleryCore
import HelperProcesses
import Imaging
import ImagingTestSupport
import PhotoGrid
import TestSupport
import Testing

@testable import PhotoIndex
@testable import ViewerApp

/// A launcher of helpers whose answers, three stars for each photo, wait until the test delivers
/// them.
@MainActor private final class StarHelpers: DecoderLauncher {
  private final class Helper: DecoderTransport {
    var onEvent: (@MainActor (TransportEvent) -> Void)?
    private let owner: StarHelpers
    private var isIdle = false

    init(_ owner: StarHelpers) { self.owner = owner }

    func useIdlePriority() { isIdle = true }
    func end() { owner.runningCount -= 1 }

    func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
      guard let request = try? DecoderWireReader.request(from: message) else { return false }
      owner.names.append(request.nameHint + (isIdle ? "" : "!"))
      var metadata = PhotoMetadata()
      metadata.rating = 3
      let reply = DecoderWireWriter.encode(DecodeReply(id: request.id, result: .metadata(metadata)))
      owner.waiting.append { [weak self] in self?.onEvent?(.message(reply, [])) }
      return true
    }
  }

  /// The names of the requested photos; those that were not requested at idle priority have a `!`.
  var names: [String] = []
  /// The answers that the test has not delivered.
  var waiting: [() -> Void] = []
  /// The number of helpers that were started and have not been ended.
  private(set) var runningCount = 0

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    runningCount += 1
    return Helper(self)
  }

  /// Delivers all answers, also those to requests that follow at once.
  func answer() {
    while !waiting.isEmpty { waiting.removeFirst()() }
  }
}

/// The filling of the index while the user rests.
@MainActor
@Suite(
  .enabled(if: SQLiteLibrary.shared != nil, "SQLite is not installed"), .timeLimit(.minutes(10)))
struct IndexFillerTests {
  private let folder: TemporaryFolder
  private let cache: TemporaryFolder
  private let facts: PhotoFactsStore
  private let helpers = StarHelpers()
  private let indexer: PhotoIndexer
  private let loop = ManualLoop()
  private let live: LiveLibrary
  private let filler: IndexFiller

  init() throws {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
    for name in ["a", "b", "c", "d", "e", "f"] { try folder.write([1], named: "\(name).jpg") }
    facts = PhotoFactsStore(folder: cache.path)
    let pipeline = ImagePipeline(
      configuration: ImagingConfiguration(), loop: StillLoop(), launcher: helpers)
    indexer = PhotoIndexer(pipeline, facts, log: Log())
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    live = LiveLibrary(request, order: .init(), watch: nil, facts: facts)
    filler = IndexFiller(indexer, facts, loop: loop, log: Log()) {
      MountTable("1 1 0:0 / / rw - ext4 /dev/vda rw")
    }
    filler.frontLibrary = { [live] in live }
  }

  private var paths: [FilePath] {
    ["a", "b", "c", "d", "e", "f"].map { FilePath(folder.file("\($0).jpg")) }
  }

  /// Reads the library, and waits for its change.
  private func reload(_ library: LiveLibrary? = nil) async {
    let library = library ?? live
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      library.onChange = { [unowned library] _ in
        library.onChange = nil
        continuation.resume()
      }
      library.reload()
    }
  }

  /// Has a library apply the change of a file, and waits for it.
  private func apply(_ change: FolderChange, to library: LiveLibrary) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      library.apply([change]) { continuation.resume() }
    }
  }

  /// Yields the main actor until a condition holds.
  private func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

  /// Waits until a pass has ended or the indexer waits for a helper.
  private func untilHelperIsAsked() async {
    await until { !helpers.waiting.isEmpty || !filler.isWorking }
  }

  /// The paths of the photos that the indexer has stored.
  private final class Stored { var paths: Set<FilePath> = [] }

  /// Continues the filling after all sidecars were written during the reading, and expects that all
  /// files are stored with their sidecars.
  private func expectNewStates(_ stored: Stored) async {
    loop.fire()
    #expect(filler.isWorking)
    helpers.answer()
    await untilHelperIsAsked()
    helpers.answer()
    await until { stored.paths.count == 6 && !filler.isWorking }
    let items = LibraryScan.items(paths, facts: facts)
    #expect(items.allSatisfy { !$0.lacksRecord && $0.factsStamp?.sidecarModified ?? 0 != 0 })
  }

  private func observed() -> Stored {
    let stored = Stored()
    indexer.observe(for: stored) { [weak stored] in stored?.paths.formUnion($0.keys) }
    return stored
  }

  /// Fills the index with all photos.
  private func fill() async {
    let stored = observed()
    await reload()
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    helpers.answer()
    await until { stored.paths.count == 6 && !filler.isWorking }
  }

  @Test func `the photos of a resting library are indexed at idle priority`() async {
    live.onMissingRecords = { _ in Issue.record("the library needs no metadata") }
    await fill()
    #expect(helpers.names.sorted() == paths.map(\.displayName))
    let items = LibraryScan.items(paths, facts: facts)
    #expect(items.allSatisfy { !$0.lacksRecord && $0.record?.photo.rating == 3 })
    #expect(live.unreadCount == 0 && live.library.items.allSatisfy { $0.record == nil })
    #expect(loop.timerCount == 0)
  }

  @Test func `the helpers stay while an input holds the reading, and end with it`() async {
    await reload()
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    filler.postpone()
    helpers.answer()
    #expect(helpers.runningCount == 2)
    loop.fire()
    helpers.answer()
    await until { !filler.isWorking }
    #expect(helpers.names.count == 6 && helpers.runningCount == 0)
  }

  @Test func `a library that is filled is left alone until a file changes`() async throws {
    await fill()
    filler.postpone()
    #expect(loop.timerCount == 1)
    loop.fire()
    #expect(!filler.isWorking && loop.timerCount == 0)
    try folder.write([1, 2], named: "b.jpg")
    await apply(.rewritten(paths[1].bytes), to: live)
    helpers.names = []
    filler.postpone()
    loop.fire()
    await untilHelperIsAsked()
    #expect(helpers.names == ["b.jpg"])
    helpers.answer()
    await until { !filler.isWorking }
    #expect(loop.timerCount == 0)
  }

  @Test func `the photos of a list without a library are indexed once`() async {
    let stored = observed()
    filler.frontLibrary = { nil }
    filler.frontList = { [paths] in Array(paths.prefix(3)) }
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    helpers.answer()
    await until { stored.paths.count == 3 && !filler.isWorking }
    #expect(helpers.names.sorted() == ["a.jpg", "b.jpg", "c.jpg"])
    filler.postpone()
    loop.fire()
    #expect(!filler.isWorking && loop.timerCount == 0)

    filler.frontList = { [paths] in paths }
    helpers.names = []
    filler.postpone()
    loop.fire()
    await untilHelperIsAsked()
    helpers.answer()
    await until { stored.paths.count == 6 && !filler.isWorking }
    #expect(helpers.names.sorted() == ["d.jpg", "e.jpg", "f.jpg"])
  }

  @Test func `a list that changes while it is filled is looked up when the user rests`() async {
    let stored = observed()
    filler.frontLibrary = { nil }
    filler.frontList = { [paths] in Array(paths.prefix(3)) }
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    filler.frontList = { [paths] in paths }
    helpers.answer()
    await until { stored.paths.count == 3 }
    #expect(!filler.isWorking && loop.timerCount == 1)

    helpers.names = []
    loop.fire()
    await untilHelperIsAsked()
    helpers.answer()
    await until { stored.paths.count == 6 && !filler.isWorking }
    #expect(helpers.names.sorted() == ["d.jpg", "e.jpg", "f.jpg"])
    #expect(loop.timerCount == 0 && helpers.runningCount == 0)
  }

  @Test func `a list that was left is not filled any more`() async {
    filler.frontLibrary = { nil }
    filler.frontList = { [paths] in paths }
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    let count = helpers.names.count
    filler.frontList = { [] }
    filler.postpone()
    loop.fire()
    #expect(!indexer.isFilling && !filler.isWorking && loop.timerCount == 0)
    helpers.answer()
    #expect(helpers.names.count == count && count < 6)
  }

  @Test func `the rest of a list is looked up again after an input`() async throws {
    let stored = observed()
    filler.frontLibrary = { nil }
    filler.frontList = { [paths] in paths }
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    filler.postpone()
    for path in paths { try folder.write([1], named: path.displayName + ".xmp") }
    await expectNewStates(stored)
  }

  @Test func `after a change, only its folder is looked up again`() async throws {
    let other = try TemporaryFolder()
    try other.write([1], named: "x.jpg")
    let both = LiveLibrary(
      LibraryRequest(
        title: "p",
        sources: [
          .folder(FilePath(folder.path), title: "p"), .folder(FilePath(other.path), title: "q"),
        ]), order: .init(), watch: nil, facts: facts)
    filler.frontLibrary = { both }
    let stored = observed()
    await reload(both)
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    helpers.answer()
    await until { stored.paths.count == 7 && !filler.isWorking }
    try folder.write([1, 2], named: "b.jpg")
    try other.write([1, 2], named: "x.jpg")
    await apply(.rewritten(paths[1].bytes), to: both)
    helpers.names = []
    filler.postpone()
    loop.fire()
    await untilHelperIsAsked()
    #expect(helpers.names == ["b.jpg"], "nobody has reported the change of the other file")
    withExtendedLifetime(other) {}
  }

  @Test func `a change during the reading is read in its new state, and looked up afterwards`()
    async throws
  {
    await reload()
    let stored = observed()
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    filler.postpone()
    for path in paths {
      try folder.write([1], named: path.displayName + ".xmp")
      await apply(.appeared(path.bytes + Array(".xmp".utf8)), to: live)
    }
    await expectNewStates(stored)
    #expect(loop.timerCount == 1)
    let count = helpers.names.count
    loop.fire()
    await until { !filler.isWorking }
    #expect(helpers.names.count == count && loop.timerCount == 0)
  }

  @Test func `nothing is read before the user rests and the thumbnails are loaded`() async {
    await reload()
    filler.postpone()
    #expect(loop.timerCount == 0, "the program is starting")
    filler.begin()
    filler.postpone()
    loop.fire()
    #expect(!filler.isWorking && loop.timerCount == 1)
    filler.isLoadingVisiblePictures = { true }
    loop.fire()
    #expect(!filler.isWorking && loop.timerCount == 1)
    filler.isLoadingVisiblePictures = { false }
    loop.fire()
    #expect(filler.isWorking && loop.timerCount == 0)
    await untilHelperIsAsked()
    #expect(!helpers.names.isEmpty)
  }

  @Test func `an input holds the reading until the user rests`() async {
    await reload()
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    filler.postpone()
    #expect(!filler.isWorking && loop.timerCount == 1)
    helpers.answer()
    #expect(helpers.names.count == 4, "those that had begun")
    loop.fire()
    helpers.answer()
    #expect(helpers.names.count == 6)
    await until { !filler.isWorking }
    #expect(loop.timerCount == 0)
  }

  @Test func `an input while photos are looked up holds their reading`() async {
    await reload()
    filler.begin()
    loop.fire()
    filler.postpone()
    await until { loop.timerCount == 1 }
    #expect(helpers.names.isEmpty && indexer.isFilling)
    loop.fire()
    #expect(!helpers.names.isEmpty)
  }

  @Test func `photos for which the user waits are read at once, also those being read`() async {
    await reload()
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    let (stored, first) = (observed(), helpers.names)
    filler.postpone()
    indexer.read(LibraryScan.items(paths, facts: facts).compactMap(PhotoIndexer.Request.init))
    #expect(!indexer.isFilling)
    helpers.answer()
    let others = helpers.names.dropFirst(first.count)
    #expect(others.sorted() == paths.map { $0.displayName + "!" })
    await until { stored.paths.count == 6 }
    loop.fire()
    await until { !filler.isWorking }
    #expect(helpers.names.count == first.count + 6)
  }

  @Test func `a photo that is requested twice is read once, whether its inode is known or not`()
    async throws
  {
    let stored = observed()
    let items = LibraryScan.items([paths[0]], facts: facts)
    let unknown = try #require(items.compactMap(PhotoIndexer.Request.init).first)
    #expect(unknown.inode == 0)
    var known = unknown
    known.inode = 7
    indexer.read([unknown])
    indexer.readFirst([known])
    #expect(helpers.names == ["a.jpg!"])
    helpers.answer()
    await until { stored.paths == [paths[0]] }
    #expect(helpers.names == ["a.jpg!"])
    let record = LibraryScan.items([paths[0]], facts: facts).first?.record
    #expect(record?.photo.rating == 3)
  }

  @Test func `another library, the end or a need for metadata ends the reading`() async {
    await reload()
    filler.begin()
    loop.fire()
    await untilHelperIsAsked()
    filler.frontLibrary = { nil }
    filler.postpone()
    loop.fire()
    #expect(!indexer.isFilling && !filler.isWorking && loop.timerCount == 0)

    filler.frontLibrary = { [live] in live }
    filler.postpone()
    filler.stop()
    #expect(loop.timerCount == 0)
    filler.postpone()
    #expect(loop.timerCount == 0)

    let count = helpers.names.count
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      live.onChange = { [live] _ in
        live.onChange = nil
        continuation.resume()
      }
      live.group(by: .day)
    }
    filler.begin()
    loop.fire()
    #expect(!filler.isWorking && helpers.names.count == count)
  }
}
