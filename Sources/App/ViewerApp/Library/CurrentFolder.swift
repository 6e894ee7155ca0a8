import Glibc

/// Where relative paths begin.
nonisolated enum CurrentFolder {
  /// The root, when the folder the program was started in is gone.
  static var path: FilePath {
    guard let name = getcwd(nil, 0) else { return FilePath("/") }
    defer { free(name) }
    return FilePath(String(cString: name))
  }
}
