package import Desktop
package import Imaging

/// An observer of changes in folders, by inotify. It reads events on the program's event loop until
/// it is deallocated.
@MainActor
package final class FolderObserver {
  /// A closure called with changes in the observed folders; the array is never empty.
  package var onChange: (([FolderChange]) -> Void)?
  /// A closure called with the files for which any event has arrived. It is called before
  /// ``onChange``, which reports a change of these files then or later.
  package var onFileEvent: ((Set<FilePath>) -> Void)?

  /// A closure that tells whether a file is on the current page. The removal of such a file is
  /// reported after ``removalDelay``, as a change of its contents, and not at all when the file is
  /// written again in the meantime: some programs save by deleting the file first.
  package var isCurrentFile: ((FilePath) -> Bool)?

  /// Whether new and removed subfolders of folders that are not watched recursively are reported.
  /// Default: false.
  package var reportsSubfolders: Bool {
    get { folders.reportsSubfolders }
    set { folders.reportsSubfolders = newValue }
  }

  private let folders: FolderWatch
  private let loop: any DescriptorWatching
  private let clock: () -> Double
  private var descriptorWatch: Cancellation?
  private var readPause: Cancellation?
  private var settleTimer: Cancellation?
  private var pendingRemovals: [FilePath: Cancellation] = [:]
  /// Whether ``register(_:isRecursive:)`` has returned the error that the limit of inotify watches
  /// is reached.
  private var hasReportedWatchLimit = false

  /// The minimum interval in seconds between two reads of the watch descriptor. It keeps the viewer
  /// asleep while another program writes a long file, which raises an event for every write.
  package static let readInterval = 0.1
  /// The delay in seconds before the removal of the file on the current page is reported: half a
  /// second less than the idle time after which the page would show an error message.
  package static let removalDelay = FileReloadPolicy.idleTime - 0.5

  /// Makes an observer without folders.
  ///
  /// - Parameter clock: returns the time of a monotonic clock, in seconds.
  /// - Throws: `.watchLimit` when the system's limit of inotify instances is reached.
  package init(loop: any DescriptorWatching, clock: @escaping () -> Double) throws(DesktopError) {
    self.loop = loop
    self.clock = clock
    folders = try FolderWatch()
    folders.interceptor = loop as? any FolderEventInterceptor
    watchDescriptor()
  }

  isolated deinit {
    for owned in [descriptorWatch, readPause, settleTimer] + Array(pendingRemovals.values) {
      owned?.cancel()
    }
  }

  /// The object that adds inotify watches for folders, usable on any thread; its answers are passed
  /// to ``register(_:isRecursive:)``.
  package var registrar: FolderWatch.WatchRegistrar { folders.registrar }

  /// Starts to report changes in folders that ``registrar`` has begun to watch.
  ///
  /// - Returns: the first folder that could not be watched, with the error; nil when all are
  ///   watched. Changes in that folder are found only by reading it again. The error `.watchLimit`
  ///   is returned by one call only.
  @discardableResult
  package func register(
    _ answers: [FolderWatch.WatchResult], isRecursive: Bool = false
  ) -> (folder: FilePath, error: DesktopError)? {
    var failure: (folder: FilePath, error: DesktopError)?
    for answer in answers {
      do throws(DesktopError) {
        try folders.watch(answer, isRecursive: isRecursive)
      } catch {
        if error == .watchLimit {
          if hasReportedWatchLimit { continue }
          hasReportedWatchLimit = true
        }
        failure = failure ?? (FilePath(answer.folder), error)
      }
    }
    return failure
  }

  /// Removes the inotify watches of folders for which ``register(_:isRecursive:)`` was not called.
  package func discard(_ answers: [FolderWatch.WatchResult]) {
    for answer in answers { folders.discard(answer) }
  }

  /// Stops watching the folders for which `shouldUnwatch` is true. A subfolder for which it is
  /// false stays watched, even inside a folder that is left.
  package func unwatch(where shouldUnwatch: (FilePath) -> Bool) {
    folders.unwatch { shouldUnwatch(FilePath($0)) }
  }

  private func watchDescriptor() {
    descriptorWatch = loop.watch(descriptor: folders.descriptor) { [weak self] in
      self?.readEventsAndPause()
    }
  }

  /// Reads the waiting events at once, and further events only when ``interval`` has passed.
  private func readEventsAndPause() {
    descriptorWatch?.cancel()
    descriptorWatch = nil
    readEvents()
    readPause = loop.schedule(after: Self.readInterval) { [weak self] in
      guard let self else { return }
      readPause = nil
      readEvents()
      watchDescriptor()
    }
  }

  private func readEvents() {
    let now = clock()
    let changes = folders.readChanges(at: now).filter { !isWithheld($0) }
    settleTimer?.cancel()
    settleTimer = folders.deadline.map { deadline in
      loop.schedule(after: max(0, deadline - now)) { [weak self] in self?.readEvents() }
    }
    if let onFileEvent, !folders.filesWithEvents.isEmpty {
      onFileEvent(Set(folders.filesWithEvents.lazy.map { FilePath($0) }))
    }
    if !changes.isEmpty { onChange?(changes) }
  }

  /// Whether a change is not reported now. The removal of the file on the current page is scheduled
  /// to be reported after ``removalDelay``; the return of that file cancels the report.
  private func isWithheld(_ change: FolderChange) -> Bool {
    switch change {
    case .removed(let file):
      let path = FilePath(file)
      guard isCurrentFile?(path) ?? false else { return false }
      pendingRemovals.removeValue(forKey: path)?.cancel()
      pendingRemovals[path] = loop.schedule(after: Self.removalDelay) { [weak self] in
        self?.pendingRemovals[path] = nil
        // A file that was removed for good is also reported as rewritten: the receiver checks
        // whether it exists.
        self?.onChange?([.rewritten(file)])
      }
      return true
    case .appeared(let file), .rewritten(let file), .renamed(_, let file):
      pendingRemovals.removeValue(forKey: FilePath(file))?.cancel()
      return false
    case .folderAppeared, .folderGone, .subfolderChanged, .unwatched, .eventsLost: return false
    }
  }
}
