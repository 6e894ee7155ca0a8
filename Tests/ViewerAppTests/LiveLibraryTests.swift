import BrowserHost
import Desktop
import GalleryCore
import Glibc
import Imaging
import PhotoGrid
import PhotoIndex
import TestSupport
import Testing

@testable import ViewerApp

/// A loop that the test drives: it calls the handlers of descriptors and advances the timers.
@MainActor
private final class HandLoop: DescriptorWatching {
  private var handlers: [Int: @MainActor () -> Void] = [:]
  private var timers: [Int: (at: Double, action: @MainActor () -> Void)] = [:]
  private var next = 0
  private(set) var now = 0.0

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    next += 1
    let id = next
    handlers[id] = onReadable
    return Cancellation { [weak self] in self?.handlers[id] = nil }
  }

  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    next += 1
    let id = next
    timers[id] = (now + seconds, action)
    return Cancellation { [weak self] in self?.timers[id] = nil }
  }

  var isListening: Bool { !handlers.isEmpty }

  /// Makes the descriptors readable, and advances the time.
  func turn(_ seconds: Double = 1) {
    for handler in handlers.values { handler() }
    let end = now + seconds
    while let (id, timer) = timers.filter({ $0.value.at <= end }).min(by: {
      $0.value.at < $1.value.at
    }) {
      timers[id] = nil
      now = max(now, timer.at)
      timer.action()
    }
    now = end
  }
}

@MainActor
@Suite struct LiveLibraryTests {
  private let folder: TemporaryFolder
  private let loop = HandLoop()
  private let watch: FolderObserver
  private let live: LiveLibrary

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg"] { try folder.write([1], named: name) }
    let request = LibraryRequest(
      title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    watch = try FolderObserver(loop: loop) { [loop] in loop.now }
    live = LiveLibrary(request, order: .init(), watch: watch)
  }

  private var names: [String] { live.library.paths.map(\.displayName) }

  /// Performs an action and waits for the change of the library.
  @discardableResult
  private func change(after action: () -> Void) async -> LibraryDiff {
    let live = live
    return await withCheckedContinuation { continuation in
      live.onChange = { change in
        live.onChange = nil
        continuation.resume(returning: change.diff)
      }
      action()
    }
  }

  @Test func `a folder is read, followed and sorted`() async throws {
    await change { live.reload() }
    #expect(names == ["a.jpg", "b.jpg"] && !live.isLoading)

    rename(folder.file("a.jpg"), folder.file("c.jpg"))
    let renamed = await change { loop.turn() }
    #expect(names == ["b.jpg", "c.jpg"])
    #expect(renamed.newIndices == [1, 0] && renamed.renamedIndices == [1])

    try folder.write([1, 2, 3], named: "c.jpg")
    let rewritten = await change { loop.turn() }
    #expect(rewritten.rewrittenIndices == [1] && rewritten.newIndices == [0, 1])

    await change { live.sort(by: .init(order: .size)) }
    #expect(names == ["c.jpg", "b.jpg"])
    #expect(loop.isListening)
  }

