import Desktop

/// What has become of some files and folders, with all a library needs to know of them. The parts
/// hold together: a file that swapped its name with another one is found in both.
nonisolated struct LibraryUpdate: Hashable, Sendable {
  /// A file as it is.
  struct File: Hashable, Sendable {
    var path: FilePath
    var inode: UInt64 = 0
    var stamp: FileStamp?
  }

  /// Files that are no more.
  var removed: Set<FilePath> = []
  /// Files by another name: the old one, and what lies by the new one.
  var renamed: [FilePath: File] = [:]
  /// Files there are, known or not; those that were known hold other bytes, unless their stamp
  /// says they do not.
  var present: [FilePath: File] = [:]
  /// Folders that are no more, with all below.
  var goneFolders: [FilePath] = []
  /// Everything has to be read again: too much has happened.
  var isIncomplete = false

  /// Nothing has happened.
  init() {}

  /// Asks the system about what `changes` name; a look at each file, so work for a ``SideThread``
  /// when folders have come.
  init(_ changes: [FolderChange]) {
    for change in changes {
      switch change {
      case .appeared(let path), .rewritten(let path): look(at: FilePath(path))
      case .removed(let path): removed.insert(FilePath(path))
      case .renamed(let from, let to): rename(FilePath(from), to: FilePath(to))
      case .folderGone(let folder): goneFolders.append(FilePath(folder))
      case .folderAppeared(let folder): lookInto(FilePath(folder))
      case .unwatched: break
      case .missed: isIncomplete = true
      }
    }
  }

  /// True when there is nothing to do.
  var isEmpty: Bool {
    removed.isEmpty && renamed.isEmpty && present.isEmpty && goneFolders.isEmpty && !isIncomplete
  }

  private mutating func look(at path: FilePath) {
    guard PictureName.isShown(path.name), !LivePhoto.isPart(ofPhoto: path) else { return }
    if let known = FileStamp.read(path) {
      present[path] = File(path: path, inode: known.inode, stamp: known.stamp)
    } else {
      removed.insert(path)
    }
  }

  /// A file that has gone on since keeps its identity: what became of it is told later.
  private mutating func rename(_ from: FilePath, to: FilePath) {
    let known = FileStamp.read(to)
    renamed[from] = File(path: to, inode: known?.inode ?? 0, stamp: known?.stamp)
  }

  private mutating func lookInto(_ folder: FilePath) {
    guard let contents = try? FolderScan.contents(of: folder).get() else { return }
    for entry in contents.pictures { look(at: entry.path) }
  }
}
