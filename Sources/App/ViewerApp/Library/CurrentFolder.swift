import BrowserHost
import Glibc

nonisolated enum CurrentFolder {
  /// The absolute path of the process's working directory; `/` if that directory was deleted.
  static var path: FilePath {
    guard let name = getcwd(nil, 0) else { return FilePath("/") }
    defer { free(name) }
    return FilePath(String(cString: name))
  }
}
