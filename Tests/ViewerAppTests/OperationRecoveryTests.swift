import BrowserHost
import Desktop
import Glibc
import TestSupport
import Testing

@testable import ViewerApp

/// Completing operations of programs that were killed.
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

  private func move(_ names: String...) -> FileGroup {
    FileGroup(photo: from(names[0]), steps: names.map { .move(from: from($0), to: to($0)) })
  }

  /// Records groups, makes the first steps of them as a killed program does, and recovers.
  private func recovered(
    _ groups: [FileGroup], after makeSteps: () throws -> Void
  ) throws -> OperationRecovery.Outcome {
    var record = OperationJournal(groups, in: journal)
    #expect(record != nil)
    try makeSteps()
    #expect(OperationRecovery.run(in: journal).isEmpty, "the record of a running program is locked")
    // The lock ends with the process, here with the object.
    record = nil
    var outcome = OperationRecovery.run(in: journal)
    // A process that another test is starting has a copy of the descriptor, and so of the lock, until
    // it begins its program.
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
    #expect(outcome.completed == [from("a.jpg")] && outcome.divided.isEmpty)
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
    let group = FileGroup(
      photo: from("a.jpg"),
      steps: ["a.jpg", "a.nef"].map { .copy(from: from($0), to: to($0)) })
    let outcome = try recovered([group]) {
      _ = try group.steps[0].perform()
      try target.write([1], named: ".pbview-2147483647-1.part")
    }
    #expect(outcome.completed == [from("a.jpg")])
    #expect(try target.read("a.nef") == Array("a.nef".utf8))
    #expect(!to(".pbview-2147483647-1.part").exists, "temporary files are swept")
  }

  @Test func `names that were exchanged by way of a third one are completed`() throws {
    let hidden = (1...2).map { from(".t\($0)") }
    let group = FileGroup(
      photo: from("a.jpg"),
      steps: [
        .move(from: from("a.jpg"), to: hidden[0]), .move(from: from("b.jpg"), to: hidden[1]),
        .move(from: hidden[0], to: from("b.jpg")), .move(from: hidden[1], to: from("a.jpg")),
      ])
    #expect(try recovered([group]) {}.isEmpty)
    #expect(try album.read("a.jpg") == Array("a.jpg".utf8))
    for count in 1...3 {
      try album.write([1], named: "a.jpg")
      try album.write([2], named: "b.jpg")
      let outcome = try recovered([group]) {
        for step in group.steps[..<count] { _ = try step.perform() }
      }
      #expect(outcome.completed.count == 1 && outcome.divided.isEmpty)
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
    let group = FileGroup(
      photo: from("a.jpg"),
      steps: [.move(from: from("a.jpg"), to: other), .move(from: from("a.nef"), to: to("a.nef"))])
    let outcome = try recovered([group]) {
      try FileCopy.copy(from("a.jpg").bytes, to: other.bytes)
    }
    #expect(outcome.completed.count == 1)
    #expect(!from("a.jpg").exists && other.exists && to("a.nef").exists)
  }

  @Test func `a complete exchange of names is not repeated`() throws {
    let hidden = from(".t")
    let group = FileGroup(
      photo: from("a.jpg"),
      steps: [
        .move(from: from("a.jpg"), to: hidden), .move(from: from("b.jpg"), to: from("a.jpg")),
        .move(from: hidden, to: from("b.jpg")),
      ])
    let outcome = try recovered([group]) { for step in group.steps { _ = try step.perform() } }
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
    let trash = FileGroup(
      photo: from("b.jpg"), steps: [.trash(from("b.jpg")), .trash(from("a.nef"))])
    #expect(try recovered([trash]) { unlink(album.file("b.jpg")) }.isEmpty)
    #expect(from("a.nef").exists)
  }

  @Test func `an operation is refused while another program has moved a part of a photo`() throws {
    let record = OperationJournal([move("a.jpg", "a.nef")], in: journal)
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    // A record of another program has another name.
    #expect(rename(try #require(records.first).display, state.file("1-1")) == 0)
    #expect(throws: DesktopError.self) { try FileClaim.completing([to("a.jpg")], journal) }
    #expect(throws: Never.self) { try FileClaim.completing([from("b.jpg")], journal) }
    withExtendedLifetime(record) {}
  }

  @Test func `a file that a completed operation has moved is not used with old companions`() throws
  {
    var record = OperationJournal([move("a.jpg", "a.nef")], in: journal)
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    #expect(rename(try #require(records.first).display, state.file("1-1")) == 0)
    withExtendedLifetime(record) {}
    record = nil
    // A process that another test is starting may have a copy of the lock.
    while OperationRecovery.hasRecords(in: journal) {
      #expect(throws: DesktopError.self) { try FileClaim.completing([to("a.jpg")], journal) }
      sched_yield()
    }
    #expect(to("a.nef").exists)
    #expect(throws: Never.self) { try FileClaim.completing([to("a.jpg")], journal) }
  }

  @Test func `a group is refused when a companion has appeared`() throws {
    var group = move("a.jpg", "a.nef")
    group.needsAllCompanions = true
    try album.write([1], named: "a.jpg.xmp")
    var left: [FileChange] = []
    #expect(throws: FileStep.Stop.self) { try group.perform(left: &left, journal: journal) }
    #expect(from("a.jpg").exists && from("a.nef").exists && left.isEmpty)
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
    let text = JournalText.encode([move("a.jpg", "a.nef")], [:])
    for count in [0, 5, text.count - 1] {
      #expect(JournalText.decode(Array(text.prefix(count))) == nil)
    }
    try state.write(Array(text.dropLast(3)), named: "1-2")
    #expect(rename(album.file("a.jpg"), target.file("a.jpg")) == 0)
    #expect(OperationRecovery.run(in: journal).isEmpty && from("a.nef").exists)
  }
}
