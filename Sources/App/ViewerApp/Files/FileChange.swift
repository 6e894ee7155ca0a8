import BrowserHost
import Desktop

/// A change of one file that was made, with everything needed to reverse it.
nonisolated enum FileChange: Hashable, Sendable {
  /// The file was moved to the trash. `TrashedFile` is nil when its entry was not found there: then
  /// only a file manager can restore it.
  case trashed(FilePath, TrashedFile?)
  /// The file was restored from the trash.
  case restored(FilePath)
  /// The photo got other marks.
  case marked(MarkChange)
  /// The photo was rotated or flipped.
  case turned(TurnChange)
  /// The file was moved from one absolute path to another.
  case moved(from: FilePath, to: FilePath)

  /// The file's path outside the trash.
  var path: FilePath {
    switch self {
    case .trashed(let path, _), .restored(let path): path
    case .marked(let change): change.photo
    case .turned(let change): change.photo
    case .moved(_, let path): path
    }
  }

  /// Moves a file to the trash. Waits for the disk.
  static func moveToTrash(_ path: FilePath, in folder: FilePath) throws(DesktopError) -> FileChange
  {
    .trashed(path, try Trash.put(path.absolute(in: folder).bytes))
  }

  /// Reverses the change. Waits for the disk.
  ///
  /// - Parameter folder: the base of relative paths.
  /// - Returns: the change that the reversal makes, which can be reversed in turn.
  /// - Throws: `.unremovable` or `.unwritable` when the file stays as it is.
  func reverse(in folder: FilePath) throws(DesktopError) -> FileChange {
    switch self {
    case .trashed(let path, nil):
      throw .unremovable(file: path.display, reason: "it was not found in the trash")
    case .trashed(let path, let trashed?):
      try Trash.restore(trashed)
      return .restored(path)
    case .restored(let path):
      return try Self.moveToTrash(path, in: folder)
    case .marked(let change): return .marked(try change.reverse())
    case .turned(let change): return .turned(try change.reverse(in: folder))
    case .moved(let from, let to):
      do { try FileMove.move(to.bytes, to: from.bytes) } catch {
        throw .unwritable(file: to.display, reason: error.description)
      }
      return .moved(from: to, to: from)
    }
  }
}
