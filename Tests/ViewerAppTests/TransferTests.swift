import BrowserHost
import CLinux
import Desktop
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

/// The copying and moving of photos into a folder, with their companions.
@Suite struct TransferTests {
  private let source: TemporaryFolder
  private let target: TemporaryFolder
  private let state: TemporaryFolder
  /// The folder of the records of operations.
  private var journal: FilePath { FilePath(state.path) }

  init() throws {
    state = try TemporaryFolder()
    source = try TemporaryFolder()
    target = try TemporaryFolder()
    for name in ["a.jpg", "a.nef", "a.jpg.xmp", "b.jpg", "c.jpg"] {
      try source.write(Array(name.utf8), named: name)
    }
  }

  private func path(_ name: String) -> FilePath { FilePath(source.file(name)) }

  private func transfer(_ kind: Transfer.Kind) -> Transfer {
    Transfer(kind: kind, folder: FilePath(target.path))
  }

  private var photos: [Transfer.Photo] {
    [
      Transfer.Photo(shown: path("a.jpg"), files: [path("a.jpg"), path("a.nef")]),
      Transfer.Photo(shown: path("b.jpg"), files: [path("b.jpg")]),
    ]
  }

  private func plans(
    _ transfer: Transfer, _ conflict: Transfer.ConflictResolution = .keepBoth
  ) -> [Transfer.Plan] {
    transfer.plans(for: photos, in: FilePath("/")).map { plan in
      var plan = plan
      plan.conflictResolution = conflict
      return plan
    }
  }

  /// The names and contents of the files in a folder.
  private func contents(_ folder: TemporaryFolder) throws -> [String: String] {
    var found: [String: String] = [:]
    let names = try FolderScan.contents(of: FilePath(folder.path)).get()
    for name in names.pictures.map(\.path.displayName)
      + names.sidecars.map({ String(decoding: $0, as: UTF8.self) })
    {
      found[name] = String(decoding: try folder.read(name), as: UTF8.self)
    }
    return found
  }

