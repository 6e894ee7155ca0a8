import BaseDirectories

/// The home folder of the user.
nonisolated enum HomeFolder {
  /// Its path; nil where `HOME` names no absolute path.
  static var path: FilePath? { BaseDirectories.ofUser.home.map { FilePath($0) } }
}
