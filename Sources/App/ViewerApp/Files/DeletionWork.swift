import BrowserHost
import Desktop

/// The permanent deletion of photos together with their companions.
nonisolated enum DeletionWork {
  /// Deletes photos permanently. Waits for the file system.
  ///
  /// - Parameters:
  /// - files: the files to delete. A file that another operation is using is not deleted.
  /// - folder: the folder to which relative paths refer.
  /// - journal: the folder with the records of running operations; nil when there is none.
  /// - Returns: the deleted files, and those that could not be deleted, also companions.
  static func perform(
    _ files: [FilePath], in folder: FilePath,
    journal: FilePath? = OperationJournal.folderOfUser
  ) -> FileOperations.Outcome<FilePath> {
    var outcome = FileOperations.Outcome<FilePath>()
    let together = Set(files.map { $0.absolute(in: folder) })
    for file in files {
      let path = file.absolute(in: folder)
      let companions = Companions.of(path, together: together).filter { !together.contains($0) }
      do throws(DesktopError) {
        let lock = try FileLock.afterRecovery([path] + companions, journal)
        defer { withExtendedLifetime(lock) {} }
        try Trash.delete(path.bytes)
        outcome.made.append(.trashed(file, nil))
        for companion in companions {
          do throws(DesktopError) { try Trash.delete(companion.bytes) } catch {
            outcome.fail(companion, error)
          }
        }
      } catch {
        outcome.fail(file, error)
      }
    }
    return outcome
  }
}

nonisolated extension FileOperations.Outcome {
  /// Adds a file that could not be deleted, and keeps the first error.
  fileprivate mutating func fail(_ subject: Subject, _ error: DesktopError) {
    failed.append(subject)
    failure = failure ?? error
  }
}
