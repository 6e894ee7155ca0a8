import BrowserHost

/// The version numbers of the folders of a library. By them, work on the files is repeated only
/// for folders in which files have changed.
nonisolated struct FolderVersions: Sendable {
  /// The present version: the number of jobs so far that read all folders or applied changes of
  /// files.
  private(set) var currentVersion = 0
  /// The value of ``currentVersion`` at the last reading of all folders.
  private var lastFullScanVersion = 0
  /// The value of ``currentVersion`` at the last change of files in a folder, by folder, for the
  /// folders with changes since the last reading of all folders.
  private var lastChangeVersions: [FilePath: Int] = [:]

  /// Counts a job that reads all folders or applies changes of files; any other job is ignored.
  mutating func recordJob(_ backlog: LibraryBacklog) {
    guard backlog.needsScan || !backlog.fileChangeBatches.isEmpty else { return }
    currentVersion += 1
    if backlog.needsScan {
      lastFullScanVersion = currentVersion
      lastChangeVersions = [:]
    } else {
      for folder in backlog.changedFolders { lastChangeVersions[folder] = currentVersion }
    }
  }

  /// The folders in which files have changed since ``currentVersion`` had the value `version`; nil
  /// if all folders have been read since then.
  func folders(changedSince version: Int) -> Set<FilePath>? {
    guard lastFullScanVersion <= version else { return nil }
    return Set(lastChangeVersions.lazy.filter { $0.value > version }.map(\.key))
  }
}
