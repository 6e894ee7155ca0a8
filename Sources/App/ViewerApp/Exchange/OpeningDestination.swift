import BrowserHost

/// The grid that shows files which were dropped, pasted or passed by another process, and the photo
/// that is opened from the grid.
nonisolated struct OpeningDestination: Hashable, Sendable {
  let request: LibraryRequest
  /// The photo to open from the grid; nil when only the grid is shown, as for folders.
  let photoToOpen: FilePath?

  /// Makes the destination for a list of pictures that only the grid shows; no photo is opened.
  init(_ request: LibraryRequest) {
    self.request = request
    photoToOpen = nil
  }

  /// Makes the destination for some paths. A single file is shown in the grid of its folder.
  ///
  /// - Parameter arguments: the paths with their kinds, at least one.
  init(_ arguments: [OpeningArgument]) {
    let paths = arguments.map(\.path)
    photoToOpen = arguments.contains(where: \.isFolder) ? nil : paths.first
    if arguments.count == 1, let file = paths.first, photoToOpen != nil, file.webAddress == nil {
      let title = file.folder.readableName
      // The list of a folder does not contain a file without the extension of a picture, so such a
      // file is listed separately.
      let own = file.isListedByName ? [] : [LibraryRequest.Source.files([file])]
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

  /// The kind of a path: a folder, an archive or a photo; nil for a file that is missing or has no
  /// extension of a picture. A web address counts as a photo. The call waits for the disk.
  ///
  /// - Parameter isOnly: whether `path` is the only one that arrived. A single file is shown
  ///   whatever its extension is.
  static func argument(_ path: FilePath, isOnly: Bool) -> OpeningArgument? {
    if path.webAddress != nil { return OpeningArgument(path: path, isFolder: false) }
    switch FileStatus(path) {
    case .folder: return OpeningArgument(path: path, isFolder: true)
    case .missing: return nil
    case .file where path.isArchive:
      return OpeningArgument(path: path, isFolder: true, isArchive: true)
    case .file:
      let isShown = isOnly || path.isListedByName
      return isShown ? OpeningArgument(path: path, isFolder: false) : nil
    }
  }
}
