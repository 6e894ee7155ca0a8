/// The user's choices for folders that are not yet written to ``SortingMemory`` and
/// ``SubfolderMemory``, in the order in which they were made.
nonisolated struct UnsavedFolderChoices: Sendable {
  private enum Choice: Sendable {
    case sorting(SortingMemory.Choice)
    case subfolders(Bool)
  }

  private var choices: [(request: LibraryRequest, choice: Choice)] = []

  var isEmpty: Bool { choices.isEmpty }

  /// Adds the choice of an order and grouping, for the folders of a request.
  mutating func add(_ sorting: SortingMemory.Choice, for request: LibraryRequest) {
    choices.append((request, .sorting(sorting)))
  }

  /// Adds the choice whether the grid includes subfolders, for the folders of a request.
  mutating func add(includesSubfolders: Bool, for request: LibraryRequest) {
    choices.append((request, .subfolders(includesSubfolders)))
  }

  /// Writes the choices to the state files. Of several choices for a folder, the last one remains.
  /// Waits for the file system.
  func remember() {
    for (request, choice) in choices {
      for folder in request.absoluteFolders(in: CurrentFolder.path) {
        switch choice {
        case .sorting(let sorting): SortingMemory.remember(sorting, of: folder)
        case .subfolders(let includes): SubfolderMemory.remember(includes, of: folder)
        }
      }
    }
  }
}
