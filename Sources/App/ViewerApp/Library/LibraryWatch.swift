import Desktop
import Imaging

/// Keeps an eye on folders for as long as it lives, by the program's own loop.
@MainActor
final class LibraryWatch {
  /// Called with what has happened, never with nothing.
  var onChange: (([FolderChange]) -> Void)?
  /// Called with files something happens to, at once, whatever becomes of it.
  var onTouch: ((Set<FilePath>) -> Void)?

  /// True for the file that is looked at. When that goes it is told later, and not at all when it
  /// comes back: there are programs that save by taking away first.
  var isLookedAt: ((FilePath) -> Bool)?

  private let folders: FolderWatch
  private let loop: any DescriptorWatching
  private let clock: () -> Double
  private var reading: Cancellation?
  private var pause: Cancellation?
  private var settling: Cancellation?
  private var leaving: [FilePath: Cancellation] = [:]
  private var isLimited = false

  /// The descriptor is looked at no more often than this, in seconds: beside someone who writes a
  /// long file, who is told of every single write, a viewer has to sleep.
  static let interval = 0.1
  /// What is looked at has gone when it has been away for so long, in seconds: its page goes just
  /// before it would say that there is no picture.
  static let patience = FileFollowing.idleTime - 0.5

  /// Makes a watch of nothing.
  ///
  /// - Parameter clock: monotonic, in seconds.
  /// - Throws: `.watchLimit` when no more programs may watch folders.
  init(loop: any DescriptorWatching, clock: @escaping () -> Double) throws(DesktopError) {
    self.loop = loop
    self.clock = clock
    folders = try FolderWatch()
    listen()
  }

  isolated deinit {
    for owned in [reading, pause, settling] + Array(leaving.values) { owned?.cancel() }
  }

  /// Asks the system for folders beside the main actor.
  var asker: FolderWatch.Asker { folders.asker }

  /// Watches the folders the system was asked for, too.
  ///
  /// - Returns: the folder that could not be watched, and why, if there is one: without it nothing
  ///   but looking again tells what happens there. Told of the limit only once.
  @discardableResult
  func register(
    _ answers: [FolderWatch.Answer], isRecursive: Bool = false
  ) -> (folder: FilePath, error: DesktopError)? {
    var failure: (folder: FilePath, error: DesktopError)?
    for answer in answers where !isLimited {
      do throws(DesktopError) {
        try folders.watch(answer, isRecursive: isRecursive)
      } catch {
        failure = failure ?? (FilePath(answer.folder), error)
        isLimited = error == .watchLimit
      }
    }
    return failure
  }

  /// Watches this folder no more, nor those below.
  func unwatch(_ path: FilePath) { folders.unwatch(path.bytes) }

  private func listen() {
    reading = loop.watch(descriptor: folders.descriptor) { [weak self] in self?.rest() }
  }

  /// Something has happened: takes it, and what comes meanwhile a little later.
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

  /// True for what is told later, if at all.
  private func isHeld(_ change: FolderChange) -> Bool {
    switch change {
    case .removed(let file):
      let path = FilePath(file)
      guard isLookedAt?(path) ?? false else { return false }
      leaving.removeValue(forKey: path)?.cancel()
      leaving[path] = loop.schedule(after: Self.patience) { [weak self] in
        self?.leaving[path] = nil
        // Whoever hears of it looks whether it is there.
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
