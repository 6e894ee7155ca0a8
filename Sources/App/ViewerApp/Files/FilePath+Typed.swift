import BrowserHost

nonisolated extension FilePath {
  /// The path that a typed text stands for. A relative one starts at a folder.
  ///
  /// - Parameters:
  ///   - folder: an absolute path, whose bytes need not be UTF-8.
  ///   - beginning: the path of the folder as it is shown, with a slash at its end. A text that
  ///     begins with it stands for the folder itself, whatever its bytes are.
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
