import ArchiveWire
import Archives
import BrowserHost
import CLinux
import Desktop
import Glibc
import Synchronization

/// A listing of the pictures and subfolders of folders.
nonisolated struct FolderScan {
  /// The maximum depth of nested folders; it ends the recursion when folders form a cycle.
  static let maxDepth = 32

  /// A picture or clip in a folder.
  struct Entry: Hashable, Sendable {
    var path: FilePath
    /// The inode number of the file; of a symbolic link that of the link itself.
    var inode: UInt64
    /// The modification time and size of the file; nil when they were not requested, or there is no
    /// such file.
    var stamp: FileStamp?
  }

  /// The listing of one folder.
  struct Contents: Sendable {
    /// The pictures and clips in directory order. The clip of a live photo is left out.
    var pictures: [Entry] = []
    /// The names of the XMP sidecars in directory order.
    var sidecars: [[UInt8]] = []
    /// The subfolders in directory order, without symbolic links to folders.
    var folders: [FilePath] = []
    /// The archives in directory order.
    var archives: [FilePath] = []
    /// The identity and the modification time of the folder.
    var identity = FolderIdentity()
    /// The reason why some of the contents of an archive are missing; nil when nothing is.
    var gap: ScanError?
  }

  /// The observer of folders that are read, while input is recorded.
  private static let observer = Mutex<(@Sendable (FilePath) -> Void)?>(nil)

  /// Calls `observer` with each folder before it is read, on any thread.
  static func observe(_ observer: @escaping @Sendable (FilePath) -> Void) {
    Self.observer.withLock { $0 = observer }
  }

  /// Lists `folder`, without hidden files and folders.
  ///
  /// - Parameter withStamps: whether the stamps of pictures and clips are read.
  /// - Returns: the system's error when the folder cannot be read.
  /// - Complexity: O(entries). Without stamps, calls `stat` only for entries of unknown type, and
  ///   for clips with the name of a photo.
  static func contents(
    of folder: FilePath, withStamps: Bool = false
  ) -> Result<Contents, ScanError> {
    observer.withLock(\.self)?(folder)
    guard let handle = folder.withCString({ opendir($0) }) else {
      let code = errno
      if code == ENOTDIR, let archived = archivedContents(of: folder) { return archived }
      return .failure(ScanError(reason: String(cString: strerror(code))))
    }
    defer { closedir(handle) }
    var contents = Contents()
    var clips: [Entry] = []
    var hasDrafts = false
    contents.identity = FolderIdentity(descriptor: dirfd(handle))
    let prefix = folder.childPathPrefix
    while let entry = readdir(handle) {
      let type = Int32(entry.pointee.d_type)
      let inode = UInt64(entry.pointee.d_ino)
      withName(of: entry) { name in
        guard let first = name.first, first != UInt8(ascii: ".") else {
          hasDrafts = hasDrafts || AbandonedDrafts.mayBeDraft(name)
          return
        }
        if type == Int32(DT_DIR) {
          contents.folders.append(FilePath(prefix, name))
          return
        }
        let kind = PictureName.kind(of: name)
        if kind != .other {
          let found = Entry(
            path: FilePath(prefix, name), inode: inode,
            stamp: withStamps ? FileStamp.read(name, in: dirfd(handle)) : nil)
          if kind == .clip { clips.append(found) } else { contents.pictures.append(found) }
        } else if Sidecar.isSidecar(name) {
          contents.sidecars.append(Array(name))
        } else if ArchiveName.isArchive(name) {
          let path = FilePath(prefix, name)
          let isDirectory = type == Int32(DT_UNKNOWN) && isFolder(path)
          if isDirectory { contents.folders.append(path) } else { contents.archives.append(path) }
        } else if type == Int32(DT_UNKNOWN) {
          let path = FilePath(prefix, name)
          if isFolder(path) { contents.folders.append(path) }
        }
      }
    }
    contents.pictures += LivePhoto.unpaired(clips, beside: contents.pictures)
    // A killed program may have left drafts. Drafts that its record names are still needed.
    let hasRecords =
      hasDrafts && (OperationJournal.folderOfUser.map(OperationRecovery.hasRecords) ?? false)
    if hasDrafts, !hasRecords { AbandonedDrafts.sweep(folder.bytes) }
    return .success(contents)
  }

  /// Lists an archive, or a folder in one; nil for any other path. Archives in archives, clips and
  /// sidecars are left out.
  private static func archivedContents(of folder: FilePath) -> Result<Contents, ScanError>? {
    let found: ArchiveFiles.Folder?
    do throws(ArchiveFailure) { found = try ArchiveFiles.shared.contents(of: folder.bytes) } catch {
      return .failure(ScanError(reason: error.sentence))
    }
    return found.map { found in
      var contents = Contents()
      contents.identity = FolderIdentity(found.status)
      contents.gap = found.failure.map { ScanError(reason: $0.sentence) }
      contents.folders = found.folders.map { FilePath($0) }
      contents.pictures = found.files.compactMap { file in
        guard PictureName.isPicture(file.path) || ArchiveName.pageIndex(of: file.path) != nil else {
          return nil
        }
        return Entry(
          path: FilePath(file.path), inode: file.status.inode,
          stamp: FileStamp(modified: file.status.modified, size: file.status.size))
      }
      return .success(contents)
    }
  }

  /// Whether `path` itself is a folder. A symbolic link is not one, as with entry types.
  private static func isFolder(_ path: FilePath) -> Bool {
    var info = stat()
    return path.withCString { lstat($0, &info) } == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// The pictures in `folder`, unsorted and without hidden files.
  ///
  /// - Parameters:
  ///   - recursive: whether pictures in subfolders are included.
  ///   - report: called with each subfolder that cannot be read; the others are still listed.
  /// - Returns: the system's error when the folder itself cannot be read.
  static func pictures(
    in folder: FilePath, recursive: Bool, depth: Int = 0,
    report: (FilePath, ScanError) -> Void = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    contents(of: folder).map { contents in
      var found = contents.pictures.map(\.path)
      guard recursive, depth < maxDepth else { return found }
      for inner in contents.folders {
        let scanned = pictures(in: inner, recursive: true, depth: depth + 1, report: report)
        switch scanned {
        case .success(let more): found += more
        case .failure(let error): report(inner, error)
        }
      }
      return found
    }
  }

  /// Calls `body` with the name of the entry. The bytes belong to the directory stream and are
  /// valid until its next `readdir`.
  private static func withName(
    of entry: UnsafeMutablePointer<dirent>, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      let start = UnsafeRawPointer(name)
      body(
        UnsafeRawBufferPointer(
          start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
    }
  }
}

/// The identity of a folder, independent of its path, and its modification time.
nonisolated struct FolderIdentity: Hashable, Sendable {
  /// The device and inode number, unique among the folders of the machine.
  struct Number: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  /// The device and inode number; nil when unknown.
  private(set) var number: Number?
  /// The time of the last change to the folder's entries, in nanoseconds since 1970.
  private(set) var modified: Int64 = 0

  /// Makes the value for an unknown folder.
  init() {}

  /// The folder that is open as `descriptor`; an unknown folder when `fstat` fails.
  init(descriptor: Int32) {
    var info = stat()
    if fstat(descriptor, &info) == 0 { take(info) }
  }

  /// The folder at a path; nil when `stat` fails.
  init?(_ folder: FilePath) {
    var info = stat()
    guard folder.withCString({ stat($0, &info) }) != 0 else {
      take(info)
      return
    }
    guard errno == ENOTDIR, let status = ArchiveFiles.folderStatus(of: folder.bytes) else {
      return nil
    }
    take(status)
  }

  /// An archive, or a folder in one.
  init(_ status: ArchiveFiles.Status) { take(status) }

  private mutating func take(_ status: ArchiveFiles.Status) {
    number = Number(device: status.device, inode: status.inode)
    modified = status.modified
  }

  private mutating func take(_ info: stat) {
    number = Number(device: UInt64(info.st_dev), inode: UInt64(info.st_ino))
    modified = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
  }
}

/// The reason for which a folder cannot be read.
nonisolated struct ScanError: Error {
  /// The system's error message.
  var reason: String
}
