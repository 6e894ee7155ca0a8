import Glibc

/// What a path names, without opening it.
nonisolated enum FileStatus: Equatable {
  /// A folder.
  case folder
  /// Something that can be read as a file, or might be: a pipe is told from a file when opened.
  case file(bytes: Int64, modified: Double)
  /// Nothing, and why.
  case missing(String)

  /// Asks the system, following links.
  init(_ path: FilePath) {
    var info = stat()
    let result = path.withCString { stat($0, &info) }
    guard result == 0 else {
      self = .missing(String(cString: strerror(errno)))
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
}

nonisolated extension FileStamp {
  /// This moment, by the clock that dates files, in nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The file's number and stamp; nil when there is no such file, or it is a folder.
  static func read(_ path: FilePath) -> (inode: UInt64, stamp: FileStamp)? {
    var info = stat()
    guard path.withCString({ stat($0, &info) }) == 0, info.st_mode & S_IFMT != S_IFDIR else {
      return nil
    }
    let seconds = Int64(info.st_mtim.tv_sec)
    return (
      UInt64(info.st_ino),
      FileStamp(
        modified: seconds &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec),
        size: Int64(info.st_size))
    )
  }
}
