import BaseDirectories
import BrowserHost

/// The user's home directory.
nonisolated enum HomeFolder {
  /// The path of the home directory; nil when `HOME` is not an absolute path.
  static var path: FilePath? { BaseDirectories.ofUser.home.map { FilePath($0) } }
}
