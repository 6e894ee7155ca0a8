import ArchiveWire
import Archives
import Glibc
import Windowing

/// The kind of file system object at a path, found without opening it.
nonisolated package enum FileStatus: Equatable {
  case folder
  /// An object that is no folder, with its size in bytes and its modification time in seconds since
  /// 1970. Whether it is a regular file or a pipe is known only after it is opened.
  case file(bytes: Int64, modified: Double)
  /// No readable object is at the path; the payload is the error message of the system or of the
  /// archive.
  case missing(reason: String)

  /// Reads the status of a path, following symbolic links; a path that leads through an archive
  /// file is looked up in the archive.
  package init(_ path: FilePath) {
    var info = stat()
    let result = path.withCString { stat($0, &info) }
    guard result == 0 else {
      let code = errno
      self =
        code == ENOTDIR
        ? Self.statusInArchive(path, statError: code)
        : .missing(reason: String(cString: strerror(code)))
      return
    }
    if info.st_mode & S_IFMT == S_IFDIR {
      self = .folder
    } else {
      self = .file(
        bytes: Int64(info.st_size),
        modified: Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) * 1e-9)
    }
  }

  /// The status of a member of an archive; `code` is the error of `stat` for the same path,
  /// reported when the path leads through no archive.
  private static func statusInArchive(_ path: FilePath, statError code: Int32) -> FileStatus {
    do throws(ArchiveFailure) {
      if let status = try ArchiveFiles.shared.status(of: path.bytes) {
        return .file(bytes: status.size, modified: Double(status.modified) * 1e-9)
      }
    } catch {
      return ArchiveFiles.shared.isFolder(path.bytes) ? .folder : .missing(reason: error.sentence)
    }
    return .missing(reason: String(cString: strerror(code)))
  }
}

/// The modification time and size of a file. A change of either counts as a change of the contents.
nonisolated package struct FileStamp: Hashable, Sendable {
  /// The modification time in nanoseconds since 1970.
  package var modified: Int64
  /// The file size in bytes.
  package var size: Int64

  package init(modified: Int64, size: Int64) {
    self.modified = modified
    self.size = size
  }
}

nonisolated extension FileStamp {
  /// The current time in nanoseconds since 1970, from the coarse clock that file systems use for
  /// timestamps.
  package static var nowNanoseconds: Int64 {
    if let held = FrozenClock.wallClockNanoseconds { return held }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The time from the modification to `now`, in seconds; 0 for a modification after `now`.
  ///
  /// - Parameter now: the present time in nanoseconds since 1970.
  func age(at now: Int64) -> Double { max(0, (Double(now) - Double(modified)) / 1e9) }

  /// The inode number and the stamp of a file; nil when there is no such file, or it is a folder.
  package static func read(_ path: FilePath) -> (inode: UInt64, stamp: FileStamp)? {
    var info = stat()
    guard path.withCString({ stat($0, &info) }) == 0 else {
      guard errno == ENOTDIR, let status = try? ArchiveFiles.shared.status(of: path.bytes) else {
        return nil
      }
      return (status.inode, FileStamp(modified: status.modified, size: status.size))
    }
    guard info.st_mode & S_IFMT != S_IFDIR else { return nil }
    return (UInt64(info.st_ino), FileStamp(info))
  }

  /// The stamp of the file `name` in the folder with the open descriptor `folder`; nil when there
  /// is no such file, or it is a folder.
  ///
  /// - Parameter name: the bytes of the file's name, followed by a NUL.
  package static func read(_ name: UnsafeRawBufferPointer, in folder: Int32) -> FileStamp? {
    var info = stat()
    guard let start = name.baseAddress?.assumingMemoryBound(to: CChar.self),
      fstatat(folder, start, &info, 0) == 0, info.st_mode & S_IFMT != S_IFDIR
    else { return nil }
    return FileStamp(info)
  }

  private init(_ info: stat) {
    let seconds = Int64(info.st_mtim.tv_sec)
    self.init(
      modified: seconds &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec),
      size: Int64(info.st_size))
  }
}
