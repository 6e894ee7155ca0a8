/// An argument and what it names.
nonisolated struct OpeningArgument: Hashable, Sendable {
  /// As given.
  var path: FilePath
  /// True for a folder.
  var isFolder: Bool
}

/// What a command line opens: where it begins, and on what.
///
/// | arguments | opens | `--grid` | `--browse` |
/// |---|---|---|---|
/// | a folder, folders, folders and files | grid | | browser over all in them |
/// | a file | browser, its folder around it | grid of its folder, the file in focus | |
/// | an address | browser over it | grid of one section | |
/// | files | browser over exactly those | grid of one section | |
/// | a list on standard input | browser over exactly those | grid | |
nonisolated struct OpeningPlan: Hashable, Sendable {
  /// The two faces of the program.
  enum Place: Hashable, Sendable {
    case grid
    case browser
  }

  /// What is seen first.
  var place: Place
  /// The pictures.
  var request: PhotoLibrary.Request
  /// The picture the grid begins at; nil for its first one.
  var focus: FilePath?

  /// What `arguments` open; nil when there are none.
  ///
  /// - Parameters:
  ///   - wanted: what `--grid` or `--browse` say; nil without them.
  ///   - isList: they, or some of them, come from a list on standard input.
  ///   - current: where relative paths begin.
  init?(
    _ arguments: [OpeningArgument], wanted: Place? = nil, isList: Bool = false, in current: FilePath
  ) {
    guard let first = arguments.first else { return nil }
    let paths = arguments.map(\.path)
    // An address has no folder around it.
    let isOne = arguments.count == 1 && !isList && first.path.webAddress == nil
    place = wanted ?? (!isList && arguments.contains(where: \.isFolder) ? .grid : .browser)
    switch (place, isOne, first.isFolder) {
    case (.browser, true, true): request = .folder(first.path)
    case (.browser, true, false): request = .file(first.path)
    case (.browser, false, _): request = .list(paths)
    case (.grid, true, false):
      let folder = OpeningArgument(path: first.path.folder, isFolder: true)
      request = .sections(LibraryRequest.groups(for: [folder], in: current))
      focus = first.path
    case (.grid, _, _):
      request = .sections(LibraryRequest.groups(for: arguments, in: current))
    }
  }
}
