import BrowserHost
import Desktop
import Geometry
import Glibc
import Localization

/// A change of a file that the viewer has made, with the values that are needed to reverse it.
nonisolated indirect enum FileChange: Hashable, Sendable {
  /// A file was moved to the trash. `TrashedFile` is nil if the entry of the file in the trash was
  /// not found; pbview cannot restore the file then, but a file manager can.
  case trashed(FilePath, TrashedFile?)
  /// A file was restored from the trash, or newly made. Its reversal moves the file to the trash.
  case restored(FilePath)
  /// A copy of a file was made at this path. The state is that of the copy; nil if it could not be
  /// read.
  case copied(FilePath, FileState?)
  /// The rating, flag or label of a photo was changed.
  case marked(MarkChange)
  /// A photo was rotated or flipped.
  case turned(RotationChange)
  /// A file was moved from one absolute path to another. The state is that of the file at its new
  /// path; nil if it could not be read.
  case moved(from: FilePath, to: FilePath, FileState?)
  /// A folder was made.
  case madeFolder(FilePath)
  /// A folder was removed if it was empty, and left otherwise.
  case removedFolder(FilePath)
  /// Marks in pbview's database were taken along with a photo that another change of the same group
  /// has moved or copied.
  case keptMarks(DatabaseMarksMove)
  /// Several changes of the photo at this path, such as those of all its files. They are reversed
  /// together or not at all.
  case group(photo: FilePath, [FileChange])
  /// A photo was made the wallpaper of the desktop. `former` is the desktop's setting before.
  case wallpaper(FilePath, former: Wallpaper.WallpaperSetting)
  /// A photo was moved to the trash, and another file took its path. `turn` is the rotation or
  /// reflection from the former picture to the new one; nil if the pictures differ in another way.
  case replaced(FilePath, TrashedFile, turn: Orientation?)

  /// The path of the changed file, outside the trash; for a moved file its new path.
  var path: FilePath {
    switch self {
    case .trashed(let path, _), .restored(let path), .copied(let path, _): path
    case .replaced(let path, _, _): path
    case .marked(let change): change.photo
    case .turned(let change): change.photo
    case .keptMarks(let move): move.newPath
    case .moved(_, let path, _): path
    case .madeFolder(let path), .removedFolder(let path): path
    case .group(let path, _): path
    case .wallpaper(let path, _): path
    }
  }

  /// The rotation or reflection of the shown picture that reversing this change causes; nil if it
  /// is unknown or the picture is not turned.
  var reverseTurn: Orientation? {
    switch self {
    case .turned(let change): change.turn.inverse
    case .replaced(_, _, let turn): turn?.inverse
    default: nil
    }
  }

  /// Whether reversing the change may copy bytes to another file system, which can take long.
  var reversalMayCopyBytes: Bool {
    flattened.contains { part in
      if case .moved(let from, let to, _) = part { from.folder != to.folder } else { false }
    }
  }

  /// The single changes of a group, also of nested groups; for any other change, the change itself.
  var flattened: [FileChange] {
    if case .group(_, let changes) = self { changes.flatMap(\.flattened) } else { [self] }
  }

  /// Moves a file to the trash. Waits for the file system.
  ///
  /// - Parameter folder: the folder to which a relative path refers.
  static func moveToTrash(_ path: FilePath, in folder: FilePath) throws(DesktopError) -> FileChange
  {
    .trashed(path, try Trash.moveToTrash(path.absolute(in: folder).bytes))
  }

  /// Moves a photo to the trash, and brings another file to its path, or leaves both unchanged.
  /// Waits for the file system.
  ///
  /// - Parameters:
  ///   - path: the path of the photo.
  ///   - operation: the file operation that brings the other file to this path.
  ///   - turn: the rotation or reflection from the former picture to the new one; nil if they
  ///     differ in another way.
  ///   - folder: the folder to which a relative path refers.
  ///   - journal: the folder with the records of running operations; nil when there is none.
  /// - Returns: `.replaced`; or a group of the single changes if the photo was not found in the
  ///   trash.
  static func replace(
    _ path: FilePath, by operation: FileOperation, turn: Orientation?, in folder: FilePath,
    journal: FilePath?
  ) throws(DesktopError) -> FileChange {
    let photo = path.absolute(in: folder)
    let group = OperationGroup(photo: photo, operations: [.trash(photo), operation])
    var notReversed: [FileChange] = []
    do {
      let change = try group.perform(notReversed: &notReversed, journal: journal)
      if case .trashed(_, let former?) = change.flattened.first {
        return .replaced(path, former, turn: turn)
      }
      return change
    } catch {
      switch error {
      case .failed(let error): throw error
      case .cancelled: throw .unwritable(file: path.display, reason: tr("it was cancelled"))
      }
    }
  }

  /// Reverses the change. Waits for the file system.
  ///
  /// - Parameters:
  ///   - folder: the folder to which relative paths refer.
  ///   - journal: the folder with the records of running operations; nil when there is none.
  ///   - record: the record that already lists the operations of the reversal; nil when there is
  ///     none.
  ///   - facts: the database of marks without sidecars. Default: that of the user.
  ///   - progress: called while bytes are copied to another file system, with the completed share
  ///     of the reversal, 0 to 1. If it returns false, the file stays as it is. Default: returns
  ///     true.
  /// - Returns: the change that the reversal has made, by which it can be reversed in turn.
  /// - Throws: `.unremovable` or `.unwritable` if the file stays as it is.
  func reverse(
    in folder: FilePath, journal: FilePath? = OperationJournal.folderOfUser,
    record: OperationJournal? = nil, facts: PhotoFactsStore = .ofUser,
    progress: (Double) -> Bool = { _ in true }
  ) throws(DesktopError) -> FileChange {
    switch self {
    case .marked(let change): return .marked(try change.reverse(in: facts))
    case .turned(let change): return .turned(try change.undo(in: folder, facts))
    case .replaced(let path, let former, let turn):
      return try Self.replace(
        path, by: .restore(former), turn: turn?.inverse, in: folder, journal: journal)
    case .wallpaper(let path, let former):
      let current = try Wallpaper.restore(former)
      return .wallpaper(path, former: current ?? former)
    default:
      let group = try reverseOperations(in: folder)
      var notReversed: [FileChange] = []
      do {
        let count = Double(group.operations.count)
        let change = try group.perform(notReversed: &notReversed, journal: journal, record: record)
        {
          operation, share in
          share == 0 || progress((Double(operation) + share) / count)
        }.withPaths(listedPaths(in: folder))
        // A single change has a single change as its reversal, not a group of one.
        guard case .group(let photo, let changes) = change, case .group = self else {
          return change.flattened.first ?? change
        }
        return .group(photo: photo, changes + reverseKeptMarks(in: facts))
      } catch {
        switch error {
        case .failed(let error): throw error
        case .cancelled: throw .unwritable(file: path.display, reason: tr("it was cancelled"))
        }
      }
    }
  }

  /// The file operations that reverse the change, in the order in which they are performed, which
  /// begins with the last change of a group; none for a change that was not made by file
  /// operations. Waits for the file system.
  ///
  /// - Throws: `.unremovable` if the file was not found in the trash; `.unwritable` if another
  ///   program has changed a file since the change.
  func reverseOperations(in folder: FilePath) throws(DesktopError) -> OperationGroup {
    var operations: [FileOperation] = []
    for change in flattened.reversed() {
      guard !change.isOutdated else {
        throw .unwritable(
          file: change.path.display, reason: FileReplacementError.changed.description)
      }
      switch change {
      case .trashed(let path, nil):
        throw .unremovable(file: path.display, reason: tr("it was not found in the trash"))
      case .trashed(_, let trashed?): operations.append(.restore(trashed))
      case .restored(let path), .copied(let path, _):
        operations.append(.trash(path.absolute(in: folder)))
      case .moved(let from, let to, _): operations.append(.move(from: to, to: from))
      case .madeFolder(let path): operations.append(.removeFolder(path))
      case .removedFolder(let path): operations.append(.makeFolder(path))
      case .marked, .turned, .replaced, .wallpaper, .keptMarks, .group: break
      }
    }
    return OperationGroup(photo: path, operations: operations)
  }

  /// Stores the marks that were taken along with the photos of the group under the former paths of
  /// these photos, to which the photos have returned.
  ///
  /// - Returns: the changes that undo the storing.
  private func reverseKeptMarks(in facts: PhotoFactsStore) -> [FileChange] {
    flattened.compactMap { part -> FileChange? in
      guard case .keptMarks(let move) = part else { return nil }
      return .keptMarks(move.reverse(in: facts))
    }
  }

  /// The paths under which lists contain the trashed and restored files of the change, by the
  /// absolute paths of these files.
  private func listedPaths(in folder: FilePath) -> [FilePath: FilePath] {
    var names: [FilePath: FilePath] = [:]
    for change in flattened {
      switch change {
      case .trashed(let path, let trashed?): names[FilePath(trashed.original)] = path
      case .restored(let path): names[path.absolute(in: folder)] = path
      default: break
      }
    }
    return names
  }

  /// The change with other paths for files that were moved to the trash or restored.
  ///
  /// - Parameter names: the new paths, by the absolute paths that the change has.
  func withPaths(_ names: [FilePath: FilePath]) -> FileChange {
    switch self {
    case .group(let path, let changes):
      .group(photo: names[path] ?? path, changes.map { $0.withPaths(names) })
    case .trashed(let path, let trashed): .trashed(names[path] ?? path, trashed)
    case .restored(let path): .restored(names[path] ?? path)
    default: self
    }
  }

  /// Whether another program has changed the copied or moved file since it was copied or moved.
  /// Always false for a sidecar, which is reversed together with its photo in any state.
  private var isOutdated: Bool {
    switch self {
    case .copied(let path, let state?) where !Sidecar.isSidecar(path.name):
      // Only the size and the time are compared: a rotation of the copy, followed by Undo, leaves
      // another inode with the same size and time.
      FileState.read(path)?.stamp != state.stamp
    case .moved(_, let path, let state?) where !Sidecar.isSidecar(path.name):
      FileState.read(path).map { !$0.isSameFile(as: state) && $0.stamp != state.stamp } ?? false
    default: false
    }
  }

  /// Reverses a change immediately, because another change of its group has failed. A copy is
  /// deleted, as its original still exists. Waits for the file system.
  ///
  /// - Returns: false if the change could not be reversed.
  func rollBack() -> Bool {
    switch self {
    case .copied(let path, let state):
      guard let state, FileState.read(path) == state else { return false }
      return path.withCString { unlink($0) } == 0
    case .restored(let path): return (try? Trash.moveToTrash(path.bytes)) != nil
    case .trashed(_, let trashed?): return (try? Trash.restore(trashed)) != nil
    case .moved(let from, let to, _): return (try? FileMove.move(to.bytes, to: from.bytes)) != nil
    case .madeFolder(let path): return path.withCString { rmdir($0) } == 0
    case .removedFolder(let path): return path.withCString { mkdir($0, 0o777) } == 0
    case .group(_, let changes): return changes.reversed().allSatisfy { $0.rollBack() }
    // The database still has the marks under the former path, so nothing has to be reversed.
    case .keptMarks: return true
    case .trashed(_, nil), .marked, .turned, .replaced, .wallpaper: return false
    }
  }
}

