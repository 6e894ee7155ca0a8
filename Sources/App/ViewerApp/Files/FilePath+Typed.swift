import BrowserHost

nonisolated extension FilePath {
  /// The path that the user has typed. `~` and a beginning `~/` mean the home folder; a relative
  /// path refers to `folder`.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - folder: an absolute path, whose bytes need not be UTF-8.
  ///   - beginning: the text for the folder that the field has shown, with a slash at its end. If
  ///     `text` begins with it, this part means `folder` itself, even if the bytes of the folder
  ///     are not valid UTF-8.
  ///   - home: the home folder; nil if it is unknown, and `~` is a name like others.
  static func typed(
    _ text: String, in folder: FilePath, shownAs beginning: String, home: FilePath?
  ) -> FilePath {
    if text + "/" == beginning { return folder }
    let bytes = Array(text.utf8)
    if let home, text == "~" || text.hasPrefix("~/") {
      return FilePath(home.childPathPrefix + bytes.dropFirst(2)).absolute(in: home)
    }
    guard !beginning.isEmpty, bytes.starts(with: beginning.utf8) else {
      return FilePath(bytes).absolute(in: folder)
    }
    let rest = bytes.dropFirst(beginning.utf8.count)
    return FilePath(folder.childPathPrefix + rest).absolute(in: folder)
  }
}
