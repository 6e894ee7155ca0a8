import BrowserHost
import CLinux
import Desktop
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

/// The completion of operations of programs that were killed.
@Suite struct OperationRecoveryTests {
  private let album: TemporaryFolder
  private let target: TemporaryFolder
  private let state: TemporaryFolder

  init() throws {
    album = try TemporaryFolder()
    target = try TemporaryFolder()
    state = try TemporaryFolder()
    for name in ["a.jpg", "a.nef", "b.jpg"] { try album.write(Array(name.utf8), named: name) }
  }

  private var journal: FilePath { FilePath(state.path) }
  private func from(_ name: String) -> FilePath { FilePath(album.file(name)) }
  private func to(_ name: String) -> FilePath { FilePath(target.file(name)) }

  private func move(_ names: String...) -> OperationGroup {
    OperationGroup(
      photo: from(names[0]), operations: names.map { .move(from: from($0), to: to($0)) })
  }

  /// Records groups, performs the first operations of them as a killed program does, and recovers.
  ///
  /// - Parameter begun: the groups that are noted as begun; nil for all.
  private func recovered(
    _ groups: [OperationGroup], begun: [OperationGroup]? = nil, after work: () throws -> Void
  ) throws -> OperationRecovery.Outcome {
    var record = OperationJournal(groups, in: journal)
    #expect(record != nil)
    for group in begun ?? groups { #expect(record?.begin(group) ?? false) }
    try work()
    #expect(OperationRecovery.run(in: journal).isEmpty, "the record of a running program is locked")
    // The lock ends with the process, here with the object.
    record = nil
    var outcome = OperationRecovery.run(in: journal)
    // A process that another test is starting has a copy of the descriptor, and so of the lock,
    // until it begins its program.
    while OperationRecovery.hasRecords(in: journal) {
      sched_yield()
      outcome = OperationRecovery.run(in: journal)
    }
    return outcome
  }

  @Test func `a photo of which one file was moved is completed, and others stay`() throws {
    let outcome = try recovered([move("a.jpg", "a.nef"), move("b.jpg")]) {
      #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    }
    #expect(outcome.completedPhotos == [from("a.jpg")] && outcome.dividedPhotos.isEmpty)
    #expect(to("a.jpg").exists && to("a.nef").exists && from("b.jpg").exists)
  }

  @Test func `an operation that had not begun or was complete changes nothing`() throws {
    #expect(try recovered([move("a.jpg", "a.nef")]) {}.isEmpty)
    #expect(from("a.jpg").exists && from("a.nef").exists)
    let outcome = try recovered([move("a.jpg", "a.nef")]) {
      for name in ["a.jpg", "a.nef"] {
        #expect(rename(album.file(name), target.file(name)) == 0)
      }
    }
    #expect(outcome.isEmpty && to("a.jpg").exists && to("a.nef").exists)
  }

  @Test func `a photo that cannot be completed is moved back`() throws {
    try target.write([1], named: "a.nef")
    let outcome = try recovered([move("a.jpg", "a.nef")]) {
      #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    }
    #expect(outcome.isEmpty)
    #expect(from("a.jpg").exists && from("a.nef").exists && !to("a.jpg").exists)
    #expect(try target.read("a.nef") == [1])
  }

  @Test func `copies are completed from unchanged files`() throws {
    let group = OperationGroup(
      photo: from("a.jpg"),
      operations: ["a.jpg", "a.nef"].map { .copy(from: from($0), to: to($0)) })
    let outcome = try recovered([group]) {
      _ = try group.operations[0].perform()
      try target.write([1], named: ".pbview-2147483647-1.part")
    }
    #expect(outcome.completedPhotos == [from("a.jpg")])
    #expect(try target.read("a.nef") == Array("a.nef".utf8))
    #expect(!to(".pbview-2147483647-1.part").exists, "temporary files are swept")
  }

  @Test func `names that were exchanged by way of a third one are completed`() throws {
    let hidden = (1...2).map { from(".t\($0)") }
    let group = OperationGroup(
      photo: from("a.jpg"),
      operations: [
        .move(from: from("a.jpg"), to: hidden[0]), .move(from: from("b.jpg"), to: hidden[1]),
        .move(from: hidden[0], to: from("b.jpg")), .move(from: hidden[1], to: from("a.jpg")),
      ])
    #expect(try recovered([group]) {}.isEmpty)
    #expect(try album.read("a.jpg") == Array("a.jpg".utf8))
    for count in 1...3 {
      try album.write([1], named: "a.jpg")
      try album.write([2], named: "b.jpg")
      let outcome = try recovered([group]) {
        for operation in group.operations[..<count] { _ = try operation.perform() }
      }
      #expect(outcome.completedPhotos.count == 1 && outcome.dividedPhotos.isEmpty)
      #expect(try album.read("a.jpg") == [2] && album.read("b.jpg") == [1])
    }
  }

  @Test func `a file that was copied to another device is deleted only if both are the same`()
    throws
  {
    var (one, two) = (stat(), stat())
    guard stat("/dev/shm", &one) == 0, stat(album.path, &two) == 0, one.st_dev != two.st_dev else {
      return
    }
    let other = FilePath("/dev/shm/pbview-recovery-\(getpid()).jpg")
    defer { unlink(other.display) }
    let group = OperationGroup(
      photo: from("a.jpg"),
      operations: [
        .move(from: from("a.jpg"), to: other), .move(from: from("a.nef"), to: to("a.nef")),
      ])
    let outcome = try recovered([group]) {
      try FileCopy.copy(from("a.jpg").bytes, to: other.bytes)
    }
    #expect(outcome.completedPhotos.count == 1)
    #expect(!from("a.jpg").exists && other.exists && to("a.nef").exists)
  }

  @Test func `a complete exchange of names is not repeated`() throws {
    let hidden = from(".t")
    let group = OperationGroup(
      photo: from("a.jpg"),
      operations: [
        .move(from: from("a.jpg"), to: hidden), .move(from: from("b.jpg"), to: from("a.jpg")),
        .move(from: hidden, to: from("b.jpg")),
      ])
    let outcome = try recovered([group]) {
      for operation in group.operations { _ = try operation.perform() }
    }
    #expect(outcome.isEmpty)
    #expect(try album.read("a.jpg") == Array("b.jpg".utf8))
    #expect(try album.read("b.jpg") == Array("a.jpg".utf8))
  }

  @Test func `files that a later operation has moved away are not followed by the others`() throws {
    // Another program has moved the photo to a third place, and was killed before the second file.
    let third = from("third.jpg")
    let outcome = try recovered([move("a.jpg", "a.nef")]) {
      #expect(rename(album.file("a.jpg"), third.display) == 0)
    }
    #expect(outcome.isEmpty && third.exists && from("a.nef").exists && !to("a.nef").exists)
    let trash = OperationGroup(
      photo: from("b.jpg"), operations: [.trash(from("b.jpg")), .trash(from("a.nef"))])
    #expect(try recovered([trash]) { unlink(album.file("b.jpg")) }.isEmpty)
    #expect(from("a.nef").exists)
  }

  @Test func `an operation is refused while another program has moved a part of a photo`() throws {
    let record = OperationJournal([move("a.jpg", "a.nef")], in: journal)
    #expect(record?.begin(move("a.jpg", "a.nef")) ?? false)
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    // A record of another program has another name.
    #expect(rename(try #require(records.first).display, state.file("1-1")) == 0)
    #expect(throws: DesktopError.self) { try FileLock.afterRecovery([to("a.jpg")], journal) }
    #expect(throws: Never.self) { try FileLock.afterRecovery([from("b.jpg")], journal) }
    withExtendedLifetime(record) {}
  }

  @Test func `a file that a completed operation has moved is not used with old companions`() throws
  {
    var record = OperationJournal([move("a.jpg", "a.nef")], in: journal)
    #expect(record?.begin(move("a.jpg", "a.nef")) ?? false)
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    #expect(rename(try #require(records.first).display, state.file("1-1")) == 0)
    withExtendedLifetime(record) {}
    record = nil
    // A process that another test is starting may have a copy of the lock.
    while OperationRecovery.hasRecords(in: journal) {
      #expect(throws: DesktopError.self) { try FileLock.afterRecovery([to("a.jpg")], journal) }
      sched_yield()
    }
    #expect(to("a.nef").exists)
    #expect(throws: Never.self) { try FileLock.afterRecovery([to("a.jpg")], journal) }
  }

  @Test func `a group is refused when a companion has appeared`() throws {
    var group = move("a.jpg", "a.nef")
    group.needsAllCompanions = true
    try album.write([1], named: "a.jpg.xmp")
    var notReversed: [FileChange] = []
    #expect(throws: FileOperation.Failure.self) {
      try group.perform(notReversed: &notReversed, journal: journal)
    }
    #expect(from("a.jpg").exists && from("a.nef").exists && notReversed.isEmpty)
  }

  /// The records of operations.
  private var records: [FilePath] {
    guard let folder = opendir(state.path) else { return [] }
    defer { closedir(folder) }
    var found: [FilePath] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { found.append(journal.appending(name)) }
    }
    return found
  }

  @Test func `an incomplete record and foreign files are ignored`() throws {
    let text = JournalText.encode([move("a.jpg", "a.nef")], [:], boot: BootID.current)
    for count in [0, 5, text.count - 1] {
      #expect(JournalText.decode(Array(text.prefix(count))) == nil)
    }
    try state.write(Array(text.dropLast(3)), named: "1-2")
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    #expect(OperationRecovery.run(in: journal).isEmpty && from("a.nef").exists)
  }

  // MARK: Several programs

  @Test func `a photo with which the killed program was not busy is left alone`() throws {
    let group = move("a.jpg", "a.nef")
    // Another program has moved one of the files.
    let before = try recovered([group], begun: []) {
      #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    }
    #expect(before.isEmpty && to("a.jpg").exists && from("a.nef").exists)
    #expect(rename(target.file("a.jpg"), album.file("a.jpg")) == 0)
    var record = OperationJournal([group], in: journal)
    #expect(record?.begin(group) ?? false)
    record?.finish(group)
    record = nil
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    #expect(OperationRecovery.run(in: journal).isEmpty && from("a.nef").exists)
  }

  @Test func `a record of another boot is judged by the states of the files`() throws {
    let group = move("a.jpg", "a.nef")
    let states = group.operations.compactMap(\.source).compactMap { path in
      FileState.read(path).map { (path, $0) }
    }
    let text = JournalText.encode(
      [group], Dictionary(uniqueKeysWithValues: states), boot: Array("earlier".utf8))
    try state.write(text, named: "1-2")
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    #expect(OperationRecovery.run(in: journal).completedPhotos == [from("a.jpg")])
    #expect(to("a.nef").exists)
  }

  @Test func `a note that was written in part does not count`() throws {
    let text = JournalText.encode([move("a.jpg", "a.nef")], [:], boot: BootID.current)
    let begun = text + JournalText.beginEntry(0)
    let none = JournalText.Progress.none
    #expect(JournalText.decode(text)?.groups.first?.progress == none)
    #expect(JournalText.decode(begun.dropLast())?.groups.first?.progress == none)
    #expect(JournalText.decode(begun)?.groups.first?.progress == .begun)
    #expect(
      JournalText.decode(begun + JournalText.finishEntry(0))?.groups.first?.progress == .finished)
  }

  @Test func `a divided photo that cannot be completed now is not used by another operation`()
    throws
  {
    let group = move("a.jpg", "a.nef")
    try leaveRecord(of: group, named: "1-1", count: 1)
    // A third program uses one of the files, so that the recovery cannot lock it.
    var other: FileLock? = try FileLock([from("a.nef")])
    #expect(throws: DesktopError.self) { try FileLock.afterRecovery([to("a.jpg")], journal) }
    #expect(to("a.jpg").exists && from("a.nef").exists)
    withExtendedLifetime(other) {}
    other = nil
    waitUntilFree(from("a.nef"))
    #expect(throws: DesktopError.self) { try FileLock.afterRecovery([to("a.jpg")], journal) }
    #expect(to("a.nef").exists, "it was completed meanwhile")
    #expect(throws: Never.self) { try FileLock.afterRecovery([to("a.jpg")], journal) }
  }

  @Test func `a photo whose other file was not in the list yet is refused`() throws {
    for name in ["a.jpg", "a.nef"] {
      var group = move(name)
      group.requiresWholePairs = true
      var notReversed: [FileChange] = []
      #expect(throws: FileOperation.Failure.self) {
        try group.perform(notReversed: &notReversed, journal: journal)
      }
      #expect(from("a.jpg").exists && from("a.nef").exists)
    }
    // Two pictures of the name are photos of their own.
    try album.write([1], named: "a.heic")
    var group = move("a.jpg")
    group.requiresWholePairs = true
    var notReversed: [FileChange] = []
    _ = try group.perform(notReversed: &notReversed, journal: journal)
    #expect(to("a.jpg").exists)
  }

