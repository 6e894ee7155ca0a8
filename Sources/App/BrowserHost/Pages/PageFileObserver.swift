import Desktop
import Imaging

/// An observer of the files of live pages, which decides when each file is read again.
@MainActor
final class PageFileObserver {
  /// Whether a page keeps its picture while its file is incomplete; otherwise the page shows the
  /// picture or the error of every reading of the file. Default: true.
  var waitsForCompleteFiles = true
  /// A closure called when the file of a live page has to be read again.
  var onReadingDue: ((FilePath) -> Void)?
  /// A closure called when a file in a watched folder changed and no live page shows it.
  var onHiddenFileChange: ((FilePath) -> Void)?

  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private let clock: () -> Double
  private var policies: [FilePath: FileReloadPolicy] = [:]
  private var timers: [FilePath: Cancellation] = [:]
  private var watch: FolderObserver?
  private var liveFiles: Set<FilePath> = []
  private var folders: Set<FilePath> = []

  /// Makes a follower without files.
  ///
  /// - Parameter clock: returns the time of a monotonic clock, in seconds.
  init(
    pipeline: ImagePipeline, loop: any DescriptorWatching, clock: @escaping () -> Double
  ) {
    self.pipeline = pipeline
    self.loop = loop
    self.clock = clock
  }

  isolated deinit { for timer in timers.values { timer.cancel() } }

  /// Follows the files at `paths` and no others.
  func observe(_ paths: [FilePath]) {
    let wanted = Set(paths)
    guard wanted != liveFiles else { return }
    for path in liveFiles.subtracting(wanted) { forget(path) }
    liveFiles = wanted
    let needed = Set(wanted.map(\.folder))
    watch?.unwatch { !needed.contains($0) }
    let new = needed.subtracting(folders)
    folders = needed
    if !new.isEmpty { watchFolders(Array(new)) }
  }

  /// Forgets the changes of a file and cancels its scheduled reading.
  func forget(_ path: FilePath) {
    policies[path] = nil
    timers.removeValue(forKey: path)?.cancel()
  }

  /// Schedules a reading of a followed file that has changed; for another file, calls
  /// ``onHiddenFileChange``.
  func fileDidChange(_ path: FilePath) {
    guard liveFiles.contains(path) else {
      onHiddenFileChange?(path)
      return
    }
    policies[path, default: FileReloadPolicy()].fileDidChange(at: clock())
    scheduleTimer(path)
  }

  /// Whether the picture of the next reading of a file replaces all bitmaps that its page shows.
  func nextReadingReplacesPicture(_ path: FilePath) -> Bool {
    policies[path]?.nextReadingReplacesPicture ?? false
  }

  /// Whether the time of the last change of the file is unknown.
  func hasUnknownAge(_ path: FilePath) -> Bool { !(policies[path]?.hasChanged ?? false) }

  /// The time in seconds until the content of the file counts as final, because the file has not
  /// changed for long enough; 0 when it is final or no change is known.
  func secondsUntilSettled(_ path: FilePath) -> Double {
    policies[path]?.settledTime.map { max(0, $0 - clock()) } ?? 0
  }

  /// Sets the age of a file's contents at the time of the call, in seconds, unless a change was
  /// observed.
  func setAge(_ age: Double, of path: FilePath) {
    policies[path, default: FileReloadPolicy()].setEarlierChange(at: clock() - age)
  }

  /// Records the result of reading a file.
  ///
  /// - Returns: whether the page shows the result; false when it keeps its picture.
  func showsResultAfterFinishing(_ reading: FileReloadPolicy.Reading, of path: FilePath) -> Bool {
    guard waitsForCompleteFiles else { return true }
    let isShown = policies[path, default: FileReloadPolicy()].showsResultAfterFinishing(
      reading, at: clock())
    scheduleTimer(path)
    return isShown
  }

  // MARK: Watching

  /// Watches the folders `new`, in addition to those that are watched already. When no inotify
  /// instance is available, files are read again on request only.
  private func watchFolders(_ new: [FilePath]) {
    if watch == nil {
      watch = try? FolderObserver(loop: loop, clock: clock)
      watch?.onFileEvent = { [weak self] paths in for path in paths { self?.fileDidChange(path) } }
      watch?.onChange = { [weak self] in self?.checkAfterMissedEvents($0) }
    }
    guard let watch else { return }
    let registrar = watch.registrar
    pipeline.files.ask(waits: false) {
      new.map { registrar.addWatch($0.bytes) }
    } then: { [weak self] answers in
      guard let self else { return }
      let needed = folders
      watch.register(answers.filter { needed.contains(FilePath($0.folder)) })
      watch.discard(answers.filter { !needed.contains(FilePath($0.folder)) })
      checkAll(in: Set(new))
    }
  }

  /// Checks the files of all watched folders if `changes` says that the kernel has dropped events.
  private func checkAfterMissedEvents(_ changes: [FolderChange]) {
    if changes.contains(.eventsLost) { checkAll(in: folders) }
  }

  /// Compares the live files in `folders` with the identities under which they were read, to find
  /// changes for which no event arrived.
  private func checkAll(in folders: Set<FilePath>) {
    for path in liveFiles where folders.contains(path.folder) {
      guard let known = pipeline.cachedIdentity(of: path.key) else { continue }
      pipeline.files.ask(waits: false) {
        try? FileIdentity.read(known.path)
      } then: { [weak self] found in
        if found != known { self?.fileDidChange(path) }
      }
    }
  }

  // MARK: Timers

  private func scheduleTimer(_ path: FilePath) {
    timers.removeValue(forKey: path)?.cancel()
    guard let deadline = policies[path]?.nextReadingTime else { return }
    timers[path] = loop.schedule(after: max(0, deadline - clock())) { [weak self] in
      self?.timerDidFire(path)
    }
  }

  private func timerDidFire(_ path: FilePath) {
    timers[path] = nil
    if policies[path]?.startReadingIfDue(at: clock()) ?? false {
      onReadingDue?(path)
    } else {
      scheduleTimer(path)
    }
  }
}
