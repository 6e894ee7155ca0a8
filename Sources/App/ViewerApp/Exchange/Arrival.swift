import BrowserHost

/// The grid of files that arrived at the program, and the photo that is opened from it.
nonisolated struct Arrival: Hashable, Sendable {
  let request: LibraryRequest
  /// The photo to open; nil when folders arrived.
  let shown: FilePath?

  /// Makes the content of the grid of a list; no photo is opened.
  init(_ request: LibraryRequest) {
    self.request = request
    shown = nil
  }

  /// Determines the grid and the photo for some paths.
  ///
  /// - Parameter arguments: the kinds of the paths, at least one.
  init(_ arguments: [OpeningArgument]) {
    let paths = arguments.map(\.path)
    shown = arguments.contains(where: \.isFolder) ? nil : paths.first
    if arguments.count == 1, let file = paths.first, shown != nil, file.webAddress == nil {
      let title = file.folder.readableName
      // A file without the extension of a picture is not listed in its folder.
      let own = file.hasShownName ? [] : [LibraryRequest.Source.files([file])]
      request = LibraryRequest(title: title, sources: own + [.folder(file.folder, title: title)])
    } else {
      let files = arguments.filter { !$0.isFolder }.map(\.path)
      let folders = arguments.filter(\.isFolder).map {
        LibraryRequest.Source.folder($0.path, title: $0.path.readableName)
      }
      request = LibraryRequest(
        title: LibraryRequest.filesTitle,
        sources: (files.isEmpty ? [] : [.files(files)]) + folders, depth: .automatic)
    }
  }

  /// The kind of a path that arrived; nil for one that is missing or not shown. Waits for the disk.
  ///
  /// - Parameter isOnly: whether no other path arrived with it. A single file is shown under any
  ///   name.
  static func argument(_ path: FilePath, isOnly: Bool) -> OpeningArgument? {
    if path.webAddress != nil { return OpeningArgument(path: path, isFolder: false) }
    switch FileStatus(path) {
    case .folder: return OpeningArgument(path: path, isFolder: true)
    case .missing: return nil
    case .file where path.isArchive:
      return OpeningArgument(path: path, isFolder: true, isArchive: true)
    case .file:
      let isShown = isOnly || path.hasShownName
      return isShown ? OpeningArgument(path: path, isFolder: false) : nil
    }
  }
}
