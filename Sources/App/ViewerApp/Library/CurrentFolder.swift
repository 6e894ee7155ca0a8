import BrowserHost
import Glibc

/// The current working directory.
nonisolated enum CurrentFolder {
  /// The current working directory; `/` when it was deleted.
  static var path: FilePath {
    guard let name = getcwd(nil, 0) else { return FilePath("/") }
    defer { free(name) }
    return FilePath(String(cString: name))
  }
}
