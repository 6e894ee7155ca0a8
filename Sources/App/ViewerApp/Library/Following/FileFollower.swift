import Desktop
import Imaging

/// Follows the files of the live pages: hears of every change, and says when to read them again.
@MainActor
final class FileFollower {
  /// False takes every file as it is found.
  var isPatient = true
  /// Called when a file is to be read again.
  var onLook: ((FilePath) -> Void)?
  /// Called when something has happened to a file whose page is not alive.
  var onChangeElsewhere: ((FilePath) -> Void)?

  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private let clock: () -> Double
  private var files: [FilePath: FileFollowing] = [:]
  private var timers: [FilePath: Cancellation] = [:]
  private var watch: LibraryWatch?
  private var live: Set<FilePath> = []
  private var folders: Set<FilePath> = []

  /// Makes one that follows nothing.
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

  /// Follows these files, the only ones from now on.
  func keep(_ paths: [FilePath]) {
    let wanted = Set(paths)
    guard wanted != live else { return }
    for path in live.subtracting(wanted) { forget(path) }
    live = wanted
    let needed = Set(wanted.map(\.folder))
    for folder in folders.subtracting(needed) { watch?.unwatch(folder) }
    let new = needed.subtracting(folders)
    folders = needed
    if !new.isEmpty { listen(to: Array(new)) }
  }

  /// Forgets what is known of a file.
  func forget(_ path: FilePath) {
    files[path] = nil
    timers.removeValue(forKey: path)?.cancel()
  }

  /// Something has happened to a file.
  func change(_ path: FilePath) {
    guard live.contains(path) else {
      onChangeElsewhere?(path)
      return
    }
    files[path, default: FileFollowing()].change(at: clock())
    arm(path)
  }

  /// True when the next picture of the file has nothing to do with what its page shows.
  func isAnew(_ path: FilePath) -> Bool { files[path]?.isAnew ?? false }

  /// True when how long ago the file was changed is not known.
  func isAgeless(_ path: FilePath) -> Bool { !(files[path]?.hasChanged ?? false) }

  /// The seconds until the file has been left alone long enough for its content to be final.
  func secondsUntilSettled(_ path: FilePath) -> Double {
    files[path]?.settledTime.map { max(0, $0 - clock()) } ?? 0
  }

  /// The file was changed so many seconds ago.
  func note(age: Double, of path: FilePath) {
    files[path, default: FileFollowing()].noteAge(changedAt: clock() - age)
  }

  /// Takes what reading a file gave.
  ///
  /// - Returns: false when what is on its page stays.
  func find(_ finding: FileFollowing.Finding, in path: FilePath) -> Bool {
    guard isPatient else { return true }
    let isShown = files[path, default: FileFollowing()].find(finding, at: clock())
    arm(path)
    return isShown
  }

  // MARK: Watching

  /// Without a watch, files are read again when someone asks for it.
  private func listen(to new: [FilePath]) {
    if watch == nil {
      watch = try? LibraryWatch(loop: loop, clock: clock)
      watch?.onTouch = { [weak self] paths in for path in paths { self?.change(path) } }
      watch?.onChange = { [weak self] in self?.catchUp($0) }
    }
    guard let watch else { return }
    let asker = watch.asker
    pipeline.files.ask(waits: false) {
      new.map { asker.ask($0.bytes) }
    } then: { [weak self] answers in
      guard let self else { return }
      watch.register(answers.filter { self.folders.contains(FilePath($0.folder)) })
      checkAll(in: Set(new))
    }
  }

  /// More has happened than can be told.
  private func catchUp(_ changes: [FolderChange]) {
    if changes.contains(.missed) { checkAll(in: folders) }
  }

  /// Looks at files that may have changed while nobody was told.
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

  // MARK: Time

  private func arm(_ path: FilePath) {
    timers.removeValue(forKey: path)?.cancel()
    guard let deadline = files[path]?.deadline else { return }
    timers[path] = loop.schedule(after: max(0, deadline - clock())) { [weak self] in
      self?.due(path)
    }
  }

  private func due(_ path: FilePath) {
    timers[path] = nil
    if files[path]?.takeLook(at: clock()) ?? false { onLook?(path) } else { arm(path) }
  }
}