  @Test func `the empty grid of a folder that cannot be read says why`() async {
    let gone = FilePath(folder.file("gone"))
    let request = LibraryRequest(title: "gone", sources: [.folder(gone, title: "gone")])
    await change { live.reload(request) }
    #expect(live.firstReadFailure?.folder == gone && names.isEmpty)
    let texts = EmptyGridMessage(live, isOfRecentFiles: false).texts
    #expect(texts.sentence == "“gone”: No such file or directory" && texts.hint.isEmpty)
    await change {
      live.reload(
        LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")]))
    }
    #expect(live.firstReadFailure == nil && names == ["a.jpg", "b.jpg"])
  }

  @Test func `a pair is one photo until one of its files is removed`() async throws {
    await change { live.reload() }
    try folder.write([1], named: "b.nef")
    let arrival = await change { loop.turn() }
    #expect(names == ["a.jpg", "b.jpg"] && live.totalCount == 2)
    #expect(arrival.newIndices == [0, 1] && live.contents.items[1].kind == .rawWithRendered(.jpeg))

    let raw = FilePath(folder.file("b.nef"))
    let chosen = await change { live.setShownFile(raw) }
    #expect(names == ["a.jpg", "b.nef"] && chosen.renamedIndices == [1])

    await change { live.rules.pairs = .separate }
    #expect(names == ["a.jpg", "b.jpg", "b.nef"])
    await change { live.rules = StackRules() }
    #expect(names == ["a.jpg", "b.jpg"])

    await change { live.apply([.removed(Array(folder.file("b.jpg").utf8))]) }
    #expect(names == ["a.jpg", "b.nef"] && live.contents.items[1].kind == .picture)
  }

  @Test func `photos without a known date are requested, and sorted once the date is read`()
    async throws
  {
    var requested: [PhotoIndexer.Request] = []
    live.onMissingRecords = { requested += $0 }
    // The order by modification time, until a date is read, differs from that by name.
    var past = [timeval](repeating: timeval(tv_sec: 1_000_000_000, tv_usec: 0), count: 2)
    #expect(utimes(folder.file("a.jpg"), &past) == 0)
    await change { live.reload() }
    #expect(requested.isEmpty)

    await change { live.sort(by: .init(order: .taken)) }
    #expect(names == ["b.jpg", "a.jpg"])
    #expect(Set(requested.map(\.path.displayName)) == ["a.jpg", "b.jpg"])
    requested = []

    // Both dates are later than the modification times; the newest is first.
    await change { live.apply(records(["a.jpg": 5e9, "b.jpg": 4e9])) }
    #expect(names == ["a.jpg", "b.jpg"])
    await change { live.apply(records(["b.jpg": 6e9])) }
    #expect(names == ["b.jpg", "a.jpg"])
    #expect(requested.isEmpty)

    // A file that is rewritten has to be read again.
    try folder.write([1, 2, 3], named: "a.jpg")
    await change { loop.turn() }
    #expect(requested.map(\.path.displayName) == ["a.jpg"])
  }

  /// The facts of files that have only a date taken.
  private func records(_ dates: [String: Double]) -> PhotoIndexer.Records {
    Dictionary(
      uniqueKeysWithValues: dates.map { name, date in
        let path = FilePath(folder.file(name))
        let stamp = FileStamp.read(path)?.stamp ?? FileStamp(modified: 0, size: 0)
        let photo = IndexedPhoto(
          stamp: .init(modified: stamp.modified, size: stamp.size), taken: date)
        return (path, PhotoRecord(photo))
      })
  }

  @Test func `a grid by time has a section for each period, the latest first`() async throws {
    // The dates are 2024-05-17 10:00, 2024-05-01 00:00 and 2023-12-31 23:59:59.
    let dates = ["a.jpg": 1_704_067_199.0, "b.jpg": 1_714_521_600, "c.jpg": 1_715_940_000]
    try folder.write([1], named: "c.jpg")
    await change { live.reload() }
    await change { live.group(by: .month) }
    await change { live.apply(records(dates)) }
    #expect(live.order.order == .taken)
    #expect(names == ["c.jpg", "b.jpg", "a.jpg"])
    func periods() -> [Period?] { live.library.sections.map(\.period) }
    let (may, december) = (Period(year: 2024, month: 5), Period(year: 2023, month: 12))
    #expect(periods() == [may, december])

    await change { live.group(by: .day) }
    #expect(
      periods() == [
        Period(year: 2024, month: 5, day: 17), Period(year: 2024, month: 5, day: 1),
        Period(year: 2023, month: 12, day: 31),
      ])
    // The items stay; only their sections change.
    let years = await change { live.group(by: .year) }
    #expect(periods() == [Period(year: 2024), Period(year: 2023)] && years.isEmpty)

    var order = live.order
    order.isReversed = true
    await change { live.sort(by: order) }
    #expect(periods() == [Period(year: 2023), Period(year: 2024)])

    // Another order has no periods.
    await change { live.sort(by: .init(order: .name)) }
    #expect(periods() == [nil] && live.arrangement.grouping == .folder)
    #expect(names == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `a filter hides photos, also new ones, until it is removed`() async throws {
    await change { live.reload() }
    await change { live.filter(by: try? PhotoFilter.parse("b")) }
    #expect(names == ["b.jpg"])
    try folder.write([1], named: "c.jpg")
    try folder.write([1], named: "bb.jpg")
    await change { loop.turn() }
    #expect(names == ["b.jpg", "bb.jpg"])
    await change { live.filter(by: nil) }
    #expect(names == ["a.jpg", "b.jpg", "bb.jpg", "c.jpg"])

    // Facts that a filter needs are requested, and photos appear when they are known.
    var requested: [PhotoIndexer.Request] = []
    live.onMissingRecords = { requested += $0 }
    await change { live.filter(by: try? PhotoFilter.parse("taken:2024")) }
    #expect(names.isEmpty && requested.count == 4)
    await change { live.apply(records(["a.jpg": 1_714_521_600, "c.jpg": 0])) }
    #expect(names == ["a.jpg"])
  }

