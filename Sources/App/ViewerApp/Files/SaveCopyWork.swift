import BrowserHost
import Desktop

/// The copying of a photo's files under another name that the user has typed.
nonisolated struct SaveCopyWork: Sendable {
  /// The absolute path of the file that is shown for the photo.
  let source: FilePath
  /// The absolute paths of all files of the photo.
  let files: [FilePath]
  /// The absolute path of the copy of ``source``.
  let target: FilePath
  /// Whether existing files at the new paths go to the trash, together with their companions;
  /// otherwise nothing is copied when a file exists. Default: false.
  var replaces = false
  /// Whether the copying is refused when only one file of the photo's RAW+JPEG pair is among
  /// ``files``. Default: false.
  var requiresWholePairs = false

  /// The file operations that make the copies. Waits for the file system.
  private var work: TransferWork {
    let copies = CompanionCopies(of: source, files, to: target)
    let group = OperationGroup(
      photo: source, operations: copies.operations(replacing: replaces), needsAllCompanions: true,
      requiresWholePairs: requiresWholePairs, filesAlreadyInPlace: Set(copies.uncopiedFiles))
    return TransferWork([group], into: target.folder)
  }

  /// The space that the copies need and the free space, in bytes; nil when the free space suffices
  /// or is not known. Waits for the file system.
  var shortage: (needed: Int64, free: Int64)? {
    Transfer.shortage(of: work.totalBytes, in: target.folder)
  }

  /// Copies the files. All are copied, or none. Waits for the file system.
  ///
  /// - Parameters:
  ///   - journal: the folder with the records of running operations; nil records nothing.
  ///   - facts: the database with the marks of photos without sidecars, in which the copies receive
  ///     the marks of the photo. Default: that of the user.
  ///   - progress: called while files are copied; a result of false cancels the copying.
  func perform(
    journal: FilePath? = OperationJournal.folderOfUser, facts: PhotoFactsStore = .ofUser,
    progress: (TransferProgress) -> Bool = { _ in true }
  ) -> Transfer.Outcome {
    var outcome = Transfer.Outcome()
    let work = work
    let marks = CarriedMarks(of: work.groups, in: facts)
    for (index, group) in work.groups.enumerated() {
      var notReversed: [FileChange] = []
      do throws(FileOperation.Failure) {
        let change = try group.perform(notReversed: &notReversed, journal: journal) { step, share in
          progress(work.progress(index, step, share))
        }
        outcome.changes.append(marks.storeMarks(after: change, of: group))
        outcome.transferredPhotos.append(target)
      } catch {
        outcome.changes += notReversed
        switch error {
        case .cancelled: outcome.isCancelled = true
        case .failed(let failure): outcome.failures.add(source, failure)
        }
      }
    }
    return outcome
  }
}
