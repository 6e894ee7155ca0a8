import BrowserHost

/// The folders that are tabs whenever the program starts without arguments.
nonisolated enum KeptTabs {
  /// The maximum number of kept tabs: more would not fit into the bar.
  private static let maxCount = 12
  private static let memory = FolderMemory(name: "tabs", choiceLength: 0, maxFolders: maxCount)

  /// The absolute paths of the kept folders, the first kept one first. Waits for the disk.
  static func load() -> [FilePath] { memory.folders.prefix(maxCount).reversed() }

  /// Adds a folder, an absolute path, to the kept tabs, or removes it.
  static func set(_ isKept: Bool, _ folder: FilePath) {
    if isKept { memory.remember("", of: folder) } else { memory.forget(folder) }
  }

  /// The requests of tabs for kept folders besides other tabs.
  static func requests(for folders: [FilePath], besides others: [LibraryRequest])
    -> [LibraryRequest]
  {
    let shown = Set(others.flatMap { $0.absoluteFolders(in: CurrentFolder.path) })
    return folders.filter { !shown.contains($0) }.map(LibraryRequest.init(folder:))
  }
}

nonisolated extension LibraryRequest {
  /// Makes the request of one folder, with all subfolders where it has no pictures of its own.
  init(folder: FilePath) {
    let name = folder.readableName
    self.init(title: name, sources: [.folder(folder, title: name)], depth: .automatic)
  }
}
