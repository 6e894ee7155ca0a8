import Desktop
import Imaging

/// An observer of the files of the live pages, which decides when each is read again.
@MainActor
final class FileFollower {
  /// Whether a page keeps its picture while its file is incomplete; otherwise the page shows the
  /// picture or the error of every reading of the file. Default: true.
  var waitsForCompleteFiles = true
  /// Called when a file has to be read again.
  var onReadingDue: ((FilePath) -> Void)?
  /// Called when a file changed whose page is not alive.
  var onHiddenFileChange: ((FilePath) -> Void)?

  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private let clock: () -> Double
  private var files: [FilePath: FileReloadPolicy] = [:]
  private var timers: [FilePath: Cancellation] = [:]
  private var watch: FolderObserver?
  private var live: Set<FilePath> = []
  private var folders: Set<FilePath> = []

  /// Makes a follower without files.
  ///
  /// - Parameter clock: monotonic, in seconds.
  init(
    pipeline: ImagePipeline, loop: any DescriptorWatching, clock: @escaping () -> Double
  ) {
    self.pipeline = pipeline
    self.loop = loop
    self.clock = clock
  }

  isolated deinit { for timer in timers.values { timer.cancel() } }

  /// Replaces the files to follow.
  func keep(_ paths: [FilePath]) {
    let wanted = Set(paths)
    guard wanted != live else { return }
    for path in live.subtracting(wanted) { forget(path) }
    live = wanted
    let needed = Set(wanted.map(\.folder))
    watch?.unwatch { !needed.contains($0) }
    let new = needed.subtracting(folders)
    folders = needed
    if !new.isEmpty { listen(to: Array(new)) }
  }

  /// Forgets the state of a file.
  func forget(_ path: FilePath) {
    files[path] = nil
    timers.removeValue(forKey: path)?.cancel()
  }

  /// Notes a change of a file.
  func change(_ path: FilePath) {
    guard live.contains(path) else {
      onHiddenFileChange?(path)
      return
    }
    files[path, default: FileReloadPolicy()].change(at: clock())
    arm(path)
  }

  /// Whether the next reading of the file replaces all that its page shows.
  func replacesPicture(_ path: FilePath) -> Bool { files[path]?.replacesPicture ?? false }

  /// Whether the time of the last change of the file is unknown.
  func hasUnknownAge(_ path: FilePath) -> Bool { !(files[path]?.hasChanged ?? false) }

  /// The time in seconds until the file has not changed for so long that its content counts as
  /// final.
  func secondsUntilSettled(_ path: FilePath) -> Double {
    files[path]?.settledTime.map { max(0, $0 - clock()) } ?? 0
  }

  /// Sets the time since the file's last change before it was followed, in seconds.
  func note(age: Double, of path: FilePath) {
    files[path, default: FileReloadPolicy()].setEarlierChange(at: clock() - age)
  }

  /// Notes the result of reading a file.
  ///
  /// - Returns: false when the page keeps the picture that it shows.
  func finishReading(_ reading: FileReloadPolicy.Reading, of path: FilePath) -> Bool {
    guard waitsForCompleteFiles else { return true }
    let isShown = files[path, default: FileReloadPolicy()].finishReading(reading, at: clock())
    arm(path)
    return isShown
  }

  // MARK: Watching

  /// Watches further folders. When no watch can be made, files are read again on request only.
  private func listen(to new: [FilePath]) {
    if watch == nil {
      watch = try? FolderObserver(loop: loop, clock: clock)
      watch?.onTouch = { [weak self] paths in for path in paths { self?.change(path) } }
      watch?.onChange = { [weak self] in self?.catchUp($0) }
    }
    guard let watch else { return }
    let registrar = watch.registrar
    pipeline.files.ask(waits: false) {
      new.map { registrar.ask($0.bytes) }
    } then: { [weak self] answers in
      guard let self else { return }
      let needed = folders
      watch.register(answers.filter { needed.contains(FilePath($0.folder)) })
      watch.discard(answers.filter { !needed.contains(FilePath($0.folder)) })
      checkAll(in: Set(new))
    }
  }

  /// Compares all files with their identities when events were lost.
  private func catchUp(_ changes: [FolderChange]) {
    if changes.contains(.missed) { checkAll(in: folders) }
  }

  /// Compares files with the identities under which they were read, for changes without an event.
  private func checkAll(in folders: Set<FilePath>) {
    for path in live where folders.contains(path.folder) {
      guard let known = pipeline.identity(path.key) else { continue }
      pipeline.files.ask(waits: false) {
        try? FileIdentity.read(known.path)
      } then: { [weak self] found in
        if found != known { self?.change(path) }
      }
    }
  }

  // MARK: Timers

  private func arm(_ path: FilePath) {
    timers.removeValue(forKey: path)?.cancel()
    guard let deadline = files[path]?.deadline else { return }
    timers[path] = loop.schedule(after: max(0, deadline - clock())) { [weak self] in
      self?.due(path)
    }
  }

  private func due(_ path: FilePath) {
    timers[path] = nil
    if files[path]?.startReading(at: clock()) ?? false { onReadingDue?(path) } else { arm(path) }
  }
}