/// The reversal of all changes of one step of Undo or Redo.
nonisolated enum StepReversal {
  /// The result of reversing a step.
  struct Outcome: Sendable {
    /// The changes that the reversal has made, in the order in which they were made.
    var made: [FileChange] = []
    /// The changes that could not be reversed, in the order in which they had originally been
    /// made.
    var failed: [FileChange] = []
    /// The files of the changes in ``failed``, with their errors.
    var failures = FileFailures()
    /// The changes that stay because the user has cancelled the reversal, in the order in which
    /// they had originally been made.
    var cancelled: [FileChange] = []

    /// The error of the first change that could not be reversed; nil without errors.
    var failure: DesktopError? { failures.firstError }
    /// Whether the reversal was cancelled before the last change.
    var isCancelled: Bool { !cancelled.isEmpty }
    /// The changes that another attempt can reverse, in the order in which they had originally been
    /// made.
    var remaining: [FileChange] { cancelled + failed }
  }

  /// Reverses changes, the last one first. A change that cannot be reversed does not stop the
  /// others. Waits for the file system.
  ///
  /// - Parameters:
  ///   - folder: the folder to which relative paths refer.
  ///   - journal: the folder with the records of running operations; nil records nothing.
  ///   - facts: the database of marks without sidecars. Default: that of the user.
  ///   - progress: called before each change, and while bytes are copied to another file system,
  ///     with the completed share, 0 to 1. If it returns false, the change that is being reversed
  ///     and those before it in the step stay. Default: returns true.
  static func run(
    _ changes: [FileChange], in folder: FilePath,
    journal: FilePath? = OperationJournal.folderOfUser, facts: PhotoFactsStore = .ofUser,
    progress: (Double) -> Bool = { _ in true }
  ) -> Outcome {
    var outcome = Outcome()
    let order = changes.reversed()
    let record = OperationJournal(
      order.compactMap { try? $0.reverseOperations(in: folder) }, in: journal)
    defer { record?.finish() }
    for (index, change) in order.enumerated() {
      var goesOn = progress(Double(index) / Double(order.count))
      guard goesOn else {
        outcome.cancelled = Array(changes.dropLast(index))
        break
      }
      do throws(DesktopError) {
        outcome.made.append(
          try change.reverse(in: folder, journal: journal, record: record, facts: facts) { share in
            goesOn = progress((Double(index) + share) / Double(order.count))
            return goesOn
          })
      } catch {
        guard goesOn else {
          outcome.cancelled = Array(changes.dropLast(index))
          break
        }
        outcome.failed.insert(change, at: 0)
        outcome.failures.add(change.path, error)
      }
    }
    return outcome
  }
}
