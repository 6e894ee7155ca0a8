import BrowserHost
import Desktop
import Glibc

/// One operation on one file that is to be made, such as a move.
nonisolated enum FileOperation: Hashable, Sendable {
  case move(from: FilePath, to: FilePath)
  case copy(from: FilePath, to: FilePath)
  case trash(FilePath)
  case restore(TrashedFile)
  case makeFolder(FilePath)
  /// Removes a folder if it is empty, and leaves it otherwise.
  case removeFolder(FilePath)

  /// The source and the target path of the operation, as far as it has them; none for operations on
  /// folders.
  var paths: [FilePath] { [source, target].compactMap(\.self) }

  /// The reason why a file operation was not made.
  enum Failure: Error {
    case cancelled
    case failed(DesktopError)
  }

  /// The path of the file that the operation reads or moves away; nil for operations on folders.
  var source: FilePath? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    case .trash(let path): path
    case .restore(let trashed): FilePath(trashed.file)
    case .makeFolder, .removeFolder: nil
    }
  }

  /// The path that the file has after the operation, and at which no file may be before it; nil for
  /// an operation that moves a file to the trash or concerns a folder.
  var target: FilePath? {
    switch self {
    case .move(_, let to), .copy(_, let to): to
    case .restore(let trashed): FilePath(trashed.original)
    case .trash, .makeFolder, .removeFolder: nil
    }
  }

  /// Makes the operation. Waits for the file system.
  ///
  /// - Parameter progress: called with the share of bytes copied so far, 0 to 1, when bytes are
  ///   copied. If it returns false, the operation is cancelled.
  /// - Returns: the change that was made, with which the operation can be reversed.
  func perform(_ progress: (Double) -> Bool = { _ in true }) throws(Failure) -> FileChange {
    switch self {
    case .move(let from, let to):
      do { try FileMove.move(from.bytes, to: to.bytes, progress: progress) } catch {
        throw Self.failure(error, from, isMove: true)
      }
      return .moved(from: from, to: to, FileState.read(to))
    case .copy(let from, let to):
      do { try FileCopy.copy(from.bytes, to: to.bytes, progress: progress) } catch {
        throw Self.failure(error, from)
      }
      return .copied(to, FileState.read(to))
    case .trash(let path):
      do { return .trashed(path, try Trash.moveToTrash(path.bytes)) } catch { throw .failed(error) }
    case .restore(let trashed):
      do { try Trash.restore(trashed) } catch { throw .failed(error) }
      return .restored(FilePath(trashed.original))
    case .makeFolder(let path):
      guard path.withCString({ mkdir($0, 0o777) }) == 0 || FileStatus(path) == .folder else {
        throw .failed(.unwritable(file: path.display, reason: String(cString: strerror(errno))))
      }
      return .madeFolder(path)
    case .removeFolder(let path):
      // A folder that is not empty stays, which is no error.
      _ = path.withCString { rmdir($0) }
      return .removedFolder(path)
    }
  }

  /// The error with which an operation ends.
  ///
  /// - Parameter isMove: whether the user moves the file, so that the message gives only the reason
  ///   and does not mention copying. Default: false.
  private static func failure(
    _ error: FileCopyError, _ file: FilePath, isMove: Bool = false
  ) -> Failure {
    switch error {
    case .cancelled: .cancelled
    case .unwritable(let reason) where isMove:
      .failed(.unwritable(file: file.display, reason: reason))
    default: .failed(.unwritable(file: file.display, reason: error.description))
    }
  }
}

