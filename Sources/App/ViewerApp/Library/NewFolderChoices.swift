/// The user's choices for folders that are not yet written to ``SortingMemory`` and
/// ``SubfolderMemory``, each with the request that was shown when it was made.
nonisolated struct NewFolderChoices: Sendable {
  private enum Choice: Sendable {
    case sorting(SortingMemory.Choice)
    case subfolders(Bool)
  }

  private var choices: [(request: LibraryRequest, choice: Choice)] = []

  var isEmpty: Bool { choices.isEmpty }

  /// Adds the order and sections for the folders of a request.
  mutating func add(_ sorting: SortingMemory.Choice, for request: LibraryRequest) {
    choices.append((request, .sorting(sorting)))
  }

  /// Adds the choice whether subfolders are included, for the folders of a request.
  mutating func add(includesSubfolders: Bool, for request: LibraryRequest) {
    choices.append((request, .subfolders(includesSubfolders)))
  }

  /// Writes the choices, the last one of a folder last. Waits for the disk.
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