  /// Delivers all events of the watch, and checks that the list does not change.
  private func nothingHappens(for seconds: Double) {
    live.onChange = { Issue.record("\($0.paths.map(\.displayName))") }
    loop.turn(seconds)
  }

  @Test func `a deleted photo that is current stays for the idle time`() async throws {
    await change { live.reload() }
    watch.isCurrentFile = { $0.displayName == "a.jpg" }
    unlink(folder.file("a.jpg"))
    nothingHappens(for: FolderObserver.removalDelay - 0.5)
    await change { loop.turn(1) }
    #expect(names == ["b.jpg"])
    unlink(folder.file("b.jpg"))
    await change { loop.turn(1) }
    #expect(names.isEmpty)
  }

  @Test func `a current photo that reappears in time never leaves the list`() async throws {
    await change { live.reload() }
    watch.isCurrentFile = { $0.displayName == "a.jpg" }
    unlink(folder.file("a.jpg"))
    nothingHappens(for: 1)
    try folder.write([1, 2, 3], named: "a.jpg")
    let back = await change { loop.turn(1) }
    #expect(back.newIndices == [0, 1])
    nothingHappens(for: 5)
    #expect(names == ["a.jpg", "b.jpg"])
  }

  /// Reports changes and waits until the library has taken them in.
  private func take(_ changes: [FolderChange]) async {
    await withCheckedContinuation { continuation in
      live.apply(changes) { continuation.resume() }
    }
  }

  @Test func `a change that the watch reported first is still answered`() async throws {
    await change { live.reload() }
    let path = FilePath(folder.file("a.jpg"))
    unlink(folder.file("a.jpg"))
    await take([.removed(path.bytes)])
    #expect(names == ["b.jpg"])
    try folder.write([1], named: "a.jpg")
    await change { loop.turn() }
    #expect(names == ["a.jpg", "b.jpg"])
    live.onChange = { _ in Issue.record("nothing is different") }
    await take([.appeared(path.bytes)])
    #expect(live.paths.first == path)
  }

  @Test func `a change is answered after the list is updated`() async throws {
    await change { live.reload() }
    let path = FilePath(folder.file("a.jpg"))
    unlink(folder.file("a.jpg"))
    var order: [String] = []
    live.onChange = { _ in order.append("change") }
    await take([.removed(path.bytes)])
    order.append("answer")
    #expect(order == ["change", "answer"])
  }

  @Test func `a change is answered although an observer of it begins another job`() async throws {
    await change { live.reload() }
    let path = FilePath(folder.file("a.jpg"))
    unlink(folder.file("a.jpg"))
    let filter = try #require(try PhotoFilter.parse("b"))
    live.onChange = { [live] _ in
      live.onChange = nil
      live.filter(by: filter)
    }
    await take([.removed(path.bytes)])
    #expect(names == ["b.jpg"])
  }

