import BrowserHost

/// The folders that were shown last, kept in the state folder.
nonisolated enum RecentFolders {
  /// The maximum number of remembered folders.
  static let maxCount = 20

  private static let memory = FolderMemory(
    name: "recent-folders", choiceLength: 0, maxFolders: maxCount)

  /// The absolute paths of the recent folders, the latest first. Waits for the disk.
  static func load() -> [FilePath] { Array(memory.folders.prefix(maxCount)) }

  /// Puts a folder, an absolute path, first in the list of recent folders.
  static func add(_ folder: FilePath) { memory.remember("", of: folder) }

  /// Forgets all recent folders.
  static func clear() { memory.clear() }
}

/// The recorder of the folders that grids show. It writes on a thread, one step after the other.
final class RecentFolderRecorder {
  private enum Step: Sendable {
    case add([FilePath])
    case clear(then: @MainActor @Sendable () -> Void)
  }
  /// Whether steps are performed: false until the first picture is on the screen.
  private var isActive = false
  private var isRecording = true
  private var steps: [Step] = []
  private var isWorking = false
  /// The folders that were added last.
  private var last: [FilePath] = []

  /// Begins to write the state file. Called when the first picture is on the screen.
  ///
  /// - Parameter isRecording: false where no folder is to be remembered.
  func begin(isRecording: Bool) {
    self.isRecording = isRecording
    if !isRecording { steps = [] }
    isActive = true
    work()
  }

  /// Records that a grid shows the folders of a request.
  func shown(_ request: LibraryRequest) {
    guard isRecording else { return }
    let folders = request.absoluteFolders(in: CurrentFolder.path)
    guard !folders.isEmpty, folders != last else { return }
    last = folders
    steps.append(.add(folders))
    work()
  }

  /// Forgets all recent folders; `done` is called after the state file was written.
  func clear(then done: @escaping @MainActor @Sendable () -> Void) {
    last = []
    steps.append(.clear(then: done))
    work()
  }

  private func work() {
    guard isActive, !isWorking, !steps.isEmpty else { return }
    isWorking = true
    let step = steps.removeFirst()
    WorkerThread.run {
      switch step {
      case .add(let folders): for folder in folders.reversed() { RecentFolders.add(folder) }
      case .clear: RecentFolders.clear()
      }
    } finish: { [weak self] in
      if case .clear(let done) = step { done() }
      self?.isWorking = false
      self?.work()
    }
  }
}