  @Test func `all files of a photo and its sidecars are copied`() throws {
    let transfer = transfer(.copy)
    let plans = plans(transfer)
    #expect(plans.map(\.files.count) == [3, 1] && !plans.contains { $0.hasConflict })
    var shares: [Double] = []
    let outcome = transfer.perform(plans, journal: journal) {
      shares.append($0.share)
      return true
    }
    #expect(outcome.transferredPhotos == [path("a.jpg"), path("b.jpg")] && outcome.failed.isEmpty)
    #expect(
      try contents(target) == [
        "a.jpg": "a.jpg", "a.nef": "a.nef", "a.jpg.xmp": "a.jpg.xmp", "b.jpg": "b.jpg",
      ])
    #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
    #expect(try contents(source).count == 5)
  }

  @Test(arguments: [Transfer.Kind.copy, .move])
  func `a sidecar that is listed beside its photo goes along with it`(kind: Transfer.Kind) throws {
    // The clipboard has the sidecars of copied photos, too.
    let files = ["a.jpg", "a.nef", "b.jpg", "a.jpg.xmp"].map { path($0) }
    let listed = StackRules().photos(among: files).map { files in
      Transfer.Photo(shown: files[0], files: files)
    }
    let transfer = transfer(kind)
    let plans = transfer.plans(for: listed, in: FilePath("/"))
    #expect(plans.map(\.files.count) == [3, 1])
    let outcome = transfer.perform(plans, journal: journal)
    #expect(outcome.transferredPhotos == [path("a.jpg"), path("b.jpg")] && outcome.failed.isEmpty)
    #expect(try contents(target).keys.sorted() == ["a.jpg", "a.jpg.xmp", "a.nef", "b.jpg"])
    #expect(try contents(source).count == (kind == .copy ? 5 : 1))
  }

  @Test func `photos that can be left out need no space`() throws {
    var info = statvfs()
    let status = statvfs(target.path, &info)
    try #require(status == 0)
    // A sparse file, larger than the free space of the disk.
    let size = Int64(info.f_bavail) * Int64(info.f_frsize) + (1 << 40)
    try #require(truncate(source.file("b.jpg"), off_t(size)) == 0)
    try target.write([1], named: "b.jpg")
    let transfer = transfer(.copy)
    let plans = plans(transfer)
    #expect(plans.map(\.hasConflict) == [false, true])
    let shortage = try #require(transfer.shortage(for: plans))
    #expect(shortage.needed > size && shortage.free < size)
    let fits = [
      transfer.shortage(for: plans, without: [1]) == nil,
      transfer.shortage(for: self.plans(transfer, .skip)) == nil,
    ]
    #expect(fits == [true, true])
  }

  @Test func `the changes of a move, reversed from the last to the first, undo it`() throws {
    let transfer = transfer(.move)
    let before = try contents(source)
    let outcome = transfer.perform(plans(transfer), journal: journal) { _ in true }
    #expect(try contents(source) == ["c.jpg": "c.jpg"])
    for change in outcome.changes.reversed() {
      _ = try change.reverse(in: FilePath("/"))
    }
    #expect(try contents(source) == before)
    #expect(try contents(target).isEmpty)
  }

  @Test func `copies of existing names get a number, one for all files of a photo`() throws {
    try target.write([1], named: "a.jpg")
    try target.write([2], named: "a (2).nef")
    let transfer = transfer(.copy)
    let plans = plans(transfer)
    #expect(plans.map(\.hasConflict) == [true, false])
    _ = transfer.perform(plans, journal: journal) { _ in true }
    let found = try contents(target)
    #expect(found["a (3).jpg"] == "a.jpg" && found["a (3).nef"] == "a.nef")
    #expect(found["a (3).jpg.xmp"] == "a.jpg.xmp" && found["b.jpg"] == "b.jpg")
    #expect(try target.read("a.jpg") == [1] && target.read("a (2).nef") == [2])
    #expect(found.count == 6)
  }

  @Test func `a photo that is listed by a relative path is copied beside itself`() {
    let folder = FilePath(source.path).absolute(in: FilePath("/"))
    let photo = Transfer.Photo(shown: FilePath("b.jpg"), files: [FilePath("b.jpg")])
    let beside = Transfer(kind: .copy, folder: folder).plans(for: [photo], in: folder)
    #expect(beside.map(\.keepsFolders) == [true])
    #expect(plans(transfer(.copy)).allSatisfy { !$0.keepsFolders })
  }

  @Test func `on request a photo whose name exists is skipped`() throws {
    try target.write([1], named: "a.nef")
    let transfer = transfer(.move)
    let outcome = transfer.perform(plans(transfer, .skip), journal: journal) { _ in true }
    #expect(outcome.transferredPhotos == [path("b.jpg")] && outcome.failed.isEmpty)
    #expect(try contents(target).keys.sorted() == ["a.nef", "b.jpg"])
    #expect(try contents(source).count == 4)
  }

  @Test func `a cancelled transfer leaves only whole photos`() throws {
    let transfer = transfer(.move)
    var calls = 0
    let outcome = transfer.perform(plans(transfer), journal: journal) { _ in
      calls += 1
      return calls < 2
    }
    #expect(outcome.isCancelled && outcome.failed.isEmpty)
    #expect(outcome.transferredPhotos.count <= 1)
    let moved = try contents(target)
    #expect(moved.isEmpty || moved.keys.contains("a.nef"))
  }

  @Test func `a new folder into which nothing was moved is removed again`() throws {
    let folder = FilePath(target.file("new"))
    let transfer = Transfer(kind: .move, folder: folder, makesFolder: true)
    var calls = 0
    // The folder is made, and the first photo is not moved.
    let outcome = transfer.perform(plans(transfer), journal: journal) { _ in
      calls += 1
      return calls < 2
    }
    #expect(outcome.isCancelled && outcome.changes.isEmpty && !folder.exists)
    #expect(try contents(source).count == 5)
  }

  @Test func `a photo of which a file cannot be moved stays whole`() throws {
    let transfer = transfer(.move)
    var plans = plans(transfer)
    plans[0].files[2].to = FilePath("/nowhere/a.xmp")
    let before = try contents(source)
    let outcome = transfer.perform(plans, journal: journal) { _ in true }
    #expect(outcome.failed == [path("a.jpg")] && outcome.failure != nil)
    #expect(outcome.transferredPhotos == [path("b.jpg")])
    #expect(try contents(source) == before.filter { $0.key != "b.jpg" })
  }

  @Test func `a photo that is already in the folder is not moved, and its copy gets a number`()
    throws
  {
    let here = Transfer(kind: .move, folder: FilePath(source.path))
    #expect(here.plans(for: photos, in: FilePath("/")).isEmpty)
    let copy = Transfer(kind: .copy, folder: FilePath(source.path))
    _ = copy.perform(copy.plans(for: photos, in: FilePath("/")), journal: journal) { _ in true }
    #expect(try contents(source)["b (2).jpg"] == "b.jpg")
  }

  @Test(arguments: [
    ("a.jpg", "a (2).jpg"), ("a.jpg.xmp", "a (2).jpg.xmp"), ("a.xmp", "a (2).xmp"),
    ("other.jpg", "other (2).jpg"), ("noending", "noending (2)"), (".hidden", ".hidden (2)"),
    ("ab.jpg", "ab (2).jpg"),
  ])
  func `the number of a copy precedes the extensions`(name: String, expected: String) {
    let result = Transfer.numbered(Array(name.utf8), stem: Array("a".utf8), 2)
    #expect(String(decoding: result, as: UTF8.self) == expected)
  }

  // MARK: Conflicts

  @Test func `photos of one name from two folders both arrive, whatever is done about conflicts`()
    throws
  {
    let other = try TemporaryFolder()
    try other.write([9], named: "b.jpg")
    for conflict in [Transfer.ConflictResolution.replace, .keepBoth] {
      let folder = try TemporaryFolder()
      let transfer = Transfer(kind: .copy, folder: FilePath(folder.path))
      let photos = [path("b.jpg"), FilePath(other.file("b.jpg"))].map {
        Transfer.Photo(shown: $0, files: [$0])
      }
      var plans = transfer.plans(for: photos, in: FilePath("/"))
      for index in plans.indices { plans[index].conflictResolution = conflict }
      let outcome = transfer.perform(plans, journal: journal)
      #expect(outcome.failed.isEmpty && outcome.transferredPhotos.count == 2)
      #expect(try folder.read("b.jpg") == Array("b.jpg".utf8) && folder.read("b (2).jpg") == [9])
    }
  }

  @Test func `a photo is replaced together with its sidecar, and its RAW file stays`() throws {
    for name in ["b.jpg", "b.jpg.xmp", "b.nef"] { try target.write([1], named: name) }
    let transfer = Transfer(kind: .move, folder: FilePath(target.path), joinsPairs: true)
    var outcome = Transfer.Outcome()
    let work = transfer.transferWork(for: plans(transfer, .replace), &outcome)
    let group = try #require(work.groups.last)
    let old = ["b.jpg", "b.jpg.xmp"].map { FileOperation.trash(FilePath(target.file($0))) }
    let move = FileOperation.move(from: path("b.jpg"), to: FilePath(target.file("b.jpg")))
    #expect(group.operations == old + [move])
    // A group that is not refused is cancelled before its first step.
    var isCancelled = false
    var notReversed: [FileChange] = []
    do throws(FileOperation.Failure) {
      _ = try group.perform(notReversed: &notReversed, journal: nil) { _, _ in false }
    } catch {
      if case .cancelled = error { isCancelled = true }
    }
    #expect(isCancelled && notReversed.isEmpty)
  }

  @Test func `a sidecar of two photos goes along when both do`() throws {
    try source.write([1], named: "a.png")
    try source.write([2], named: "a.xmp")
    let transfer = transfer(.move)
    let both = [path("a.jpg"), path("a.png")].map { Transfer.Photo(shown: $0, files: [$0]) }
    let alone = transfer.plans(for: [both[1]], in: FilePath("/"))
    #expect(!alone.flatMap(\.files).contains { $0.from == path("a.xmp") })
    let plans = transfer.plans(
      for: [Transfer.Photo(shown: path("a.jpg"), files: [path("a.jpg"), path("a.nef")]), both[1]],
      in: FilePath("/"))
    #expect(plans.flatMap(\.files).count { $0.from == path("a.xmp") } == 1)
  }

  @Test func `a photo is not moved into its own folder by way of a link`() throws {
    let link = FilePath(target.file("link"))
    #expect(symlink(source.path, target.file("link")) == 0)
    #expect(Transfer(kind: .move, folder: link).plans(for: photos, in: FilePath("/")).isEmpty)
  }

  @Test func `the failed copies of a photo leave nothing behind`() throws {
    let transfer = transfer(.copy)
    var plans = plans(transfer)
    plans[0].files[2].to = FilePath("/nowhere/a.xmp")
    let outcome = transfer.perform(plans, journal: journal)
    #expect(outcome.failed == [path("a.jpg")] && outcome.transferredPhotos == [path("b.jpg")])
    #expect(try contents(target) == ["b.jpg": "b.jpg"])
    #expect(try FolderScan.contents(of: journal).get().pictures.isEmpty)
  }

  @Test func `the reason why a file cannot be moved speaks of no copy`() {
    var reason: String?
    let operation = FileOperation.move(from: path("b.jpg"), to: FilePath("/nowhere/b.jpg"))
    do throws(FileOperation.Failure) { _ = try operation.perform() } catch {
      if case .failed(let failure) = error { reason = failure.reason }
    }
    #expect(reason == String(cString: strerror(ENOENT)))
  }

  // MARK: Undo

  @Test func `a photo that another program has changed since is not moved back`() throws {
    let transfer = transfer(.move)
    let outcome = transfer.perform(plans(transfer), journal: journal)
    try target.write([1, 2, 3], named: "new")
    #expect(rename(target.file("new"), target.file("b.jpg")) == 0)
    let undone = StepReversal.run(outcome.changes, in: FilePath("/"), journal: journal)
    #expect(undone.failed.map(\.path) == [FilePath(target.file("b.jpg"))])
    #expect(undone.made.count == 1 && undone.failure != nil)
    #expect(try target.read("b.jpg") == [1, 2, 3] && source.read("a.nef") == Array("a.nef".utf8))
  }

  @Test func `undoing copies, one of which replaced a photo, removes the other ones`() {
    let lists = FileOperations.ListChange([
      .trashed(path("c.jpg"), nil),
      .group(photo: path("b.jpg"), [.trashed(path("b.jpg"), nil), .restored(path("b.jpg"))]),
    ])
    #expect(lists.appeared == [path("b.jpg")] && lists.removed == [path("c.jpg")])
  }

  @Test func `a photo whose sidecar cannot be moved back stays with it`() throws {
    let transfer = transfer(.move)
    let outcome = transfer.perform(plans(transfer), journal: journal)
    try source.write([5], named: "a.jpg.xmp")
    let undone = StepReversal.run(outcome.changes, in: FilePath("/"), journal: journal)
    #expect(undone.failed.count == 1 && undone.made.count == 1)
    #expect(try contents(target).keys.sorted() == ["a.jpg", "a.jpg.xmp", "a.nef"])
    #expect(try source.read("a.jpg.xmp") == [5])
  }

  @Test func `undoing a move into a new folder removes the folder, unless there is more in it`()
    throws
  {
    let folder = FilePath(target.file("new"))
    let transfer = Transfer(kind: .move, folder: folder, makesFolder: true)
    let before = try contents(source)
    var outcome = transfer.perform(
      transfer.plans(for: photos, in: FilePath("/")), journal: journal)
    #expect(outcome.transferredPhotos.count == 2 && FileStatus(folder) == .folder)
    var undone = StepReversal.run(outcome.changes, in: FilePath("/"), journal: journal)
    #expect(try undone.failed.isEmpty && contents(source) == before && !folder.exists)
    undone = StepReversal.run(undone.made, in: FilePath("/"), journal: journal)
    #expect(undone.failed.isEmpty && FileStatus(folder) == .folder)
    outcome.changes = undone.made
    try target.write([1], named: "new/other")
    undone = StepReversal.run(outcome.changes, in: FilePath("/"), journal: journal)
    #expect(try undone.failed.isEmpty && contents(source) == before && folder.exists)
  }

  /// Whether `/dev/shm` is another device than the temporary folder.
  private static var hasOtherDevice: Bool {
    var (one, two) = (stat(), stat())
    return stat("/tmp", &one) == 0 && stat("/dev/shm", &two) == 0 && one.st_dev != two.st_dev
  }

  @Test(.enabled(if: hasOtherDevice, "there is no second file system"))
  func `Undo of one photo is cancelled while it is copied to another file system`() throws {
    try source.write([UInt8](repeating: 7, count: 4_000_000), named: "a.jpg")
    let other = FilePath("/dev/shm/pbview-undo-\(getpid())")
    try #require(mkdir(other.display, 0o755) == 0)
    defer {
      for file in photos[0].files { _ = unlink(other.appending(file.name).display) }
      _ = unlink(other.appending(Array("a.jpg.xmp".utf8)).display)
      _ = rmdir(other.display)
    }
    let transfer = Transfer(kind: .move, folder: other)
    let outcome = transfer.perform(
      transfer.plans(for: [photos[0]], in: FilePath("/")), journal: journal)
    #expect(
      outcome.transferredPhotos.count == 1 && outcome.changes.allSatisfy(\.reversalMayCopyBytes))
    var shares: [Double] = []
    let undone = StepReversal.run(outcome.changes, in: FilePath("/"), journal: journal) {
      shares.append($0)
      return shares.count < 4
    }
    #expect(shares.count == 4 && shares == shares.sorted() && shares.last.map { $0 < 1 } == true)
    #expect(undone.cancelled == outcome.changes && undone.failed.isEmpty && undone.made.isEmpty)
    #expect(!path("a.jpg").exists && other.appending(Array("a.nef".utf8)).exists)
    let rest = StepReversal.run(undone.remaining, in: FilePath("/"), journal: journal)
    #expect(rest.failed.isEmpty && path("a.jpg").exists && path("a.jpg.xmp").exists)
  }

  @Test func `a cancelled Undo can be continued, and what it has undone can be redone`() throws {
    let transfer = transfer(.move)
    let before = try contents(source)
    let outcome = transfer.perform(plans(transfer), journal: journal)
    let after = try contents(source)
    var history = UndoStack<FileChange>()
    history.record("Move", outcome.changes)
    let changes = history.takeUndo()?.changes ?? []
    var shares: [Double] = []
    let undone = StepReversal.run(changes, in: FilePath("/"), journal: journal) {
      shares.append($0)
      return shares.count < 2
    }
    #expect(shares == [0, 0.5] && undone.isCancelled && undone.failure == nil)
    #expect(undone.cancelled == [outcome.changes[0]] && undone.made.count == 1)
    #expect(try source.read("b.jpg") == Array("b.jpg".utf8) && !path("a.jpg").exists)
    history.finishUndo(of: "Move", reversed: undone.made, failed: undone.remaining)
    let redoable = history.takeRedo()?.changes ?? []
    let redone = StepReversal.run(redoable, in: FilePath("/"), journal: journal)
    #expect(try redone.failed.isEmpty && contents(source) == after)
    history.finishRedo(of: "Move", reversed: redone.made, failed: redone.remaining)
    while let step = history.takeUndo() {
      let rest = StepReversal.run(step.changes, in: FilePath("/"), journal: journal)
      #expect(rest.made.count == 1 && rest.remaining.isEmpty)
    }
    #expect(try contents(source) == before)
  }

  // MARK: Space and progress

  @Test func `the progress counts bytes`() throws {
    let transfer = transfer(.copy)
    var last = TransferProgress()
    _ = transfer.perform(plans(transfer), journal: journal) {
      last = $0
      return true
    }
    #expect(last.totalBytes == 24 && last.copiedBytes == 24)
  }

  @Test func `a paused transfer goes on when it is resumed or cancelled`() async {
    let control = TransferControl()
    #expect(control.waitWhilePaused())
    for isResumed in [true, false] {
      control.pause()
      async let goesOn = Task.detached { control.waitWhilePaused() }.value
      if isResumed { control.resume() } else { control.cancel() }
      #expect(await goesOn == isResumed)
    }
    control.resume()
    #expect(control.isCancelled)
  }

  @Test func `the rate is that of the last seconds`() {
    var rate = TransferRate()
    let total: Int64 = 100_000_000
    var progress = TransferProgress(copiedBytes: 0, totalBytes: total)
    rate.addSample(copied: 0, at: 0)
    #expect(rate.text(of: progress) == "0 bytes of 100 MB")
    for second in 1...20 { rate.addSample(copied: Int64(second) * 1_000_000, at: Double(second)) }
    progress.copiedBytes = 20_000_000
    #expect(rate.bytesPerSecond == 1_000_000)
    #expect(rate.text(of: progress) == "20 MB of 100 MB · 1.0 MB/s · about 2 minutes left")
  }
}