  /// Leaves the record of a program that was killed after some operations of a group.
  private func leaveRecord(of group: OperationGroup, named name: String, count: Int) throws {
    let known = Set(records)
    var record = OperationJournal([group], in: journal)
    #expect(record?.begin(group) ?? false)
    let path = try #require(records.first { !known.contains($0) })
    #expect(rename(path.display, state.file(name)) == 0)
    for operation in group.operations[..<count] { _ = try operation.perform() }
    withExtendedLifetime(record) {}
    record = nil
    waitUntilFree(FilePath(state.file(name)))
  }

  /// Waits until a process that another test is starting has no copy of the lock of a file any
  /// more.
  private func waitUntilFree(_ file: FilePath) {
    let descriptor = open(file.display, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 { sched_yield() }
    close(descriptor)
  }

  /// Two programs that are killed at every possible moment of moving the same photo.
  @Test(arguments: 0...3, 0...3) func `two killed programs divide no photo`(first: Int, second: Int)
    throws
  {
    let names = ["a.jpg", "a.jpg.xmp", "a.nef"]
    try album.write([1], named: "a.jpg.xmp")
    let third = try TemporaryFolder()
    for order in [["1-1", "1-2"], ["1-2", "1-1"]] {
      // The names decide about the order of the recovery.
      try leaveRecord(of: move("a.jpg", "a.jpg.xmp", "a.nef"), named: order[0], count: first)
      // The second program has listed the folders at this moment.
      for folder in [album, target] {
        let listed = names.filter { FilePath(folder.file($0)).exists }
        guard !listed.isEmpty else { continue }
        let paths = listed.map { FilePath(folder.file($0)) }
        guard (try? FileLock.afterRecovery(paths, journal)) != nil else { continue }
        let group = OperationGroup(
          photo: paths[0],
          operations: listed.map {
            .move(from: FilePath(folder.file($0)), to: FilePath(third.file($0)))
          }
        )
        guard paths.allSatisfy(\.exists), PairPartner.unlistedPartner(of: paths) == nil else {
          continue
        }
        try leaveRecord(of: group, named: order[1], count: min(second, paths.count))
        break
      }
      repeat {
        #expect(OperationRecovery.run(in: journal).dividedPhotos.isEmpty)
      } while OperationRecovery.hasRecords(in: journal)
      let counts = [album, target, third].map { folder in
        names.count { FilePath(folder.file($0)).exists }
      }
      #expect(counts.sorted() == [0, 0, 3], "\(counts)")
      for folder in [target, third] {
        for name in names { _ = rename(folder.file(name), album.file(name)) }
      }
      for record in records { unlink(record.display) }
    }
  }
}