/// The file operations for one photo, such as those for all its files. Either all are made or none.
nonisolated struct OperationGroup: Hashable, Sendable {
  /// The file by which messages name the photo.
  var photo: FilePath
  var operations: [FileOperation]
  /// Whether the group is refused if a file has a companion without an operation, as when another
  /// program has created the companion after the group was made. Default: false.
  var needsAllCompanions = false
  /// Whether the group is refused if only one file of a RAW+JPEG pair has an operation, as when
  /// another program moved the pair while the list of files was made. Default: false.
  var requiresWholePairs = false
  /// The files of the photo that need no operation, because they have their new paths already.
  /// Default: none.
  var filesAlreadyInPlace: Set<FilePath> = []

  /// Makes all operations of the group. After an error, those already made are reversed. Waits for
  /// the file system.
  ///
  /// The files are locked against other operations meanwhile. Interrupted operations of killed
  /// programs are completed first, because they may involve these files.
  ///
  /// - Parameters:
  ///   - notReversed: receives the changes that could not be reversed after an error.
  ///   - journal: the folder with the records of running operations; nil when there is none.
  ///   - record: the record that already contains this group; nil when there is none.
  ///   - progress: called with the index of an operation and its completed share, 0 to 1. If it
  ///     returns false, the group is cancelled.
  /// - Returns: a `.group` of the changes.
  func perform(
    notReversed: inout [FileChange], journal: FilePath?, record: OperationJournal? = nil,
    _ progress: (_ operation: Int, _ share: Double) -> Bool = { _, _ in true }
  ) throws(FileOperation.Failure) -> FileChange {
    let sources = operations.compactMap(\.source)
    let lock: FileLock
    do { lock = try FileLock.afterRecovery(sources, journal) } catch { throw .failed(error) }
    defer { withExtendedLifetime(lock) {} }
    // If a file is missing, or one has no operation, another program has moved or made files since
    // the group was made, and the group is refused.
    if let other = missingFile ?? fileWithoutOperation(of: sources) {
      throw .failed(
        .unwritable(file: other.display, reason: FileReplacementError.changed.description))
    }
    // The record of the command does not apply to this group if a file has changed since the record
    // was written, as by marking or rotating the photo. The group then has a record of its own.
    var ownRecord: OperationJournal?
    if record?.begin(self) != true {
      ownRecord = OperationJournal([self], in: journal)
      _ = ownRecord?.begin(self)
    }
    defer {
      if let ownRecord { ownRecord.finish() } else { record?.finish(self) }
    }
    var made: [FileChange] = []
    do throws(FileOperation.Failure) {
      for (index, operation) in operations.enumerated() {
        guard progress(index, 0) else { throw .cancelled }
        made.append(try operation.perform { progress(index, $0) })
      }
    } catch {
      for change in made.reversed() where !change.rollBack() { notReversed.insert(change, at: 0) }
      throw error
    }
    let shown = zip(operations, made).first { $0.0.source == photo }
    return .group(photo: shown?.1.path ?? photo, made)
  }

  /// A file to be moved that does not exist and that no operation of the group puts in place; nil
  /// if there is none.
  private var missingFile: FilePath? {
    let targets = Set(operations.compactMap(\.target))
    return operations.lazy.compactMap { operation -> FilePath? in
      guard case .move(let from, _) = operation, !targets.contains(from), !from.exists else {
        return nil
      }
      return from
    }.first
  }

  /// A companion, or the other file of a RAW+JPEG pair, for which the group has no operation
  /// although ``needsAllCompanions`` or ``requiresWholePairs`` demands it; nil if there is none.
  private func fileWithoutOperation(of sources: [FilePath]) -> FilePath? {
    let known = Set(sources).union(filesAlreadyInPlace)
    if needsAllCompanions {
      let companions = sources.lazy.flatMap { Companions.of($0, together: known) }
      if let other = companions.first(where: { !known.contains($0) }) { return other }
    }
    // A file that is replaced goes to the trash alone, so its RAW+JPEG partner needs no operation.
    let replaced = replacedFiles
    return requiresWholePairs
      ? PairPartner.unlistedPartner(
        of: sources.filter { !replaced.contains($0) } + filesAlreadyInPlace) : nil
  }

  /// The files that are moved to the trash because other files take their paths.
  private var replacedFiles: Set<FilePath> {
    let targets = Set(operations.compactMap(\.target))
    return Set(
      operations.compactMap { operation in
        if case .trash(let path) = operation, targets.contains(path) { path } else { nil }
      })
  }
}
