import BrowserHost
import Desktop
import PhotoGrid

/// The changes and requests that a ``LiveLibrary`` has received since its last job, for the next
/// one.
nonisolated struct LibraryBacklog: Sendable {
  /// Whether all folders have to be read again.
  var needsScan = false
  /// Whether the folder cards have to be read again.
  var needsCards = false
  /// The changes of files. Each inner list was reported together and leads from one consistent
  /// state to the next.
  var fileChangeBatches: [[FolderChange]] = []
  /// The metadata of photos that have been read.
  var records: PhotoIndexer.Records = [:]
  /// The ratings, flags and labels that have been set, by the path of the photo.
  var newMarks: [FilePath: PhotoMarks] = [:]
  /// The choices of the user for folders, which the job writes to state files.
  var unsavedChoices = UnsavedFolderChoices()

  /// Whether no job is needed for the backlog.
  var isEmpty: Bool { !needsScan && !needsCards && !changesPhotos && unsavedChoices.isEmpty }

  /// Whether the backlog has changes of files, metadata or marks.
  var changesPhotos: Bool { !fileChangeBatches.isEmpty || !records.isEmpty || !newMarks.isEmpty }

  /// The folders in which files were added, changed or removed.
  var changedFolders: Set<FilePath> {
    var folders: Set<FilePath> = []
    for change in fileChangeBatches.joined() {
      switch change {
      case .appeared(let path), .rewritten(let path), .removed(let path):
        folders.insert(FilePath(path).folder)
      case .renamed(let from, let to):
        folders.insert(FilePath(from).folder)
        folders.insert(FilePath(to).folder)
      case .folderAppeared(let folder), .folderGone(let folder): folders.insert(FilePath(folder))
      // These changes name no file. A subfolder affects only the cards; after `missed`, all folders
      // are read again.
      case .subfolderChanged, .unwatched, .eventsLost: break
      }
    }
    return folders
  }

  /// Whether the job of this backlog reads the folder cards. A job that reads the folders does not;
  /// the next job then reads the cards.
  var readsCards: Bool { needsCards && !needsScan }

  /// Takes all changes and requests out of the backlog for the next job. A request to read folder
  /// cards stays in the backlog if that job does not read them.
  mutating func take() -> LibraryBacklog {
    let taken = self
    self = LibraryBacklog()
    needsCards = taken.needsCards && taken.needsScan
    return taken
  }
}
