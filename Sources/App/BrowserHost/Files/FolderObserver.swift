package import Desktop
package import Imaging

/// An observer of folders on the program's event loop, until it is deallocated.
@MainActor
package final class FolderObserver {
  /// Called with the changes; the list is never empty.
  package var onChange: (([FolderChange]) -> Void)?
  /// Called at once with the files for which any event arrived, before the event is evaluated.
  package var onTouch: ((Set<FilePath>) -> Void)?

  /// Whether a file is on the current page. The removal of such a file is reported after a delay,
  /// and not at all when the file is written again: some programs save by deleting the file first.
  package var isCurrentFile: ((FilePath) -> Bool)?

  private let folders: FolderWatch
  private let loop: any DescriptorWatching
  private let clock: () -> Double
  private var reading: Cancellation?
  private var pause: Cancellation?
  private var settling: Cancellation?
  private var leaving: [FilePath: Cancellation] = [:]
  /// Whether the watch limit was reported.
  private var isLimited = false

  /// The minimum interval in seconds between two reads of the watch descriptor. It keeps the viewer
  /// asleep while another program writes a long file, which raises an event for every write.
  package static let interval = 0.1
  /// The delay in seconds before the removal of the shown file is reported. The page is removed
  /// just before it would show an error message.
  package static let removalDelay = FileReloadPolicy.idleTime - 0.5

  /// Makes a watch without folders.
  ///
  /// - Parameter clock: monotonic, in seconds.
  /// - Throws: `.watchLimit` when the system's limit of inotify instances is reached.
  package init(loop: any DescriptorWatching, clock: @escaping () -> Double) throws(DesktopError) {
    self.loop = loop
    self.clock = clock
    folders = try FolderWatch()
    listen()
  }

  isolated deinit {
    for owned in [reading, pause, settling] + Array(leaving.values) { owned?.cancel() }
  }

  /// The part of the watch that adds folders to it on any thread.
  package var registrar: FolderWatch.WatchRegistrar { folders.registrar }

  /// Takes over the watches that ``registrar`` added.
  ///
  /// - Returns: the first folder that could not be watched, with the error; nil when there is none.
  ///   Changes in that folder are found only by reading it again. The watch limit is reported only
  ///   once.
  @discardableResult
  package func register(
    _ answers: [FolderWatch.Answer], isRecursive: Bool = false
  ) -> (folder: FilePath, error: DesktopError)? {
    var failure: (folder: FilePath, error: DesktopError)?
    for answer in answers {
      do throws(DesktopError) {
        try folders.watch(answer, isRecursive: isRecursive)
      } catch {
        if error == .watchLimit {
          if isLimited { continue }
          isLimited = true
        }
        failure = failure ?? (FilePath(answer.folder), error)
      }
    }
    return failure
  }

  /// Removes watches that ``registrar`` added for folders that are not wanted any more.
  package func discard(_ answers: [FolderWatch.Answer]) {
    for answer in answers { folders.discard(answer) }
  }

  /// Stops watching the folders that satisfy a condition, and no others below them.
  package func unwatch(where isLeft: (FilePath) -> Bool) {
    folders.unwatch { isLeft(FilePath($0)) }
  }

  private func listen() {
    reading = loop.watch(descriptor: folders.descriptor) { [weak self] in self?.rest() }
  }

  /// Reads the waiting events at once, and later events only at the end of ``interval``.
  private func rest() {
    reading?.cancel()
    reading = nil
    take()
    pause = loop.schedule(after: Self.interval) { [weak self] in
      guard let self else { return }
      pause = nil
      take()
      listen()
    }
  }

  private func take() {
    let now = clock()
    let changes = folders.changes(at: now).filter { !isHeld($0) }
    settling?.cancel()
    settling = folders.deadline.map { deadline in
      loop.schedule(after: max(0, deadline - now)) { [weak self] in self?.take() }
    }
    if let onTouch, !folders.touched.isEmpty {
      onTouch(Set(folders.touched.lazy.map { FilePath($0) }))
    }
    if !changes.isEmpty { onChange?(changes) }
  }

  /// Whether the report of a change is delayed or suppressed.
  private func isHeld(_ change: FolderChange) -> Bool {
    switch change {
    case .removed(let file):
      let path = FilePath(file)
      guard isCurrentFile?(path) ?? false else { return false }
      leaving.removeValue(forKey: path)?.cancel()
      leaving[path] = loop.schedule(after: Self.removalDelay) { [weak self] in
        self?.leaving[path] = nil
        // The receiver checks whether the file exists.
        self?.onChange?([.rewritten(file)])
      }
      return true
    case .appeared(let file), .rewritten(let file), .renamed(_, let file):
      leaving.removeValue(forKey: FilePath(file))?.cancel()
      return false
    case .folderAppeared, .folderGone, .unwatched, .missed: return false
    }
  }
}
