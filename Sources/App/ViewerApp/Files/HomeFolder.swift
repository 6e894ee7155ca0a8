import BaseDirectories
import BrowserHost

nonisolated enum HomeFolder {
  /// The path of the user's home directory; nil when `HOME` is not an absolute path.
  static var path: FilePath? { BaseDirectories.ofUser.home.map { FilePath($0) } }
}
