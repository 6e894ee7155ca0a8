import BrowserHost

/// The version numbers of the folders of a library. By them, work on the files is repeated only
/// for folders in which files have changed.
nonisolated struct FolderVersions: Sendable {
  /// The present version: the number of jobs so far that read all folders or applied changes of
  /// files.
  private(set) var current = 0
  /// The version at which all folders were last read.
  private var ofReading = 0
  /// The version at which files in a folder last changed, by the path of the folder, since all
  /// folders were last read.
  private var ofChanges: [FilePath: Int] = [:]

  /// Begins a new version if a job's backlog reads all folders or has changes of files.
  mutating func add(_ backlog: LibraryBacklog) {
    guard backlog.needsScan || !backlog.deliveries.isEmpty else { return }
    current += 1
    if backlog.needsScan {
      ofReading = current
      ofChanges = [:]
    } else {
      for folder in backlog.changedFolders { ofChanges[folder] = current }
    }
  }

  /// The folders in which files have changed since a version; nil if all folders have been read
  /// again.
  func folders(changedSince version: Int) -> Set<FilePath>? {
    guard ofReading <= version else { return nil }
    return Set(ofChanges.lazy.filter { $0.value > version }.map(\.key))
  }
}
