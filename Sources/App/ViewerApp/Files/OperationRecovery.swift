import BrowserHost
import CLinux
import Desktop
import Glibc

/// The completion of the operations of programs that were killed: a photo of which some files were
/// changed gets its other files changed, too. Photos of which none was changed stay as they are.
///
/// A photo with which the program had not begun, or had finished, is left alone, whatever other
/// programs have done with its files since. pbview begins no operation with the files of an
/// unfinished photo before that photo is completed; see ``FileClaim``.
///
/// A file is deleted only as the second half of a move to another device, after its copy was
/// compared with it byte for byte.
nonisolated enum OperationRecovery {
  /// The result of a recovery of interrupted operations.
  struct Outcome: Hashable, Sendable {
    /// The photos that were completed.
    var completed: [FilePath] = []
    /// The old and new paths of the files of the photos that were completed.
    var paths: Set<FilePath> = []
    /// The photos that could not be completed: some of their files are at the old path, others at
    /// the new one.
    var divided: [FilePath] = []

    var isEmpty: Bool { completed.isEmpty && divided.isEmpty }
  }

  /// The maximum size of a record in bytes.
  private static let maxBytes = 256 << 20

  /// Completes all recorded operations whose programs no longer run. Waits for the disk.
  static func run(in folder: FilePath? = OperationJournal.folderOfUser) -> Outcome {
    var outcome = Outcome()
    guard let folder else { return outcome }
    for record in records(in: folder) { recover(record, &outcome) }
    return outcome
  }

  /// Whether a folder contains a record of an operation, also one of a running program. Waits for
  /// the disk.
  static func hasRecords(in folder: FilePath) -> Bool { !records(in: folder).isEmpty }

  /// Whether there is a record of a killed program. Waits for the disk.
  static func hasRecordsOfKilled(in folder: FilePath) -> Bool {
    records(in: folder).contains { record in
      guard !OperationJournal.isOwn(record), let descriptor = lock(record) else { return false }
      close(descriptor)
      return true
    }
  }

  /// Whether another program has changed some files of a photo, and not yet the others: it is doing
  /// so now, or was killed and is not recovered yet. Waits for the disk.
  ///
  /// - Parameter paths: files of the photo.
  /// - Complexity: O(steps of all records).
  static func isInUse(_ paths: Set<FilePath>, in folder: FilePath) -> Bool {
    records(in: folder).contains { record in
      guard !OperationJournal.isOwn(record),
        let content = WholeFile.read(record, maxBytes: maxBytes).flatMap(JournalText.decode)
      else { return false }
      return content.groups.contains { group in
        group.steps.contains { !paths.isDisjoint(with: $0.step.paths) }
          && isUnfinished(group, hasAllNotes: content.hasAllNotes)
      }
    }
  }

  /// Whether a program was busy with a group.
  private static func isUnfinished(_ group: JournalText.Group, hasAllNotes: Bool) -> Bool {
    switch group.progress {
    case .finished: false
    case .begun: true
    case .none: !hasAllNotes && isPartial(group.steps)
    }
  }

  /// The paths of all records in a folder, in a fixed order.
  private static func records(in folder: FilePath) -> [FilePath] {
    guard let directory = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    while let entry = readdir(directory) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    return names.filter { $0.first != UInt8(ascii: ".") }
      .sorted { $0.lexicographicallyPrecedes($1) }.map(folder.appending)
  }

  /// The descriptor of a record that is locked now; nil when it belongs to a program that runs, or
  /// that recovers it.
  private static func lock(_ record: FilePath) -> Int32? {
    let descriptor = record.withCString { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileState.read(record) != nil else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func recover(_ record: FilePath, _ outcome: inout Outcome) {
    guard let descriptor = lock(record) else { return }
    defer { close(descriptor) }
    guard let bytes = WholeFile.read(record, maxBytes: maxBytes) else { return }
    var isComplete = true
    let content = JournalText.decode(bytes) ?? JournalText.Content()
    for (index, group) in content.groups.enumerated()
    where isUnfinished(group, hasAllNotes: content.hasAllNotes) {
      // Files that another operation uses are completed later.
      guard let claim = try? FileClaim(group.steps.flatMap(\.step.paths)) else {
        isComplete = false
        continue
      }
      defer { withExtendedLifetime(claim) {} }
      switch complete(group.steps) {
      case nil: break
      case true?:
        outcome.completed.append(group.photo)
        outcome.paths.formUnion(group.steps.flatMap(\.step.paths))
      case false?: outcome.divided.append(group.photo)
      }
      // Other operations may use the files from now on.
      _ = lseek(descriptor, 0, SEEK_END)
      _ = writeAll(JournalText.finish(index), to: descriptor)
      let folders = Set(group.steps.compactMap { $0.step.target?.folder })
      for folder in folders { AbandonedDrafts.sweep(folder.bytes) }
    }
    if isComplete { _ = record.withCString { unlink($0) } }
  }

  /// The progress of one step, as the files show it.
  private enum Progress {
    /// The step has not been made: the file is as it was before.
    case pending
    case done
    /// The file was copied to another device and not yet deleted.
    case copied
    /// Another file is at the target, or the file is gone.
    case blocked
    /// A later operation has moved the file away.
    case elsewhere
  }

  /// The progress of a step of a group. A step to a temporary name is also done when a later step
  /// has moved the file on.
  private static func progress(
    of entry: JournalText.Step, in steps: [JournalText.Step]
  ) -> Progress {
    if let target = entry.step.target, !target.exists, let state = entry.state,
      let next = steps.first(where: { $0.step.source == target })?.step.target,
      FileState.read(next)?.isSameFile(as: state) ?? false
    {
      return .done
    }
    return progress(of: entry)
  }

  private static func progress(of entry: JournalText.Step) -> Progress {
    switch entry.step {
    case .makeFolder(let path): return FileStatus(path) == .folder ? .done : .pending
    case .removeFolder(let path): return FileStatus(path) == .folder ? .pending : .done
    default: break
    }
    guard let state = entry.state, let source = entry.step.source else { return .blocked }
    let isThere = FileState.read(source) == state
    let target = entry.step.target.flatMap(FileState.read)
    switch entry.step {
    case .copy:
      if let target { return target.stamp == state.stamp ? .done : .blocked }
      // A file that was changed meanwhile is copied as it is now, so that the copy has all files.
      return source.exists ? .pending : .blocked
    case .trash(let path):
      if isThere { return .pending }
      guard !source.exists, let trashed = Trash.trashed(path.bytes),
        FileState.read(FilePath(trashed.file))?.stamp == state.stamp
      else { return .elsewhere }
      return .done
    default:
      // A file that was changed meanwhile, such as a sidecar, goes along with its photo.
      guard let target else { return source.exists ? .pending : .elsewhere }
      guard isThere else { return .done }
      return target.device != state.device && target.stamp == state.stamp ? .copied : .blocked
    }
  }

  /// Whether some steps of a group were made, and others were not. A group whose files a later
  /// operation has moved away belongs to that operation.
  private static func isPartial(_ steps: [JournalText.Step]) -> Bool {
    let first = firstSteps(steps).map { progress(of: $0, in: steps) }
    return first.contains { $0 == .done || $0 == .copied } && !first.contains(.elsewhere)
      && steps.contains { progress(of: $0, in: steps) != .done }
  }

  /// Completes a group of which some steps were made.
  ///
  /// - Returns: whether it is complete now; nil when there was nothing to do.
  private static func complete(_ steps: [JournalText.Step]) -> Bool? {
    guard isPartial(steps) else { return nil }
    var made: [FileChange] = []
    var isWhole = true
    // A later step may wait for an earlier one, as in a cycle of names.
    for entry in steps {
      switch Self.progress(of: entry, in: steps) {
      case .done: continue
      case .blocked, .elsewhere:
        guard case .copy = entry.step else { return takeBack(steps, made) }
        isWhole = false
      case .copied:
        guard removeSource(of: entry.step) else { return takeBack(steps, made) }
      case .pending:
        guard let change = try? entry.step.perform() else { return takeBack(steps, made) }
        made.append(change)
      }
    }
    return isWhole
  }

  /// Moves the files of a group that could not be completed back to their old paths.
  ///
  /// - Returns: false; nil when all files are at their old paths again.
  private static func takeBack(_ steps: [JournalText.Step], _ made: [FileChange]) -> Bool? {
    for change in made.reversed() {
      if case .moved = change { _ = change.takeBack() }
    }
    for entry in steps.reversed() {
      guard case .move(let from, let to) = entry.step, let state = entry.state,
        FileState.read(to)?.stamp == state.stamp, FileState.read(from) == nil
      else { continue }
      _ = try? FileMove.move(to.bytes, to: from.bytes)
    }
    let isWhole = firstSteps(steps).allSatisfy { entry in
      entry.step.source.flatMap(FileState.read)?.stamp == entry.state?.stamp
    }
    return isWhole ? nil : false
  }

  /// The steps whose source no earlier step of the group creates, as a step to a temporary name
  /// does.
  private static func firstSteps(_ steps: [JournalText.Step]) -> [JournalText.Step] {
    var targets: Set<FilePath> = []
    return steps.filter { entry in
      defer { if let target = entry.step.target { targets.insert(target) } }
      return entry.step.source.map { !targets.contains($0) } ?? true
    }
  }

  /// Deletes the source of a move to another device, if the copy has the same bytes.
  private static func removeSource(of step: FileStep) -> Bool {
    guard let from = step.source, let to = step.target, haveSameBytes(from, to) else {
      return false
    }
    return from.withCString { unlink($0) } == 0
  }

  private static func haveSameBytes(_ a: FilePath, _ b: FilePath) -> Bool {
    let files = [a, b].map { path in path.withCString { linux_open_for_reading($0) } }
    defer { for file in files where file >= 0 { close(file) } }
    guard files.allSatisfy({ $0 >= 0 }) else { return false }
    let size = 1 << 20
    var pieces = [[UInt8](repeating: 0, count: size), [UInt8](repeating: 0, count: size)]
    while true {
      let counts = zip(files.indices, files).map { fill(&pieces[$0], from: $1) }
      guard counts[0] == counts[1], counts[0] >= 0,
        pieces[0].prefix(counts[0])
          .elementsEqual(pieces[1].prefix(counts[0]))
      else { return false }
      if counts[0] < size { return true }
    }
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes; negative after an error.
  private static func fill(_ buffer: inout [UInt8], from file: Int32) -> Int {
    var count = 0
    while count < buffer.count {
      let step = buffer.withUnsafeMutableBytes { all in
        read(file, all.baseAddress.map { $0 + count }, all.count - count)
      }
      if step < 0, errno == EINTR { continue }
      if step < 0 { return step }
      if step == 0 { break }
      count += step
    }
    return count
  }
}