  @Test func `a change is answered although the library is released meanwhile`() async {
    var library: LiveLibrary? = LiveLibrary(
      LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")]),
      order: .init(), watch: nil)
    await withCheckedContinuation { continuation in
      library?.reload()
      library?.apply([.removed(Array(folder.file("a.jpg").utf8))]) { continuation.resume() }
      library = nil
    }
  }

  @Test func `reloading finds missed changes`() async throws {
    let unwatched = LiveLibrary(
      LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")]),
      order: .init(), watch: nil)
    for expected in [["a.jpg", "b.jpg"], ["b.jpg", "new.jpg"]] {
      await withCheckedContinuation { continuation in
        unwatched.onChange = { _ in continuation.resume() }
        unwatched.reload()
      }
      #expect(unwatched.library.paths.map(\.displayName) == expected)
      unlink(folder.file("a.jpg"))
      try folder.write([1], named: "new.jpg")
    }
    // Many file systems reuse the inode number of the old file for the new one.
    #expect(unwatched.library.nextID == 3)
    #expect(Set(unwatched.library.items.map(\.id)).contains(2))
  }

  @Test func `a folder opened while another one is read has its own depth`() async throws {
    let other = try TemporaryFolder()
    mkdir(other.file("inner"), 0o755)
    try other.write([1], named: "inner/c.jpg")
    let request = LibraryRequest(
      title: "q", sources: [.folder(FilePath(other.path), title: "q")], depth: .automatic)
    await withCheckedContinuation { continuation in
      live.onChange = { [live] change in
        guard change.library.request == request else { return }
        live.onChange = nil
        continuation.resume()
      }
      live.reload()
      live.reload(request)
    }
    #expect(names == ["c.jpg"] && live.includesSubfolders)
  }

  @Test func `a folder without a remembered order is not sorted like the folder before it`()
    async throws
  {
    let other = try TemporaryFolder()
    // The order of a folder whose path has a line break is not remembered.
    let line = "line\nbreak"
    mkdir(folder.file(line), 0o755)
    let files: [(String, [UInt8])] = [("a.jpg", [1]), ("b.jpg", [1, 2])]
    for (name, bytes) in files {
      try folder.write(bytes, named: "\(line)/\(name)")
      try other.write(bytes, named: name)
    }
    let requests = [folder.file(line), other.path].map {
      LibraryRequest(title: "p", sources: [.folder(FilePath($0), title: "p")])
    }
    let sorted = LiveLibrary(requests[0], order: .init(), watch: nil, sorting: .remembered)
    func names(after action: () -> Void) async -> [String] {
      await withCheckedContinuation { continuation in
        sorted.onChange = { change in
          sorted.onChange = nil
          continuation.resume(returning: change.paths.map(\.displayName))
        }
        action()
      }
    }
    #expect(await names { sorted.reload() } == ["a.jpg", "b.jpg"])
    #expect(await names { sorted.sort(by: .init(order: .size)) } == ["b.jpg", "a.jpg"])
    #expect(await names { sorted.reload(requests[1]) } == ["a.jpg", "b.jpg"])
    #expect(sorted.order.order == .name)
  }

  /// The library after a choice is made for one folder while it is read, and another folder is
  /// opened. The choices for a folder whose path has a line break are not remembered.
  private func openOther(
    _ other: TemporaryFolder, afterChoice choose: (LiveLibrary) -> Void
  ) async throws -> LiveLibrary {
    let line = "line\nbreak"
    mkdir(folder.file(line), 0o755)
    try folder.write([1], named: "\(line)/a.jpg")
    let requests = [folder.file(line), other.path].map {
      LibraryRequest(
        title: "p", sources: [.folder(FilePath($0), title: "p")], depth: .allSubfolders)
    }
    let library = LiveLibrary(requests[0], order: .init(), watch: nil, sorting: .remembered)
    await withCheckedContinuation { continuation in
      library.onChange = { change in
        guard change.library.request == requests[1] else { return }
        library.onChange = nil
        continuation.resume()
      }
      library.reload()
      choose(library)
      library.reload(requests[1])
    }
    return library
  }

