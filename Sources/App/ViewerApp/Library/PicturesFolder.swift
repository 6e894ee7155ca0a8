import BaseDirectories
import BrowserHost

/// The user's folder for pictures.
nonisolated enum PicturesFolder {
  private static let assignmentPrefix = "XDG_PICTURES_DIR="
  private static let maxFileBytes = 65536

  /// The folder that `XDG_PICTURES_DIR` in `user-dirs.dirs` names, or else `~/Pictures`; nil if
  /// neither exists. The home directory itself as the value of `XDG_PICTURES_DIR` means that the
  /// user has no such folder; the result is then nil.
  ///
  /// - Source: xdg-user-dirs-update(1).
  static var path: FilePath? {
    let home = BaseDirectories.ofUser.home ?? "/"
    if let named = pathFromUserDirs(home: home) {
      return named.absolute(in: named) == FilePath(home).absolute(in: named) ? nil : named
    }
    let usual = FilePath(home).appending(Array("Pictures".utf8))
    return FileStatus(usual) == .folder ? usual : nil
  }

  /// The existing folder for pictures that the user's `user-dirs.dirs` names; nil if there is none.
  ///
  /// - Parameter home: the path of the home directory, which replaces `$HOME`.
  ///
  /// - Source: xdg-user-dirs: shell assignments of quoted paths beginning with $HOME or /.
  private static func pathFromUserDirs(home: String) -> FilePath? {
    guard let config = BaseDirectories.ofUser.config else { return nil }
    let file = FilePath(config).appending(Array("user-dirs.dirs".utf8))
    guard let bytes = WholeFile.read(file, maxBytes: maxFileBytes) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix(assignmentPrefix) {
      var value = line.dropFirst(assignmentPrefix.count).filter { $0 != "\"" }
      if value == "$HOME" || value.hasPrefix("$HOME/") { value = home + value.dropFirst(5) }
      let path = FilePath(String(value))
      if value.hasPrefix("/"), FileStatus(path) == .folder { return path }
    }
    return nil
  }
}
