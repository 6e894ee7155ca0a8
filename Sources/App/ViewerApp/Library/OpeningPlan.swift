import BrowserHost

/// An argument of the command line, and whether it is a folder or an archive.
nonisolated struct OpeningArgument: Hashable, Sendable {
  /// The path or web address as it was given.
  var path: FilePath
  var isFolder: Bool
  /// Whether the argument is an archive. An archive counts as a folder, but opens in the browser
  /// like a file.
  var isArchive = false
}

/// The scene that the viewer opens for the arguments of the command line, and the pictures in it.
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
  /// The kinds of scene with which the program can begin.
  enum Scene: Hashable, Sendable {
    case grid
    case browser
  }

  /// The kind of scene that opens first.
  var scene: Scene
  /// The folders and files to show in the scene.
  var request: PictureLister.Request
  /// The picture to which the grid scrolls and which has the focus; nil for the photo at which the
  /// folder was left.
  var focus: FilePath?

  /// Determines the scene and its pictures; nil without arguments.
  ///
  /// - Parameters:
  ///   - wanted: the scene that `--grid` or `--browse` asks for; nil without these options.
  ///   - isList: whether any argument is from a list on standard input.
  ///   - current: the folder to which relative paths refer.
  init?(
    _ arguments: [OpeningArgument], wanted: Scene? = nil, isList: Bool = false, in current: FilePath
  ) {
    guard let first = arguments.first else { return nil }
    let paths = arguments.map(\.path)
    // A web address has no folder whose pictures could be shown around it.
    let isOne = arguments.count == 1 && !isList && first.path.webAddress == nil
    let hasFolder = arguments.contains { $0.isFolder && !$0.isArchive }
    scene = wanted ?? (!isList && hasFolder ? .grid : .browser)
    switch (scene, isOne, first.isFolder) {
    case (.browser, true, true): request = .folder(first.path)
    case (.browser, true, false): request = .file(first.path)
    case (.browser, false, _): request = .list(paths)
    case (.grid, true, false):
      let folder = OpeningArgument(path: first.path.folder, isFolder: true)
      request = .gridTabs(LibraryRequest.tabRequests(for: [folder], in: current))
      focus = first.path
    case (.grid, _, _):
      request = .gridTabs(LibraryRequest.tabRequests(for: arguments, in: current))
    }
  }
}