  @Test func `an order chosen while a folder is read is not that of the folder opened next`()
    async throws
  {
    let other = try TemporaryFolder()
    try other.write([1], named: "a.jpg")
    try other.write([1, 2], named: "b.jpg")
    let library = try await openOther(other) { $0.sort(by: .init(order: .size)) }
    #expect(library.paths.map(\.displayName) == ["a.jpg", "b.jpg"])
    #expect(library.order.order == .name)
  }

  @Test func `a depth chosen while a folder is read is not that of the folder opened next`()
    async throws
  {
    let other = try TemporaryFolder()
    mkdir(other.file("inner"), 0o755)
    try other.write([1], named: "inner/c.jpg")
    let library = try await openOther(other) { $0.includeSubfolders(false) }
    #expect(library.paths.map(\.displayName) == ["c.jpg"] && library.includesSubfolders)
  }

  @Test func `a folder is not watched any more after another one is shown`() async throws {
    await change { live.reload() }
    let other = try TemporaryFolder()
    try other.write([1], named: "c.jpg")
    let request = LibraryRequest(
      title: "q", sources: [.folder(FilePath(other.path), title: "q")])
    await change { live.reload(request) }
    var touched: Set<FilePath> = []
    watch.onFileEvent = { touched.formUnion($0) }
    try folder.write([1, 2], named: "a.jpg")
    try other.write([1, 2], named: "c.jpg")
    loop.turn()
    #expect(touched == [FilePath(other.file("c.jpg"))])
  }

  @Test func `a folder that is made while the grid is open gets a card once it has a picture`()
    async throws
  {
    await change { live.reload() }
    mkdir(folder.file("new"), 0o755)
    loop.turn()
    try folder.write([1], named: "new/c.jpg")
    await change { loop.turn() }
    #expect(live.library.cards.map(\.path.displayName) == ["new"] && names == ["a.jpg", "b.jpg"])
    await change {
      rename(folder.file("new"), folder.file("other"))
      loop.turn()
    }
    #expect(live.library.cards.map(\.path.displayName) == ["other"])
    await change {
      unlink(folder.file("other/c.jpg"))
      rmdir(folder.file("other"))
      loop.turn()
    }
    #expect(live.library.cards.isEmpty && live.contents.items.count == 2)
  }

  @Test func `a scan is outdated after a change of its folder`() throws {
    let request = LibraryRequest(title: "p", sources: [.folder(FilePath(folder.path), title: "p")])
    let long = timeval(tv_sec: 1000, tv_usec: 0)
    utimes(folder.path, [long, long])
    let scan = LibraryScan(request, order: .init())
    #expect(!scan.hasChangedFolders)
    try folder.write([1], named: "c.jpg")
    #expect(scan.hasChangedFolders)
  }

  @Test func `a descriptor that is always readable does not keep the program awake`() async throws {
    await change { live.reload() }
    try folder.write([1], named: "c.jpg")
    await change { loop.turn(FolderObserver.readInterval / 2) }
    #expect(!loop.isListening)
    loop.turn(FolderObserver.readInterval)
    #expect(loop.isListening)
  }

  @Test func `folders are followed after another one exceeded the watch limit`() throws {
    let top = FilePath(folder.path).bytes
    var changes: [FolderChange] = []
    watch.onChange = { changes += $0 }
    let refused = FolderWatch.WatchResult(folder: Array("/refused".utf8), .watchLimit)
    #expect(watch.register([refused, watch.registrar.addWatch(top)])?.error == .watchLimit)
    #expect(watch.register([refused])?.error == nil, "the limit is reported once")
    try folder.write([1], named: "c.jpg")
    loop.turn()
    #expect(changes == [.appeared(FilePath(folder.file("c.jpg")).bytes)])
  }
}
