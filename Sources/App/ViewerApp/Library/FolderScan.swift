import ArchiveWire
import Archives
import BrowserHost
import CLinux
import Desktop
import Glibc
import Localization
import Synchronization

/// The functions that list the pictures, subfolders and archives in folders.
nonisolated struct FolderScan {
  /// The maximum depth of nested folders that are read. The limit also ends a cycle of folders.
  static let maxDepth = 32

  /// A picture or clip found in a folder.
  struct Entry: Hashable, Sendable {
    var path: FilePath
    /// The inode number of the file; for a symbolic link, that of the link itself.
    var inode: UInt64
    /// The modification time and size of the file; nil if they were not requested or could not be
    /// read.
    var stamp: FileStamp?
  }

  /// The relevant entries of one folder or archive.
  struct Contents: Sendable {
    /// The pictures and clips in directory order, without the clips of live photos.
    var pictures: [Entry] = []
    /// The filenames of the XMP sidecars in directory order.
    var sidecars: [[UInt8]] = []
    /// The subfolders in directory order; symbolic links to folders are left out.
    var folders: [FilePath] = []
    /// The archives in the folder, in directory order.
    var archives: [FilePath] = []
    /// The identity and the modification time of the folder itself.
    var identity = FolderIdentity()
    /// The reason why a folder or an archive could be listed only in part; nil if the list is
    /// complete.
    var listingError: ScanError?
    /// Whether the folder is an archive, or in one.
    var isInArchive = false
  }

  /// The closure that is called with each folder to be read, while a recording of input is made;
  /// nil otherwise.
  private static let observer = Mutex<(@Sendable (FilePath) -> Void)?>(nil)

  /// Sets the closure that is called with each folder before it is read. It is called on any
  /// thread.
  static func setReadObserver(_ observer: @escaping @Sendable (FilePath) -> Void) {
    Self.observer.withLock { $0 = observer }
  }

  /// Lists a folder or an archive, without hidden files and folders.
  ///
  /// - Parameters:
  ///   - withStamps: whether the modification times and sizes of pictures and clips are read.
  ///   - readNext: the function that reads the next entry of an open folder, as `readdir` does.
  /// - Returns: the entries; the reason if the folder cannot be read.
  /// - Complexity: O(entries). Without stamps, `stat` is called only for entries whose type the
  ///   directory does not state, and for clips with the name of a photo.
  static func contents(
    of folder: FilePath, withStamps: Bool = false,
    readNext: (OpaquePointer) -> UnsafeMutablePointer<dirent>? = { readdir($0) }
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
    var hasTemporaryFiles = false
    contents.identity = FolderIdentity(descriptor: dirfd(handle))
    let prefix = folder.childPathPrefix
    while true {
      // readdir returns nil at the end of the folder and after an error, which only `errno` tells
      // apart.
      errno = 0
      guard let entry = readNext(handle) else {
        if errno != 0 {
          contents.listingError = ScanError(reason: String(cString: strerror(errno)))
        }
        break
      }
      let type = Int32(entry.pointee.d_type)
      let inode = UInt64(entry.pointee.d_ino)
      withName(of: entry) { name in
        guard let first = name.first, first != UInt8(ascii: ".") else {
          hasTemporaryFiles = hasTemporaryFiles || AbandonedTemporaryFiles.mayBeTemporaryFile(name)
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
    // Temporary files of an interrupted program are deleted, except while there is a record of an
    // interrupted file operation, because its recovery needs the temporary files that it names.
    let hasRecords =
      hasTemporaryFiles
      && (OperationJournal.folderOfUser.map(OperationRecovery.hasRecords) ?? false)
    if hasTemporaryFiles, !hasRecords { AbandonedTemporaryFiles.deleteAll(in: folder.bytes) }
    return .success(contents)
  }

  /// Lists an archive or a folder in an archive, without nested archives, clips and sidecars; nil
  /// for any other path.
  private static func archivedContents(of folder: FilePath) -> Result<Contents, ScanError>? {
    let found: ArchiveFiles.FolderContents?
    do throws(ArchiveFailure) { found = try ArchiveFiles.shared.contents(of: folder.bytes) } catch {
      return .failure(ScanError(reason: error.sentence))
    }
    return found.map { found in
      var contents = Contents()
      contents.identity = FolderIdentity(found.status)
      contents.isInArchive = true
      contents.listingError = found.failure.map { ScanError(reason: $0.sentence) }
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

  /// Whether the entry at `path` is a folder. A symbolic link to a folder is none.
  private static func isFolder(_ path: FilePath) -> Bool {
    var info = stat()
    return path.withCString { lstat($0, &info) } == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// The paths of the pictures and clips in a folder, unsorted, without hidden files.
  ///
  /// - Parameters:
  ///   - recursive: whether subfolders are also listed.
  ///   - depth: the depth of `folder` below the one where the listing began. Default: 0.
  ///   - report: called with each subfolder that cannot be read, and each folder that can be read
  ///     only in part, without ending the listing.
  /// - Returns: the paths; the reason if `folder` itself cannot be read.
  static func pictures(
    in folder: FilePath, recursive: Bool, depth: Int = 0,
    report: (FilePath, ScanError) -> Void = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    contents(of: folder).map { contents in
      if let listingError = contents.listingError, !contents.isInArchive {
        report(folder, listingError)
      }
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

  /// Calls `body` with the name of a directory entry. The bytes are valid only during the call.
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

/// The identity of a folder, which does not depend on its path, and the time of its last change.
nonisolated struct FolderIdentity: Hashable, Sendable {
  /// The device and inode number of a folder, which are unique on the machine.
  struct DeviceAndInode: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  /// The device and inode number of the folder; nil if unknown.
  private(set) var deviceAndInode: DeviceAndInode?
  /// The time at which entries were last added or removed, in nanoseconds since 1970-01-01 00:00
  /// UTC; 0 if unknown.
  private(set) var modifiedNanoseconds: Int64 = 0

  /// Makes the identity of an unknown folder.
  init() {}

  /// The identity of the folder that is open as `descriptor`; that of an unknown folder if `fstat`
  /// fails.
  init(descriptor: Int32) {
    var info = stat()
    if fstat(descriptor, &info) == 0 { update(from: info) }
  }

  /// The identity of the folder or archive at a path; nil if `stat` fails.
  init?(_ folder: FilePath) {
    var info = stat()
    guard folder.withCString({ stat($0, &info) }) != 0 else {
      update(from: info)
      return
    }
    guard errno == ENOTDIR, let status = ArchiveFiles.folderStatus(of: folder.bytes) else {
      return nil
    }
    update(from: status)
  }

  /// The identity of an archive or of a folder in an archive, from its status.
  init(_ status: ArchiveFiles.EntryStatus) { update(from: status) }

  private mutating func update(from status: ArchiveFiles.EntryStatus) {
    deviceAndInode = DeviceAndInode(device: status.device, inode: status.inode)
    modifiedNanoseconds = status.modified
  }

  private mutating func update(from info: stat) {
    deviceAndInode = DeviceAndInode(device: UInt64(info.st_dev), inode: UInt64(info.st_ino))
    modifiedNanoseconds = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
  }
}

/// The reason why a folder, or a part of it, cannot be read.
nonisolated struct ScanError: Error {
  private let untranslatedMessage: String

  /// Makes an error from a message of pbview in English, which ``reason`` translates, or from a
  /// message of the system.
  init(reason: String) { untranslatedMessage = reason }

  /// The message in the user's language.
  var reason: String { tr(untranslatedMessage) }
}
