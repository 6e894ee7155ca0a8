import BrowserHost
import Desktop

/// The permanent deletion of photos together with their companions.
nonisolated enum DeletionWork {
  /// Deletes photos permanently. Waits for the file system.
  ///
  /// - Parameters:
  ///   - photos: the files of each photo, the shown one first. A file that another operation is
  ///     using is not deleted.
  ///   - folder: the folder to which relative paths refer.
  ///   - journal: the folder with the records of running operations; nil when there is none.
  ///   - progress: called before each photo with the completed share, 0 to 1. If it returns false,
  ///     that photo and those after it stay. Default: returns true.
  /// - Returns: the deleted files, and those that could not be deleted, also companions, or were
  ///   left.
  static func perform(
    _ photos: [[FilePath]], in folder: FilePath,
    journal: FilePath? = OperationJournal.folderOfUser,
    progress: (Double) -> Bool = { _ in true }
  ) -> FileOperations.Outcome {
    var outcome = FileOperations.Outcome()
    let together = Set(photos.joined().map { $0.absolute(in: folder) })
    for (index, files) in photos.enumerated() {
      guard progress(Double(index) / Double(photos.count)) else {
        outcome.cancelled = Array(photos[index...].joined())
        break
      }
      for file in files {
        let path = file.absolute(in: folder)
        let companions = Companions.of(path, together: together).filter { !together.contains($0) }
        outcome.delete(file, at: path, companions, journal)
      }
    }
    return outcome
  }
}

nonisolated extension FileOperations.Outcome {
  /// Deletes a file and its companions permanently, and adds the result to this outcome.
  ///
  /// - Parameters:
  ///   - file: the file as the lists of pictures name it.
  ///   - path: the absolute path of the file.
  fileprivate mutating func delete(
    _ file: FilePath, at path: FilePath, _ companions: [FilePath], _ journal: FilePath?
  ) {
    do throws(DesktopError) {
      let lock = try FileLock.afterRecovery([path] + companions, journal)
      defer { withExtendedLifetime(lock) {} }
      try Trash.delete(path.bytes)
      made.append(.trashed(file, nil))
      for companion in companions {
        do throws(DesktopError) { try Trash.delete(companion.bytes) } catch {
          failures.add(companion, error)
        }
      }
    } catch {
      failures.add(file, error)
    }
  }
}
