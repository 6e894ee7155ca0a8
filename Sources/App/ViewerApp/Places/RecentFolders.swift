import BrowserHost

/// The folders that were shown last, in a file in the state folder.
nonisolated enum RecentFolders {
  /// The maximum number of recent folders.
  static let maxCount = 20

  private static let folderMemory = FolderMemory(
    fileName: "recent-folders", choiceLength: 0, maxFolders: maxCount)

  /// Reads the absolute paths of the recent folders, the latest first. The call waits for the disk.
  static func load() -> [FilePath] { Array(folderMemory.folders.prefix(maxCount)) }

  /// Puts a folder at the beginning of the recent folders. The path is absolute. The call waits for
  /// the disk.
  static func add(_ folder: FilePath) { folderMemory.remember("", of: folder) }

  /// Forgets all recent folders. The call waits for the disk.
  static func clear() { folderMemory.clear() }
}

/// The recorder of the folders that grids show. It writes the file of recent folders on a worker
/// thread, one change after the other.
final class RecentFolderRecorder {
  private enum Job: Sendable {
    case add([FilePath])
    case clear(then: @MainActor @Sendable () -> Void)
  }
  /// Whether changes are written: false until the first picture is on the screen.
  private var mayWrite = false
  private var isRecording = true
  private var jobs: [Job] = []
  private var isJobRunning = false
  /// The folders of the request that was added last; the same folders are not written again.
  private var lastFolders: [FilePath] = []

  /// Begins to write the file. Called when the first picture is on the screen.
  ///
  /// - Parameter isRecording: false when no folder may be remembered.
  func startWriting(isRecording: Bool) {
    self.isRecording = isRecording
    if !isRecording { jobs = [] }
    mayWrite = true
    startNextJob()
  }

  /// Adds the folders of a request, which a grid shows, to the recent folders.
  func recordShown(_ request: LibraryRequest) {
    guard isRecording else { return }
    let folders = request.absoluteFolders(in: CurrentFolder.path)
    guard !folders.isEmpty, folders != lastFolders else { return }
    lastFolders = folders
    jobs.append(.add(folders))
    startNextJob()
  }

  /// Forgets all recent folders; `done` is called after the file was written.
  func clear(then done: @escaping @MainActor @Sendable () -> Void) {
    lastFolders = []
    jobs.append(.clear(then: done))
    startNextJob()
  }

  private func startNextJob() {
    guard mayWrite, !isJobRunning, !jobs.isEmpty else { return }
    isJobRunning = true
    let job = jobs.removeFirst()
    WorkerThread.run {
      switch job {
      case .add(let folders): for folder in folders.reversed() { RecentFolders.add(folder) }
      case .clear: RecentFolders.clear()
      }
    } finish: { [weak self] in
      if case .clear(let done) = job { done() }
      self?.isJobRunning = false
      self?.startNextJob()
    }
  }
}
