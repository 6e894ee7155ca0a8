import BrowserHost
import Desktop

/// The changes to a set of files and folders, with the metadata that a library needs. The members
/// form one consistent state: an update contains both of two files that swapped names.
nonisolated struct LibraryUpdate: Hashable, Sendable {
  /// A file with its current metadata.
  struct File: Hashable, Sendable {
    var path: FilePath
    var inode: UInt64 = 0
    var stamp: FileStamp?
  }

  /// The paths of files that were deleted.
  var removed: Set<FilePath> = []
  /// Renamed files: the old path and the file that is now at the new path.
  var renamed: [FilePath: File] = [:]
  /// Files that exist, whether the library knows them or not. A file that the library knows has new
  /// contents, unless its stamp is unchanged.
  var present: [FilePath: File] = [:]
  /// The paths of XMP sidecars that appeared, changed or disappeared.
  var sidecars: Set<FilePath> = []
  /// Folders that were deleted with everything in them.
  var goneFolders: [FilePath] = []
  /// Whether events were lost, so that everything has to be read again.
  var isIncomplete = false

  init() {}

  /// Reads the current state of the files named in `changes`. Calls `stat` for each file, so it
  /// runs on a ``WorkerThread``.
  init(_ changes: [FolderChange]) {
    sidecars = Self.sidecars(in: changes)
    for change in changes {
      switch change {
      case .appeared(let path), .rewritten(let path): readStatus(of: FilePath(path))
      case .removed(let path) where Sidecar.isSidecar(FilePath(path).name): break
      case .removed(let path): removed.insert(FilePath(path))
      case .renamed(let from, let to): rename(FilePath(from), to: FilePath(to))
      case .folderGone(let folder): goneFolders.append(FilePath(folder))
      case .folderAppeared(let folder): readFolder(FilePath(folder))
      case .unwatched: break
      case .missed: isIncomplete = true
      }
    }
  }

  /// Whether the update contains no changes.
  var isEmpty: Bool {
    removed.isEmpty && renamed.isEmpty && present.isEmpty && sidecars.isEmpty
      && goneFolders.isEmpty && !isIncomplete
  }

  /// The paths of the XMP sidecars among the files of `changes`.
  static func sidecars(in changes: [FolderChange]) -> Set<FilePath> {
    var paths: Set<FilePath> = []
    for change in changes {
      switch change {
      case .appeared(let path), .rewritten(let path), .removed(let path):
        paths.insert(FilePath(path))
      case .renamed(let from, let to): paths.formUnion([FilePath(from), FilePath(to)])
      case .folderGone, .folderAppeared, .unwatched, .missed: break
      }
    }
    return paths.filter { Sidecar.isSidecar($0.name) }
  }

  private mutating func readStatus(of path: FilePath) {
    guard path.hasShownName, !LivePhoto.isPart(ofPhoto: path) else { return }
    if let known = FileStamp.read(path) {
      present[path] = File(path: path, inode: known.inode, stamp: known.stamp)
    } else {
      removed.insert(path)
    }
  }

  /// Records a rename. A file that was renamed again meanwhile keeps its identity; the next event
  /// completes the chain.
  private mutating func rename(_ from: FilePath, to: FilePath) {
    let known = FileStamp.read(to)
    renamed[from] = File(path: to, inode: known?.inode ?? 0, stamp: known?.stamp)
  }

  private mutating func readFolder(_ folder: FilePath) {
    guard let contents = try? FolderScan.contents(of: folder).get() else { return }
    for entry in contents.pictures { readStatus(of: entry.path) }
  }
}
