import BrowserHost
import Desktop

/// A set of changes of files and folders, with the present state of the files. All changes apply
/// together: if two files have swapped names, the update contains both renamings.
nonisolated struct LibraryUpdate: Hashable, Sendable {
  /// A file with its present inode number, modification time and size. The number is 0, and the
  /// stamp nil, if they are unknown.
  struct File: Hashable, Sendable {
    var path: FilePath
    var inode: UInt64 = 0
    var stamp: FileStamp?
  }

  /// The paths of files that do not exist any more.
  var removed: Set<FilePath> = []
  /// The renamed files: the file at the new path, by the old path.
  var renamed: [FilePath: File] = [:]
  /// The files that were added or written, by path. If a library already contains a file with
  /// another stamp, the file has new contents.
  var addedOrWritten: [FilePath: File] = [:]
  /// The paths of XMP sidecars that were added, changed or removed.
  var sidecars: Set<FilePath> = []
  /// The folders that do not exist any more, with everything in them.
  var goneFolders: [FilePath] = []
  /// Whether changes were lost, so that all folders have to be read again.
  private var hasLostChanges = false

  init() {}

  /// Reads the present state of the files that `changes` name. Calls `stat` for each file, so it is
  /// used on a ``WorkerThread``.
  init(_ changes: [FolderChange]) {
    sidecars = Self.sidecars(in: changes)
    for change in changes {
      switch change {
      case .appeared(let path), .rewritten(let path): readStatus(of: FilePath(path))
      case .removed(let path) where Sidecar.isSidecar(FilePath(path).name): break
      case .removed(let path): removed.insert(FilePath(path))
      case .renamed(let from, let to): addRenaming(FilePath(from), to: FilePath(to))
      case .folderGone(let folder): goneFolders.append(FilePath(folder))
      case .folderAppeared(let folder): readFolder(FilePath(folder))
      case .subfolderChanged, .unwatched: break
      case .eventsLost: hasLostChanges = true
      }
    }
  }

  /// Whether no file or folder was changed, and no changes were lost.
  var isEmpty: Bool {
    removed.isEmpty && renamed.isEmpty && addedOrWritten.isEmpty && sidecars.isEmpty
      && goneFolders.isEmpty && !hasLostChanges
  }

  /// The paths of those files in `changes` that are XMP sidecars.
  static func sidecars(in changes: [FolderChange]) -> Set<FilePath> {
    var paths: Set<FilePath> = []
    for change in changes {
      switch change {
      case .appeared(let path), .rewritten(let path), .removed(let path):
        paths.insert(FilePath(path))
      case .renamed(let from, let to): paths.formUnion([FilePath(from), FilePath(to)])
      case .folderGone, .folderAppeared, .subfolderChanged, .unwatched, .eventsLost: break
      }
    }
    return paths.filter { Sidecar.isSidecar($0.name) }
  }

  private mutating func readStatus(of path: FilePath) {
    guard path.isListedByName, !LivePhoto.isClipOfPhoto(path) else { return }
    if let known = FileStamp.read(path) {
      addedOrWritten[path] = File(path: path, inode: known.inode, stamp: known.stamp)
    } else {
      removed.insert(path)
    }
  }

  /// Adds a renamed file. If it has been renamed again meanwhile, the file at `to` has no stamp,
  /// and a later change in the list names its present path.
  private mutating func addRenaming(_ from: FilePath, to: FilePath) {
    let known = FileStamp.read(to)
    renamed[from] = File(path: to, inode: known?.inode ?? 0, stamp: known?.stamp)
  }

  private mutating func readFolder(_ folder: FilePath) {
    guard let contents = try? FolderScan.contents(of: folder).get() else { return }
    for entry in contents.pictures { readStatus(of: entry.path) }
  }
}
