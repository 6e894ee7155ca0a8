import BrowserHost
import Desktop
import Geometry
import Glibc
import Localization

/// A change of one file that was made, with everything needed to reverse it.
nonisolated indirect enum FileChange: Hashable, Sendable {
  /// The file was moved to the trash. `TrashedFile` is nil when its entry was not found there: then
  /// only a file manager can restore it.
  case trashed(FilePath, TrashedFile?)
  /// The file was restored from the trash.
  case restored(FilePath)
  /// A copy was made at the path; the state is that of the copy, nil when it could not be read.
  case copied(FilePath, FileState?)
  /// The photo got other marks.
  case marked(MarkChange)
  /// The photo was rotated or flipped.
  case turned(TurnChange)
  /// The file was moved from one absolute path to another; the state is that of the moved file.
  case moved(from: FilePath, to: FilePath, FileState?)
  /// The folder was made.
  case madeFolder(FilePath)
  /// The folder was removed, unless there were files in it.
  case removedFolder(FilePath)
  /// Changes that belong together, as those of all files of the photo at a path: all are reversed,
  /// or none.
  case group(FilePath, [FileChange])
  /// The photo became the wallpaper; `former` is the setting before.
  case wallpaper(FilePath, former: Wallpaper.Setting)
  /// The photo was replaced by another file of its name, and is in the trash. `turn` is the
  /// rotation or reflection by which the pictures differ; nil when they differ otherwise.
  case replaced(FilePath, TrashedFile, turn: Orientation?)

  /// The file's path outside the trash.
  var path: FilePath {
    switch self {
    case .trashed(let path, _), .restored(let path), .copied(let path, _): path
    case .replaced(let path, _, _): path
    case .marked(let change): change.photo
    case .turned(let change): change.photo
    case .moved(_, let path, _): path
    case .madeFolder(let path), .removedFolder(let path): path
    case .group(let path, _): path
    case .wallpaper(let path, _): path
    }
  }

  /// The rotation or reflection of the shown picture by the reversal of the change; nil when it is
  /// not known or there is none.
  var turnBack: Orientation? {
    switch self {
    case .turned(let change): change.turn.inverse
    case .replaced(_, _, let turn): turn?.inverse
    default: nil
    }
  }

  /// The changes of a group; for any other change, the change itself.
  var parts: [FileChange] {
    if case .group(_, let changes) = self { changes.flatMap(\.parts) } else { [self] }
  }

  /// Moves a file to the trash. Waits for the disk.
  static func moveToTrash(_ path: FilePath, in folder: FilePath) throws(DesktopError) -> FileChange
  {
    .trashed(path, try Trash.put(path.absolute(in: folder).bytes))
  }

  /// Moves a photo to the trash, and another file to its path, as one step. Waits for the disk.
  ///
  /// - Parameters:
  ///   - step: the step that brings the other file.
  ///   - turn: the rotation or reflection by which the other picture differs; nil when it differs
  ///     otherwise.
  ///   - folder: the base of a relative path.
  ///   - journal: the folder of the records of operations; nil when there is none.
  /// - Returns: `.replaced`, or the single changes when the photo was not found in the trash.
  static func exchange(
    _ path: FilePath, by step: FileStep, turn: Orientation?, in folder: FilePath,
    journal: FilePath?
  ) throws(DesktopError) -> FileChange {
    let photo = path.absolute(in: folder)
    let group = FileGroup(photo: photo, steps: [.trash(photo), step])
    var left: [FileChange] = []
    do {
      let change = try group.perform(left: &left, journal: journal)
      if case .trashed(_, let former?) = change.parts.first {
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

  /// Reverses the change. Waits for the disk.
  ///
  /// - Parameters:
  ///   - folder: the base of relative paths.
  ///   - journal: the folder of the records of operations; nil when there is none.
  ///   - record: the record of the steps; nil when there is none.
  /// - Returns: the change that the reversal makes, which can be reversed in turn.
  /// - Throws: `.unremovable` or `.unwritable` when the file stays as it is.
  func reverse(
    in folder: FilePath, journal: FilePath? = OperationJournal.folderOfUser,
    record: OperationJournal? = nil
  ) throws(DesktopError) -> FileChange {
    switch self {
    case .marked(let change): return .marked(try change.reverse())
    case .turned(let change): return .turned(try change.reverse(in: folder))
    case .replaced(let path, let former, let turn):
      return try Self.exchange(
        path, by: .restore(former), turn: turn?.inverse, in: folder, journal: journal)
    case .wallpaper(let path, let former):
      let current = try Wallpaper.restore(former)
      return .wallpaper(path, former: current ?? former)
    default:
      let group = try reversal(in: folder)
      var left: [FileChange] = []
      do {
        let change = try group.perform(left: &left, journal: journal, record: record).renamed(
          listedNames(in: folder))
        // The reversal of a single change stays a single change.
        if case .group = self { return change }
        return change.parts.first ?? change
      } catch {
        switch error {
        case .failed(let error): throw error
        case .cancelled: throw .unwritable(file: path.display, reason: tr("it was cancelled"))
        }
      }
    }
  }

  /// The steps that reverse the change. Waits for the disk.
  ///
  /// - Throws: `.unremovable` or `.unwritable` when a file is in another state than after the
  ///   change, or its path in the trash is not known.
  func reversal(in folder: FilePath) throws(DesktopError) -> FileGroup {
    var steps: [FileStep] = []
    for change in parts.reversed() {
      guard !change.isOutdated else {
        throw .unwritable(
          file: change.path.display, reason: FileReplacementError.changed.description)
      }
      switch change {
      case .trashed(let path, nil):
        throw .unremovable(file: path.display, reason: tr("it was not found in the trash"))
      case .trashed(_, let trashed?): steps.append(.restore(trashed))
      case .restored(let path), .copied(let path, _):
        steps.append(.trash(path.absolute(in: folder)))
      case .moved(let from, let to, _): steps.append(.move(from: to, to: from))
      case .madeFolder(let path): steps.append(.removeFolder(path))
      case .removedFolder(let path): steps.append(.makeFolder(path))
      case .marked, .turned, .replaced, .wallpaper, .group: break
      }
    }
    return FileGroup(photo: path, steps: steps)
  }

  /// The paths by which the lists know the files of the trash, by their absolute paths.
  private func listedNames(in folder: FilePath) -> [FilePath: FilePath] {
    var names: [FilePath: FilePath] = [:]
    for change in parts {
      switch change {
      case .trashed(let path, let trashed?): names[FilePath(trashed.original)] = path
      case .restored(let path): names[path.absolute(in: folder)] = path
      default: break
      }
    }
    return names
  }

  /// The change with other paths for files that are in the trash, or come from there.
  func renamed(_ names: [FilePath: FilePath]) -> FileChange {
    switch self {
    case .group(let path, let changes):
      .group(names[path] ?? path, changes.map { $0.renamed(names) })
    case .trashed(let path, let trashed): .trashed(names[path] ?? path, trashed)
    case .restored(let path): .restored(names[path] ?? path)
    default: self
    }
  }

  /// Whether another program has changed the file since. A sidecar follows its photo in any state.
  private var isOutdated: Bool {
    switch self {
    case .copied(let path, let state?) where !Sidecar.isSidecar(path.name):
      // A rotation of a photo and its reversal give the file another inode with the same time.
      FileState.read(path)?.stamp != state.stamp
    case .moved(_, let path, let state?) where !Sidecar.isSidecar(path.name):
      FileState.read(path).map { !$0.isSameFile(as: state) && $0.stamp != state.stamp } ?? false
    default: false
    }
  }

  /// Takes a change back at once, because another one of its group failed. A copy is deleted, as
  /// the original still exists. Waits for the disk.
  ///
  /// - Returns: false when the change stays.
  func takeBack() -> Bool {
    switch self {
    case .copied(let path, let state):
      guard let state, FileState.read(path) == state else { return false }
      return path.withCString { unlink($0) } == 0
    case .restored(let path): return (try? Trash.put(path.bytes)) != nil
    case .trashed(_, let trashed?): return (try? Trash.restore(trashed)) != nil
    case .moved(let from, let to, _): return (try? FileMove.move(to.bytes, to: from.bytes)) != nil
    case .madeFolder(let path): return path.withCString { rmdir($0) } == 0
    case .removedFolder(let path): return path.withCString { mkdir($0, 0o777) } == 0
    case .group(_, let changes): return changes.reversed().allSatisfy { $0.takeBack() }
    case .trashed(_, nil), .marked, .turned, .replaced, .wallpaper: return false
    }
  }
}

/// The reversal of the changes of a step, the last one first.
nonisolated enum StepReversal {
  /// The result of a reversal.
  struct Outcome: Sendable {
    /// The changes that were made, in their order.
    var made: [FileChange] = []
    /// The changes that could not be reversed, in the order in which they had been made.
    var failed: [FileChange] = []
    /// The error of the first failed change.
    var failure: DesktopError?
  }

  /// Reverses changes. Waits for the disk.
  ///
  /// - Parameters:
  ///   - folder: the base of relative paths.
  ///   - journal: the folder of the records; nil records nothing.
  static func run(
    _ changes: [FileChange], in folder: FilePath,
    journal: FilePath? = OperationJournal.folderOfUser
  ) -> Outcome {
    var outcome = Outcome()
    let order = changes.reversed()
    let record = OperationJournal(
      order.compactMap { try? $0.reversal(in: folder) }, in: journal)
    defer { record?.finish() }
    for change in order {
      do throws(DesktopError) {
        outcome.made.append(try change.reverse(in: folder, journal: journal, record: record))
      } catch {
        outcome.failed.insert(change, at: 0)
        outcome.failure = outcome.failure ?? error
      }
    }
    return outcome
  }
}
