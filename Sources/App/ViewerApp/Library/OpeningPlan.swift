import BrowserHost

/// A command-line argument and whether it names a folder or an archive.
nonisolated struct OpeningArgument: Hashable, Sendable {
  /// The path as it was given.
  var path: FilePath
  var isFolder: Bool
  /// Whether a folder is an archive, which opens as a file does: in the browser.
  var isArchive = false
}

/// The scene and the pictures with which a command line opens the viewer.
///
/// | arguments | opens | `--grid` | `--browse` |
/// |---|---|---|---|
/// | a folder, folders, folders and files | grid | | browser over all in them |
/// | a file | browser, its folder around it | grid of its folder, the file in focus | |
/// | an archive | browser over all in it | grid | |
/// | an address | browser over it | grid of one section | |
/// | files | browser over exactly those | grid of one section | |
/// | a list on standard input | browser over exactly those | grid | |
nonisolated struct OpeningPlan: Hashable, Sendable {
  /// The two scenes of the program.
  enum Scene: Hashable, Sendable {
    case grid
    case browser
  }

  /// The scene that opens first.
  var scene: Scene
  /// The pictures to show.
  var request: PhotoLibrary.Request
  /// The picture to which the grid scrolls and which gets the focus; nil for the first one.
  var focus: FilePath?

  /// Makes the plan for `arguments`; nil when there are none.
  ///
  /// - Parameters:
  ///   - wanted: the scene requested by `--grid` or `--browse`; nil without these options.
  ///   - isList: whether any of the arguments come from a list on standard input.
  ///   - current: the base of relative paths.
  init?(
    _ arguments: [OpeningArgument], wanted: Scene? = nil, isList: Bool = false, in current: FilePath
  ) {
    guard let first = arguments.first else { return nil }
    let paths = arguments.map(\.path)
    // An address has no folder around it.
    let isOne = arguments.count == 1 && !isList && first.path.webAddress == nil
    let hasFolder = arguments.contains { $0.isFolder && !$0.isArchive }
    scene = wanted ?? (!isList && hasFolder ? .grid : .browser)
    switch (scene, isOne, first.isFolder) {
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
