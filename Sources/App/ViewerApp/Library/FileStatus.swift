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
