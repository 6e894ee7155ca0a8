import BrowserHost

nonisolated extension FilePath {
  /// The path that the user has typed. A relative path refers to `folder`.
  ///
  /// - Parameters:
  /// - text: the typed text.
  /// - folder: an absolute path, whose bytes need not be UTF-8.
  /// - beginning: the text for the folder that the field has shown, with a slash at its end. If
  ///   `text` begins with it, this part means `folder` itself, even if the bytes of the folder are
  ///   not valid UTF-8.
  static func typed(
    _ text: String, in folder: FilePath, shownAs beginning: String
  ) -> FilePath {
    if text + "/" == beginning { return folder }
    let bytes = Array(text.utf8)
    guard !beginning.isEmpty, bytes.starts(with: beginning.utf8) else {
      return FilePath(bytes).absolute(in: folder)
    }
    let rest = bytes.dropFirst(beginning.utf8.count)
    return FilePath(folder.childPathPrefix + rest).absolute(in: folder)
  }
}
