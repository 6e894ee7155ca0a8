import BrowserHost

/// The folders whose tabs are opened whenever pbview is started without arguments.
nonisolated enum KeptTabs {
  /// The maximum number of kept tabs: more would not fit into the tab bar.
  private static let maxCount = 12
  private static let folderMemory = FolderMemory(
    fileName: "tabs", choiceLength: 0, maxFolders: maxCount)

  /// Reads the absolute paths of the kept folders, the one kept first at the beginning. The call
  /// waits for the disk.
  static func load() -> [FilePath] { folderMemory.folders.prefix(maxCount).reversed() }

  /// Adds a folder to the kept tabs, or removes it. The path is absolute. The call waits for the
  /// disk.
  static func setKept(_ isKept: Bool, _ folder: FilePath) {
    if isKept { folderMemory.remember("", of: folder) } else { folderMemory.forget(folder) }
  }

  /// The requests for the tabs of those kept folders that no other tab shows.
  static func requests(for folders: [FilePath], besides others: [LibraryRequest])
    -> [LibraryRequest]
  {
    let shown = Set(others.flatMap { $0.absoluteFolders(in: CurrentFolder.path) })
    return folders.filter { !shown.contains($0) }.map(LibraryRequest.init(folder:))
  }
}

nonisolated extension LibraryRequest {
  /// A request for the pictures of one folder; for those in all its subfolders, too, where the
  /// folder itself has none.
  init(folder: FilePath) {
    let name = folder.readableName
    self.init(title: name, sources: [.folder(folder, title: name)], depth: .automatic)
  }
}
