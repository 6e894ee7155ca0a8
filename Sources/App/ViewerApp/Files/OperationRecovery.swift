import BrowserHost
import CLinux
import Desktop
import Glibc

/// The completion of file operations of programs that were killed. If some files of a photo were
/// changed, its other files are changed, too; if none was changed, the photo stays as it is.
///
/// A photo whose operations had not begun, or had ended, is left alone, even if other programs have
/// changed its files since. No new operation starts on the files of an unfinished photo before it
/// is completed; see ``FileLock``.
///
/// A file is deleted only as the second half of a move to another device, after its copy was
/// compared with it byte by byte.
nonisolated enum OperationRecovery {
  /// The result of completing interrupted file operations.
  struct Outcome: Hashable, Sendable {
    /// The photos whose operations were completed.
    var completedPhotos: [FilePath] = []
    /// The old and new paths of all files of the completed photos.
    var completedPaths: Set<FilePath> = []
    /// The photos whose operations could neither be completed nor reversed: some of their files are
    /// at the old paths, others at the new ones.
    var dividedPhotos: [FilePath] = []

    var isEmpty: Bool { completedPhotos.isEmpty && dividedPhotos.isEmpty }
  }

  /// The maximum size in bytes of a record of file operations.
  private static let maxBytes = 256 << 20

  /// Completes all recorded operations of programs that no longer run. Waits for the file system.
  ///
  /// - Parameter folder: the folder of all records; nil when there is none.
  static func run(in folder: FilePath? = OperationJournal.folderOfUser) -> Outcome {
    var outcome = Outcome()
    guard let folder else { return outcome }
    for record in records(in: folder) { recover(record, &outcome) }
    return outcome
  }

  /// Whether a folder contains the record of an operation, of a running or of a killed program.
  /// Waits for the file system.
  static func hasRecords(in folder: FilePath) -> Bool { !records(in: folder).isEmpty }

  /// Whether a folder contains the record of a killed program. Waits for the file system.
  static func hasRecordsOfKilled(in folder: FilePath) -> Bool {
    records(in: folder).contains { record in
      guard !OperationJournal.isOwn(record), let descriptor = lock(record) else { return false }
      close(descriptor)
      return true
    }
  }

  /// Whether a record of another program, running or killed, contains operations on one of the
  /// paths that have begun and not ended. Waits for the file system.
  ///
  /// - Parameters:
  ///   - paths: files of the photo.
  ///   - folder: the folder of all records.
  static func isInUse(_ paths: Set<FilePath>, in folder: FilePath) -> Bool {
    records(in: folder).contains { record in
      guard !OperationJournal.isOwn(record),
        let content = WholeFile.read(record, maxBytes: maxBytes).flatMap(JournalText.decode)
      else { return false }
      return content.groups.contains { group in
        group.operations.contains { !paths.isDisjoint(with: $0.operation.paths) }
          && isUnfinished(group, hasAllEntries: content.hasAllEntries)
      }
    }
  }

  /// Whether the operations of a group had begun and had not ended.
  ///
  /// - Parameter hasAllEntries: whether the record contains every entry about progress; otherwise
  ///   the states of the files decide.
  private static func isUnfinished(_ group: JournalText.Group, hasAllEntries: Bool) -> Bool {
    switch group.progress {
    case .finished: false
    case .begun: true
    case .none: !hasAllEntries && isPartial(group.operations)
    }
  }

  /// The paths of all records in a folder, sorted by name.
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

  /// Locks a record.
  ///
  /// - Returns: the descriptor of the locked file; nil if the record cannot be opened or was
  ///   deleted, if its program is running, or if another program is recovering it.
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
    where isUnfinished(group, hasAllEntries: content.hasAllEntries) {
      // A photo whose files another operation has locked is left to the next recovery.
      guard let lock = try? FileLock(group.operations.flatMap(\.operation.paths)) else {
        isComplete = false
        continue
      }
      defer { withExtendedLifetime(lock) {} }
      switch completeOrRollBack(group.operations) {
      case .unchanged: break
      case .completed:
        outcome.completedPhotos.append(group.photo)
        outcome.completedPaths.formUnion(group.operations.flatMap(\.operation.paths))
      case .divided: outcome.dividedPhotos.append(group.photo)
      }
      // The entry states that the operations have ended, so that other operations can use the files
      // from now on.
      _ = lseek(descriptor, 0, SEEK_END)
      _ = writeAll(JournalText.finishEntry(index), to: descriptor)
      let folders = Set(group.operations.compactMap { $0.operation.target?.folder })
      for folder in folders { AbandonedTemporaryFiles.deleteAll(in: folder.bytes) }
    }
    if isComplete { _ = record.withCString { unlink($0) } }
  }

  /// The progress of one file operation, as the states of its files show it.
  private enum Progress {
    /// The operation has not been made.
    case pending
    case done
    /// The file was copied to another device, and the original was not deleted yet.
    case copiedOnly
    /// The operation cannot be made: another file is at the target path, or the source file is
    /// missing.
    case blocked
    /// The file is no longer where the record expects it: a later command has moved it away, or a
    /// file that was to go to the trash has been changed.
    case movedAway
  }

  /// The progress of an operation in a group. A move to a temporary name is also done if a later
  /// operation of the group has moved the file on.
  private static func progress(
    of entry: JournalText.Operation, in operations: [JournalText.Operation]
  ) -> Progress {
    if let target = entry.operation.target, !target.exists, let state = entry.state,
      let next = operations.first(where: { $0.operation.source == target })?.operation.target,
      FileState.read(next)?.isSameFile(as: state) ?? false
    {
      return .done
    }
    return progress(of: entry)
  }

  private static func progress(of entry: JournalText.Operation) -> Progress {
    switch entry.operation {
    case .makeFolder(let path): return FileStatus(path) == .folder ? .done : .pending
    case .removeFolder(let path): return FileStatus(path) == .folder ? .pending : .done
    default: break
    }
    guard let state = entry.state, let source = entry.operation.source else { return .blocked }
    let isThere = FileState.read(source) == state
    let target = entry.operation.target.flatMap(FileState.read)
    switch entry.operation {
    case .copy:
      if let target { return target.stamp == state.stamp ? .done : .blocked }
      // A file that was changed after the record was written is copied in its present state, so
      // that the copy of the photo has all its files.
      return source.exists ? .pending : .blocked
    case .trash(let path):
      if isThere { return .pending }
      guard !source.exists, let trashed = Trash.latestTrashedFile(of: path.bytes),
        FileState.read(FilePath(trashed.file))?.stamp == state.stamp
      else { return .movedAway }
      return .done
    default:
      // A file that was changed after the record was written, such as a sidecar, is moved along
      // with its photo.
      guard let target else { return source.exists ? .pending : .movedAway }
      guard isThere else { return .done }
      return target.device != state.device && target.stamp == state.stamp ? .copiedOnly : .blocked
    }
  }

  /// Whether some operations of a group were made, and others were not. False if a later command
  /// has moved a file of the group away.
  private static func isPartial(_ operations: [JournalText.Operation]) -> Bool {
    let first = firstOperations(operations).map { progress(of: $0, in: operations) }
    return first.contains { $0 == .done || $0 == .copiedOnly } && !first.contains(.movedAway)
      && operations.contains { progress(of: $0, in: operations) != .done }
  }

  /// The result of completing the operations of a group.
  private enum Completion { case completed, divided, unchanged }

  /// Makes the remaining operations of a group of which some were made, or reverses the moves if
  /// that fails.
  ///
  /// - Returns: `.completed` if all operations are made now; `.divided` if the files are divided
  ///   between old and new paths; `.unchanged` if nothing had to be done, or all was reversed.
  private static func completeOrRollBack(_ operations: [JournalText.Operation]) -> Completion {
    guard isPartial(operations) else { return .unchanged }
    var made: [FileChange] = []
    var isWhole = true
    // The operations are made in their order, because one may need a path that an earlier one
    // frees, as in a cyclic renaming.
    for entry in operations {
      switch Self.progress(of: entry, in: operations) {
      case .done: continue
      case .blocked, .movedAway:
        guard case .copy = entry.operation else { return rollBack(operations, made) }
        isWhole = false
      case .copiedOnly:
        guard removeSourceIfCopied(of: entry.operation) else { return rollBack(operations, made) }
      case .pending:
        guard let change = try? entry.operation.perform() else { return rollBack(operations, made) }
        made.append(change)
      }
    }
    return isWhole ? .completed : .divided
  }

  /// Moves the files of a group that could not be completed back to their old paths.
  ///
  /// - Returns: `.unchanged` if all files are at their old paths again; `.divided` otherwise.
  private static func rollBack(
    _ operations: [JournalText.Operation], _ made: [FileChange]
  ) -> Completion {
    for change in made.reversed() {
      if case .moved = change { _ = change.rollBack() }
    }
    for entry in operations.reversed() {
      guard case .move(let from, let to) = entry.operation, let state = entry.state,
        FileState.read(to)?.stamp == state.stamp, FileState.read(from) == nil
      else { continue }
      _ = try? FileMove.move(to.bytes, to: from.bytes)
    }
    let isWhole = firstOperations(operations).allSatisfy { entry in
      entry.operation.source.flatMap(FileState.read)?.stamp == entry.state?.stamp
    }
    return isWhole ? .unchanged : .divided
  }

  /// The operations whose source file existed before the group. Operations that move a file on from
  /// a temporary name are left out.
  private static func firstOperations(
    _ operations: [JournalText.Operation]
  ) -> [JournalText.Operation] {
    var targets: Set<FilePath> = []
    return operations.filter { entry in
      defer { if let target = entry.operation.target { targets.insert(target) } }
      return entry.operation.source.map { !targets.contains($0) } ?? true
    }
  }

  /// Deletes the original file after a move to another device, if the copy has the same bytes.
  ///
  /// - Returns: whether the file was deleted.
  private static func removeSourceIfCopied(of operation: FileOperation) -> Bool {
    guard let from = operation.source, let to = operation.target, haveSameBytes(from, to) else {
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

  /// Reads from a file descriptor until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes that were read; negative after an error.
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
